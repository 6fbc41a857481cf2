package jsonscan_test

import (
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// mustInline are the functions whose cost is part of what makes scanning fast:
// a change that the compiler no longer inlines costs a tenth or more.
var mustInline = []string{
	"load", "store", "special", "within", "gather", "first", "copyHalf", "view", "isSpace", "isDigit",
	"(*Scanner).peek", "(*Scanner).close", "(*Scanner).Object", "(*Scanner).String", "(*Scanner).Text", "(*Scanner).Failed", "(*Scanner).Explaining",
	"(*Scanner).Int", "(*Scanner).Int64", "(*Object).Key", "(*Object).Require", "(*Array).Len",
}

// TestInline reads what the compiler says about this package. Inlining is a
// promise that nothing else checks.
func TestInline(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("budgets differ")
	}
	command, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	out, err := exec.Command(command, "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	inlined := map[string]bool{}
	for _, m := range regexp.MustCompile(`: can inline (\S+)\n`).FindAllStringSubmatch(string(out), -1) {
		inlined[m[1]] = true
	}
	if len(inlined) < len(mustInline) {
		t.Fatalf("the compiler says something else than it did:\n%.500s", out)
	}
	for _, name := range mustInline {
		if !inlined[name] {
			t.Errorf("%s is not inlined any more", name)
		}
	}
	// The escape rule: nothing keeps a scanner or a cursor, so both stay on the
	// stack of generated code.
	for _, kept := range regexp.MustCompile(`\S+ leaking param: [soam]\n`).FindAllString(string(out), -1) {
		t.Errorf("%s", strings.TrimSpace(kept))
	}
}
