package jsonlines

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// CodeMalformedLine is the code of the error line for a line that is no call.
// No code of package runtime fits: there is nothing that could be executed.
const CodeMalformedLine = "MALFORMED_LINE"

// example shows what a line looks like to those who got it wrong.
const example = `{"id":"1","name":"TOOL","arguments":{}}`

// parse reads a call. With an error, the ID is there if it could be read.
func parse(l line) (runtime.Call, error) {
	var call runtime.Call
	if l.tooLong {
		return call, fmt.Errorf("longer than %d bytes", MaxLine)
	}
	var envelope struct {
		ID        json.RawMessage `json:"id"`
		Name      *string         `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Agent     string          `json:"agent"`
	}
	d := json.NewDecoder(bytes.NewReader(l.text))
	d.DisallowUnknownFields() // "input" for "arguments" must not become a call without arguments
	err := d.Decode(&envelope)
	var idErr error
	if envelope.ID != nil {
		idErr = json.Unmarshal(envelope.ID, &call.ID)
	}
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("more than one value on the line")
		}
	}
	switch {
	case err != nil:
		return call, explain(string(l.text), err)
	case idErr != nil:
		return call, errors.New(`"id" must be a string`)
	case envelope.Name == nil:
		return call, errors.New(`"name" is missing`)
	}
	call.Name, call.Agent = *envelope.Name, envelope.Agent
	call.Arguments = string(envelope.Arguments)
	if strings.HasPrefix(call.Arguments, `"`) {
		if err := json.Unmarshal(envelope.Arguments, &call.Arguments); err != nil {
			return call, err
		}
	}
	return call, nil
}

// explain says why text is no call: what is wrong with the JSON, if that is it,
// in the words that are used for arguments, too.
func explain(text string, err error) error {
	if syntax := jsonscan.Syntax(text, jsonscan.Limits{}); syntax != nil {
		return syntax
	}
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return fmt.Errorf("a call is an object, not %s", article(wrong.Value))
	case errors.As(err, &wrong):
		return fmt.Errorf("%q must be a string, not %s", wrong.Field, article(wrong.Value))
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// article puts the article in front of a kind of JSON value.
func article(kind string) string {
	kind, _, _ = strings.Cut(kind, " ") // encoding/json says "number 1.5"
	switch kind {
	case "array", "object":
		return "an " + kind
	case "bool":
		return "a boolean"
	}
	return "a " + kind
}

// fault is the answer to a line that is no call, in the form of a result.
func fault(id string, number int, err error) ([]byte, error) {
	message := fmt.Sprintf("line %d is not a tool call: %v; write each call on a line of its own, such as %s", number, err, example)
	type text struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	type failure struct {
		Name    string `json:"name"`
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	encErr := enc.Encode(struct {
		CallID  string  `json:"callId"`
		Content []text  `json:"content"`
		Error   failure `json:"error"`
	}{id, []text{{"text", message}}, failure{"MalformedLineError", CodeMalformedLine, message}})
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), encErr
}
