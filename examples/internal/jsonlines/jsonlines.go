// Package jsonlines is what the example programs have in common: tool calls come
// in as JSON lines, results go out as JSON lines.
//
// A call is one object on one line:
//
//	{"id": "1", "name": "get_weather", "arguments": {"city": "Oslo"}}
//
// Arguments may also be a string that holds the JSON text, as some providers
// send it. A result is what [runtime.Result.MarshalJSON] writes. There is one
// line of output for each line of input that is not blank, in the same order and
// written before the next line is read, so that a program at the other end may
// wait for it.
package jsonlines

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/dsh-tools/dshgen/runtime"
)

// MaxLine is the longest line that is read, in bytes. A longer one is skipped
// and answered by an error line.
const MaxLine = 32 << 20

// Run executes the calls that come from in, one after the other, and writes
// their results to out. A line that is no call gets an error line. Run returns
// nil at the end of in, the cause of ctx when that is done, and else the error
// of reading or writing.
//
// A running call is cancelled with ctx and awaited. A Read that is under way
// cannot be: it goes on until it returns, and what it returns is dropped.
func Run(ctx context.Context, reg *runtime.Registry, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	lines := make(chan line)
	go read(ctx, in, lines)
	for number := 1; ; number++ {
		var l line
		select {
		case l = <-lines:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		if len(l.text) > 0 || l.tooLong {
			answer, err := execute(ctx, reg, l, number)
			if err != nil {
				return err
			}
			if _, err := out.Write(append(answer, '\n')); err != nil {
				return err
			}
		}
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if l.err != nil {
			if l.err == io.EOF {
				return nil
			}
			return l.err
		}
	}
}

// line is one line of input without the white space around it, and the error
// that ended the input behind it, if any.
type line struct {
	text    []byte
	tooLong bool
	err     error
}

// read sends the lines of in, the last one with an error, until ctx is done.
func read(ctx context.Context, in io.Reader, lines chan<- line) {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		l := next(r)
		select {
		case lines <- l:
		case <-ctx.Done():
			return
		}
		if l.err != nil {
			return
		}
	}
}

// next reads a line. It never holds more of it than MaxLine bytes and a buffer.
func next(r *bufio.Reader) (l line) {
	for {
		part, err := r.ReadSlice('\n')
		if len(l.text)+len(part) > MaxLine+1 { // the line feed does not count
			l.tooLong = true
		}
		if !l.tooLong {
			l.text = append(l.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		l.text = bytes.TrimSpace(l.text)
		l.err = err
		return l
	}
}

// execute returns the line that answers l.
func execute(ctx context.Context, reg *runtime.Registry, l line, number int) ([]byte, error) {
	call, err := parse(l)
	if err != nil {
		return fault(call.ID, number, err)
	}
	return reg.Execute(ctx, call).MarshalJSON()
}

// Schemas writes what a model needs to know of the tools of reg, as a JSON array
// sorted by name. A tool that returns a value has the schema of it as output.
func Schemas(reg *runtime.Registry, out io.Writer) error {
	type entry struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
		Output      json.RawMessage `json:"output,omitempty"`
	}
	list := []entry{}
	for _, t := range reg.Tools() {
		list = append(list, entry{t.Name, t.Description, json.RawMessage(t.Parameters), json.RawMessage(t.Output)})
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(list)
}
