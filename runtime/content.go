package runtime

import (
	"strings"
	"unicode/utf8"
)

// ContentKind tells the five kinds of [Content] apart. Its text is the "type"
// of the kind in JSON.
type ContentKind string

// The kinds of content. They are those of the Model Context Protocol.
const (
	TextContent     ContentKind = "text"
	ImageContent    ContentKind = "image"
	AudioContent    ContentKind = "audio"
	ResourceLink    ContentKind = "resource_link"
	ResourceContent ContentKind = "resource"
)

// Content is one piece of what a model gets to see. It is an immutable value:
// make one with [Text], [Image], [Audio], [Link], [TextResource] or
// [BlobResource], and copy it freely. The zero Content is an empty text.
type Content struct {
	kind ContentKind // "" is TextContent
	text string      // text of a text or a text resource, description of a link
	data string      // bytes of an image, an audio or a blob resource
	mime string
	uri  string
	name string
	blob bool // a resource that holds data instead of text
}

// Text is content made of plain text. Bytes that are not UTF-8 are replaced by
// U+FFFD, since no model and no JSON text could carry them.
func Text(s string) Content { return Content{kind: TextContent, text: clean(s)} }

// Image is a picture of the given media type, such as image/png. It copies data.
func Image(data []byte, mimeType string) Content {
	return Content{kind: ImageContent, data: string(data), mime: clean(mimeType)}
}

// Audio is a sound of the given media type, such as audio/wav. It copies data.
func Audio(data []byte, mimeType string) Content {
	return Content{kind: AudioContent, data: string(data), mime: clean(mimeType)}
}

// Link points to a resource without including it. Only uri and name are
// required.
func Link(uri, name, description, mimeType string) Content {
	return Content{kind: ResourceLink, uri: clean(uri), name: clean(name), text: clean(description), mime: clean(mimeType)}
}

// TextResource is a resource included as text.
func TextResource(uri, mimeType, text string) Content {
	return Content{kind: ResourceContent, uri: clean(uri), mime: clean(mimeType), text: clean(text)}
}

// BlobResource is a resource included as bytes. It copies data.
func BlobResource(uri, mimeType string, data []byte) Content {
	return Content{kind: ResourceContent, uri: clean(uri), mime: clean(mimeType), data: string(data), blob: true}
}

// Kind says which of the five kinds this is.
func (c Content) Kind() ContentKind {
	if c.kind == "" {
		return TextContent
	}
	return c.kind
}

// Text returns the text of a text or a text resource, else "".
func (c Content) Text() string {
	if c.kind == ResourceLink {
		return ""
	}
	return c.text
}

// Data returns the bytes of an image, an audio or a blob resource, else "".
// They come as a string since a string cannot be changed.
func (c Content) Data() string { return c.data }

// MIMEType returns the media type, or "" when none was given.
func (c Content) MIMEType() string { return c.mime }

// URI returns the address of a resource or of a link to one, else "".
func (c Content) URI() string { return c.uri }

// Name returns the name of a link, else "".
func (c Content) Name() string { return c.name }

// Description returns the description of a link, else "".
func (c Content) Description() string {
	if c.kind != ResourceLink {
		return ""
	}
	return c.text
}

// IsBlob reports whether a resource holds bytes instead of text.
func (c Content) IsBlob() bool { return c.blob }

// clean makes s valid UTF-8.
func clean(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

// cut returns at most limit bytes of s, ending on a whole character.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// joinTexts returns the texts among contents, one after the other.
func joinTexts(contents []Content) string {
	switch len(contents) {
	case 0:
		return ""
	case 1:
		return contents[0].Text()
	}
	var b strings.Builder
	for _, c := range contents {
		t := c.Text()
		if t == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t)
	}
	return b.String()
}
