package limit

import (
	"github.com/dsh-tools/dshgen/benchmarks/tools"
)

// GetWeather decodes and validates tool A. *v must be zero.
func GetWeather(d *Dec, v *tools.GetWeatherArgs) error {
	var seen uint
	i, more := d.open(d.ws(0))
	for more {
		w, ke := d.key(i)
	again:
		switch w {
		case k_city:
			if seen&1 != 0 {
				return d.dup(i)
			}
			seen |= 1
			if v.City, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_unit:
			if seen&2 != 0 {
				return d.dup(i)
			}
			seen |= 2
			i = ke
			if i < 0 {
				return d.err
			}
			w := d.w8(i + 1)
			switch {
			case d.at(i) == '"' && w == l_celsius:
				v.Unit = "celsius"
				i += 9
			case d.at(i) == '"' && w == l_fahrenhe && d.w8(i+9)&m_it == l_it:
				v.Unit = "fahrenheit"
				i += 12
			default:
				var s string
				if s, i = d.raw(i); i < 0 {
					return d.err
				}
				switch s {
				case "celsius":
					v.Unit = "celsius"
				case "fahrenheit":
					v.Unit = "fahrenheit"
				default:
					return d.enum(i)
				}
			}
		case k_days:
			if seen&4 != 0 {
				return d.dup(i)
			}
			seen |= 4
			i = ke
			if i < 0 {
				return d.err
			}
			at := i
			if v.Days, i = d.i64(i); i < 0 {
				return d.err
			}
			if v.Days < 1 || v.Days > 1000000000000000000 {
				return d.bounds(at)
			}
		default:
			var s string
			if s, ke = d.slowKey(i); ke < 0 {
				return d.err
			}
			switch s {
			case "city":
				w = k_city
			case "unit":
				w = k_unit
			case "days":
				w = k_days
			default:
				return d.unknown(i)
			}
			goto again
		}
		i, more = d.next(i)
	}
	if i >= 0 && seen&1 == 0 {
		return d.missing(i)
	}
	return d.end(i)
}

func (d *Dec) dup(i int) error     { d.fail("duplicate property", i); return d.err }
func (d *Dec) enum(i int) error    { d.fail("value not in enum", i); return d.err }
func (d *Dec) bounds(i int) error  { d.fail("number out of bounds", i); return d.err }
func (d *Dec) unknown(i int) error { d.fail("unknown property", i); return d.err }
func (d *Dec) missing(i int) error { d.fail("missing required property", i); return d.err }

// CreateIssue decodes and validates tool B. *v must be zero except for slices to reuse.
func CreateIssue(d *Dec, v *tools.CreateIssueArgs) error {
	var seen uint
	i, more := d.open(d.ws(0))
	for more {
		w, ke := d.key(i)
		esc := false
	again:
		switch w {
		case k_owner:
			if seen&1 != 0 {
				return d.dup(i)
			}
			seen |= 1
			if v.Owner, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_repo:
			if seen&2 != 0 {
				return d.dup(i)
			}
			seen |= 2
			if v.Repo, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_title:
			if seen&4 != 0 {
				return d.dup(i)
			}
			seen |= 4
			if v.Title, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_body:
			if seen&8 != 0 {
				return d.dup(i)
			}
			seen |= 8
			if v.Body, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_labels:
			if seen&16 != 0 {
				return d.dup(i)
			}
			seen |= 16
			if v.Labels, i = d.strs(ke, v.Labels); i < 0 {
				return d.err
			}
		case k_assignees:
			if !esc {
				if d.w8(i+9)&m_s != l_s {
					return d.unknown(i)
				}
				ke = d.colon(i + 11)
			}
			if seen&32 != 0 {
				return d.dup(i)
			}
			seen |= 32
			if v.Assignees, i = d.strs(ke, v.Assignees); i < 0 {
				return d.err
			}
		case k_milestone:
			if !esc {
				if d.w8(i+9)&m_e != l_e {
					return d.unknown(i)
				}
				ke = d.colon(i + 11)
			}
			if seen&64 != 0 {
				return d.dup(i)
			}
			seen |= 64
			if i = ke; i < 0 {
				return d.err
			}
			if v.Milestone, i = d.i64(i); i < 0 {
				return d.err
			}
		case k_type:
			if seen&128 != 0 {
				return d.dup(i)
			}
			seen |= 128
			if i = ke; i < 0 {
				return d.err
			}
			w := d.w8(i + 1)
			switch {
			case d.at(i) == '"' && w&m_bug == l_bug:
				v.Type = "bug"
				i += 5
			case d.at(i) == '"' && w&m_task == l_task:
				v.Type = "task"
				i += 6
			case d.at(i) == '"' && w == l_feature:
				v.Type = "feature"
				i += 9
			default:
				var s string
				if s, i = d.raw(i); i < 0 {
					return d.err
				}
				switch s {
				case "bug":
					v.Type = "bug"
				case "task":
					v.Type = "task"
				case "feature":
					v.Type = "feature"
				default:
					return d.enum(i)
				}
			}
		default:
			var s string
			if s, ke = d.slowKey(i); ke < 0 {
				return d.err
			}
			switch s {
			case "owner":
				w = k_owner
			case "repo":
				w = k_repo
			case "title":
				w = k_title
			case "body":
				w = k_body
			case "labels":
				w = k_labels
			case "assignees":
				w = k_assignees
			case "milestone":
				w = k_milestone
			case "type":
				w = k_type
			default:
				return d.unknown(i)
			}
			esc = true
			goto again
		}
		i, more = d.next(i)
	}
	if i >= 0 && seen&7 != 7 {
		return d.missing(i)
	}
	return d.end(i)
}

func (d *Dec) edit(i int, v *tools.Edit) int {
	var seen uint
	i, more := d.open(i)
	for more {
		w, ke := d.key(i)
		esc := false
	again:
		switch w {
		case k_old_text:
			if !esc {
				if d.at(i+9) != '"' {
					return d.fail("unknown property", i)
				}
				ke = d.colon(i + 10)
			}
			if seen&1 != 0 {
				return d.fail("duplicate property", i)
			}
			seen |= 1
			if v.OldText, i = d.str(ke); i < 0 {
				return i
			}
		case k_new_text:
			if !esc {
				if d.at(i+9) != '"' {
					return d.fail("unknown property", i)
				}
				ke = d.colon(i + 10)
			}
			if seen&2 != 0 {
				return d.fail("duplicate property", i)
			}
			seen |= 2
			if v.NewText, i = d.str(ke); i < 0 {
				return i
			}
		case k_line:
			if seen&4 != 0 {
				return d.fail("duplicate property", i)
			}
			seen |= 4
			if i = ke; i < 0 {
				return i
			}
			if v.Line, i = d.i64(i); i < 0 {
				return i
			}
		default:
			var s string
			if s, ke = d.slowKey(i); ke < 0 {
				return -1
			}
			switch s {
			case "old_text":
				w = k_old_text
			case "new_text":
				w = k_new_text
			case "line":
				w = k_line
			default:
				return d.fail("unknown property", i)
			}
			esc = true
			goto again
		}
		i, more = d.next(i)
	}
	if i >= 0 && seen&3 != 3 {
		return d.fail("missing required property", i)
	}
	return i
}

func (d *Dec) edits(i int, out []tools.Edit) ([]tools.Edit, int) {
	if d.at(i) != '[' {
		return nil, d.fail("expected array", i)
	}
	i = d.ws(i + 1)
	if out == nil {
		out = []tools.Edit{}
	}
	out = out[:0]
	if d.at(i) == ']' {
		return out, i + 1
	}
	for {
		start := i
		if len(out) == cap(out) {
			if len(out) == 0 {
				// size the slice from the first element: parse it, then guess how many more fit in the rest
				var e tools.Edit
				if i = d.edit(i, &e); i < 0 {
					return nil, i
				}
				out = append(make([]tools.Edit, 0, 1+min((d.n-i)/(i-start)+(d.n-i)/(4*(i-start)), 1<<12)), e)
				goto sep
			}
			out = append(out, tools.Edit{})
		} else {
			out = out[:len(out)+1]
			out[len(out)-1] = tools.Edit{}
		}
		if i = d.edit(i, &out[len(out)-1]); i < 0 {
			return nil, i
		}
	sep:
		i = d.ws(i)
		switch d.at(i) {
		case ',':
			i = d.ws(i + 1)
		case ']':
			return out, i + 1
		default:
			return nil, d.fail("expected ',' or ']'", i)
		}
	}
}

func (d *Dec) options(i int, v *tools.Options) int {
	var seen uint
	i, more := d.open(i)
	for more {
		w, ke := d.key(i)
	again:
		switch w {
		case k_dry_run:
			if seen&1 != 0 {
				return d.fail("duplicate property", i)
			}
			seen |= 1
			if i = ke; i < 0 {
				return i
			}
			if v.DryRun, i = d.boolean(i); i < 0 {
				return i
			}
		case k_mode:
			if seen&2 != 0 {
				return d.fail("duplicate property", i)
			}
			seen |= 2
			if i = ke; i < 0 {
				return i
			}
			w := d.w8(i + 1)
			switch {
			case d.at(i) == '"' && w&m_strict == l_strict:
				v.Mode = "strict"
				i += 8
			case d.at(i) == '"' && w&m_fuzzy == l_fuzzy:
				v.Mode = "fuzzy"
				i += 7
			case d.at(i) == '"' && w&m_regex == l_regex:
				v.Mode = "regex"
				i += 7
			default:
				var s string
				if s, i = d.raw(i); i < 0 {
					return i
				}
				switch s {
				case "strict":
					v.Mode = "strict"
				case "fuzzy":
					v.Mode = "fuzzy"
				case "regex":
					v.Mode = "regex"
				default:
					return d.fail("value not in enum", i)
				}
			}
		case k_context:
			if seen&4 != 0 {
				return d.fail("duplicate property", i)
			}
			seen |= 4
			if i = ke; i < 0 {
				return i
			}
			if v.Context, i = d.i64(i); i < 0 {
				return i
			}
		default:
			var s string
			if s, ke = d.slowKey(i); ke < 0 {
				return -1
			}
			switch s {
			case "dry_run":
				w = k_dry_run
			case "mode":
				w = k_mode
			case "context":
				w = k_context
			default:
				return d.fail("unknown property", i)
			}
			goto again
		}
		i, more = d.next(i)
	}
	return i
}

// EditFiles decodes and validates tool C. *v must be zero except for slices to reuse.
func EditFiles(d *Dec, v *tools.EditFilesArgs) error {
	var seen uint
	i, more := d.open(d.ws(0))
	for more {
		w, ke := d.key(i)
	again:
		switch w {
		case k_path:
			if seen&1 != 0 {
				return d.dup(i)
			}
			seen |= 1
			if v.Path, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_edits:
			if seen&2 != 0 {
				return d.dup(i)
			}
			seen |= 2
			if v.Edits, i = d.edits(ke, v.Edits); i < 0 {
				return d.err
			}
		case k_options:
			if seen&4 != 0 {
				return d.dup(i)
			}
			seen |= 4
			if i = d.options(ke, &v.Options); i < 0 {
				return d.err
			}
		default:
			var s string
			if s, ke = d.slowKey(i); ke < 0 {
				return d.err
			}
			switch s {
			case "path":
				w = k_path
			case "edits":
				w = k_edits
			case "options":
				w = k_options
			default:
				return d.unknown(i)
			}
			goto again
		}
		i, more = d.next(i)
	}
	if i >= 0 && seen&3 != 3 {
		return d.missing(i)
	}
	return d.end(i)
}

// WriteFile decodes and validates tool D. *v must be zero.
func WriteFile(d *Dec, v *tools.WriteFileArgs) error {
	var seen uint
	i, more := d.open(d.ws(0))
	for more {
		w, ke := d.key(i)
	again:
		switch w {
		case k_path:
			if seen&1 != 0 {
				return d.dup(i)
			}
			seen |= 1
			if v.Path, i = d.str(ke); i < 0 {
				return d.err
			}
		case k_content:
			if seen&2 != 0 {
				return d.dup(i)
			}
			seen |= 2
			if v.Content, i = d.str(ke); i < 0 {
				return d.err
			}
		default:
			var s string
			if s, ke = d.slowKey(i); ke < 0 {
				return d.err
			}
			switch s {
			case "path":
				w = k_path
			case "content":
				w = k_content
			default:
				return d.unknown(i)
			}
			goto again
		}
		i, more = d.next(i)
	}
	if i >= 0 && seen&3 != 3 {
		return d.missing(i)
	}
	return d.end(i)
}

var errTool = &Error{"unknown tool", 0}

func fresh(tool byte, data []byte, own bool) error {
	var d Dec
	d.Reset(data, own, false)
	switch tool {
	case tools.GetWeather:
		var v tools.GetWeatherArgs
		return GetWeather(&d, &v)
	case tools.CreateIssue:
		var v tools.CreateIssueArgs
		return CreateIssue(&d, &v)
	case tools.EditFiles:
		var v tools.EditFilesArgs
		return EditFiles(&d, &v)
	case tools.WriteFile:
		var v tools.WriteFileArgs
		return WriteFile(&d, &v)
	}
	return errTool
}

func value(own bool) func(byte, []byte) (any, error) {
	return tools.Typed(func(tool byte, data []byte, dst any) error {
		var d Dec
		d.Reset(data, own, false)
		switch v := dst.(type) {
		case *tools.GetWeatherArgs:
			return GetWeather(&d, v)
		case *tools.CreateIssueArgs:
			return CreateIssue(&d, v)
		case *tools.EditFilesArgs:
			return EditFiles(&d, v)
		case *tools.WriteFileArgs:
			return WriteFile(&d, v)
		}
		return errTool
	})
}

var reuse struct {
	d Dec
	a tools.GetWeatherArgs
	b tools.CreateIssueArgs
	c tools.EditFilesArgs
	w tools.WriteFileArgs
}

func decodeReuse(tool byte, data []byte) error {
	r := &reuse
	r.d.Reset(data, false, true)
	switch tool {
	case tools.GetWeather:
		r.a = tools.GetWeatherArgs{}
		return GetWeather(&r.d, &r.a)
	case tools.CreateIssue:
		r.b = tools.CreateIssueArgs{Labels: r.b.Labels[:0], Assignees: r.b.Assignees[:0]}
		return CreateIssue(&r.d, &r.b)
	case tools.EditFiles:
		r.c = tools.EditFilesArgs{Edits: r.c.Edits[:0]}
		return EditFiles(&r.d, &r.c)
	case tools.WriteFile:
		r.w = tools.WriteFileArgs{}
		return WriteFile(&r.d, &r.w)
	}
	return errTool
}

func init() {
	tools.Register(tools.Decoder{Name: "limit-reuse", Kind: "validate", Note: "hand-written; strings alias input, struct+scratch reused by the caller", Decode: decodeReuse,
		Value: func(t byte, b []byte) (any, error) {
			err := decodeReuse(t, b)
			switch t {
			case tools.GetWeather:
				return &reuse.a, err
			case tools.CreateIssue:
				return &reuse.b, err
			case tools.EditFiles:
				return &reuse.c, err
			}
			return &reuse.w, err
		}})
	tools.Register(tools.Decoder{Name: "limit-alias", Kind: "validate", Note: "hand-written; strings alias input, fresh struct", Value: value(false),
		Decode: func(t byte, b []byte) error { return fresh(t, b, false) }})
	tools.Register(tools.Decoder{Name: "limit-own", Kind: "validate", Note: "hand-written; all strings copied into one buffer", Value: value(true),
		Decode: func(t byte, b []byte) error { return fresh(t, b, true) }})
}
