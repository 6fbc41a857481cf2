package special

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"testing"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/google/go-cmp/cmp"
)

const full = `{"id":"i","level":3,"value":{"n":9007199254740993,"l":[true,null,"x",1.50]},"free":"f","raw":{"id":  9223372036854775807},
 "bytes":"AQID","digest":"/w==","array":[1,2,3,4],"grid":[[1,2],[3,4]],"points":[{"x":1,"y":2}],
 "at":"2025-01-02T03:04:05+02:00","until":"2025-01-02t03:04:05.5z","wait":"1m30s","addr":"192.0.2.1","maybe":"::1",
 "big":123456789012345678901234567890,"flag":"++","pair":[1,2],"pairs":[[3,4]],"by_int":{"-7":"a","0":"b"},"by_byte":{"255":1},
 "by_flag":{"+":true,"":false},"by_addr":{"192.0.2.1":{"x":1,"y":1}},"anys":[1,"a",[]],"any_map":{"k":{}},
 "times":["2025-01-02T03:04:05Z"],"chunks":["","AQ=="],"optional":1}`

func TestDecode(t *testing.T) {
	e, err := DecodeEcho(full)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"n": json.Number("9007199254740993"), "l": []any{true, nil, "x", json.Number("1.50")}}
	if d := cmp.Diff(any(want), e.Value); d != "" {
		t.Errorf("value: -want +got\n%s", d)
	}
	bigger, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for what, ok := range map[string]bool{
		"promoted":  e.Deep != nil && e.Deep.Base != nil && e.ID == "i" && e.Level == 3,
		"raw":       string(e.Raw) == `{"id":  9223372036854775807}`,
		"bytes":     string(e.Bytes) == "\x01\x02\x03" && string(e.Digest) == "\xff" && len(e.Chunks) == 2 && len(e.Chunks[0]) == 0,
		"arrays":    e.Array == [4]byte{1, 2, 3, 4} && e.Grid == [2][2]float64{{1, 2}, {3, 4}} && e.Points[0].Y == 2,
		"times":     e.At.Equal(time.Date(2025, 1, 2, 1, 4, 5, 0, time.UTC)) && e.Until.Nanosecond() == 5e8 && e.Wait == 90*time.Second && len(e.Times) == 1,
		"text":      e.Addr == netip.MustParseAddr("192.0.2.1") && *e.Maybe == netip.MustParseAddr("::1") && e.Flag == 2,
		"methods":   e.Big.Cmp(bigger) == 0 && e.Pair == Pair{1, 2} && e.Pairs[0] == Pair{3, 4},
		"keys":      e.ByInt[-7] == "a" && e.ByInt[0] == "b" && e.ByByte[255] == 1 && e.ByFlag[1] && len(e.ByFlag) == 2 && e.ByAddr[e.Addr].X == 1,
		"interface": e.Free == "f" && len(e.Anys) == 3 && *e.Optional == json.Number("1"),
	} {
		if !ok {
			t.Errorf("%s: %+v", what, e)
		}
	}
	if err := ValidateEcho(full); err != nil {
		t.Error(err)
	}
}

func TestViolations(t *testing.T) {
	tests := []struct {
		validate func(string) error
		text     string
		want     []string
	}{
		{ValidateParams, `{"data":null,"meta":{},"at":"2025-01-02","wait":"90","raw":null,"key":[1],"ip":"x"}`,
			[]string{"at format", "wait format", "key minItems", "ip format"}},
		{ValidateParams, `{"data":1,"meta":[],"at":"2016-12-31T23:59:60Z","wait":null,"raw":1,"key":[1,2,3],"ip":1}`,
			[]string{"meta type", "at format", "key maxItems", "ip type"}},
		{ValidateParams, `{"data":{"a":1,"a":2},"meta":{"x":{"y":1,"y":1}},"at":"2025-01-02T03:04:05Z","raw":{"z":1,"z":1},"key":[0,0],"ip":"::1"}`,
			[]string{"data.a duplicate", "meta.x.y duplicate", "raw.z duplicate"}},
		{ValidateKeep, `{"raw":[],"data":"AQ="}`, []string{"data format"}},
	}
	for _, tt := range tests {
		var args *runtime.ArgsError
		if !errors.As(tt.validate(tt.text), &args) {
			t.Errorf("accepted: %s", tt.text)
			continue
		}
		var got []string
		for _, v := range args.Violations {
			got = append(got, v.Path+" "+v.Rule)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: -want +got\n%s\n%v", tt.text, d, args)
		}
	}
}

// TestOneSpellingPerKey: a number has one key, so that no entry hides another.
func TestOneSpellingPerKey(t *testing.T) {
	for _, key := range []string{"07", "+7", "-0", " 7", "7.0", "", "9223372036854775808", "1e1"} {
		if err := ValidateForms(`{"any_":1,"raw":1,"data":"","key":[1,2],"wait":"1s","rows":[],"seen":{},"counts":{"` + key + `":1}}`); err == nil {
			t.Errorf("key %q was accepted", key)
		}
	}
}

// TestEncoding writes what was read and reads it again.
func TestEncoding(t *testing.T) {
	first, err := DecodeEcho(full)
	if err != nil {
		t.Fatal(err)
	}
	text, err := EchoTool.Encode(nil, first)
	if err != nil {
		t.Fatal(err)
	}
	second, err := DecodeEcho(string(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	again, err := EchoTool.Encode(nil, second)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(text), string(again)); d != "" {
		t.Errorf("-first +second\n%s", d)
	}
	// Apart from durations, which encoding/json writes as numbers, the texts are its own.
	std, err := json.Marshal(first)
	if err != nil {
		t.Fatal(err)
	}
	var a, b map[string]any
	if json.Unmarshal(text, &a) != nil || json.Unmarshal(std, &b) != nil {
		t.Fatal("not JSON")
	}
	delete(a, "wait")
	delete(b, "wait")
	if d := cmp.Diff(b, a); d != "" {
		t.Errorf("-encoding/json +generated\n%s", d)
	}
	if _, err := EchoTool.Encode(nil, Everything{Flag: -1}); err == nil {
		t.Error("an error of MarshalText was lost")
	}
	if _, err := EchoTool.Encode(nil, Everything{Raw: json.RawMessage("{oops")}); err == nil {
		t.Error("raw text that is no JSON was written")
	}
	if _, err := EchoTool.Encode(nil, Everything{Value: make(chan int)}); err == nil {
		t.Error("a channel was written")
	}
}

func TestUnions(t *testing.T) {
	const text = `{"plugin":{"idPrefix":"p","kind":"new"},
 "more":[{"\u006bind":"existing","pluginId":"a","parts":[{"kind":"new","idPrefix":"q"}]}],"named":{"x":{"kind":"existing","pluginId":"b"}},"maybe":null}`
	a, err := DecodeDefine(text)
	if err != nil {
		t.Fatal(err)
	}
	want := DefineArgs{
		Plugin: NewPlugin{Kind: "new", IDPrefix: "p"},
		More:   []Plugin{&ExistingPlugin{Kind: "existing", PluginID: "a", Parts: []Plugin{NewPlugin{Kind: "new", IDPrefix: "q"}}}},
		Named:  map[string]Plugin{"x": &ExistingPlugin{Kind: "existing", PluginID: "b"}},
	}
	if d := cmp.Diff(want, a); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if n := testing.AllocsPerRun(100, func() {
		if err := ValidateDefine(text); err != nil {
			t.Error(err)
		}
	}); n != 0 {
		t.Errorf("validating allocates %v times", n)
	}
	out, err := DefineTool.Encode(nil, append(Define(a.Plugin, a.More, a.Named, a.Maybe), nil))
	if want := `[{"kind":"existing","pluginId":"a","parts":[{"kind":"new","idPrefix":"q"}]},{"kind":"new","idPrefix":"p"},{"kind":"existing","pluginId":"b"},null]`; err != nil || string(out) != want {
		t.Errorf("got %s, %v\nwant %s", out, err, want)
	}

	for text, want := range map[string][]string{
		`{"plugin":{"idPrefix":"p"},"more":[],"named":{}}`:                                     {"plugin.kind required"},
		`{"plugin":{"kind":"old","idPrefix":"p"},"more":[1],"named":{}}`:                       {"plugin.kind enum", "more[0] type"},
		`{"plugin":null,"more":[{"kind":"new","kind":"new","idPrefix":"x"}],"named":{"a":[]}}`: {"plugin type", "more[0].kind duplicate", "named.a type"},
		`{"plugin":{"kind":"new","pluginId":"p"},"more":[],"named":{}}`:                        {"plugin.idPrefix required", "plugin.pluginId additionalProperties"},
		`{"plugin":{"kind":1},"more":[],"named":{}}`:                                           {"plugin.kind type"},
	} {
		var args *runtime.ArgsError
		if !errors.As(ValidateDefine(text), &args) {
			t.Errorf("accepted: %s", text)
			continue
		}
		var got []string
		for _, v := range args.Violations {
			got = append(got, v.Path+" "+v.Rule)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: -want +got\n%s", text, d)
		}
	}
}
