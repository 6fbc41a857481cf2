package provider

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// Reply is the outcome of calls in the form of one target.
type Reply struct {
	Target Target
	// JSON is a JSON array of what to append to the conversation, behind the
	// model's own turn: messages (chat, Anthropic), input items (responses) or
	// contents (Gemini).
	JSON []byte
	// Notes say what the model does not see as it is, in the order of the
	// results; nil when it sees everything.
	Notes []Note
}

// Note is one part of a result that a target cannot be told as it is.
type Note struct {
	Call   int    // index of the call
	Part   int    // index among the contents of its result; -1 is the result as a whole
	Why    string // such as "image/png as words: tool messages take text only"
	CallID string
}

// String returns the note as one line.
func (n Note) String() string {
	what := "call " + strconv.Itoa(n.Call)
	if n.Part >= 0 {
		what += ", content " + strconv.Itoa(n.Part)
	}
	return what + ": " + n.Why
}

// Results writes the results of calls, one for each in the same order, such as
// [runtime.Step.Results] has them. A result that failed is marked in the way of
// the target: is_error, the key "error", or, where there is none, words in
// front of its text. Images go along where the target takes them, and are named
// in words elsewhere, as are sounds and resources; what a link or a text
// resource says is text anywhere.
//
// Additional context of the step is no part of it: append it as a message of
// the user, behind.
func Results(target Target, calls []runtime.Call, results []*runtime.Result) (*Reply, error) {
	if len(calls) != len(results) {
		return nil, fmt.Errorf("provider: %d results for %d calls", len(results), len(calls))
	}
	f := target.family()
	if f == unknownFamily || f == mcpFamily {
		return nil, fmt.Errorf("provider: there are no messages of %q to write", target)
	}
	w := &replier{family: f, images: target.Restrictions().ResultImages}
	var parts []*node
	for i, r := range results {
		switch {
		case r == nil:
			return nil, fmt.Errorf("provider: the result of call %d is nil", i)
		case r.CallID() != calls[i].ID:
			return nil, fmt.Errorf("provider: result %d is of the call %q, not of %q", i, r.CallID(), calls[i].ID)
		case calls[i].ID == "" && f != geminiFamily:
			return nil, fmt.Errorf("provider: call %d has no ID", i)
		}
		w.call, w.id = i, calls[i].ID
		parts = append(parts, w.result(&calls[i], r))
	}
	reply := array(parts...)
	switch {
	case len(parts) == 0:
	case f == anthropicFamily: // all results of one turn in one message
		reply = array(object(member{"role", str("user")}, member{"content", reply}))
	case f == geminiFamily:
		reply = array(object(member{"role", str("user")}, member{"parts", reply}))
	}
	text, err := reply.json()
	if err != nil {
		return nil, errors.New("provider: write results: " + err.Error())
	}
	return &Reply{target, text, w.notes}, nil
}

// replier writes results of one family.
type replier struct {
	family family
	images []string // media types that the target takes
	call   int
	id     string
	notes  []Note
}

func (w *replier) note(part int, why string) {
	w.notes = append(w.notes, Note{Call: w.call, CallID: w.id, Part: part, Why: why})
}

func (w *replier) result(call *runtime.Call, r *runtime.Result) *node {
	switch w.family {
	case chatFamily:
		return object(member{"role", str("tool")}, member{"tool_call_id", str(call.ID)}, member{"content", str(w.text(r))})
	case responsesFamily:
		output := object(member{"type", str("function_call_output")}, member{"call_id", str(call.ID)})
		if list := w.list(r); list != nil {
			output.set("output", list)
		} else {
			output.set("output", str(w.text(r)))
		}
		return output
	case anthropicFamily:
		result := object(member{"type", str("tool_result")}, member{"tool_use_id", str(call.ID)})
		if r.IsError() {
			result.set("is_error", boolean(true))
		}
		result.set("content", w.blocks(r))
		return result
	}
	return w.gemini(call, r)
}

// text is a result as one text.
func (w *replier) text(r *runtime.Result) string {
	var texts []string
	for i, c := range r.Contents() {
		if t := w.words(i, c); t != "" {
			texts = append(texts, t)
		}
	}
	text := strings.Join(texts, "\n")
	if r.IsError() {
		w.note(-1, "an error is marked by words: there is no other mark")
		text = failed + text
	}
	return text
}

// failed is in front of the text of an error where there is no other mark.
const failed = "Error: "

// words says a content in words, with a note if it is more than words.
func (w *replier) words(part int, c runtime.Content) string {
	switch c.Kind() {
	case runtime.TextContent:
		return c.Text()
	case runtime.ResourceLink:
		text := c.Name() + " <" + c.URI() + ">"
		if d := c.Description(); d != "" {
			text += ": " + d
		}
		w.note(part, "a link as words")
		return text
	case runtime.ResourceContent:
		if !c.IsBlob() {
			w.note(part, "a resource as its text")
			return c.Text()
		}
	}
	kind := string(c.Kind())
	if c.MIMEType() != "" {
		kind += " " + c.MIMEType()
	}
	if c.URI() != "" {
		kind += " <" + c.URI() + ">"
	}
	w.note(part, kind+" as words: it cannot be sent here")
	return "[" + kind + ", " + strconv.Itoa(len(c.Data())) + " bytes, not shown]"
}

// isImage reports whether the target takes c as an image.
func (w *replier) isImage(c runtime.Content) bool {
	return c.Kind() == runtime.ImageContent && slices.Contains(w.images, c.MIMEType())
}

func encoded(c runtime.Content) string {
	return base64.StdEncoding.EncodeToString([]byte(c.Data()))
}

// list is a result as input items of the responses API, nil if it is only text.
func (w *replier) list(r *runtime.Result) *node {
	if !slices.ContainsFunc(r.Contents(), w.isImage) {
		return nil
	}
	items := array()
	if r.IsError() {
		w.note(-1, "an error is marked by words: there is no other mark")
		items.items = append(items.items, object(member{"type", str("input_text")}, member{"text", str(strings.TrimSpace(failed))}))
	}
	for i, c := range r.Contents() {
		if w.isImage(c) {
			items.items = append(items.items, object(member{"type", str("input_image")},
				member{"image_url", str("data:" + c.MIMEType() + ";base64," + encoded(c))}))
			continue
		}
		if t := w.words(i, c); t != "" {
			items.items = append(items.items, object(member{"type", str("input_text")}, member{"text", str(t)}))
		}
	}
	return items
}

// blocks is a result as blocks of the messages API, which refuses empty texts.
func (w *replier) blocks(r *runtime.Result) *node {
	blocks := array()
	for i, c := range r.Contents() {
		if w.isImage(c) {
			source := object(member{"type", str("base64")}, member{"media_type", str(c.MIMEType())}, member{"data", str(encoded(c))})
			blocks.items = append(blocks.items, object(member{"type", str("image")}, member{"source", source}))
			continue
		}
		if t := w.words(i, c); t != "" {
			blocks.items = append(blocks.items, object(member{"type", str("text")}, member{"text", str(t)}))
		}
	}
	return blocks
}

// gemini is a result as a part of a content. A value whose JSON text is all that
// the model sees goes as that value.
func (w *replier) gemini(call *runtime.Call, r *runtime.Result) *node {
	response := object(member{"name", str(call.Name)})
	if call.ID != "" {
		response = object(member{"id", str(call.ID)}, member{"name", str(call.Name)})
	}
	media := array()
	var texts []string
	for i, c := range r.Contents() {
		if w.isImage(c) {
			media.items = append(media.items, object(member{"inlineData",
				object(member{"mimeType", str(c.MIMEType())}, member{"data", str(encoded(c))})}))
			continue
		}
		if t := w.words(i, c); t != "" {
			texts = append(texts, t)
		}
	}
	output := str(strings.Join(texts, "\n"))
	name := "output"
	switch {
	case r.IsError():
		name = "error"
	case r.Value() != "" && r.Value() == output.text:
		if v := parseValue(r.Value()); v != nil {
			output = v
		}
	}
	response.set("response", object(member{name, output}))
	if len(media.items) > 0 {
		response.set("parts", media)
	}
	return object(member{"functionResponse", response})
}

// parseValue reads the text of a value, nil if it nests too deep or has a key
// twice.
func parseValue(text string) *node {
	if jsonscan.Syntax(text, jsonscan.Limits{}) != nil || strings.TrimSpace(text) == "null" {
		return nil
	}
	s := jsonscan.New(text)
	n := read(&s)
	if !s.End() {
		return nil
	}
	return n
}
