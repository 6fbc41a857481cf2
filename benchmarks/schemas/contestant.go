// Package schemas has the validators that take a schema at run time: package
// runtime/schema and its peers, each with its reading of the text and without a
// struct.
package schemas

import (
	"bytes"
	"encoding/json"
	"errors"
	"unsafe"

	"github.com/dsh-tools/dshgen/benchmarks/tools"
	"github.com/dsh-tools/dshgen/runtime/schema"
	google "github.com/google/jsonschema-go/jsonschema"
	kaptinlin "github.com/kaptinlin/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
)

var errInvalid = errors.New("invalid")

func init() {
	own := map[byte]*schema.Schema{}
	googles := map[byte]*google.Resolved{}
	santhoshs := map[byte]*santhosh.Schema{}
	kaptinlins := map[byte]*kaptinlin.Schema{}
	for id, text := range tools.Schemas {
		own[id] = must(schema.Parse(text, schema.Extended))
		var g google.Schema
		if err := json.Unmarshal([]byte(text), &g); err != nil {
			panic(err)
		}
		googles[id] = must(g.Resolve(nil))
		c := santhosh.NewCompiler()
		if err := c.AddResource("x.json", must(santhosh.UnmarshalJSON(bytes.NewReader([]byte(text))))); err != nil {
			panic(err)
		}
		santhoshs[id] = must(c.Compile("x.json"))
		if k, err := kaptinlin.NewCompiler().Compile([]byte(text)); err == nil { // not under GOEXPERIMENT=jsonv2
			kaptinlins[id] = k
		}
	}
	register("schema-validate", "runtime/schema: ValidateJSON", func(id byte, data []byte) error {
		if own[id].ValidateJSON(unsafe.String(unsafe.SliceData(data), len(data))) != nil { // calls have a string to begin with
			return errInvalid
		}
		return nil
	})
	register("google-jsonschema-validate", "json.Unmarshal to map + Validate", func(id byte, data []byte) error {
		var v map[string]any
		if err := json.Unmarshal(data, &v); err != nil {
			return err
		}
		return googles[id].Validate(v)
	})
	register("santhosh-validate", "UnmarshalJSON + Validate", func(id byte, data []byte) error {
		v, err := santhosh.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			return err
		}
		return santhoshs[id].Validate(v)
	})
	if len(kaptinlins) == len(tools.Schemas) {
		register("kaptinlin-validate", "ValidateJSON", func(id byte, data []byte) error {
			if !kaptinlins[id].ValidateJSON(data).IsValid() {
				return errInvalid
			}
			return nil
		})
	}
}

func register(name, note string, validate func(id byte, data []byte) error) {
	tools.Register(tools.Decoder{Name: name, Kind: "validate", Decode: validate, Note: note})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
