package nested

import (
	"errors"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const full = `{"order":{"id":"7","name":"first","old_n":2,"badge":{"Text":"b"},"n":1,"from":{"city":"Oslo"},
 "to":{"city":"Rome","zip":"00100"},"lines":[{"sku":"a","quantity":1},{"sku":"b","quantity":2,"tags":["x","y"]}],
 "notes":{"k\u0065y":"v","":"empty"},"prices":{"a":{"amount":1.5,"currency":"EUR"}},"grid":[[1,2.5],[],[-0]],
 "groups":{"g":[{"sku":"c","quantity":3}]},"maybe":[1,2],"level":5,"list":[],
 "rows":[{"k":"r","m":{"x":{"N":1}}}],"-":"dash"},"urgent":true}`

func TestDecode(t *testing.T) {
	got, err := DecodePlace(full)
	if err != nil {
		t.Fatal(err)
	}
	one, two, five := 1, 2, 5
	level := &five
	want := PlaceArgs{Urgent: true, Order: Order{
		Base: Base{ID: "7", Name: "first"}, Old: Old{N: 2}, Badge: Badge{Text: "b"}, N: 1,
		From: Address{City: "Oslo"}, To: &Address{City: "Rome", Zip: "00100"},
		Lines:  []Line{{SKU: "a", Quantity: 1}, {SKU: "b", Quantity: 2, Tags: []string{"x", "y"}}},
		Notes:  map[string]string{"key": "v", "": "empty"},
		Prices: map[SKU]Price{"a": {Amount: 1.5, Currency: "EUR"}},
		Grid:   [][]float64{{1, 2.5}, {}, {0}},
		Groups: map[string][]Line{"g": {{SKU: "c", Quantity: 3}}},
		Maybe:  []*int{&one, &two}, Level: &level, List: &[]string{}, Dash: "dash",
	}}
	want.Order.Rows = []struct {
		K string                     `json:"k"`
		M map[string]struct{ N int } `json:"m"`
	}{{K: "r", M: map[string]struct{ N int }{"x": {N: 1}}}}
	if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Order{})); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestViolations(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{`{"order":{"id":"7","name":"n","old_n":1,"badge":{},"n":1,"from":{"city":1},"to":{},"lines":[{"sku":"a","quantity":1},{"sku":null}],"-":""},"urgent":true}`,
			[]string{"order.badge.Text required", "order.from.city type", "order.to.city required", "order.lines[1].sku type", "order.lines[1].quantity required"}},
		{`{"urgent":true,"order":{"id":"7","name":"n","old_n":1,"badge":{"Text":""},"n":1,"from":{"city":""},"lines":[],"-":"","notes":{"a":"1","\u0061":"2"}}}`,
			[]string{"order.notes.a duplicate"}},
		{`{"urgent":true,"order":{"hidden":1,"Skipped":null,"id":"7","name":"n","old_n":1,"badge":{"Text":""},"n":1,"from":{"city":""},"lines":[{"sku":"a","quantity":1,"skv":"b"}],"-":"","maybe":[null]}}`,
			[]string{"order.lines[0].skv additionalProperties", "order.maybe[0] type", "order.hidden additionalProperties", "order.Skipped additionalProperties"}},
		{`{"urgent":true,"order":null}`, []string{"order type"}},
	}
	for _, tt := range tests {
		var args *runtime.ArgsError
		if !errors.As(ValidatePlace(tt.text), &args) {
			t.Errorf("%s: accepted", tt.text)
			continue
		}
		var got []string
		for _, v := range args.Violations {
			got = append(got, v.Path+" "+v.Rule)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got\n%s", tt.text, d)
		}
	}
}

func TestRecursion(t *testing.T) {
	got, err := DecodeSum(`{"value":1,"left":{"value":2},"kids":[{"value":3,"kids":[{"value":4}]}],"named":{"x":{"value":5}}}`)
	if err != nil || Sum(got) != 15 {
		t.Errorf("sum %d, %v", Sum(got), err)
	}
	deep := strings.Repeat(`{"value":1,"left":`, 100_000) + `{"value":1}` + strings.Repeat("}", 100_000)
	var args *runtime.ArgsError
	if !errors.As(ValidateSum(deep), &args) || !args.Malformed() {
		t.Errorf("nesting without end: %v", args)
	}
}

func TestOpenObjects(t *testing.T) {
	if _, err := DecodeOpen(`{"where":{"city":"a","new":[{}]},"exact":{"city":"b"},"lines":[{"sku":"a","quantity":1,"x":null}],"more":1}`); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		`{"where":{"city":"a"},"exact":{"city":"b","x":1},"lines":[]}`,
		`{"where":{"city":"a","x":1,"x":2},"exact":{"city":"b"},"lines":[]}`,
		`{"where":{"city":"a","x":{"y":[{"z":1,"z":1}]}},"exact":{"city":"b"},"lines":[]}`,
		`{"where":{"city":"a"},"exact":{"city":"b"},"lines":[],"more":[}`,
	} {
		if ValidateOpen(text) == nil {
			t.Errorf("accepted: %s", text)
		}
	}
}

func TestValidateAllocatesNothing(t *testing.T) {
	tree := `{"value":1,"left":{"value":2},"kids":[{"value":3,"kids":[{"value":4},{"value":9}]}],"named":{"x":{"value":5,"kids":[]}}}`
	open := `{"where":{"city":"a","new":[{"k":1}]},"exact":{"city":"b"},"lines":[{"sku":"\u0061","quantity":1,"x":null}],"more":1}`
	for name, f := range map[string]func() error{
		"deep":      func() error { return ValidatePlace(full) },
		"recursive": func() error { return ValidateSum(tree) },
		"open":      func() error { return ValidateOpen(open) },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if err := f(); err != nil {
				t.Error(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestDecodedValuesStayApart: nothing of one call shows up in another.
func TestDecodedValuesStayApart(t *testing.T) {
	first, err := DecodePlace(full)
	if err != nil {
		t.Fatal(err)
	}
	second, err := DecodePlace(strings.NewReplacer("Oslo", "Bonn", `"x","y"`, `"z"`, `"k\u0065y":"v"`, `"other":"w"`).Replace(full))
	if err != nil {
		t.Fatal(err)
	}
	if first.Order.From.City != "Oslo" || len(first.Order.Lines[1].Tags) != 2 || first.Order.Notes["key"] != "v" {
		t.Errorf("the first call has changed: %+v", first)
	}
	if _, ok := second.Order.Notes["key"]; ok || len(second.Order.Lines[1].Tags) != 1 {
		t.Errorf("the second call has parts of the first: %+v", second)
	}
}

// TestCyclesEnd: a value that contains itself is an error, in bounded time.
func TestCyclesEnd(t *testing.T) {
	n := Node{Value: 1}
	n.Left = &n
	if out, err := GrowTool.Encode(nil, n); err == nil {
		t.Errorf("encoded %d bytes", len(out))
	} else if !strings.Contains(err.Error(), "left.left") {
		t.Errorf("the error has no path: %v", err)
	}
	shared := Node{Value: 2}
	n = Node{Value: 1, Left: &shared, Kids: []Node{shared, shared}}
	if _, err := GrowTool.Encode(nil, n); err != nil {
		t.Errorf("a shared value is no cycle: %v", err)
	}
}
