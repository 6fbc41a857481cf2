// Package peers registers every library a Go user might pick to turn tool arguments into a struct.
package peers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/dsh-tools/dshgen/benchmarks/ejt"
	"github.com/dsh-tools/dshgen/benchmarks/tools"

	"github.com/bytedance/sonic"
	exp "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"
	gjs "github.com/google/jsonschema-go/jsonschema"
	kjs "github.com/kaptinlin/jsonschema"
	"github.com/mailru/easyjson"
	"github.com/minio/simdjson-go"
	stk "github.com/santhosh-tekuri/jsonschema/v6"
	seg "github.com/segmentio/encoding/json"
	"github.com/valyala/fastjson"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// StrictStd is encoding/json the careful way: unknown fields and trailing data rejected, hand checks after.
func StrictStd(_ byte, data []byte, dst any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(dst); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("trailing data")
	}
	return tools.Check(dst)
}

var google = map[byte]*gjs.Resolved{}
var santhosh = map[byte]*stk.Schema{}
var kapt = map[byte]*kjs.Schema{}

// SegUnmarshal is what the MCP go-sdk's internal/json.Unmarshal does (v1.8.0): a depth pre-scan, then
// a segmentio decoder with case-sensitive field names.
func SegUnmarshal(data []byte, v any) error {
	if err := checkMaxDepth(data, 1000); err != nil {
		return err
	}
	d := seg.NewDecoder(bytes.NewReader(data))
	d.DontMatchCaseInsensitiveStructFields()
	return d.Decode(v)
}

func checkMaxDepth(data []byte, maxDepth int) error {
	depth, inString, escaped := 0, false, false
	for _, b := range data {
		if inString {
			switch {
			case escaped:
				escaped = false
			case b == '\\':
				escaped = true
			case b == '"':
				inString = false
			}
			continue
		}
		switch b {
		case '"':
			inString = true
		case '{', '[':
			depth++
			if depth > maxDepth {
				return errors.New("too deep")
			}
		case '}', ']':
			depth--
		}
	}
	return nil
}

// GoSDKApply replicates mcp.toolForErr's input side (go-sdk v1.8.0 applySchema + unmarshal).
func GoSDKApply(tool byte, data []byte, dst any) error {
	m := make(map[string]any)
	if err := SegUnmarshal(data, &m); err != nil {
		return err
	}
	var unmarshaled any = m
	r := google[tool]
	if err := r.ApplyDefaults(&unmarshaled); err != nil {
		return err
	}
	if err := r.Validate(&unmarshaled); err != nil {
		return err
	}
	out, err := json.Marshal(unmarshaled)
	if err != nil {
		return err
	}
	return SegUnmarshal(out, dst)
}

func santhoshValidate(tool byte, data []byte) error {
	v, err := stk.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return santhosh[tool].Validate(v)
}

func init() {
	for t, s := range tools.Schemas {
		var sc gjs.Schema
		if err := json.Unmarshal([]byte(s), &sc); err != nil {
			panic(err)
		}
		google[t] = must(sc.Resolve(&gjs.ResolveOptions{ValidateDefaults: true}))
		c := stk.NewCompiler()
		if err := c.AddResource("x.json", must(stk.UnmarshalJSON(bytes.NewReader([]byte(s))))); err != nil {
			panic(err)
		}
		santhosh[t] = must(c.Compile("x.json"))
		// kaptinlin v0.9.5 fails here under GOEXPERIMENT=jsonv2 ("unsupported operation"), so it is left out there.
		if k, err := kjs.NewCompiler().Compile([]byte(s)); err == nil {
			kapt[t] = k
		}
	}
	reg := func(name, kind, note string, f func(byte, []byte, any) error) {
		if len(kapt) < len(tools.Schemas) && len(name) > 4 && name[:4] == "kapt" {
			return
		}
		tools.Register(tools.Decoder{Name: name, Kind: kind, Note: note, Value: tools.Typed(f)})
	}
	reg("encoding-json", "decode", "json.Unmarshal", func(_ byte, b []byte, v any) error { return json.Unmarshal(b, v) })
	reg("encoding-json-strict", "validate", "DisallowUnknownFields + hand checks", StrictStd)
	reg("mcp-gosdk-args", "validate", "go-sdk v1.8.0 applySchema+unmarshal replica", GoSDKApply)
	reg("google-jsonschema", "validate", "json.Unmarshal to map + Validate + json.Unmarshal", func(t byte, b []byte, v any) error {
		var m map[string]any
		if err := json.Unmarshal(b, &m); err != nil {
			return err
		}
		if err := google[t].Validate(m); err != nil {
			return err
		}
		return json.Unmarshal(b, v)
	})
	reg("santhosh", "validate", "UnmarshalJSON(UseNumber)+Validate+json.Unmarshal", func(t byte, b []byte, v any) error {
		if err := santhoshValidate(t, b); err != nil {
			return err
		}
		return json.Unmarshal(b, v)
	})
	reg("kaptinlin", "validate", "ValidateJSON + json.Unmarshal", func(t byte, b []byte, v any) error {
		if r := kapt[t].ValidateJSON(b); !r.IsValid() {
			return errors.New("invalid")
		}
		return json.Unmarshal(b, v)
	})
	reg("kaptinlin-struct", "validate", "json.Unmarshal + ValidateStruct", func(t byte, b []byte, v any) error {
		if err := json.Unmarshal(b, v); err != nil {
			return err
		}
		if r := kapt[t].ValidateStruct(v); !r.IsValid() {
			return errors.New("invalid")
		}
		return nil
	})
	reg("sonic", "decode", "sonic.Unmarshal (ConfigDefault)", func(_ byte, b []byte, v any) error { return sonic.Unmarshal(b, v) })
	reg("sonic-strict", "validate", "ValidateString+DisallowUnknownFields+CopyString + hand checks", func(_ byte, b []byte, v any) error {
		if err := sonicStrict.Unmarshal(b, v); err != nil {
			return err
		}
		return tools.Check(v)
	})
	reg("sonic+santhosh", "validate", "sonic to any(UseNumber) + Validate + sonic to struct", func(t byte, b []byte, v any) error {
		var a any
		if err := sonicNum.Unmarshal(b, &a); err != nil {
			return err
		}
		if err := santhosh[t].Validate(a); err != nil {
			return err
		}
		return sonic.Unmarshal(b, v)
	})
	reg("jsonv2", "decode", "go-json-experiment/json Unmarshal", func(_ byte, b []byte, v any) error { return exp.Unmarshal(b, v) })
	strictOpts := exp.RejectUnknownMembers(true)
	reg("jsonv2-strict", "validate", "RejectUnknownMembers + hand checks", func(_ byte, b []byte, v any) error {
		if err := exp.Unmarshal(b, v, strictOpts); err != nil {
			return err
		}
		return tools.Check(v)
	})
	reg("goccy", "decode", "goccy/go-json Unmarshal", func(_ byte, b []byte, v any) error { return goccy.Unmarshal(b, v) })
	tools.Register(tools.Decoder{Name: "easyjson", Kind: "validate", Note: "generated, required+disallow_unknown + enum checks", Value: func(t byte, b []byte) (any, error) {
		var v easyjson.Unmarshaler
		switch t {
		case tools.GetWeather:
			x := new(ejt.GetWeatherArgs)
			if err := easyjson.Unmarshal(b, x); err != nil {
				return nil, err
			}
			if x.Unit != "" && x.Unit != "celsius" && x.Unit != "fahrenheit" || x.Days < 0 {
				return nil, errors.New("bad value")
			}
			return x, nil
		case tools.CreateIssue:
			x := new(ejt.CreateIssueArgs)
			if err := easyjson.Unmarshal(b, x); err != nil {
				return nil, err
			}
			switch x.Type {
			case "", "bug", "feature", "task":
				return x, nil
			}
			return nil, errors.New("bad type")
		case tools.EditFiles:
			x := new(ejt.EditFilesArgs)
			if err := easyjson.Unmarshal(b, x); err != nil {
				return nil, err
			}
			switch x.Options.Mode {
			case "", "strict", "fuzzy", "regex":
				return x, nil
			}
			return nil, errors.New("bad mode")
		case tools.WriteFile:
			x := new(ejt.WriteFileArgs)
			return x, easyjson.Unmarshal(b, x)
		}
		return v, fmt.Errorf("unknown tool")
	}})
	var fp fastjson.Parser
	tools.Register(tools.Decoder{Name: "fastjson-parse", Kind: "parse", Note: "valyala/fastjson reused Parser, tape only", Decode: func(_ byte, b []byte) error {
		_, err := fp.ParseBytes(b)
		return err
	}})
	if simdjson.SupportedCPU() {
		var pj *simdjson.ParsedJson
		tools.Register(tools.Decoder{Name: "simdjson-go-parse", Kind: "parse", Note: "minio/simdjson-go reused tape, copy strings off", Decode: func(_ byte, b []byte) error {
			var err error
			r, err := simdjson.Parse(b, pj, simdjson.WithCopyStrings(false))
			if err == nil {
				pj = r
			}
			return err
		}})
	}
}

var sonicNum = sonic.Config{UseNumber: true}.Froze()
var sonicStrict = sonic.Config{ValidateString: true, DisallowUnknownFields: true, CopyString: true}.Froze()
