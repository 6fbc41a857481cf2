// Package kinds has a parameter of every scalar kind, plain and named.
package kinds

// Level is an ordinary named integer: its constants are no enum.
type Level int

// Some levels.
const (
	Low  Level = 1
	High Level = 9
)

// Rank is an enum of integers by its directive.
//
//dsh:enum
type Rank int

// The ranks, out of order and with a repeated value.
const (
	Third  Rank = 3
	First  Rank = 1
	Bronze      = Third
	Par         = Rank(1 + 2)
)

// Color is an enum: a named string with constants.
type Color string

// The colors.
const (
	Red      Color = "red"
	Green    Color = "green"
	Other    Color = "other, see note"
	Scarlet  Color = "red"
	unlisted       = "not a Color"
)

// Label is a named string whose constants are only examples.
//
//dsh:enum off
type Label string

// An example.
const Urgent Label = "urgent"

// Celsius is a named float without constants.
type Celsius float64

// Switch is a named boolean.
type Switch bool

// StoreName is an alias.
type StoreName = string

// Signed takes the signed integers.
//
//dsh:tool
func Signed(i int, i8 int8, i16 int16, i32 int32, i64 int64) []int64 {
	return []int64{int64(i), int64(i8), int64(i16), int64(i32), i64}
}

// Unsigned takes the unsigned integers.
//
//dsh:tool
func Unsigned(u uint, u8 uint8, u16 uint16, u32 uint32, u64 uint64) []uint64 {
	return []uint64{uint64(u), uint64(u8), uint64(u16), uint64(u32), u64}
}

// Floats takes the floating-point kinds.
//
//dsh:tool
func Floats(f32 float32, f64 float64) []float64 { return []float64{float64(f32), f64} }

// Named takes named types.
//
//dsh:tool
//dsh:param color default=green
//dsh:param rank optional
func Named(level Level, rank Rank, color Color, label Label, temp Celsius, on Switch, store StoreName) (Out, error) {
	_ = unlisted
	return Out{level, rank, color, label, temp, on, store}, nil
}

// Out holds what Named got.
type Out struct {
	Level Level
	Rank  Rank
	Color Color
	Label Label
	Temp  Celsius
	On    Switch
	Store StoreName
}
