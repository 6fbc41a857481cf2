package realtools

import "fmt"

// TerminalOpen opens a terminal that stays open between calls.
//
//dsh:tool open
//dsh:param kind name=type "Program to run in it, such as shell or python"
//dsh:param name "Name to show"
//dsh:param cwd "Folder to start in"
func TerminalOpen(kind string, name, cwd *string) string {
	return fmt.Sprintf("%s %q in %s", kind, or(name, kind), or(cwd, "."))
}

// TerminalRead reads what a terminal shows.
//
//dsh:tool open readonly
//dsh:param sessionID name=sessionId "ID of the terminal"
//dsh:param offset "First line to read; negative counts from the end"
//dsh:param count "Lines to read"
func TerminalRead(sessionID string, offset, count *float64) string {
	return fmt.Sprintf("%s: %s lines from %s", sessionID, number(or(count, 100)), number(or(offset, -100)))
}

// Keystrokes is text to type into a terminal.
type Keystrokes struct {
	SessionID  string `json:"sessionId"`                   // ID of the terminal
	Text       string `json:"text"`                        // Text to type
	Submit     *bool  `json:"submit,omitempty"`            // Press return after it; yes when absent
	Background *bool  `json:"run_in_background,omitempty"` // Do not wait for the answer
}

// TerminalSend types into a terminal.
//
//dsh:tool open destructive openworld
func TerminalSend(a Keystrokes) string {
	text := a.Text
	if or(a.Submit, true) {
		text += "\n"
	}
	return fmt.Sprintf("%s: %q, background: %t", a.SessionID, text, or(a.Background, false))
}

// Signal is a signal for the program in a terminal.
type Signal string

// The signals.
const (
	Interrupt Signal = "SIGINT"
	Terminate Signal = "SIGTERM"
	Kill      Signal = "SIGKILL"
	Stop      Signal = "SIGTSTP"
	HangUp    Signal = "SIGHUP"
)

// TerminalSignal sends a signal to the program in a terminal.
//
//dsh:tool open destructive
//dsh:param sessionID name=sessionId "ID of the terminal"
//dsh:param signal "Signal to send"
func TerminalSignal(sessionID string, signal Signal) string {
	return fmt.Sprintf("%s to %s", signal, sessionID)
}

// TerminalClose closes a terminal and ends what runs in it.
//
//dsh:tool open destructive idempotent
//dsh:param sessionID name=sessionId "ID of the terminal"
func TerminalClose(sessionID string) string { return sessionID + " closed" }
