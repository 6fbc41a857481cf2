// Package present renders the cards of package runtime for people: as text for a
// terminal, as self-contained HTML, and as Markdown.
//
// What cards hold comes from models and tools. Control characters and escape
// sequences in it are taken out, and HTML is escaped, so nothing in a card can
// reach the terminal or the page as anything but text.
//
// The package is a module of its own, so that programs without it do not depend
// on its libraries.
package present
