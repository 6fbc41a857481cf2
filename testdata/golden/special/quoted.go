package special

// Level is a number with a name.
type Level int16

// Quoted has fields whose JSON text stands in a string, as for peers that
// cannot hold 64 bits.
type Quoted struct {
	ID     int64    `json:"id,string"`
	Small  int8     `json:"small,string"`
	Count  uint     `json:"count,string"`
	Size   uint64   `json:"size,string"`
	Flag   bool     `json:"flag,string"`
	Rate   float64  `json:"rate,string"`
	Short  float32  `json:"short,omitempty,string"`
	Level  Level    `json:"level,string"`
	Maybe  *int     `json:"maybe,omitempty,string"`
	Always *float64 `json:"always,string"`
}

// EchoQuoted returns what it gets.
//
//dsh:tool
func EchoQuoted(q Quoted) Quoted { return q }
