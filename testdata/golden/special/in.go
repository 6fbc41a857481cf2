// Package special has types whose JSON form is not what they are made of.
package special

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"strings"
	"time"
)

// Digest is a named slice of bytes.
type Digest []byte

// Flag is an integer that is written as text.
type Flag int

// MarshalText implements encoding.TextMarshaler.
func (f Flag) MarshalText() ([]byte, error) {
	if f < 0 {
		return nil, errors.New("negative flag")
	}
	return []byte(strings.Repeat("+", int(f))), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Flag) UnmarshalText(text []byte) error {
	if strings.Trim(string(text), "+") != "" {
		return errors.New("a flag is a row of plus signs")
	}
	*f = Flag(len(text))
	return nil
}

// Pair reads and writes itself as an array of two.
type Pair struct{ A, B int }

// UnmarshalJSON implements json.Unmarshaler.
func (p *Pair) UnmarshalJSON(text []byte) error {
	var list []int
	if err := json.Unmarshal(text, &list); err != nil || len(list) != 2 {
		return errors.New("a pair is an array of two integers")
	}
	p.A, p.B = list[0], list[1]
	return nil
}

// MarshalJSON implements json.Marshaler.
func (p Pair) MarshalJSON() ([]byte, error) { return json.Marshal([]int{p.A, p.B}) }

// Base is embedded as a pointer.
type Base struct {
	ID   string `json:"id"`
	Note string `json:"note,omitempty"`
}

// Deep embeds a pointer in an embedded pointer.
type Deep struct {
	*Base
	Level int `json:"level,omitempty"`
}

// Everything is one field of each.
type Everything struct {
	*Deep
	Value    any                    `json:"value"`
	Free     interface{}            `json:"free,omitempty"`
	Raw      json.RawMessage        `json:"raw"`
	Bytes    []byte                 `json:"bytes"`
	Digest   Digest                 `json:"digest,omitempty"`
	Array    [4]byte                `json:"array"`
	Grid     [2][2]float64          `json:"grid"`
	Points   [1]Point               `json:"points"`
	At       time.Time              `json:"at"`
	Until    *time.Time             `json:"until,omitempty"`
	Since    time.Time              `json:"since,omitzero"`
	Wait     time.Duration          `json:"wait"`
	Addr     netip.Addr             `json:"addr"`
	Maybe    *netip.Addr            `json:"maybe,omitempty"`
	Big      *big.Int               `json:"big"`
	Flag     Flag                   `json:"flag"`
	Pair     Pair                   `json:"pair"`
	Pairs    []Pair                 `json:"pairs,omitempty"`
	ByInt    map[int]string         `json:"by_int,omitempty"`
	ByByte   map[uint8]int          `json:"by_byte,omitempty"`
	ByFlag   map[Flag]bool          `json:"by_flag,omitempty"`
	ByAddr   map[netip.Addr]Point   `json:"by_addr,omitempty"`
	Anys     []any                  `json:"anys,omitempty"`
	AnyMap   map[string]any         `json:"any_map,omitempty"`
	RawMap   map[string]json.Number `json:"-"`
	Times    []time.Time            `json:"times,omitempty"`
	Chunks   [][]byte               `json:"chunks,omitempty"`
	Optional *any                   `json:"optional,omitempty"`
}

// Point is a plain struct in an array.
type Point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// Echo returns what it gets.
//
//dsh:tool
func Echo(e Everything) Everything { return e }

// Params has them as parameters.
//
//dsh:tool
func Params(data any, meta map[string]any, at time.Time, wait *time.Duration, raw json.RawMessage, key [2]int, ip netip.Addr) string {
	return at.String()
}

// Keep returns what it was given, for a later look.
//
//dsh:tool
func Keep(raw json.RawMessage, data []byte) json.RawMessage { return raw }

// Forms has those that a schema describes in full.
//
//dsh:tool
func Forms(any_ any, raw json.RawMessage, data []byte, key [2]uint8, at, until *time.Time, wait time.Duration, counts map[int16]int, seen map[uint]bool, rows [][]byte) string {
	return at.String()
}
