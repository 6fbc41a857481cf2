package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
)

func TestRegisterRefuses(t *testing.T) {
	with := func(change func(*runtime.Tool)) *runtime.Tool {
		tool := newTool("bad", returns(nil))
		change(tool)
		return tool
	}
	for name, c := range map[string]struct {
		tool *runtime.Tool
		want []string
	}{
		"nil":              {nil, []string{"nil"}},
		"no body":          {with(func(t *runtime.Tool) { t.Run = nil }), []string{`"bad" of example.com/test.bad`, "is its receiver nil?"}},
		"no name":          {with(func(t *runtime.Tool) { t.Name = "" }), []string{"example.com/test.bad", "no name"}},
		"space":            {with(func(t *runtime.Tool) { t.Name = "a b" }), []string{`"a b"`, "illegal name"}},
		"not ASCII":        {with(func(t *runtime.Tool) { t.Name = "größe" }), []string{"illegal name"}},
		"long name":        {with(func(t *runtime.Tool) { t.Name = strings.Repeat("a", 129) }), []string{"illegal name"}},
		"negative timeout": {with(func(t *runtime.Tool) { t.Timeout = -1 }), []string{"negative timeout"}},
		"schema not JSON":  {with(func(t *runtime.Tool) { t.Parameters = `{"type":"object",}` }), []string{"Parameters", "not JSON"}},
		"schema a list":    {with(func(t *runtime.Tool) { t.Parameters = `[]` }), []string{"Parameters", "not a JSON object"}},
		"schema null":      {with(func(t *runtime.Tool) { t.Parameters = `null` }), []string{"Parameters", "not a JSON object"}},
		"schema untyped":   {with(func(t *runtime.Tool) { t.Parameters = `{"properties":{"type":{"type":"object"}}}` }), []string{"Parameters", `no "type"`}},
		"schema a string":  {with(func(t *runtime.Tool) { t.Parameters = `{"type":"string"}` }), []string{"Parameters", `"type":"object"`}},
		"schema two types": {with(func(t *runtime.Tool) { t.Parameters = `{"type":["object","null"]}` }), []string{"Parameters", `"type":"object"`}},
		"type twice":       {with(func(t *runtime.Tool) { t.Parameters = `{"type":"object","type":"object"}` }), []string{"Parameters"}},
		"output a string":  {with(func(t *runtime.Tool) { t.Output = `{"type":"string"}` }), []string{"Output", `"type":"object"`}},
	} {
		t.Run(name, func(t *testing.T) {
			reg := runtime.NewRegistry(runtime.Options{})
			remove, err := reg.Register(newTool("good", returns(nil)), c.tool)
			var re *runtime.RegisterError
			if !errors.As(err, &re) || len(re.Faults) != 1 || remove != nil {
				t.Fatalf("got %v", err)
			}
			for _, part := range c.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q lacks %q", err, part)
				}
			}
			if len(reg.Schemas()) != 0 {
				t.Error("the good tool was registered")
			}
		})
	}
}

func TestRegisterAcceptsOddSchemas(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	for i, schema := range []string{``, ` {"type":"object"} `, `{"properties":{"type":{"type":"string"}},"type":"object"}`, `{"type":"obj\u0065ct"}`} {
		tool := newTool(fmt.Sprintf("t.%d_a-B", i), returns(nil))
		tool.Parameters = schema
		if _, err := reg.Register(tool); err != nil {
			t.Errorf("%s: %v", schema, err)
		}
	}
	if got := reg.Schemas()[0].Parameters; got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("empty parameters became %s", got)
	}
}

// Two packages cannot both have a name, and the error says which they are.
func TestDuplicateNames(t *testing.T) {
	a, b, other := newTool("search", returns("a")), newTool("search", returns("b")), newTool("Search", returns("other"))
	a.Origin, b.Origin = "example.com/a.Search", "example.com/b.Search"
	reg := newRegistry(t, runtime.Options{}, a)
	_, err := reg.Register(other, b)
	if err == nil || !strings.Contains(err.Error(), a.Origin) || !strings.Contains(err.Error(), b.Origin) || !strings.Contains(err.Error(), "prefix") {
		t.Fatalf("got %v", err)
	}
	if _, ok := reg.Lookup("Search"); ok {
		t.Error("half of a refused registration stands")
	}
	wantText(t, do(t, reg, "search"), "a")
	if _, err := reg.Register(other, newTool("x", returns(nil)), newTool("x", returns(nil))); err == nil || !strings.Contains(err.Error(), `"x"`) {
		t.Errorf("duplicates within one registration: %v", err)
	}
	renamed := *b
	renamed.Name = "b_search"
	register(t, reg, &renamed)
	wantText(t, do(t, reg, "b_search"), "b")
}

func TestAllFaultsAtOnce(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("a", returns(nil)))
	bad := newTool("b", nil)
	_, err := reg.Register(nil, newTool("a", returns(nil)), bad)
	var re *runtime.RegisterError
	if !errors.As(err, &re) || len(re.Faults) != 3 {
		t.Errorf("got %v", err)
	}
}

// One bad tool among good ones: registered together none is there, one by one
// the good ones are.
func TestOneBadToolAmongGoodOnes(t *testing.T) {
	bad := newTool("b", returns(nil))
	bad.Parameters = `{"type":`
	tools := []*runtime.Tool{newTool("a", returns("a")), bad, newTool("c", returns("c"))}
	strict := runtime.NewRegistry(runtime.Options{})
	if _, err := strict.Register(tools...); err == nil || !strings.Contains(err.Error(), `"b"`) || len(strict.Schemas()) != 0 {
		t.Errorf("strict: %v, %d tools", err, len(strict.Schemas()))
	}
	tolerant := runtime.NewRegistry(runtime.Options{})
	var faults []error
	for _, tool := range tools {
		if _, err := tolerant.Register(tool); err != nil {
			faults = append(faults, err)
		}
	}
	if len(faults) != 1 || len(tolerant.Schemas()) != 2 {
		t.Errorf("tolerant: %v, %v", faults, tolerant.Schemas())
	}
	wantText(t, do(t, tolerant, "a"), "a")
	wantText(t, do(t, tolerant, "c"), "c")
	wantCode(t, do(t, tolerant, "b"), runtime.CodeUnknownTool)
}

func TestRemoveIsByOwner(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	removeOld := register(t, reg, newTool("x", returns("old")))
	removeOld()
	removeNew := register(t, reg, newTool("x", returns("new")))
	removeOld() // not its own any more
	wantText(t, do(t, reg, "x"), "new")
	removeNew()
	removeNew()
	wantCode(t, do(t, reg, "x"), runtime.CodeUnknownTool, "no longer available")
}

func TestReplace(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	removeOld := register(t, reg, newTool("x", returns("old")), newTool("y", returns("y")))
	removeNew, err := reg.Replace(newTool("x", returns("new")), newTool("z", returns("z")))
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, do(t, reg, "x"), "new")
	removeOld()
	wantText(t, do(t, reg, "x"), "new")
	wantCode(t, do(t, reg, "y"), runtime.CodeUnknownTool)
	removeNew()
	if len(reg.Schemas()) != 0 {
		t.Errorf("left: %v", reg.Schemas())
	}
}

func TestUnknownToolNames(t *testing.T) {
	tools := []*runtime.Tool{newTool("read_file", returns(nil)), newTool("write_file", returns(nil)), newTool("grep", returns(nil))}
	reg := newRegistry(t, runtime.Options{}, tools...)
	for name, want := range map[string]string{
		"readfile":                 `did you mean "read_file"?`,
		"Read-File":                `did you mean "read_file"?`,
		"reed_file":                `did you mean "read_file"?`,
		"grpe":                     `did you mean "grep"?`,
		"completely_different":     "the tools are grep, read_file, write_file",
		"":                         `unknown tool ""`,
		strings.Repeat("x", 1<<20): "unknown tool",
		"\xff\x00":                 "unknown tool",
	} {
		f := wantCode(t, do(t, reg, name), runtime.CodeUnknownTool, want)
		if len(f.Message) > 300 || !errors.Is(f, runtime.ErrUnknownTool) {
			t.Errorf("%.20q: %q", name, f.Message)
		}
	}
	// A restricted-away tool is not given away.
	child := reg.Child("c")
	if _, err := child.Restrict(runtime.Restriction{Deny: []string{"read_file"}}); err != nil {
		t.Fatal(err)
	}
	if f := wantCode(t, do(t, child, "readfile"), runtime.CodeUnknownTool); strings.Contains(f.Message, "read_file") {
		t.Errorf("says %q", f.Message)
	}
	wantCode(t, do(t, child, "read_file"), runtime.CodeUnknownTool, `unknown tool "read_file"`)
}

// What the registry hands out is the receiver's to change.
func TestHandedOutIsCopied(t *testing.T) {
	mine := newTool("a", returns("a"))
	reg := newRegistry(t, runtime.Options{}, mine, newTool("b", returns("b")))
	mine.Name, mine.Run = "changed", panics
	want := reg.Schemas()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 100 {
				schemas, tools := reg.Schemas(), reg.Tools()
				schemas[0].Name, tools[0].Name, tools[0].Run = "x", "x", panics
				slices.Reverse(schemas)
				slices.Reverse(tools)
				tool, _ := reg.Lookup("a")
				tool.Run, tool.Parameters = panics, "x"
				wantText(t, do(t, reg, "a"), "a")
			}
		})
	}
	all.Wait()
	if got := reg.Schemas(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	reg.Pre(func(ctx context.Context, x *runtime.Execution, next preNext) (runtime.PreDecision, error) {
		x.Tool().Run = panics
		return next(ctx)
	})
	wantText(t, do(t, reg, "a"), "a")
}

func TestSchemasAreStable(t *testing.T) {
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("tool_%d", i*7919%101))
	}
	var want []runtime.ToolSchema
	for range 20 {
		rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		reg := runtime.NewRegistry(runtime.Options{})
		for _, name := range names {
			register(t, reg, newTool(name, returns(nil)))
		}
		got := reg.Child("c").Schemas()
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) || !slices.IsSortedFunc(got, func(a, b runtime.ToolSchema) int { return strings.Compare(a.Name, b.Name) }) {
			t.Fatalf("got %v", got)
		}
	}
}

// Handlers and observers may use the registry: no lock is held.
func TestReentrancy(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	var removeSelf func()
	var added atomic.Int32
	removeSelf = register(t, reg, newTool("self", func(ctx context.Context, x *runtime.Execution) (any, error) {
		name := fmt.Sprintf("added_%d", added.Add(1))
		if _, err := reg.Register(newTool(name, returns(name))); err != nil {
			return nil, err
		}
		removeSelf()
		wantText(t, reg.Execute(ctx, runtime.Call{Name: name}), name)
		wantCode(t, reg.Execute(ctx, runtime.Call{Name: "self"}), runtime.CodeUnknownTool)
		return fmt.Sprint(len(reg.Schemas())), nil
	}))
	seen := 0
	reg.Observe(func(x *runtime.Execution, _ *runtime.Result) {
		seen += len(reg.Schemas())
		reg.Child("c").Lookup("added_1")
	})
	wantText(t, do(t, reg, "self"), "1")
	if seen != 3 {
		t.Errorf("observers saw %d tools", seen)
	}
}

// Two writers add to the same set; neither addition is lost.
func TestConcurrentRegistration(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for j := range 20 {
				register(t, reg, newTool(fmt.Sprintf("t_%d_%d", i, j), returns(nil)))
			}
		})
	}
	all.Wait()
	if n := len(reg.Schemas()); n != 320 {
		t.Errorf("%d tools", n)
	}
}

// Writers and readers at once: each list is a consistent snapshot, each call is
// either run or unknown.
func TestConcurrentUse(t *testing.T) {
	reg := newRegistry(t, runtime.Options{}, newTool("stays", returns("stays")))
	child := reg.Child("c")
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() { // a pair of tools that come and go together
			a, b := fmt.Sprintf("a_%d", i), fmt.Sprintf("b_%d", i)
			for range rounds {
				register(t, reg, newTool(a, returns(a)), newTool(b, returns(b)))()
			}
		})
		all.Go(func() {
			for range rounds {
				remove := child.Guard(func(*runtime.Execution) error { return nil })
				lift, err := child.Restrict(runtime.Restriction{Deny: []string{"a_0"}, Future: true})
				if err != nil {
					t.Error(err)
				}
				lift()
				remove()
			}
		})
		all.Go(func() {
			for range rounds {
				names := map[string]bool{}
				for _, s := range reg.Schemas() {
					names[s.Name] = true
				}
				for j := range 8 {
					if names[fmt.Sprintf("a_%d", j)] != names[fmt.Sprintf("b_%d", j)] {
						t.Error("a list shows half of a registration")
					}
				}
				wantText(t, do(t, child, "stays"), "stays")
				if r := do(t, child, "a_1"); r.IsError() {
					wantCode(t, r, runtime.CodeUnknownTool)
				} else {
					wantText(t, r, "a_1")
				}
			}
		})
	}
	all.Wait()
	if got := reg.Schemas(); len(got) != 1 {
		t.Errorf("left: %v", got)
	}
}

// A call keeps the tool it was resolved to, but runs it only if it still is the
// one that the name stands for.
func TestToolRemovedWhilePoliciesDecide(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	remove := register(t, reg, newTool("x", panics))
	reg.Pre(func(ctx context.Context, _ *runtime.Execution, next preNext) (runtime.PreDecision, error) {
		remove()
		return next(ctx)
	})
	wantCode(t, do(t, reg, "x"), runtime.CodeUnknownTool, "no longer available")
}

func TestToolRemovedInsideWrapper(t *testing.T) {
	reg := runtime.NewRegistry(runtime.Options{})
	remove := register(t, reg, newTool("x", panics))
	reg.Wrap(func(ctx context.Context, _ *runtime.Execution, next wrapNext) *runtime.Result {
		remove()
		return next(ctx)
	})
	wantCode(t, do(t, reg, "x"), runtime.CodeUnknownTool, "no longer available")
}

func TestDisableAfterPanics(t *testing.T) {
	log := &logger{}
	reg := newRegistry(t, runtime.Options{DisableAfterPanics: 3, Logger: log}, newTool("p", panics), newTool("ok", returns("fine")))
	child := reg.Child("c")
	for range 3 {
		wantCode(t, do(t, child, "p"), runtime.CodeToolPanic)
	}
	wantCode(t, do(t, child, "p"), runtime.CodeUnknownTool, "no longer available")
	wantText(t, do(t, child, "ok"), "fine")
	if !strings.Contains(log.text(), "tool disabled") || len(child.Schemas()) != 1 {
		t.Errorf("log %q, tools %v", log.text(), child.Schemas())
	}
}
