// Package methods has tools that need something which the model never sees.
package methods

import (
	"context"
	"fmt"
)

// Store holds what its tools work on.
type Store struct{ data map[string]string }

// NewStore returns an empty store.
func NewStore() *Store { return &Store{data: map[string]string{}} }

// Get returns the value of a key.
//
//dsh:tool readonly
func (s *Store) Get(ctx context.Context, key string) (string, error) {
	v, ok := s.data[key]
	if !ok {
		return "", fmt.Errorf("no key %q", key)
	}
	return v, ctx.Err()
}

// Put stores a value.
//
//dsh:tool put_value idempotent
func (s *Store) Put(key, value string) { s.data[key] = value }

// Size has a value receiver.
//
//dsh:tool
func (s Store) Size() int { return len(s.data) }

// Clock has value receivers only.
type Clock struct{ Now string }

// Time tells the time.
//
//dsh:tool
func (c Clock) Time() string { return c.Now }

// counter is not exported.
type counter struct{ n int }

// Add counts.
//
//dsh:tool count
func (c *counter) Add(by int) int { c.n += by; return c.n }
