package jsonencode_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/jsonencode"
)

type row struct {
	Name string    `json:"name"`
	Mean float64   `json:"mean"`
	At   time.Time `json:"at,omitzero"`
}

type report struct {
	Rows []row          `json:"rows"`
	More map[string]any `json:"more,omitempty"`
}

func TestValue(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{report{Rows: []row{{Name: "<a>", Mean: 1.5}}}, `{"rows":[{"name":"<a>","mean":1.5}]}`},
		{[]row(nil), "[]"}, {map[string]row(nil), "{}"}, {report{}, `{"rows":null}`}, {nil, "null"},
	} {
		got, err := jsonencode.Value([]byte("x"), c.value)
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%v: got %s, %v", c.value, got, err)
		}
	}
}

func TestPath(t *testing.T) {
	for want, value := range map[string]any{
		"rows[1].mean": report{Rows: []row{{}, {Mean: math.NaN()}}},
		"more.f":       report{More: map[string]any{"f": func() {}}},
		"":             math.Inf(-1),
	} {
		_, err := jsonencode.Value(nil, value)
		var e *jsonencode.Error
		if !errors.As(err, &e) || e.JSONPath() != want || e.Unwrap() == nil {
			t.Errorf("got %v, want a fault at %q", err, want)
		}
	}
}

func ExampleValue() {
	reg := runtime.NewRegistry(runtime.Options{})
	_, err := reg.Register(&runtime.Tool{
		ToolSchema: runtime.ToolSchema{Name: "report"},
		Encode:     jsonencode.Value,
		Run: func(context.Context, *runtime.Execution) (any, error) {
			return report{Rows: []row{{Name: "a", Mean: 0.5}}}, nil
		},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(reg.Execute(context.Background(), runtime.Call{Name: "report"}).Text())
	// Output: {"rows":[{"name":"a","mean":0.5}]}
}
