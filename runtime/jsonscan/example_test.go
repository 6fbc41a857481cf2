package jsonscan_test

import (
	"fmt"

	"github.com/dsh-tools/dshgen/runtime/jsonscan"
)

type point struct{ x, y int }

var pointNames = []string{"x", "y"}

func scanPoint(s *jsonscan.Scanner, p *point) {
	*p = point{}
	o := s.Object(pointNames)
	for o.Next() {
		switch o.Key() {
		case "x":
			o.Once(0)
			p.x = s.Int()
		case "y":
			o.Once(1)
			p.y = s.Int()
			jsonscan.Minimum(s, p.y, 0)
		default:
			o.Unknown()
		}
	}
	o.Require(1<<0 | 1<<1)
}

func ExampleScanner() {
	var p point
	s := jsonscan.New(`{"x": 3.0, "y": 1e2}`)
	if scanPoint(&s, &p); s.End() {
		fmt.Println(p.x, p.y)
	}
	// Output: 3 100
}

func ExampleExplain() {
	notes, total, err := jsonscan.Explain(`{"y": -1, "z": [], "y": 2}`, func(s *jsonscan.Scanner) { scanPoint(s, new(point)) })
	fmt.Println(total, err)
	for _, n := range notes {
		fmt.Printf("%s: %s, got %s\n", n.Path, n.Rule, n.Got)
	}
	// Output:
	// 4 <nil>
	// x: required, got nothing
	// y: minimum, got number
	// y: duplicate, got number
	// z: additionalProperties, got array
}

func ExampleSyntax() {
	fmt.Println(jsonscan.Syntax(`{"on": True}`, jsonscan.Limits{}))
	// Output: 'True' at byte 7, expected a JSON value: write true
}

func ExampleWriter() {
	w := jsonscan.NewWriter(nil)
	if w.BeginObject() {
		w.Name("rows")
		if w.BeginArray() {
			for _, v := range []float64{1, 2.5} {
				w.Float(v)
			}
			w.EndArray()
		}
		w.EndObject()
	}
	text, err := w.Finish()
	fmt.Println(string(text), err)
	// Output: {"rows":[1,2.5]} <nil>
}
