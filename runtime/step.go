package runtime

import (
	"context"
	"sync"
)

// Step is what became of the calls of one turn of a model.
type Step struct {
	results  []*Result
	repeated []string
}

// Results returns one result per call, in the order of the calls.
func (s *Step) Results() []*Result { return append([]*Result(nil), s.results...) }

// AdditionalContext returns what the results carry beside them, in the order of
// the calls. It belongs after all results of the step: between a call and its
// result there is no place for anything else.
func (s *Step) AdditionalContext() []Content {
	var all []Content
	for _, r := range s.results {
		all = append(all, r.contexts...)
	}
	return all
}

// RepeatedIDs returns the IDs that more than one call of the step had, each once,
// in the order of their second use. The results are right all the same, being
// paired by position; but a provider may refuse a transcript with such IDs.
func (s *Step) RepeatedIDs() []string { return append([]string(nil), s.repeated...) }

// ExecuteStep runs the calls of one turn of a model. Calls whose tools say so,
// see [Tool.Parallel], overlap with their neighbours that do so too, up to
// [Options.MaxParallel] at a time. Any other call is a barrier: it starts when
// all before it have ended, and all after it wait for its end. Whatever fails,
// there is exactly one result per call. After ctx is done the calls that have
// not started are [CodeAbortedBeforeDispatch].
func (r *Registry) ExecuteStep(ctx context.Context, calls []Call) *Step {
	s := &Step{results: make([]*Result, len(calls)), repeated: repeatedIDs(calls)}
	for i := 0; i < len(calls); {
		end := i
		for end < len(calls) && r.overlaps(calls[end]) {
			end++
		}
		r.executeTogether(ctx, calls[i:end], s.results[i:end])
		if end < len(calls) { // the one that ended the run is a barrier
			s.results[end] = r.Execute(ctx, calls[end])
			end++
		}
		i = end
	}
	return s
}

// executeTogether runs calls that may overlap.
//
// The goroutine of a call starts when there is a slot for it, and gives it back
// in a deferred function: neither a crash nor an exit of foreign code shrinks
// the number of slots.
func (r *Registry) executeTogether(ctx context.Context, calls []Call, results []*Result) {
	if len(calls) == 1 {
		results[0] = r.Execute(ctx, calls[0])
		return
	}
	var all sync.WaitGroup
	slots := make(chan struct{}, r.tree.MaxParallel)
	for i := range calls {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			results[i] = r.Execute(ctx, calls[i])
		})
	}
	all.Wait()
}

// overlaps asks the tool whether a call may run beside others. A tool that is
// unknown, does not say, or panics when asked, runs alone.
func (r *Registry) overlaps(call Call) (yes bool) {
	e := r.load().tools[call.Name]
	if e == nil || e.tool.Parallel == nil {
		return false
	}
	text := call.Arguments
	if emptyArguments(text) {
		text = "{}"
	}
	var asked sync.WaitGroup
	asked.Go(func() { yes = r.askParallel(e, text) }) // its own goroutine: it may end it
	asked.Wait()
	return yes
}

func (r *Registry) askParallel(e *entry, text string) (yes bool) {
	x := &Execution{registry: r, name: e.tool.Name}
	returned := false
	defer func() {
		if !returned {
			x.report("parallel check failed", x.caught(recover()))
			yes = false
		}
	}()
	yes = e.tool.Parallel(text)
	returned = true
	return yes
}

func repeatedIDs(calls []Call) []string {
	var repeated []string
	seen := make(map[string]int, len(calls))
	for _, c := range calls {
		if seen[c.ID]++; seen[c.ID] == 2 {
			repeated = append(repeated, c.ID)
		}
	}
	return repeated
}

// Settle pairs the calls of a transcript with the results that it holds, for a
// program that starts again where another one stopped: in the middle of a step.
// It returns one result per call: that of the transcript, or, where there is
// none, a [CodeAborted] result that says that the outcome is unknown. Nothing is
// run again. Equal IDs are paired in order. Strays are results of no call; they
// must not be sent to a model.
func Settle(calls []Call, results []*Result) (settled, strays []*Result) {
	byID := make(map[string][]*Result, len(results))
	for _, r := range results {
		byID[r.callID] = append(byID[r.callID], r)
	}
	paired := make(map[*Result]bool, len(results))
	for _, c := range calls {
		if have := byID[c.ID]; len(have) > 0 {
			settled = append(settled, have[0])
			byID[c.ID] = have[1:]
			paired[have[0]] = true
			continue
		}
		lost := &Execution{callID: c.ID}
		settled = append(settled, lost.newFailure(&Failure{
			Name: string(ErrAborted), Code: CodeAborted,
			Message: "call of " + quoteName(c.Name) + " was interrupted: whether the tool ran is unknown",
		}))
	}
	for _, r := range results {
		if !paired[r] {
			strays = append(strays, r)
		}
	}
	return settled, strays
}
