package present

import (
	"strings"

	"github.com/dsh-tools/dshgen/runtime"
)

// Markdown renders a card, [runtime.CallView] or [runtime.ResultView], for
// interfaces that show nothing else: as a fenced block, which nothing in the card
// can end, named console for commands and diff for changes.
func Markdown(card any) string {
	s := Style{Width: 1 << 16, MaxLines: 1 << 16, bare: true}
	text, language := "", ""
	switch c := card.(type) {
	case runtime.CallView:
		text, language = s.Call(c), c.Card()
	case runtime.ResultView:
		text, language = s.Result(c), c.Card()
	default:
		return ""
	}
	switch language {
	case "terminal":
		language = "console"
	case "diff":
	default:
		language = ""
	}
	ticks := "```"
	for strings.Contains(text, ticks) {
		ticks += "`"
	}
	return ticks + language + "\n" + text + ticks + "\n"
}
