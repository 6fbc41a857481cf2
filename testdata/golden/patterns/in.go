// Package patterns has strings that must match regular expressions. Nearly all
// of them become code; the last few need an engine.
package patterns

// Check takes one string for each kind of pattern.
//
//dsh:tool
//dsh:param code optional pattern=^[A-Z]{2}[0-9]+$
//dsh:param prefix optional pattern=^https?://
//dsh:param word optional pattern=^\w+$
//dsh:param slug optional pattern=^[a-z0-9]+(-[a-z0-9]+)*$
//dsh:param version optional pattern=^v?(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$
//dsh:param hash optional pattern=^[0-9a-f]{40}$
//dsh:param date optional pattern=^\d{4}-\d{2}-\d{2}$
//dsh:param colour optional pattern=^#([0-9a-fA-F]{3}|[g-z]{6})$
//dsh:param path optional pattern=^(/[^/]+)+/?$
//dsh:param segments optional pattern=^([a-z]{2,3}\.){1,3}$
//dsh:param nested optional pattern=^(a(,[0-9]{1,2}){2};)*$
//dsh:param choice optional pattern=^(left|right|up)?$
//dsh:param quoted optional "pattern=^'[^'\\\\n]*'$"
//dsh:param twice optional pattern=^([0-9]{2}:){2}[0-9]{2}$
//dsh:param accents optional pattern=^é+ü?$
//dsh:param empty optional pattern=^$
//dsh:param any optional pattern=^
//dsh:param line optional pattern=^.+$
//dsh:param least optional pattern=^x{2,}
//dsh:param start optional pattern=^(foo|ba[rz])
//dsh:param repeated optional pattern=^(ab){2}
//dsh:param one optional pattern=^a[0-9]
//dsh:param lazy optional pattern=^a+?b
//dsh:param inside optional pattern=[0-9]
//dsh:param either optional pattern=^a$|^b$
//dsh:param overlap optional pattern=^[a-z]*a$
//dsh:param letters optional pattern=^\p{Lu}{2}$
func Check(code, prefix, word, slug, version, hash, date, colour, path, segments, nested, choice, quoted, twice, accents, empty, any, line, least, start, repeated, one, lazy, inside, either, overlap, letters string) {
}
