package runtime

// The vocabulary of cards: what user interfaces show of calls and results. Cards
// are plain values, and say nothing about how they look; package runtime/present
// renders them.

// CallView is a card that a user interface shows for a pending call, and what an
// approver sees of it. The set of cards is closed: [GenericCall], [TerminalCall]
// and [DiffCall].
type CallView interface {
	// Card is the tag of the card in JSON, such as "terminal". It belongs to the
	// type, so it cannot be wrong.
	Card() string
	// MarshalJSON writes the card with its tag as member "card".
	MarshalJSON() ([]byte, error)
	isCallView()
}

// ResultView is a card that a user interface shows for an outcome. The set of
// cards is closed: [GenericResult], [TerminalResult], [DiffResult],
// [SearchResult], [ReadResult] and [WebResult].
type ResultView interface {
	// Card is the tag of the card in JSON.
	Card() string
	// MarshalJSON writes the card with its tag as member "card".
	MarshalJSON() ([]byte, error)
	isResultView()
}

// ToolCallKind says roughly what a call does, for an icon. The kinds are those of
// the Agent Client Protocol (https://agentclientprotocol.com/protocol/tool-calls).
// The empty kind counts as KindOther.
type ToolCallKind string

// The kinds of calls.
const (
	KindRead    ToolCallKind = "read"
	KindEdit    ToolCallKind = "edit"
	KindDelete  ToolCallKind = "delete"
	KindMove    ToolCallKind = "move"
	KindSearch  ToolCallKind = "search"
	KindExecute ToolCallKind = "execute"
	KindThink   ToolCallKind = "think"
	KindFetch   ToolCallKind = "fetch"
	KindOther   ToolCallKind = "other"
)

// FileLocation is a place in a file that a call is about, for interfaces that
// follow along.
type FileLocation struct {
	Path string
	Line int // from 1; 0 for the file as a whole
}

// FileDiff is a change to a file. OldText is nil for a new file, which is not the
// same as an empty one; whoever makes the card hands over what it points at.
type FileDiff struct {
	Path    string
	OldText *string
	NewText string
}

// GenericCall is the card of a tool that has none of its own.
type GenericCall struct {
	Title     string // what is being done, for people
	Kind      ToolCallKind
	Text      string // details, usually the arguments
	Locations []FileLocation
}

// TerminalCall is the card of a command.
type TerminalCall struct {
	Title     string
	Command   string
	Directory string // where it runs; "" when that goes without saying
}

// DiffCall is the card of changes to files that are about to be made.
type DiffCall struct {
	Title string
	Diffs []FileDiff
}

// GenericResult is the card of an outcome whose tool has none of its own.
type GenericResult struct {
	Title     string
	Text      string
	Locations []FileLocation
	Error     bool
}

// TerminalResult is the card of a command that has ended, or runs on in the
// background.
type TerminalResult struct {
	Title     string
	Command   string
	Output    string
	ExitCode  *int   // nil when it has none: it runs on, or a signal ended it
	Signal    string // that ended it, such as "killed"
	Truncated bool   // Output is a part of it
	Error     bool
}

// DiffResult is the card of changes that were made.
type DiffResult struct {
	Title string
	Diffs []FileDiff
	Error bool
}

// SearchResult is the card of what a search found: places, or files as a whole.
type SearchResult struct {
	Title   string
	Query   string
	Matches []Match
	Paths   []string
	More    int // how many others there are
	Error   bool
}

// Match is one place that a search found.
type Match struct {
	Path string
	Line int // from 1; 0 for the file as a whole
	Text string
}

// ReadResult is the card of what was read from a file.
type ReadResult struct {
	Title string
	Path  string
	Line  int // of the first line, from 1; 0 for the beginning
	Text  string
	More  bool // there is more behind it
	Error bool
}

// WebResult is the card of what came from the web: a page that was fetched, by
// its URL, or what a search found, by its query.
type WebResult struct {
	Title  string
	Query  string
	Pages  []WebPage
	URL    string
	Status int // HTTP status; 0 when there was none
	Text   string
	Error  bool
}

// WebPage is a page that a search of the web found.
type WebPage struct {
	Title, URL, Text string
}

// The tags are those of the cards' first words.
func (GenericCall) Card() string    { return "generic" }
func (TerminalCall) Card() string   { return "terminal" }
func (DiffCall) Card() string       { return "diff" }
func (GenericResult) Card() string  { return "generic" }
func (TerminalResult) Card() string { return "terminal" }
func (DiffResult) Card() string     { return "diff" }
func (SearchResult) Card() string   { return "search" }
func (ReadResult) Card() string     { return "read" }
func (WebResult) Card() string      { return "web" }

func (GenericCall) isCallView()      {}
func (TerminalCall) isCallView()     {}
func (DiffCall) isCallView()         {}
func (GenericResult) isResultView()  {}
func (TerminalResult) isResultView() {}
func (DiffResult) isResultView()     {}
func (SearchResult) isResultView()   {}
func (ReadResult) isResultView()     {}
func (WebResult) isResultView()      {}
