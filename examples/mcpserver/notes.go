package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:generate go run github.com/dsh-tools/dshgen/cmd/dshgen -strict

// Notebook keeps notes. It is safe for concurrent use.
type Notebook struct {
	mu    sync.Mutex
	last  int
	notes map[int]Note
}

// Note is what was written down.
type Note struct {
	ID      int       `json:"id"`
	Text    string    `json:"text"`
	Tags    []string  `json:"tags"`
	Written time.Time `json:"written"`
}

// Found is what a search found.
type Found struct {
	Notes []Note `json:"notes"`
	More  int    `json:"more"` // how many others there are
}

// maxNotes bounds what a client can make the server hold.
const maxNotes = 10_000

// Add writes a note down and returns it with its number.
//
//   - text: What to remember
//   - tags: Words to find it by
//
//dsh:tool add_note timeout=5s
//dsh:param text minLength=1 maxLength=2000
func (n *Notebook) Add(text string, tags ...string) (Note, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.notes) >= maxNotes {
		return Note{}, fmt.Errorf("there are %d notes, which is the most there can be: remove some", maxNotes)
	}
	if n.notes == nil {
		n.notes = map[int]Note{}
	}
	n.last++
	note := Note{ID: n.last, Text: text, Tags: tags, Written: time.Now().UTC().Round(time.Second)}
	n.notes[note.ID] = note
	return note, nil
}

// Search lists notes, the newest first.
//
//   - text: Text that must occur in them, whatever its case; all notes unless given
//   - tag: Tag that they must have
//   - limit: How many to list
//
//dsh:tool search_notes readonly idempotent parallel timeout=5s
//dsh:param text optional
//dsh:param tag optional
//dsh:param limit minimum=1 maximum=100 default=20
func (n *Notebook) Search(text, tag string, limit int) Found {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := slices.SortedFunc(maps.Values(n.notes), func(a, b Note) int { return cmp.Compare(b.ID, a.ID) })
	var found Found
	for _, note := range all {
		if !strings.Contains(strings.ToLower(note.Text), strings.ToLower(text)) || tag != "" && !slices.Contains(note.Tags, tag) {
			continue
		}
		if len(found.Notes) == limit {
			found.More++
			continue
		}
		found.Notes = append(found.Notes, note)
	}
	return found
}

// Remove forgets a note.
//
//   - id: Number of the note
//
//dsh:tool remove_note destructive timeout=5s
func (n *Notebook) Remove(id int) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, ok := n.notes[id]; !ok {
		return errors.New("there is no such note: search_notes lists them with their numbers")
	}
	delete(n.notes, id)
	return nil
}
