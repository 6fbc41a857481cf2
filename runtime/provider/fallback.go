package provider

import (
	"errors"
	"strconv"

	"github.com/dsh-tools/dshgen/runtime"
)

// ProjectFallback writes each tool in the form of the first of targets that can
// express it and has room left for it in one request. Targets must be modes of
// one API, the strictest first, since APIs say for each tool which mode it is in:
//
//	list, err := provider.ProjectFallback(reg.Tools(), provider.OpenAI, provider.OpenAINonStrict)
//
// A tool that falls back is reported as a loss with the path "", and why. The
// error is a [*FaultError] when some tool has no form at all.
func ProjectFallback(tools []*runtime.Tool, targets ...Target) (*List, error) {
	if len(targets) == 0 {
		return nil, errors.New("provider: no targets")
	}
	var modes []*projector
	for _, t := range targets {
		switch {
		case !t.valid():
			return nil, errors.New("provider: unknown target " + strconv.Quote(string(t)))
		case t.family() != targets[0].family():
			return nil, errors.New("provider: " + string(targets[0]) + " and " + string(t) + " are no modes of one API")
		}
		modes = append(modes, newProjector(t))
	}
	entries := array()
	var losses []Loss
	var faults []Fault
	sent := make([]int, len(modes))
	for _, t := range tools {
		if t == nil {
			faults = append(faults, Fault{Why: "a tool is nil"})
			continue
		}
		var why []Fault
		for i, p := range modes {
			entry, lost, refused := p.attempt(t, sent[i])
			if refused != nil {
				why = append(why, refused...)
				continue
			}
			if i > 0 {
				losses = append(losses, Loss{t.Name, "", Changed, "is sent as " + string(p.target) + ": " + reason(why[0])})
			}
			entries.items, losses = append(entries.items, entry), append(losses, lost...)
			sent[i]++
			why = nil
			break
		}
		faults = append(faults, why...)
	}
	last := modes[len(modes)-1]
	faults = append(faults, last.tooLarge(len(tools))...)
	if faults != nil {
		return nil, &FaultError{targets[0], faults}
	}
	return list(targets[0], entries, losses)
}

// attempt projects one tool for a list that has so many already. When there is
// no form or no room, p counts nothing of it.
func (p *projector) attempt(t *runtime.Tool, sent int) (entry *node, losses []Loss, faults []Fault) {
	optional, unions := p.optional, p.unions
	p.losses, p.faults, p.told = nil, nil, 0
	entry = p.tool(t, true)
	if faults = p.faults; faults == nil {
		faults = p.tooLarge(sent + 1)
	}
	if faults != nil {
		p.optional, p.unions = optional, unions
		return nil, nil, faults
	}
	return entry, p.losses, nil
}

// reason is a fault without the name of its tool.
func reason(f Fault) string {
	f.Tool = ""
	if f.Path == "" {
		return f.Why
	}
	return f.Path + ": " + f.Why
}
