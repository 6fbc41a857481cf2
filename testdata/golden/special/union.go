package special

// Plugin is sealed: it is one of the structs of this package that implement it.
type Plugin interface{ plugin() }

// NewPlugin makes a plugin.
type NewPlugin struct {
	Kind     string `json:"kind"` //dsh:field enum=new
	IDPrefix string `json:"idPrefix"`
}

// ExistingPlugin names one, by pointer.
type ExistingPlugin struct {
	//dsh:field enum=existing
	Kind     string   `json:"kind"`
	PluginID string   `json:"pluginId"`
	Parts    []Plugin `json:"parts,omitempty"`
}

func (NewPlugin) plugin()       {}
func (*ExistingPlugin) plugin() {}

// Define takes one of several structs.
//
//dsh:tool
func Define(plugin Plugin, more []Plugin, named map[string]Plugin, maybe *NewPlugin) []Plugin {
	more = append(more, plugin)
	if maybe != nil {
		more = append(more, *maybe)
	}
	return append(more, named["x"])
}
