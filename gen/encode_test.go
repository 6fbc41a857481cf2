package gen_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/testdata/golden/nested"
	"github.com/dsh-tools/dshgen/testdata/golden/results"
	"github.com/dsh-tools/dshgen/testdata/golden/special"
)

// encoded are generated encoders with values of their types.
var encoded = []struct {
	tool *runtime.Tool
	typ  reflect.Type
}{
	{results.FullTool, reflect.TypeFor[*results.Report]()},
	{results.SortedTool, reflect.TypeFor[map[string]int]()},
	{nested.PlaceTool, reflect.TypeFor[nested.Order]()},
	{nested.GrowTool, reflect.TypeFor[nested.Node]()},
	{special.EchoTool, reflect.TypeFor[special.Everything]()},
	{special.EchoQuotedTool, reflect.TypeFor[special.Quoted]()},
}

// FuzzEncode compares generated encoders with encoding/json, HTML escaping off.
// Nil slices and maps are the one documented difference, durations the other.
func FuzzEncode(f *testing.F) {
	for i := range encoded {
		for seed := range uint64(50) {
			f.Add(uint8(i), seed)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64) {
		e := encoded[int(which)%len(encoded)]
		v := reflect.New(e.typ).Elem()
		fill(v, rand.New(rand.NewPCG(seed, uint64(which))), 0)
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		wantErr := enc.Encode(v.Interface())
		got, err := e.tool.Encode([]byte("x"), v.Interface())
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%s: %v, encoding/json: %v", e.tool.Name, err, wantErr)
		}
		if err != nil {
			return
		}
		want := durations.ReplaceAllFunc(bytes.TrimSuffix(b.Bytes(), []byte("\n")), func(m []byte) []byte {
			n, err := strconv.ParseInt(string(m[len(`"wait":`):]), 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return []byte(`"wait":` + strconv.Quote(time.Duration(n).String()))
		})
		if string(got) != "x"+string(want) {
			t.Fatalf("%s\ngot  %s\nwant x%s", e.tool.Name, got, want)
		}
	})
}

var durations = regexp.MustCompile(`"wait":-?[0-9]+`)

// fill sets v to a random value without nil slices and maps.
func fill(v reflect.Value, r *rand.Rand, depth int) {
	switch x := v.Addr().Interface().(type) {
	case *time.Time:
		*x = time.Unix(r.Int64N(4e9)-2e9, r.Int64N(1e9)).In(time.FixedZone("", (r.IntN(24)-12)*3600))
		return
	case *time.Duration:
		*x = time.Duration(r.Int64() >> r.IntN(60))
		return
	case *netip.Addr:
		*x = netip.AddrFrom4([4]byte{byte(r.IntN(256)), 0, 2, 1})
		return
	case *big.Int:
		x.Lsh(big.NewInt(r.Int64()), uint(r.IntN(100)))
		return
	case *json.RawMessage:
		*x = json.RawMessage([]string{`null`, `{"a":[1,"<"]}`, `"x"`, `-1.5e3`}[r.IntN(4)])
		return
	case *special.Flag:
		*x = special.Flag(r.IntN(5))
		return
	case *any:
		*x = anything(r, depth)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.String:
		v.SetString(text(r))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.Int64() >> r.IntN(64))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(number(r))
	case reflect.Pointer:
		if depth < 4 && r.IntN(3) > 0 || v.Type() == reflect.TypeFor[*big.Int]() {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), r, depth+1)
		}
	case reflect.Slice:
		n := r.IntN(3)
		if depth > 4 {
			n = 0
		}
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(v.Index(i), r, depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), r, depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range r.IntN(3) {
			k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(k, r, depth+1)
			fill(e, r, depth+1)
			v.SetMapIndex(k, e)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), r, depth+1)
			}
		}
	}
}

func text(r *rand.Rand) string {
	parts := []string{"", "a", "é", "\n", "\x00", "\x7f", `"`, `\`, "<&>", "\u2028", "𝄞", "\xff", "日本"}
	s := ""
	for range r.IntN(5) {
		s += parts[r.IntN(len(parts))]
	}
	return s
}

func number(r *rand.Rand) float64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return math.Copysign(0, -1)
	case 2:
		return float64(r.IntN(1000))
	case 3:
		return math.Inf(1)
	case 4:
		return 1e21 * r.Float64()
	case 5:
		return 1e-6 * r.Float64()
	}
	return math.Float64frombits(r.Uint64() &^ (1 << 62)) // finite
}

func anything(r *rand.Rand, depth int) any {
	switch n := r.IntN(9); {
	case n < 3 && depth < 5:
		m := map[string]any{}
		for range r.IntN(3) {
			m[text(r)] = anything(r, depth+1)
		}
		return m
	case n < 5 && depth < 5:
		l := []any{}
		for range r.IntN(3) {
			l = append(l, anything(r, depth+1))
		}
		return l
	case n == 5:
		return text(r)
	case n == 6:
		return json.Number("9007199254740993")
	case n == 7:
		return r.IntN(2) == 0
	}
	return nil
}
