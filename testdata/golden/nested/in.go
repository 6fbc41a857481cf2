// Package nested has structs, slices and maps inside each other.
package nested

// Address is used twice.
type Address struct {
	City string `json:"city"`
	Zip  string `json:"zip,omitempty"`
}

// Base is embedded.
type Base struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Badge is embedded under a name of its own.
type Badge struct {
	Text string
}

// Old has a field that Order shadows in Go, under another JSON name.
type Old struct {
	N int `json:"old_n"`
}

// Order is deep.
type Order struct {
	Base
	Old
	Badge  `json:"badge"`
	N      int               `json:"n"`
	From   Address           `json:"from"`
	To     *Address          `json:"to"`
	Lines  []Line            `json:"lines"`
	Notes  map[string]string `json:"notes,omitempty"`
	Prices map[SKU]Price     `json:"prices,omitempty"`
	Grid   [][]float64       `json:"grid,omitempty"`
	Groups map[string][]Line `json:"groups,omitempty"`
	Maybe  []*int            `json:"maybe,omitempty"`
	Level  **int             `json:"level,omitempty"`
	List   *[]string         `json:"list,omitempty"`
	Rows   []struct {
		K string                     `json:"k"`
		M map[string]struct{ N int } `json:"m"`
	} `json:"rows,omitempty"`
	Skipped chan int `json:"-"`
	//lint:ignore SA5008 a property that is called "-" is the case
	Dash   string `json:"-,"`
	hidden int
}

// SKU is a named key.
type SKU string

// Price is a value of a map.
type Price struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

// Line is an element.
type Line struct {
	SKU      SKU      `json:"sku"`
	Quantity int      `json:"quantity"`
	Tags     []string `json:"tags,omitempty"`
}

// Place places an order.
//
//dsh:tool
func Place(order Order, urgent bool) Order { order.hidden++; return order }

// Node is recursive.
type Node struct {
	Value int             `json:"value"`
	Left  *Node           `json:"left,omitempty"`
	Kids  []Node          `json:"kids,omitempty"`
	Named map[string]Node `json:"named,omitempty"`
}

// Sum adds the values of a tree.
//
//dsh:tool
func Sum(root Node) int {
	n := root.Value
	if root.Left != nil {
		n += Sum(*root.Left)
	}
	for _, k := range root.Kids {
		n += Sum(k)
	}
	for _, k := range root.Named {
		n += Sum(k)
	}
	return n
}

// Grow returns a tree.
//
//dsh:tool
func Grow(root Node, by int) Node { root.Value += by; return root }

// Open has objects that ignore unknown keys.
//
//dsh:tool open
//dsh:param where open
//dsh:param lines open
func Open(where Address, exact Address, lines []Line) int { return len(lines) }
