package runtime

import (
	"unicode/utf8"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// MarshalJSON writes the result for a session log: callId, content, isError,
// value, meta, additionalContext and error, those that are empty left out.
// [ParseResult] reads it back, also after encoding/json has escaped it for HTML.
func (r *Result) MarshalJSON() ([]byte, error) {
	w := jsonscan.NewWriter(nil)
	w.BeginObject()
	w.Name("callId")
	w.String(r.callID)
	if !utf8.ValidString(r.callID) { // JSON cannot hold it, and it must come back byte for byte
		w.Name("callIdBytes")
		w.String(base64Encode(r.callID))
	}
	w.Name("content")
	writeContents(&w, r.contents)
	if r.failure != nil {
		w.Name("isError")
		w.Bool(true)
	}
	if r.value != "" {
		w.Name("value")
		w.Raw(r.value)
	}
	if r.meta != nil {
		w.Name("meta")
		if err := writeValue(&w, r.meta, 0); err != nil {
			return nil, err // cannot be: it was encoded once, when it was made
		}
	}
	if len(r.contexts) > 0 {
		w.Name("additionalContext")
		writeContents(&w, r.contexts)
	}
	if f := r.failure; f != nil {
		w.Name("error")
		w.BeginObject()
		w.Name("name")
		w.String(f.Name)
		w.Name("code")
		w.String(f.Code)
		w.Name("message")
		w.String(f.Message)
		w.EndObject()
	}
	w.EndObject()
	return w.Finish()
}

func writeContents(w *jsonscan.Writer, contents []Content) {
	w.BeginArray()
	for _, c := range contents {
		c.write(w)
	}
	w.EndArray()
}

// write writes c the way the Model Context Protocol does.
func (c Content) write(w *jsonscan.Writer) {
	member := func(name, value string) {
		if value != "" {
			w.Name(name)
			w.String(value)
		}
	}
	w.BeginObject()
	w.Name("type")
	w.String(string(c.Kind()))
	switch c.Kind() {
	case TextContent:
		w.Name("text")
		w.String(c.text)
	case ImageContent, AudioContent:
		w.Name("data")
		w.String(base64Encode(c.data))
		w.Name("mimeType")
		w.String(c.mime)
	case ResourceLink:
		w.Name("uri")
		w.String(c.uri)
		member("name", c.name)
		member("description", c.text)
		member("mimeType", c.mime)
	case ResourceContent:
		w.Name("resource")
		w.BeginObject()
		w.Name("uri")
		w.String(c.uri)
		member("mimeType", c.mime)
		if c.blob {
			w.Name("blob")
			w.String(base64Encode(c.data))
		} else {
			w.Name("text")
			w.String(c.text)
		}
		w.EndObject()
	}
	w.EndObject()
}

// MarshalJSON writes c the way the Model Context Protocol does.
func (c Content) MarshalJSON() ([]byte, error) {
	w := jsonscan.NewWriter(nil)
	c.write(&w)
	return w.Finish()
}
