package jsonlines

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

// echo answers with its arguments.
func registry(t *testing.T, more ...*runtime.Tool) *runtime.Registry {
	t.Helper()
	reg := runtime.NewRegistry(runtime.Options{})
	echo := &runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: "echo", Description: "Echoes <args>."},
		Output:     `{"type":"object"}`,
		Run: func(ctx context.Context, x *runtime.Execution) (any, error) {
			return x.Agent() + x.Arguments(), nil
		},
	}
	if _, err := reg.Register(append(more, echo)...); err != nil {
		t.Fatal(err)
	}
	return reg
}

// answer is a line of output.
type answer struct {
	CallID  string `json:"callId"`
	IsError bool
	Content []struct{ Type, Text string }
	Error   *struct{ Name, Code, Message string }
}

func decode(t *testing.T, line string) answer {
	t.Helper()
	var a answer
	d := json.NewDecoder(strings.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%v in %q", err, line)
	}
	return a
}

// each runs lines and returns the answers.
func each(t *testing.T, in string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := Run(t.Context(), registry(t), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if text == "" {
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		t.Errorf("the last line has no end: %q", text)
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

func TestCalls(t *testing.T) {
	tests := []struct{ line, id, text string }{
		{`{"id":"1","name":"echo","arguments":{"a": [1, "é"]}}`, "1", `{"a": [1, "é"]}`},
		{`{"id":"1","name":"echo","arguments":"{\"a\":\"\\n\"}"}`, "1", `{"a":"\n"}`},
		{`{"id":"","name":"echo","arguments":""}`, "", `{}`},
		{`{"name":"echo","arguments":null}`, "", `{}`},
		{`{"name":"echo"}`, "", `{}`},
		{`{"id":null,"name":"echo","agent":"me"}`, "", `me{}`},
		{"  \t{ \"id\" : \"\\u00e9\" , \"name\" : \"echo\" }\r", "é", `{}`},
	}
	for _, tt := range tests {
		got := each(t, tt.line+"\n")
		if len(got) != 1 {
			t.Errorf("%s: %q", tt.line, got)
			continue
		}
		a := decode(t, got[0])
		if a.CallID != tt.id || a.Error != nil || len(a.Content) != 1 || a.Content[0].Text != tt.text {
			t.Errorf("%s:\ngot %+v", tt.line, a)
		}
	}
}

// TestOrder mixes good and bad lines: one answer for each, in order.
func TestOrder(t *testing.T) {
	in := `{"id":"1","name":"echo"}` + "\n\n   \n" +
		"nonsense\n" +
		`{"id":"2","name":"nobody"}` + "\r\n" +
		`{"id":"3","name":"echo","arguments":[]}` + "\n" +
		`{"id":"4","name":"echo"}` // without an end
	want := []struct{ id, code string }{{"1", ""}, {"", CodeMalformedLine}, {"2", runtime.CodeUnknownTool}, {"3", runtime.CodeInvalidArgs}, {"4", ""}}
	got := each(t, in)
	if len(got) != len(want) {
		t.Fatalf("got %q", got)
	}
	for i, line := range got {
		a := decode(t, line)
		code := ""
		if a.Error != nil {
			code = a.Error.Code
		}
		if a.CallID != want[i].id || code != want[i].code {
			t.Errorf("line %d: got %s, want %v", i, line, want[i])
		}
	}
	if got := each(t, ""); got != nil {
		t.Errorf("nothing in, %q out", got)
	}
}

func TestMalformed(t *testing.T) {
	tests := []struct{ line, id, why string }{
		{`{"id":"1","name":"echo"`, "", ""}, // the words are those of jsonscan
		{`{'id':'1'}`, "", ""},
		{`[]`, "", "a call is an object, not an array"},
		{`"text"`, "", "a call is an object, not a string"},
		{`1`, "", "a call is an object, not a number"},
		{`{"id":1,"name":"echo"}`, "", `"id" must be a string`},
		{`{"id":"1"}`, "1", `"name" is missing`},
		{`{"id":"1","name":null}`, "1", `"name" is missing`},
		{`{"id":"1","name":7}`, "1", `"name" must be a string, not a number`},
		{`{"id":"1","name":"echo","input":{}}`, "1", `unknown field "input"`},
		{`{"id":"1","name":"echo"} {"id":"2","name":"echo"}`, "1", ""},
	}
	for _, tt := range tests {
		got := each(t, "\n"+tt.line+"\n")
		if len(got) != 1 {
			t.Errorf("%s: %q", tt.line, got)
			continue
		}
		a := decode(t, got[0])
		if a.Error == nil || a.Error.Code != CodeMalformedLine || a.CallID != tt.id || a.Content[0].Text != a.Error.Message {
			t.Errorf("%s:\ngot %s", tt.line, got[0])
			continue
		}
		if !strings.HasPrefix(a.Error.Message, "line 2 is not a tool call: "+tt.why) || !strings.HasSuffix(a.Error.Message, example) || strings.Contains(a.Error.Message, "Go ") {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.line, a.Error.Message, tt.why)
		}
		t.Log(a.Error.Message)
		if r, err := runtime.ParseResult(got[0]); err != nil || r.Error().Code != CodeMalformedLine {
			t.Errorf("%s: an error line is a result, too: %v", tt.line, err)
		}
	}
}

func TestLongLines(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	got := each(t, `{"id":"1","name":"echo","arguments":{"a":"`+long+`"}}`+"\n")
	if len(got) != 1 || decode(t, got[0]).Content[0].Text != `{"a":"`+long+`"}` {
		t.Errorf("a line of 1 MiB: %d answers, %.200q", len(got), got[0])
	}
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader(`{"id":"1"`), strings.NewReader(strings.Repeat(" ", MaxLine)), strings.NewReader("}\n"+`{"id":"2","name":"echo"}`))
	if err := Run(t.Context(), registry(t), in, &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if a := decode(t, lines[0]); a.Error == nil || !strings.HasPrefix(a.Error.Message, "line 1 is not a tool call: longer than 33554432 bytes") {
		t.Errorf("got %.300q", lines[0])
	}
	if a := decode(t, lines[1]); a.CallID != "2" || a.Error != nil {
		t.Errorf("the line behind: %q", lines[1])
	}
}

// TestLockstep waits for each answer before it writes the next line.
func TestLockstep(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Run(t.Context(), registry(t), inR, outW) }()
	out := bufio.NewScanner(outR)
	for _, id := range []string{"a", "b", "c"} {
		io.WriteString(inW, `{"id":"`+id+`","name":"echo"}`+"\n")
		if !out.Scan() || decode(t, out.Text()).CallID != id {
			t.Fatalf("got %q", out.Text())
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestCancel cancels a call, and a wait for input.
func TestCancel(t *testing.T) {
	cause := errors.New("enough")
	for _, name := range []string{"call", "input"} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			started := make(chan bool, 1)
			ended := false
			slow := &runtime.Tool{
				ToolSchema: runtime.ToolSchema{Name: "slow"},
				Run: func(ctx context.Context, x *runtime.Execution) (any, error) {
					started <- true
					<-ctx.Done()
					time.Sleep(10 * time.Millisecond)
					ended = true
					return nil, ctx.Err()
				},
			}
			inR, inW := io.Pipe()
			defer inW.Close()
			var out bytes.Buffer
			done := make(chan error, 1)
			go func() { done <- Run(ctx, registry(t, slow), inR, &out) }()
			if name == "call" {
				io.WriteString(inW, `{"id":"1","name":"slow"}`+"\n")
				<-started
			}
			cancel(cause)
			select {
			case err := <-done:
				if err != cause {
					t.Errorf("got %v", err)
				}
			case <-time.After(2 * time.Second):
				t.Fatal("it goes on")
			}
			if name == "call" && (!ended || decode(t, out.String()).Error.Code != runtime.CodeAborted) {
				t.Errorf("ended: %v, answer: %s", ended, out.String())
			}
		})
	}
}

// failing is a reader or writer that fails.
type failing struct{ err error }

func (f failing) Read(p []byte) (int, error)  { return copy(p, `{"id":"1","name":"echo"}`), f.err }
func (f failing) Write(p []byte) (int, error) { return 0, f.err }

func TestInputOutputErrors(t *testing.T) {
	broken := errors.New("broken")
	var out bytes.Buffer
	if err := Run(t.Context(), registry(t), failing{broken}, &out); err != broken || decode(t, out.String()).CallID != "1" {
		t.Errorf("reading: %v, %q", err, out.String())
	}
	if err := Run(t.Context(), registry(t), strings.NewReader(`{"name":"echo"}`), failing{broken}); err != broken {
		t.Errorf("writing: %v", err)
	}
}

func TestSchemas(t *testing.T) {
	var out bytes.Buffer
	if err := Schemas(registry(t), &out); err != nil {
		t.Fatal(err)
	}
	const want = `[
  {
    "name": "echo",
    "description": "Echoes <args>.",
    "parameters": {
      "type": "object",
      "properties": {},
      "additionalProperties": false
    },
    "output": {
      "type": "object"
    }
  }
]
`
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
	out.Reset()
	if err := Schemas(runtime.NewRegistry(runtime.Options{}), &out); err != nil || out.String() != "[]\n" {
		t.Errorf("without tools: %q, %v", out.String(), err)
	}
}
