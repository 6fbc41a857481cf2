package benchmarks

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/dsh-tools/dshgen/benchmarks/tools"

	gjs "github.com/google/jsonschema-go/jsonschema"
	kjs "github.com/kaptinlin/jsonschema"
	stk "github.com/santhosh-tekuri/jsonschema/v6"
)

// BenchmarkStartup: per-process cost of preparing the four schemas.
func BenchmarkStartup(b *testing.B) {
	b.Run("4tools/google-jsonschema-resolve", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range tools.Schemas {
				var sc gjs.Schema
				if err := json.Unmarshal([]byte(s), &sc); err != nil {
					b.Fatal(err)
				}
				must(sc.Resolve(&gjs.ResolveOptions{ValidateDefaults: true}))
			}
		}
	})
	b.Run("4tools/google-jsonschema-infer", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			must(must(gjs.For[tools.GetWeatherArgs](nil)).Resolve(nil))
			must(must(gjs.For[tools.CreateIssueArgs](nil)).Resolve(nil))
			must(must(gjs.For[tools.EditFilesArgs](nil)).Resolve(nil))
			must(must(gjs.For[tools.WriteFileArgs](nil)).Resolve(nil))
		}
	})
	b.Run("4tools/santhosh-compile", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range tools.Schemas {
				c := stk.NewCompiler()
				c.AddResource("x.json", must(stk.UnmarshalJSON(bytes.NewReader([]byte(s)))))
				must(c.Compile("x.json"))
			}
		}
	})
	b.Run("4tools/kaptinlin-compile", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range tools.Schemas {
				must(kjs.NewCompiler().Compile([]byte(s)))
			}
		}
	})
}
