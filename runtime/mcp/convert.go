package mcp

import (
	"encoding/json"

	"github.com/dsh-tools/dshgen/runtime"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// declaration is a tool as clients see it. Hints are stated both ways: what the
// protocol assumes of a tool that says nothing is not what runtime.Tool means.
func declaration(t *runtime.Tool) *sdk.Tool {
	destructive, openWorld := t.Destructive, t.OpenWorld
	d := &sdk.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: json.RawMessage(t.Parameters),
		Annotations: &sdk.ToolAnnotations{
			Title: t.Title, ReadOnlyHint: t.ReadOnly, IdempotentHint: t.Idempotent, DestructiveHint: &destructive, OpenWorldHint: &openWorld,
		},
	}
	if t.Output != "" {
		d.OutputSchema = json.RawMessage(t.Output)
	}
	return d
}

// result is the outcome of a call in the protocol's form. Contexts beside the
// result follow its contents: the protocol has no other place. Meta is for the
// program and stays here.
func result(r *runtime.Result) *sdk.CallToolResult {
	out := &sdk.CallToolResult{IsError: r.IsError(), Content: []sdk.Content{}}
	for _, c := range append(r.Contents(), r.AdditionalContext()...) {
		out.Content = append(out.Content, content(c))
	}
	if v := r.Value(); v != "" && v[0] == '{' && !r.IsError() {
		out.StructuredContent = json.RawMessage(v)
	}
	return out
}

func content(c runtime.Content) sdk.Content {
	switch c.Kind() {
	case runtime.ImageContent:
		return &sdk.ImageContent{Data: []byte(c.Data()), MIMEType: c.MIMEType()}
	case runtime.AudioContent:
		return &sdk.AudioContent{Data: []byte(c.Data()), MIMEType: c.MIMEType()}
	case runtime.ResourceLink:
		return &sdk.ResourceLink{URI: c.URI(), Name: c.Name(), Description: c.Description(), MIMEType: c.MIMEType()}
	case runtime.ResourceContent:
		r := &sdk.ResourceContents{URI: c.URI(), MIMEType: c.MIMEType(), Text: c.Text()}
		if c.IsBlob() {
			r.Blob = []byte(c.Data())
		}
		return &sdk.EmbeddedResource{Resource: r}
	}
	return &sdk.TextContent{Text: c.Text()}
}

// contents reads what a remote server sent.
func contents(list []sdk.Content) (out []runtime.Content) {
	for _, c := range list {
		switch c := c.(type) {
		case *sdk.TextContent:
			out = append(out, runtime.Text(c.Text))
		case *sdk.ImageContent:
			out = append(out, runtime.Image(c.Data, c.MIMEType))
		case *sdk.AudioContent:
			out = append(out, runtime.Audio(c.Data, c.MIMEType))
		case *sdk.ResourceLink:
			out = append(out, runtime.Link(c.URI, c.Name, c.Description, c.MIMEType))
		case *sdk.EmbeddedResource:
			switch r := c.Resource; {
			case r == nil:
			case r.Blob != nil:
				out = append(out, runtime.BlobResource(r.URI, r.MIMEType, r.Blob))
			default:
				out = append(out, runtime.TextResource(r.URI, r.MIMEType, r.Text))
			}
		}
	}
	return out
}
