package main

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestScript plays the whole conversation: the scripted model refuses to go on
// when it is not told what it has to be.
func TestScript(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), "Make the greeting friendlier.", func(string) string { return "" }, strings.NewReader(""), &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{
		"model: Let me look around.", "unknown tool \"workspace_search\"", "Read text.go", "+\"hello, friend\"", "secret.go is none of your business",
		"the user rejected", "check_all", "The greeting is friendlier now",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing shows %q in\n%s", want, out.String())
		}
	}
	if len(script) != 10 {
		t.Errorf("%d turns", len(script))
	}
}

// At the terminal, only a yes lets a file be changed.
func TestTerminal(t *testing.T) {
	for answer, want := range map[string]string{"y\n": "Edit text.go", "n\n": "rejected", "": "asking for it failed"} {
		var out bytes.Buffer
		turns := 0
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer key" {
				t.Error("the key is missing")
			}
			if turns++; turns == 1 {
				stream(w, 0, turn{calls: [][2]string{{"edit_file", `{"path":"text.go","old":"hello","new":"hi"}`}}})
			} else {
				stream(w, 1, turn{says: "done"})
			}
		}))
		env := map[string]string{"OPENAI_BASE_URL": web.URL, "OPENAI_API_KEY": "key", "OPENAI_MODEL": "m"}
		err := run(t.Context(), "x", func(k string) string { return env[k] }, strings.NewReader(answer), &out)
		web.Close()
		if err != nil || !strings.Contains(out.String(), "allow? [y/N]") || !strings.Contains(out.String(), want) {
			t.Errorf("%q: %v\n%s", answer, err, out.String())
		}
	}
}

// A model that breaks off, or answers with an error, ends the program with words.
func TestTrouble(t *testing.T) {
	for body, want := range map[string]string{"": "turn 1", "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n": "turn 1", "data: {]\n\n": "turn 1"} {
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(body)) }))
		err := run(context.Background(), "x", func(k string) string { return map[string]string{"OPENAI_BASE_URL": web.URL}[k] }, strings.NewReader(""), &bytes.Buffer{})
		web.Close()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", body, err)
		}
	}
}
