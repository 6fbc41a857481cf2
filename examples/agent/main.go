// Agent is a whole agent in a few files: a loop that sends a conversation to a
// model, runs the tools that it calls through the pipeline, shows cards as it
// goes, and sends back what came of it.
//
// Without settings it talks to a model on loopback that follows a script. With
// OPENAI_BASE_URL, such as https://api.example.com/v1, OPENAI_API_KEY and
// OPENAI_MODEL it talks to any endpoint that speaks the chat completions API, and
// asks on the terminal before it changes anything:
//
//	go run . "Rename the greeting"
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/present"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	task := strings.Join(os.Args[1:], " ")
	if task == "" {
		task = "Make the greeting friendlier."
	}
	if err := run(ctx, task, os.Getenv, os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, task string, env func(string) string, in io.Reader, out io.Writer) error {
	m := &model{base: env("OPENAI_BASE_URL"), key: env("OPENAI_API_KEY"), name: env("OPENAI_MODEL")}
	var approver runtime.Approver = terminal{in: bufio.NewReader(in), out: out}
	if m.base == "" {
		script := newScript()
		defer script.Close()
		m.base, m.name = script.URL+"/v1", "scripted"
		approver = scripted
	}
	reg, err := registry(approver, out)
	if err != nil {
		return err
	}
	return loop(ctx, m, reg, task, out)
}

// registry has the tools of a workspace under the policies of this agent.
func registry(approver runtime.Approver, out io.Writer) (*runtime.Registry, error) {
	reg := runtime.NewRegistry(runtime.Options{Approver: approver, ApprovalTimeout: 10 * time.Minute})
	workspace := &Workspace{files: map[string]string{
		"main.go":   "package main\n\nfunc main() { println(greeting) }\n",
		"text.go":   "package main\n\nconst greeting = \"hello\"\n",
		"secret.go": "package main\n\nconst token = \"…\"\n",
	}}
	if _, err := reg.Register(workspace.Tools()...); err != nil {
		return nil, err
	}
	reg.Wrap(runtime.TimeoutPolicy())
	reg.Pre(func(ctx context.Context, x *runtime.Execution, next func(context.Context) (runtime.PreDecision, error)) (runtime.PreDecision, error) {
		if tool := x.Tool(); tool != nil && !tool.ReadOnly {
			return runtime.Ask("it changes files"), nil
		}
		return next(ctx)
	})
	reg.Guard(func(x *runtime.Execution) error {
		if strings.Contains(x.Arguments(), "secret.go") {
			return errors.New("secret.go is none of your business")
		}
		return nil
	})
	style := present.Detect(out)
	reg.Observe(func(x *runtime.Execution, r *runtime.Result) {
		fmt.Fprint(out, style.Call(x.CallView()), style.Result(x.ResultView(r)), "\n")
	})
	return reg.Child("agent"), nil
}

// loop goes on until the model has nothing more to call.
func loop(ctx context.Context, m *model, reg *runtime.Registry, task string, out io.Writer) error {
	if err := m.begin(reg.Schemas(), task); err != nil {
		return err
	}
	for turn := 1; turn <= 20; turn++ {
		text, calls, err := m.next(ctx)
		if err != nil {
			return fmt.Errorf("turn %d: %w", turn, err)
		}
		if text != "" {
			fmt.Fprintf(out, "model: %s\n\n", text)
		}
		if len(calls) == 0 {
			return nil
		}
		step := reg.ExecuteStep(ctx, calls)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := m.answer(calls, step.Results()); err != nil {
			return err
		}
	}
	return errors.New("the model goes on and on: stopped after 20 turns")
}

// terminal asks whoever sits there.
type terminal struct {
	in  *bufio.Reader
	out io.Writer
}

// Approve shows the pending card and waits for a line that begins with y.
func (t terminal) Approve(_ context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
	fmt.Fprintf(t.out, "%s%s: allow? [y/N] ", present.Detect(t.out).Call(q.Card), q.Reason)
	line, err := t.in.ReadString('\n')
	switch {
	case err != nil:
		return runtime.Unavailable, err
	case strings.HasPrefix(strings.ToLower(strings.TrimSpace(line)), "y"):
		return runtime.AllowedOnce, nil
	}
	return runtime.Rejected, nil
}

// scripted stands for a person who lets files be edited, not deleted.
var scripted = runtime.ApproverFunc(func(_ context.Context, q runtime.ApprovalRequest) (runtime.Approval, error) {
	if q.Destructive {
		return runtime.Rejected, nil
	}
	return runtime.AllowedOnce, nil
})
