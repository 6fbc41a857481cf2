package runtime_test

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	goruntime "runtime"

	"github.com/dsh-tools/dshgen/runtime"
)

func parallel(tool *runtime.Tool) *runtime.Tool {
	tool.Parallel = runtime.AlwaysParallel
	return tool
}

func calls(names ...string) (out []runtime.Call) {
	for i, n := range names {
		out = append(out, runtime.Call{ID: fmt.Sprint(i), Name: n, Agent: "agent"})
	}
	return out
}

func outcomes(s *runtime.Step) string {
	var b strings.Builder
	for _, r := range s.Results() {
		b.WriteString(r.CallID() + ":" + outcome(r) + " ")
	}
	return strings.TrimSpace(b.String())
}

// Calls that may overlap do, up to the cap; any other is a barrier.
func TestStepOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int32
		body := func(context.Context, *runtime.Execution) (any, error) {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Second)
			running.Add(-1)
			return "done", nil
		}
		alone := func(context.Context, *runtime.Execution) (any, error) {
			if n := running.Load(); n != 0 {
				t.Errorf("%d calls overlap a barrier", n)
			}
			time.Sleep(time.Second)
			return "alone", nil
		}
		reg := newRegistry(t, runtime.Options{MaxParallel: 3}, parallel(newTool("p", body)), newTool("s", alone))
		start := time.Now()
		step := reg.ExecuteStep(t.Context(), calls("p", "p", "p", "p", "s", "p", "p", "s", "s"))
		// Four in slots of three, a barrier, two together, two barriers.
		if took := time.Since(start); took != 6*time.Second {
			t.Errorf("the step took %v", took)
		}
		if most.Load() != 3 {
			t.Errorf("%d calls overlapped, the cap is 3", most.Load())
		}
		if got, want := outcomes(step), "0:ok 1:ok 2:ok 3:ok 4:ok 5:ok 6:ok 7:ok 8:ok"; got != want {
			t.Errorf("got %s", got)
		}
	})
}

// The results keep the order of the calls, whichever ends first.
func TestStepOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tool := parallel(&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "p", Parameters: `{"type":"object"}`}})
		tool.Run = func(_ context.Context, x *runtime.Execution) (any, error) {
			time.Sleep(time.Duration(10-len(x.CallID())) * time.Second)
			return x.CallID(), nil
		}
		reg := newRegistry(t, runtime.Options{}, tool)
		step := reg.ExecuteStep(t.Context(), []runtime.Call{{ID: "a", Name: "p"}, {ID: "bbb", Name: "p"}, {ID: "cc", Name: "p"}})
		for i, want := range []string{"a", "bbb", "cc"} {
			if r := step.Results()[i]; r.CallID() != want || r.Text() != want {
				t.Errorf("result %d is of %s: %s", i, r.CallID(), r.Text())
			}
		}
	})
}

// There is one result per call, whatever the calls do.
func TestStepSurvives(t *testing.T) {
	reg := newRegistry(t, runtime.Options{},
		parallel(newTool("ok", returns("fine"))), parallel(newTool("fail", fails(errTest))), parallel(newTool("panic", panics)), parallel(newTool("exit", exits)),
		parallel(newTool("nan", returns(make(chan int)))),
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "moody"}, Run: returns("fine"), Parallel: func(string) bool { panic("unsure") }},
		&runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "gone"}, Run: returns("fine"), Parallel: func(string) bool { goruntime.Goexit(); return true }},
	)
	step := reg.ExecuteStep(t.Context(), calls("ok", "fail", "panic", "exit", "none", "nan", "moody", "gone", "ok"))
	want := "0:ok 1:TOOL_ERROR 2:TOOL_PANIC 3:TOOL_PANIC 4:UNKNOWN_TOOL 5:INVALID_TOOL_OUTPUT 6:ok 7:ok 8:ok"
	if got := outcomes(step); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if n := len(reg.ExecuteStep(t.Context(), nil).Results()); n != 0 {
		t.Errorf("an empty step has %d results", n)
	}
}

// Equal and empty IDs are paired by position and reported.
func TestStepRepeatedIDs(t *testing.T) {
	echo := newTool("echo", func(_ context.Context, x *runtime.Execution) (any, error) { return x.Arguments(), nil })
	echo.Parameters = `{"type":"object"}`
	reg := newRegistry(t, runtime.Options{}, parallel(echo))
	var all []runtime.Call
	for i, id := range []string{"a", "", "a", "b", "", "a"} {
		all = append(all, runtime.Call{ID: id, Name: "echo", Arguments: fmt.Sprintf(`{"n":%d}`, i)})
	}
	step := reg.ExecuteStep(t.Context(), all)
	for i, r := range step.Results() {
		if r.CallID() != all[i].ID || r.Text() != all[i].Arguments {
			t.Errorf("result %d: %q %s", i, r.CallID(), r.Text())
		}
	}
	if got := step.RepeatedIDs(); !reflect.DeepEqual(got, []string{"a", ""}) {
		t.Errorf("repeated: %q", got)
	}
}

// Context beside the results comes in the order of the calls; blocking a result
// drops what its tool deferred.
func TestStepAdditionalContext(t *testing.T) {
	note := func(_ context.Context, x *runtime.Execution) (any, error) {
		time.Sleep(time.Duration(5-len(x.CallID())) * time.Millisecond)
		x.DeferContext(runtime.Text("note of " + x.CallID()))
		return "done", nil
	}
	reg := newRegistry(t, runtime.Options{}, parallel(newTool("note", note)))
	reg.Post(func(ctx context.Context, x *runtime.Execution, _ *runtime.Result, next postNext) (runtime.PostDecision, error) {
		if x.CallID() == "bb" {
			return runtime.Block(runtime.Text("no")).WithContext(runtime.Text("policy on bb")), nil
		}
		d, err := next(ctx)
		return d.WithContext(runtime.Text("policy on " + x.CallID())), err
	})
	step := reg.ExecuteStep(t.Context(), []runtime.Call{{ID: "a", Name: "note"}, {ID: "bb", Name: "note"}, {ID: "ccc", Name: "note"}})
	var got []string
	for _, c := range step.AdditionalContext() {
		got = append(got, c.Text())
	}
	want := []string{"note of a", "policy on a", "policy on bb", "note of ccc", "policy on ccc"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A cancelled step gives each call its result: what ran is awaited, what did not
// start says so.
func TestStepCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		reg := newRegistry(t, runtime.Options{}, parallel(newTool("wait", waits)), newTool("next", returns("ran")))
		time.AfterFunc(time.Second, cancel)
		step := reg.ExecuteStep(ctx, calls("wait", "wait", "next", "wait"))
		want := "0:ABORTED 1:ABORTED 2:ABORTED_BEFORE_DISPATCH 3:ABORTED_BEFORE_DISPATCH"
		if got := outcomes(step); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

// A classifier decides call by call, on the arguments that would run.
func TestStepClassifier(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		tool := &runtime.Tool{ToolSchema: runtime.ToolSchema{Name: "t", Parameters: `{"type":"object"}`}, Run: sleeps(time.Second, "done")}
		tool.Parallel = func(arguments string) bool {
			asked = append(asked, arguments)
			return arguments == "{}"
		}
		reg := newRegistry(t, runtime.Options{}, tool)
		start := time.Now()
		reg.ExecuteStep(t.Context(), []runtime.Call{{Name: "t", Arguments: " null "}, {Name: "t"}, {Name: "t", Arguments: `{"x":1}`}, {Name: "t"}})
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("it took %v", took)
		}
		if want := []string{"{}", "{}", `{"x":1}`, "{}"}; !reflect.DeepEqual(asked, want) {
			t.Errorf("asked about %q", asked)
		}
	})
}

// A transcript that broke off gets the results it lacks, and nothing is run.
func TestSettle(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("a", returns("one")))
	one := reg.Execute(t.Context(), runtime.Call{ID: "1", Name: "a"})
	again := reg.Execute(t.Context(), runtime.Call{ID: "1", Name: "a"})
	stray := reg.Execute(t.Context(), runtime.Call{ID: "9", Name: "a"})
	settled, strays := runtime.Settle([]runtime.Call{{ID: "1", Name: "a"}, {ID: "2", Name: "a"}, {ID: "1", Name: "a"}}, []*runtime.Result{one, stray, again})
	if len(settled) != 3 || settled[0] != one || settled[2] != again || len(strays) != 1 || strays[0] != stray {
		t.Fatalf("settled %v, strays %v", settled, strays)
	}
	if wantCode(t, settled[1], runtime.CodeAborted, "is unknown"); settled[1].CallID() != "2" {
		t.Errorf("the missing result is of %q", settled[1].CallID())
	}
}
