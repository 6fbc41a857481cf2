package jsonscan

import (
	"hash/maphash"
	"sync"
)

// scratch is what a scan needs now and then but not for long: a set of keys
// and array elements that have been seen, and room to unescape a string. It is
// pooled. What one call leaves behind in it is only offsets, which the next
// call does not look at, and bytes that are overwritten before they are read.
//
// The set is one table for all objects of a text: an entry is an offset into
// the text that belongs to the object with the given id. Entries with ids below
// base are those of earlier calls and count as empty, so nothing need be cleared.
type scratch struct {
	seed   maphash.Seed
	table  []entry // open addressing; length 0 or a power of two
	used   int     // entries with ids from base on; 2*used <= len(table)
	base   uint32  // ids of this call are at least base, which is at least 1
	next   uint32  // next id
	buf    []byte
	levels [MaxDepth]uint32 // ids of the objects around a skipped value
}

type entry struct {
	id   uint32 // of the object or array; 0 is none
	hash uint32
	off  int // where the key's content, or the element, begins
}

// pool is empty at start; it has no New so that there is nothing to set up.
var pool sync.Pool

// How much memory an idle scratch may hold on to.
const (
	keepEntries = 1 << 18 // 4 MiB
	keepBytes   = 1 << 20
	lastID      = 1<<32 - 2
	freshIDs    = 1 << 31 // ids are started over between calls beyond this
)

// borrow returns the scratch of this scan.
func (s *Scanner) borrow() *scratch {
	if s.scratch == nil {
		s.scratch = newScratch()
	}
	return s.scratch
}

func newScratch() *scratch {
	k, _ := pool.Get().(*scratch)
	if k == nil {
		k = &scratch{seed: maphash.MakeSeed(), next: 1}
	}
	if k.next > freshIDs {
		clear(k.table)
		k.next = 1
	}
	k.base, k.used = k.next, 0
	return k
}

// release gives k back. It must not be used by the caller any more.
func (k *scratch) release() {
	if len(k.table) > keepEntries {
		k.table = nil
	}
	if cap(k.buf) > keepBytes {
		k.buf = nil
	}
	pool.Put(k)
}

// newID returns an id for one more object or array. There are enough of them
// for a text of many gigabytes; should one have more, sets are shared, which
// can only refuse too much.
func (k *scratch) newID() uint32 {
	id := k.next
	if id < lastID {
		k.next++
	}
	return id
}

// addKey adds the key with content text[start:end] and reports whether it is
// new in the object with the given id. Keys are equal by what they say.
func (k *scratch) addKey(text string, id uint32, start, end int) bool {
	raw := text[start:end]
	h := uint32(k.hashString(raw))
	for i := k.slot(id, h); ; i = (i + 1) & (len(k.table) - 1) {
		e := &k.table[i]
		if e.id < k.base {
			*e = entry{id, h, start}
			k.used++
			return true
		}
		if e.id == id && e.hash == h && sameKey(text, e.off, raw) {
			return false
		}
	}
}

// sameKey reports whether the key that begins at off says what raw says.
func sameKey(text string, off int, raw string) bool {
	end, longer := scanString(text, off)
	old := text[off:end]
	if old == raw {
		return true
	}
	if longer == 0 { // then only the new one may have escapes
		return says(raw, old)
	}
	return string(appendUnescaped(nil, old)) == string(appendUnescaped(nil, raw))
}

// addValue adds the valid value text[start:end] and reports whether it is new
// in the array with the given id.
func (k *scratch) addValue(text string, id uint32, start, end int) bool {
	h, _ := k.hashValue(text, start)
	for i := k.slot(id, uint32(h)); ; i = (i + 1) & (len(k.table) - 1) {
		e := &k.table[i]
		if e.id < k.base {
			*e = entry{id, uint32(h), start}
			k.used++
			return true
		}
		if e.id == id && e.hash == uint32(h) && sameValue(text, e.off, start) {
			return false
		}
	}
}

// slot returns where to look for an entry first, after making room for one more.
func (k *scratch) slot(id, hash uint32) int {
	if 2*(k.used+1) > len(k.table) {
		k.grow()
	}
	return home(id, hash) & (len(k.table) - 1)
}

func home(id, hash uint32) int { return int((hash + id*0x9e3779b1) >> 1) }

func (k *scratch) grow() {
	old := k.table
	k.table = make([]entry, max(64, 2*len(old)))
	for _, e := range old {
		if e.id < k.base {
			continue
		}
		i := home(e.id, e.hash) & (len(k.table) - 1)
		for k.table[i].id != 0 {
			i = (i + 1) & (len(k.table) - 1)
		}
		k.table[i] = e
	}
}

// hashString hashes what the valid string content raw says.
func (k *scratch) hashString(raw string) uint64 {
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' {
			k.buf = appendUnescaped(k.buf[:0], raw)
			return maphash.Bytes(k.seed, k.buf)
		}
	}
	return maphash.String(k.seed, raw)
}
