package jsonscan_test

import "github.com/dsh-tools/dshgen/runtime/jsonscan"

// The types and walks of this file are what the generator writes, by hand: one
// of each shape that the scanner must serve.

type Unit string

type Weather struct {
	City string
	Unit Unit
	Days int
}

var weatherNames = []string{"city", "unit", "days"}

var unitValues = []string{"celsius", "fahrenheit"}

func scanWeather(s *jsonscan.Scanner, a *Weather) {
	*a = Weather{Unit: "celsius", Days: 1}
	o := s.Object(weatherNames)
	for o.Next() {
		switch o.Key() {
		case "city":
			o.Once(0)
			a.City = s.Text()
			s.MinLength(a.City, 1)
		case "unit":
			o.Once(1)
			if s.Null() {
				break
			}
			a.Unit = Unit(s.Enum(unitValues))
		case "days":
			o.Once(2)
			if s.Null() {
				break
			}
			a.Days = int(s.IntIn(1, 7))
		default:
			o.Unknown()
		}
	}
	o.Require(1 << 0)
}

type Key string

type Edit struct {
	Path    string
	Line    int
	Replace *bool
	Spans   [][]int
}

var editNames = []string{"path", "line", "replace", "spans"}

func scanEdit(s *jsonscan.Scanner, a *Edit) {
	*a = Edit{}
	o := s.Object(editNames)
	for o.Next() {
		switch o.Key() {
		case "path":
			o.Once(0)
			a.Path = s.String()
		case "line":
			o.Once(1)
			a.Line = s.Int()
			jsonscan.Minimum(s, a.Line, 1)
		case "replace":
			o.Once(2)
			if s.Null() {
				break
			}
			a.Replace = jsonscan.Ptr(s, s.Bool())
		case "spans":
			o.Once(3)
			if s.Null() {
				break
			}
			a.Spans = [][]int{}
			l := s.Array()
			for l.Next() {
				var v []int
				v = []int{}
				l2 := s.Array()
				for l2.Next() {
					v = jsonscan.Append(s, v, s.Int())
				}
				v = jsonscan.Fit(v)
				a.Spans = jsonscan.Append(s, a.Spans, v)
			}
			a.Spans = jsonscan.Fit(a.Spans)
		default:
			o.Unknown()
		}
	}
	o.Require(1<<0 | 1<<1)
}

type Node struct {
	Name  string
	Kids  []Node
	Other *Node
	Named map[Key]Node
}

var nodeNames = []string{"name", "kids", "other", "named"}

func scanNode(s *jsonscan.Scanner, a *Node) {
	var spare, spare2, spare3 Node
	*a = Node{}
	o := s.Object(nodeNames)
	for o.Next() {
		switch o.Key() {
		case "name":
			o.Once(0)
			a.Name = s.String()
		case "kids":
			o.Once(1)
			if s.Null() {
				break
			}
			a.Kids = []Node{}
			l := s.Array()
			for l.Next() {
				scanNode(s, jsonscan.Grow(s, &a.Kids, &spare))
			}
			a.Kids = jsonscan.Fit(a.Kids)
		case "other":
			o.Once(2)
			if s.Null() {
				break
			}
			scanNode(s, jsonscan.Alloc(s, &a.Other, &spare2))
		case "named":
			o.Once(3)
			if s.Null() {
				break
			}
			a.Named = jsonscan.MakeMap[map[Key]Node](s)
			m := s.Map()
			for m.Next() {
				k := Key(m.Key())
				spare3 = Node{}
				scanNode(s, &spare3)
				jsonscan.Put(s, a.Named, k, spare3)
			}
		default:
			o.Unknown()
		}
	}
}

type Everything struct {
	City   string
	Unit   Unit
	Level  int
	Tags   []string
	Edits  []Edit
	Limit  *int
	Opts   *Edit
	Counts map[Key]int
	Ratio  float64
	Step   *float64
	Small  float32
	When   string
	Wide   uint64
	Flag   bool
	Ids    []int64
	Any    struct{} // skipped: see "any"
	Root   *Node
}

var everythingNames = []string{"city", "unit", "level", "tags", "edits", "limit", "opts", "counts",
	"ratio", "step", "small", "when", "wide", "flag", "ids", "any", "root"}

var cityPattern = jsonscan.Pattern{Source: "^[A-Z]"}

var levelValues = []int64{1, 3, -7}

func scanEverything(s *jsonscan.Scanner, a *Everything) {
	*a = Everything{Unit: "celsius", Level: 1}
	o := s.Object(everythingNames)
	for o.Next() {
		switch o.Key() {
		case "city":
			o.Once(0)
			a.City = s.Text()
			s.MinLength(a.City, 2)
			s.MaxLength(a.City, 20)
			s.Pattern(a.City, &cityPattern)
		case "unit":
			o.Once(1)
			if s.Null() {
				break
			}
			a.Unit = Unit(s.Enum(unitValues))
		case "level":
			o.Once(2)
			if s.Null() {
				break
			}
			a.Level = int(s.EnumInt(levelValues))
		case "tags":
			o.Once(3)
			if s.Null() {
				break
			}
			a.Tags = []string{}
			l := s.Array()
			for l.Next() {
				a.Tags = jsonscan.Append(s, a.Tags, s.String())
				l.Unique()
			}
			s.MinItems(&l, 1)
			s.MaxItems(&l, 9)
		case "edits":
			o.Once(4)
			a.Edits = []Edit{}
			l := s.Array()
			var e Edit
			for l.Next() {
				scanEdit(s, jsonscan.Grow(s, &a.Edits, &e))
			}
		case "limit":
			o.Once(5)
			if s.Null() {
				break
			}
			a.Limit = jsonscan.Ptr(s, s.Int())
		case "opts":
			o.Once(6)
			if s.Null() {
				break
			}
			var v Edit
			scanEdit(s, jsonscan.Alloc(s, &a.Opts, &v))
		case "counts":
			o.Once(7)
			if s.Null() {
				break
			}
			a.Counts = jsonscan.MakeMap[map[Key]int](s)
			m := s.Map()
			for m.Next() {
				k := Key(m.Key())
				jsonscan.Put(s, a.Counts, k, s.Int())
			}
		case "ratio":
			o.Once(8)
			if s.Null() {
				break
			}
			a.Ratio = s.Float64()
			jsonscan.Minimum(s, a.Ratio, 0)
			jsonscan.ExclusiveMaximum(s, a.Ratio, 1.1)
		case "step":
			o.Once(9)
			if s.Null() {
				break
			}
			v := s.Float64()
			jsonscan.MultipleOf(s, v, 0.1)
			a.Step = jsonscan.Ptr(s, v)
		case "small":
			o.Once(10)
			if s.Null() {
				break
			}
			a.Small = float32(s.FloatIn(-3.4028234663852886e+38, 3.4028234663852886e+38))
		case "when":
			o.Once(11)
			if s.Null() {
				break
			}
			a.When = s.Text()
			s.Format(a.When, "date-time", jsonscan.IsDateTime)
		case "wide":
			o.Once(12)
			if s.Null() {
				break
			}
			a.Wide = s.Uint64()
		case "flag":
			o.Once(13)
			if s.Null() {
				break
			}
			a.Flag = s.Bool()
		case "ids":
			o.Once(14)
			if s.Null() {
				break
			}
			a.Ids = []int64{}
			l := s.Array()
			for l.Next() {
				v := s.Int64()
				jsonscan.Maximum(s, v, 1<<62)
				a.Ids = jsonscan.Append(s, a.Ids, v)
				l.Unique()
			}
		case "any":
			o.Once(15)
			s.Skip()
		case "root":
			o.Once(16)
			if s.Null() {
				break
			}
			var v Node
			scanNode(s, jsonscan.Alloc(s, &a.Root, &v))
		default:
			o.Ignore()
		}
	}
	o.Require(1<<0 | 1<<4)
}

// fixture is one argument type, with the functions that the generator writes.
type fixture struct {
	name     string
	decode   func(text string) (any, bool)
	validate func(text string) bool
	walk     func(s *jsonscan.Scanner)
	valid    []string
	invalid  []string
}

func decodeWeather(text string) (Weather, bool) {
	var a Weather
	s := jsonscan.New(text)
	if scanWeather(&s, &a); s.End() {
		return a, true
	}
	return Weather{}, false
}

func validateWeather(text string) bool {
	var a Weather
	s := jsonscan.NewCheck(text)
	scanWeather(&s, &a)
	return s.End()
}

func decodeNode(text string) (Node, bool) {
	var a Node
	s := jsonscan.New(text)
	if scanNode(&s, &a); s.End() {
		return a, true
	}
	return Node{}, false
}

func validateNode(text string) bool {
	var a Node
	s := jsonscan.NewCheck(text)
	scanNode(&s, &a)
	return s.End()
}

func decodeEverything(text string) (Everything, bool) {
	var a Everything
	s := jsonscan.New(text)
	if scanEverything(&s, &a); s.End() {
		return a, true
	}
	return Everything{}, false
}

func validateEverything(text string) bool {
	var a Everything
	s := jsonscan.NewCheck(text)
	scanEverything(&s, &a)
	return s.End()
}

var fixtures = []fixture{
	{
		name:     "weather",
		decode:   func(text string) (any, bool) { return decodeWeather(text) },
		validate: validateWeather,
		walk:     func(s *jsonscan.Scanner) { scanWeather(s, new(Weather)) },
		valid: []string{
			`{"city":"Oslo"}`,
			` { "city" : "Oslo" , "unit" : "fahrenheit" , "days" : 7.0 } `,
			`{"c\u0069ty":"\ud83d\ude00","unit":"\u0063elsius","days":null}`,
		},
		invalid: []string{
			``, `null`, `{}`, `[]`, `"x"`, `{"city":""}`, `{"city":"x","days":8}`, `{"city":"x","unit":"kelvin"}`,
			`{"city":"x","citty":1}`, `{"city":"x","city":"y"}`, `{"city":"x","\u0063ity":"y"}`, `{"city":null}`,
			`{"city":"x"}}`, `{"city":"x"}{}`, `{"city":"x",}`, `{"city":"x"`, `{"days":9,"unit":"kelvin","citty":"Oslo"}`,
		},
	},
	{
		name:     "node",
		decode:   func(text string) (any, bool) { return decodeNode(text) },
		validate: validateNode,
		walk:     func(s *jsonscan.Scanner) { scanNode(s, new(Node)) },
		valid: []string{
			``, ` null `, `{}`,
			`{"name":"a","kids":[{"name":"b\n","kids":[]},{}],"other":{"other":{}},"named":{"x":{},"y\u0000":{"named":{"x":{}}}}}`,
		},
		invalid: []string{
			`{"kids":[{"kids":[{"name":1}]}]}`, `{"named":{"x":{},"\u0078":{}}}`, `{"other":[]}`, `{"kids":[{},]}`, `{"kids":[,]}`, `{"kids":[1 2]}`,
		},
	},
	{
		name:     "everything",
		decode:   func(text string) (any, bool) { return decodeEverything(text) },
		validate: validateEverything,
		walk:     func(s *jsonscan.Scanner) { scanEverything(s, new(Everything)) },
		valid: []string{
			everythingText,
			`{"city":"Ab","edits":[],"extra":{"a":[1,{"b":null}],"c":{}}}`,
			`{"city":"Ab","edits":[],"step":0.3,"ratio":1.0999999,"small":1e-50,"ids":[1,2.0,30e-1]}`,
		},
		invalid: []string{
			`{"city":"Ab","edits":[],"extra":{"a":1,"a":2}}`,
			`{"city":"Ab","edits":[],"extra":1,"e\u0078tra":2}`,
			`{"city":"Ab","edits":[],"step":0.35}`,
			`{"city":"Ab","edits":[],"ratio":1.1}`,
			`{"city":"Ab","edits":[],"ratio":-1e-400}`,
			`{"city":"Ab","edits":[],"ids":[1,1.0]}`,
			`{"city":"Ab","edits":[],"tags":["a","\u0061"]}`,
			`{"city":"Ab","edits":[],"tags":[]}`,
			`{"city":"Ab","edits":[],"any":{"x":[{"y":1,"y":1}]}}`,
			`{"city":"b","edits":[{}],"level":2,"when":"x","wide":-1,"flag":"true","opts":[],"counts":{"a":1,"a":2}}`,
			`{"city":"Ab","edits":[],"small":1e39}`,
			`{"city":"Ab","edits":[],"ratio":1e400}`,
		},
	},
}

const everythingText = `{"city":"Z\u00fcrich","unit":"fahrenheit","level":-7,"tags":["a","b\n","c"],"edits":[` +
	`{"path":"src\/main.go","line":1,"replace":true,"spans":[[1,2],[],[3]]},{"path":"x","line":2e1}],"limit":12,` +
	`"opts":{"path":"p","line":3},"counts":{"a":1,"b\t":2,"c":3},"ratio":0.25,"step":0.3,"small":1.5,` +
	`"when":"2025-01-02T03:04:05Z","wide":18446744073709551615,"flag":true,"ids":[-9223372036854775808,9007199254740993],` +
	`"any":{"deep":[{"x":1,"y":[true,null]}],"\u0064":1},"root":{"name":"r","kids":[{"name":"k"}]}}`
