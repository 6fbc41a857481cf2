package runtime

import "github.com/dsh-tools/dshgen/runtime/jsonscan"

// CallView is a card that a user interface shows for a pending call. The set of
// cards is closed: [GenericCall], [TerminalCall], [DiffCall], [SearchCall],
// [ReadCall] and [WebCall]. They are plain values.
type CallView interface {
	// Kind is the wire tag of the card, such as "terminal". It belongs to the
	// type, so it cannot be wrong.
	Kind() string
	// MarshalJSON writes the card with its tag as member "kind".
	MarshalJSON() ([]byte, error)
	isCallView()
}

// ResultView is a card that a user interface shows for an outcome. The set of
// cards is closed: [GenericResult], [TerminalResult], [DiffResult],
// [SearchResult], [ReadResult] and [WebResult].
type ResultView interface {
	// Kind is the wire tag of the card.
	Kind() string
	// MarshalJSON writes the card with its tag as member "kind".
	MarshalJSON() ([]byte, error)
	isResultView()
}

// GenericCall is the card of a tool that has none of its own.
type GenericCall struct {
	Title string // what is being done, for people
	Text  string // details, usually the arguments
}

// TerminalCall is the card of a command.
type TerminalCall struct {
	Title     string
	Command   string
	Directory string // where it runs; "" when that goes without saying
}

// DiffCall is the card of a change to a file.
type DiffCall struct {
	Title string
	Path  string
	Old   string // text before; "" for a new file
	New   string // text after
}

// SearchCall is the card of a search.
type SearchCall struct {
	Title string
	Query string
	Path  string // where; "" for everywhere
}

// ReadCall is the card of reading a file.
type ReadCall struct {
	Title string
	Path  string
	Line  int // first line, from 1; 0 for the beginning
	Lines int // how many; 0 for all
}

// WebCall is the card of fetching something from the web.
type WebCall struct {
	Title string
	URL   string
}

// GenericResult is the card of an outcome whose tool has none of its own.
type GenericResult struct {
	Title string
	Text  string
	Error bool
}

// TerminalResult is the card of a command that has ended.
type TerminalResult struct {
	Title    string
	Output   string
	ExitCode int
	Error    bool
}

// DiffResult is the card of a change that was made.
type DiffResult struct {
	Title string
	Path  string
	Old   string
	New   string
	Error bool
}

// SearchResult is the card of what a search found.
type SearchResult struct {
	Title   string
	Query   string
	Matches []Match
	Error   bool
}

// Match is one place that a search found.
type Match struct {
	Path string
	Line int // from 1; 0 for the whole
	Text string
}

// ReadResult is the card of what was read.
type ReadResult struct {
	Title string
	Path  string
	Text  string
	Error bool
}

// WebResult is the card of what was fetched.
type WebResult struct {
	Title  string
	URL    string
	Status int // HTTP status; 0 when there was none
	Text   string
	Error  bool
}

// The tags are those of the cards' first words.
func (GenericCall) Kind() string    { return "generic" }
func (TerminalCall) Kind() string   { return "terminal" }
func (DiffCall) Kind() string       { return "diff" }
func (SearchCall) Kind() string     { return "search" }
func (ReadCall) Kind() string       { return "read" }
func (WebCall) Kind() string        { return "web" }
func (GenericResult) Kind() string  { return "generic" }
func (TerminalResult) Kind() string { return "terminal" }
func (DiffResult) Kind() string     { return "diff" }
func (SearchResult) Kind() string   { return "search" }
func (ReadResult) Kind() string     { return "read" }
func (WebResult) Kind() string      { return "web" }

func (GenericCall) isCallView()      {}
func (TerminalCall) isCallView()     {}
func (DiffCall) isCallView()         {}
func (SearchCall) isCallView()       {}
func (ReadCall) isCallView()         {}
func (WebCall) isCallView()          {}
func (GenericResult) isResultView()  {}
func (TerminalResult) isResultView() {}
func (DiffResult) isResultView()     {}
func (SearchResult) isResultView()   {}
func (ReadResult) isResultView()     {}
func (WebResult) isResultView()      {}

// CallView returns the card of the pending call: what [Tool.PresentCall] makes,
// or a [GenericCall] when there is no such function, when it returns nil or
// panics, and when the tool is unknown or the arguments are invalid.
func (x *Execution) CallView() (card CallView) {
	if x.entry == nil {
		return GenericCall{Title: clean(x.name), Text: clean(x.text)}
	}
	t := &x.entry.tool
	generic := GenericCall{Title: t.title(), Text: clean(x.text)}
	if t.PresentCall == nil {
		return generic
	}
	returned := false
	defer func() {
		if !returned {
			x.report("presenter of a call failed", x.caught(recover()))
			card = generic
		}
	}()
	if t.Validate == nil || t.Validate(x.text) == nil {
		card = t.PresentCall(x.text)
	}
	returned = true
	if card == nil {
		return generic
	}
	return card
}

// ResultView returns the card of an outcome of this execution, by the same rules
// as [Execution.CallView], from [Tool.PresentResult].
func (x *Execution) ResultView(r *Result) (card ResultView) {
	generic := GenericResult{Title: clean(x.name), Text: r.Text(), Error: r.IsError()}
	if x.entry == nil {
		return generic
	}
	t := &x.entry.tool
	generic.Title = t.title()
	if t.PresentResult == nil {
		return generic
	}
	returned := false
	defer func() {
		if !returned {
			x.report("presenter of a result failed", x.caught(recover()))
			card = generic
		}
	}()
	if t.Validate == nil || t.Validate(x.text) == nil {
		card = t.PresentResult(x.text, r)
	}
	returned = true
	if card == nil {
		return generic
	}
	return card
}

// card writes the members of a card that are set.
type card struct{ w jsonscan.Writer }

func newCard(kind, title string) *card {
	c := &card{jsonscan.NewWriter(nil)}
	c.w.BeginObject()
	c.text("kind", kind)
	c.text("title", title)
	return c
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

func (c *card) isError(is bool) *card {
	if is {
		c.w.Name("error")
		c.w.Bool(true)
	}
	return c
}

func (c *card) finish() ([]byte, error) {
	c.w.EndObject()
	return c.w.Finish()
}

// MarshalJSON writes kind, title and text.
func (v GenericCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("text", v.Text).finish()
}

// MarshalJSON writes kind, title, command and directory.
func (v TerminalCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("command", v.Command).text("directory", v.Directory).finish()
}

// MarshalJSON writes kind, title, path, old and new.
func (v DiffCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("path", v.Path).text("old", v.Old).text("new", v.New).finish()
}

// MarshalJSON writes kind, title, query and path.
func (v SearchCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("query", v.Query).text("path", v.Path).finish()
}

// MarshalJSON writes kind, title, path, line and lines.
func (v ReadCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("path", v.Path).number("line", v.Line).number("lines", v.Lines).finish()
}

// MarshalJSON writes kind, title and url.
func (v WebCall) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("url", v.URL).finish()
}

// MarshalJSON writes kind, title, text and error.
func (v GenericResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("text", v.Text).isError(v.Error).finish()
}

// MarshalJSON writes kind, title, output, exitCode and error.
func (v TerminalResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("output", v.Output).number("exitCode", v.ExitCode).isError(v.Error).finish()
}

// MarshalJSON writes kind, title, path, old, new and error.
func (v DiffResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("path", v.Path).text("old", v.Old).text("new", v.New).isError(v.Error).finish()
}

// MarshalJSON writes kind, title, query, matches and error.
func (v SearchResult) MarshalJSON() ([]byte, error) {
	c := newCard(v.Kind(), v.Title).text("query", v.Query)
	c.w.Name("matches")
	c.w.BeginArray()
	for _, m := range v.Matches {
		c.w.BeginObject()
		c.text("path", m.Path).number("line", m.Line).text("text", m.Text)
		c.w.EndObject()
	}
	c.w.EndArray()
	return c.isError(v.Error).finish()
}

// MarshalJSON writes kind, title, path, text and error.
func (v ReadResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("path", v.Path).text("text", v.Text).isError(v.Error).finish()
}

// MarshalJSON writes kind, title, url, status, text and error.
func (v WebResult) MarshalJSON() ([]byte, error) {
	return newCard(v.Kind(), v.Title).text("url", v.URL).number("status", v.Status).text("text", v.Text).isError(v.Error).finish()
}
