package runtime

import "github.com/dsh-tools/dshgen/runtime/jsonscan"

// card writes the members of a card that are set.
type card struct{ w jsonscan.Writer }

func newCard(tag, title string) *card {
	c := &card{jsonscan.NewWriter(nil)}
	c.w.BeginObject()
	c.w.Name("card")
	c.w.String(tag)
	return c.text("title", title)
}

func (c *card) text(name, value string) *card {
	if value != "" {
		c.w.Name(name)
		c.w.String(value)
	}
	return c
}

func (c *card) number(name string, value int) *card {
	if value != 0 {
		c.w.Name(name)
		c.w.Int(int64(value))
	}
	return c
}

func (c *card) flag(name string, value bool) *card {
	if value {
		c.w.Name(name)
		c.w.Bool(true)
	}
	return c
}

// objects writes an array of objects, left out when empty.
func objects[T any](c *card, name string, all []T, write func(*card, T)) *card {
	if len(all) == 0 {
		return c
	}
	c.w.Name(name)
	c.w.BeginArray()
	for _, v := range all {
		c.w.BeginObject()
		write(c, v)
		c.w.EndObject()
	}
	c.w.EndArray()
	return c
}

func (c *card) locations(all []FileLocation) *card {
	return objects(c, "locations", all, func(c *card, l FileLocation) { c.text("path", l.Path).number("line", l.Line) })
}

func (c *card) diffs(all []FileDiff) *card {
	return objects(c, "diffs", all, func(c *card, d FileDiff) {
		c.text("path", d.Path)
		c.w.Name("oldText")
		if d.OldText == nil {
			c.w.Null()
		} else {
			c.w.String(*d.OldText)
		}
		c.w.Name("newText")
		c.w.String(d.NewText)
	})
}

func (c *card) paths(all []string) *card {
	if len(all) == 0 {
		return c
	}
	c.w.Name("paths")
	c.w.BeginArray()
	for _, p := range all {
		c.w.String(p)
	}
	c.w.EndArray()
	return c
}

func (c *card) finish() ([]byte, error) {
	c.w.EndObject()
	return c.w.Finish()
}

// MarshalJSON writes card, title, kind, text and locations, those that are set.
func (v GenericCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Card(), v.Title).text("kind", string(v.Kind)).text("text", v.Text).locations(v.Locations).finish()
}

// MarshalJSON writes card, title, command and directory, those that are set.
func (v TerminalCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Card(), v.Title).text("command", v.Command).text("directory", v.Directory).finish()
}

// MarshalJSON writes card, title and diffs; oldText is null for a new file.
func (v DiffCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Card(), v.Title).diffs(v.Diffs).finish()
}

// MarshalJSON writes card, title, text, locations and error, those that are set.
func (v GenericResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Card(), v.Title).text("text", v.Text).locations(v.Locations).flag("error", v.Error).finish()
}

// MarshalJSON writes card, title, command, output, exitCode, signal, truncated and
// error, those that are set.
func (v TerminalResult) MarshalJSON() ([]byte, error) {
	c := newCard(v.Card(), v.Title).text("command", v.Command).text("output", v.Output)
	if v.ExitCode != nil {
		c.w.Name("exitCode")
		c.w.Int(int64(*v.ExitCode))
	}
	return c.text("signal", v.Signal).flag("truncated", v.Truncated).flag("error", v.Error).finish()
}

// MarshalJSON writes card, title, diffs and error; oldText is null for a new file.
func (v DiffResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Card(), v.Title).diffs(v.Diffs).flag("error", v.Error).finish()
}

// MarshalJSON writes card, title, query, matches, paths, more and error, those
// that are set.
func (v SearchResult) MarshalJSON() ([]byte, error) {
	c := newCard(v.Card(), v.Title).text("query", v.Query)
	objects(c, "matches", v.Matches, func(c *card, m Match) { c.text("path", m.Path).number("line", m.Line).text("text", m.Text) })
	return c.paths(v.Paths).number("more", v.More).flag("error", v.Error).finish()
}

// MarshalJSON writes card, title, path, line, text, more and error, those that are
// set.
func (v ReadResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Card(), v.Title).text("path", v.Path).number("line", v.Line).text("text", v.Text).flag("more", v.More).flag("error", v.Error).finish()
}

// MarshalJSON writes card, title, query, pages, url, status, text and error, those
// that are set.
func (v WebResult) MarshalJSON() ([]byte, error) {
	c := newCard(v.Card(), v.Title).text("query", v.Query)
	objects(c, "pages", v.Pages, func(c *card, p WebPage) { c.text("title", p.Title).text("url", p.URL).text("text", p.Text) })
	return c.text("url", v.URL).number("status", v.Status).text("text", v.Text).flag("error", v.Error).finish()
}
