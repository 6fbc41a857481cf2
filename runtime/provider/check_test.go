package provider_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-tools/dshgen/runtime"
	"github.com/dsh-tools/dshgen/runtime/provider"
)

// checker holds a projected schema against the table of restrictions. It reads
// the table as the provider's page would be read, and shares no code with the
// projection.
type checker struct {
	r      provider.Restrictions
	root   map[string]any
	faults []string

	properties, enumValues, text, optional, unions int

	depths map[string]int // of what references lead to; -1 while that is looked into
}

func (c *checker) fault(path, format string, args ...any) {
	c.faults = append(c.faults, path+": "+fmt.Sprintf(format, args...))
}

// checkList returns what is wrong with a list of tools.
func checkList(target provider.Target, text []byte) []string {
	c := &checker{r: target.Restrictions()}
	var list []map[string]any
	if err := json.Unmarshal(text, &list); err != nil {
		return []string{err.Error()}
	}
	if strings.HasPrefix(string(target), "gemini") && len(list) > 0 {
		inner := list[0]["functionDeclarations"].([]any)
		list = nil
		for _, f := range inner {
			list = append(list, f.(map[string]any))
		}
	}
	optional, unions := 0, 0
	for _, entry := range list {
		if f, ok := entry["function"].(map[string]any); ok {
			entry = f
		}
		name := entry["name"].(string)
		c.name(name, "name", c.r.Name)
		var schema any
		for _, key := range []string{"parameters", "input_schema", "inputSchema", "parametersJsonSchema"} {
			if s, ok := entry[key]; ok {
				schema = s
			}
		}
		if schema == nil {
			if target != provider.Gemini {
				c.fault(name, "has no schema")
			}
			continue
		}
		c.document(schema.(map[string]any), name)
		optional, unions = optional+c.optional, unions+c.unions
	}
	over := func(what string, got, limit int) {
		if limit > 0 && got > limit {
			c.fault("list", "%d %s", got, what)
		}
	}
	over("tools", len(list), c.r.Limits.Tools)
	over("optional properties", optional, c.r.Limits.Optional)
	over("unions", unions, c.r.Limits.Unions)
	return c.faults
}

func (c *checker) document(s map[string]any, path string) {
	c.root, c.depths = s, map[string]int{}
	c.properties, c.enumValues, c.text, c.optional, c.unions = 0, 0, 0, 0, 0
	if t := s["type"]; t != "object" && t != "OBJECT" {
		c.fault(path, "root has the type %v", t)
	}
	for _, k := range c.r.RefusedAtRoot {
		if _, ok := s[k]; ok {
			c.fault(path, "has %s at the root", k)
		}
	}
	if _, ok := s["properties"]; c.r.RootProperties && !ok {
		c.fault(path, "root has no properties")
	}
	c.schema(s, path, true)
	for name, d := range object(s["$defs"]) {
		c.text += len(name)
		c.schema(object(d), path+"/$defs/"+name, false)
	}
	l := c.r.Limits
	for _, x := range []struct{ got, limit int }{
		{c.properties, l.Properties}, {c.enumValues, l.EnumValues}, {c.text, l.Text}, {c.depth(s), l.Depth},
	} {
		if x.limit > 0 && x.got > x.limit {
			c.fault(path, "%d is more than %d", x.got, x.limit)
		}
	}
	if c.r.References == provider.AcyclicReferences && c.depth(s) > 1000 {
		c.fault(path, "is recursive")
	}
}

func (c *checker) schema(s map[string]any, path string, root bool) {
	if c.r.Keywords != nil {
		for k := range s {
			if !slices.Contains(c.r.Keywords, k) {
				c.fault(path, "has the keyword %s", k)
			}
		}
	}
	_, isRef := s["$ref"]
	if isRef && c.r.Keywords != nil {
		c.reference(s, path)
	}
	types := list(s["type"])
	if len(types) > 1 || s["anyOf"] != nil {
		c.unions++
	}
	if c.r.SingleType && len(types) > 1 {
		c.fault(path, "has a list of types")
	}
	for _, t := range types {
		if name := t.(string); c.r.UpperTypes != (name == strings.ToUpper(name)) && name != "" {
			c.fault(path, "writes the type as %s", name)
		}
	}
	if c.r.Typed && len(types) == 0 && !isRef && s["anyOf"] == nil {
		c.fault(path, "has no type")
	}
	if c.r.LoneUnion && s["anyOf"] != nil && len(s) > 1 {
		c.fault(path, "has keywords beside anyOf")
	}
	if f, ok := s["format"].(string); ok && c.r.Formats != nil && !slices.Contains(c.r.Formats, f) {
		c.fault(path, "has the format %s", f)
	}
	if n, ok := s["minItems"].(float64); ok && c.r.MaxMinItems >= 0 && int(n) > c.r.MaxMinItems {
		c.fault(path, "has minItems %v", n)
	}
	if p, ok := s["pattern"].(string); ok && c.r.NoLookaround && regexp.MustCompile(`\(\?(<?[=!])`).MatchString(p) {
		c.fault(path, "looks around")
	}
	c.constants(s, path)
	isObject := slices.ContainsFunc(types, func(t any) bool { return strings.EqualFold(t.(string), "object") })
	isArray := slices.ContainsFunc(types, func(t any) bool { return strings.EqualFold(t.(string), "array") })
	if isObject {
		c.object(s, path, root)
	}
	if _, ok := s["items"]; isArray && c.r.ArrayItems && !ok {
		c.fault(path, "has no items")
	}
	for _, k := range []string{"items", "additionalProperties"} {
		if sub, ok := s[k].(map[string]any); ok {
			c.schema(sub, path+"/"+k, false)
		}
	}
	for _, k := range []string{"anyOf", "oneOf", "prefixItems"} {
		for i, b := range list(s[k]) {
			c.schema(object(b), fmt.Sprintf("%s/%s/%d", path, k, i), false)
		}
	}
}

func (c *checker) object(s map[string]any, path string, root bool) {
	properties := object(s["properties"])
	extra, has := s["additionalProperties"]
	if c.r.Closed && (!has || extra != false) {
		c.fault(path, "is open")
	}
	if c.r.NoMaps {
		if _, isSchema := extra.(map[string]any); isSchema {
			c.fault(path, "is a map")
		}
	}
	if c.r.NoEmptyObjects && len(properties) == 0 {
		c.fault(path, "has no properties")
	}
	required := list(s["required"])
	for _, r := range required {
		if _, ok := properties[r.(string)]; !ok && c.r.Keywords != nil {
			c.fault(path, "requires %v, which it has not", r)
		}
	}
	for name, sub := range properties {
		if root || c.r.NestedProperty {
			c.name(name, path, c.r.Property)
		}
		c.properties++
		c.text += len(name)
		if !slices.Contains(required, any(name)) {
			c.optional++
			if c.r.AllRequired {
				c.fault(path, "%s is optional", name)
			}
		}
		c.schema(object(sub), path+"/"+name, false)
	}
}

func (c *checker) constants(s map[string]any, path string) {
	values := list(s["enum"])
	if v, ok := s["const"]; ok {
		values = append(slices.Clone(values), v)
	}
	long := 0
	for _, v := range values {
		kind := "object or array"
		switch v := v.(type) {
		case string:
			kind, c.text, long = "string", c.text+len(v), long+len(v)
		case float64:
			kind = "number"
		case bool:
			kind = "boolean"
		case nil:
			kind = "null"
		}
		if c.r.EnumTypes != nil && !slices.Contains(c.r.EnumTypes, kind) {
			c.fault(path, "lists a %s", kind)
		}
	}
	c.enumValues += len(list(s["enum"]))
	if l := c.r.Limits; l.LongEnum > 0 && len(values) > l.LongEnum && long > l.LongEnumText {
		c.fault(path, "has a long enum of %d bytes", long)
	}
}

func (c *checker) reference(s map[string]any, path string) {
	if c.r.References == provider.NoReferences {
		c.fault(path, "has a reference")
	}
	if c.r.LoneReference && len(s) > 1 {
		c.fault(path, "has keywords beside $ref")
	}
	ref := s["$ref"].(string)
	if ref == "#" {
		return
	}
	if _, ok := object(c.root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")]; !ok {
		c.fault(path, "refers to %s, which is not there", ref)
	}
}

// depth counts objects; a recursive schema has a depth beyond 1000 where
// recursion matters.
func (c *checker) depth(s map[string]any) int {
	if s == nil {
		return 0
	}
	below := 0
	visit := func(v any) { below = max(below, c.depth(object(v))) }
	for _, p := range object(s["properties"]) {
		visit(p)
	}
	visit(s["items"])
	visit(s["additionalProperties"])
	for _, b := range list(s["anyOf"]) {
		visit(b)
	}
	if ref, ok := s["$ref"].(string); ok {
		d, ok := c.depths[ref]
		switch {
		case !ok:
			target := c.root
			if ref != "#" {
				target = object(object(c.root["$defs"])[strings.TrimPrefix(ref, "#/$defs/")])
			}
			c.depths[ref] = -1
			d = c.depth(target)
			c.depths[ref] = d
		case d < 0 && c.r.References == provider.AcyclicReferences:
			d = 2000
		}
		below = max(below, d)
	}
	for _, t := range list(s["type"]) {
		if t == "object" {
			return below + 1
		}
	}
	return below
}

func (c *checker) name(name, path string, r provider.Naming) {
	if r == (provider.Naming{}) {
		return
	}
	first := "[A-Za-z0-9" + regexp.QuoteMeta(r.Marks) + "]"
	if strings.Contains(r.Marks, "-") {
		first = "[A-Za-z0-9" + regexp.QuoteMeta(strings.ReplaceAll(r.Marks, "-", "")) + "-]"
	}
	all := "^" + first + "+$"
	if r.LetterFirst {
		all = "^[A-Za-z_]" + first + "*$"
	}
	if !regexp.MustCompile(all).MatchString(name) || len(name) > r.MaxLength {
		c.fault(path, "the name %q is not allowed", name)
	}
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

func list(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case nil:
		return nil
	}
	return []any{v}
}

// TestProjectionsKeepToTheTable: every projection of every golden schema is
// what the table of restrictions allows, and most tools have one.
func TestProjectionsKeepToTheTable(t *testing.T) {
	for _, target := range provider.Targets() {
		projected, refused := 0, 0
		for _, name := range goldenCases(t) {
			for _, tool := range goldenTools(t, name) {
				list, err := provider.ProjectTools(target, []*runtime.Tool{tool})
				var faults *provider.FaultError
				if errors.As(err, &faults) {
					refused++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				projected++
				for _, f := range checkList(target, list.JSON) {
					t.Errorf("%s: %s/%s: %s", target, name, tool.Name, f)
				}
			}
		}
		t.Logf("%s: %d tools projected, %d refused", target, projected, refused)
		if projected < 100 {
			t.Errorf("%s: only %d tools have a projection", target, projected)
		}
	}
}
