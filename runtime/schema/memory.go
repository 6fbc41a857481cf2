package schema

import (
	"sync"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

// memory holds verdicts on values that were reached in attempts by a reference:
// without it a recursive schema with alternatives could take time exponential
// in the depth of a text.
type memory struct{ ends map[visit]int }

type visit struct {
	node   uint32
	offset int
}

var memories sync.Pool // empty at start

func newMemory() *memory {
	m, _ := memories.Get().(*memory)
	if m == nil {
		m = &memory{ends: map[visit]int{}}
	}
	return m
}

func (m *memory) release() {
	const keep = 1 << 16
	if len(m.ends) <= keep {
		clear(m.ends)
		memories.Put(m)
	}
}

// recall reads a value unless that has been done before.
func (r *run) recall(s *jsonscan.Scanner, n *node) {
	v := visit{n.shared, s.Offset()}
	end, known := r.memory.ends[v]
	switch {
	case !known:
		r.readNode(s, n)
		if end = s.Position(); s.Failed() {
			end = -1
		}
		r.memory.ends[v] = end
	case end < 0:
		s.Refuse(0, "", nil)
	default:
		s.Jump(end)
	}
}
