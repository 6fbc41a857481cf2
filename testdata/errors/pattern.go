package fixture

// Find finds.
//
// want+6 `pattern \^\\s\+\$: \\s covers more characters in ECMA-262 than in RE2` "invalid-pattern"
// want+6 `look-around` "invalid-pattern"
// want+6 `missing closing \)` "invalid-pattern"
//
//dsh:tool
//dsh:param good pattern=^[a-z]+$
//dsh:param space pattern=^\s+$
//dsh:param ahead pattern=^(?=a)
//dsh:param open pattern=(
func Find(good, space, ahead, open string) {}
