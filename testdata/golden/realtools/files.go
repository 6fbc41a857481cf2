package realtools

import (
	"errors"
	"fmt"
	"strings"
)

// Read reads a text file, with line numbers.
//
//   - filePath: File to read
//   - offset: First line to read, counted from 1
//   - limit: Lines to read; up to the end when absent
//
//dsh:tool open readonly parallel
//dsh:param filePath name=file_path
func Read(filePath string, offset, limit *float64) string {
	if limit == nil {
		return fmt.Sprintf("%s from line %s", filePath, number(or(offset, 1)))
	}
	return fmt.Sprintf("%s from line %s, %s lines", filePath, number(or(offset, 1)), number(*limit))
}

// ReadImage shows an image file to the model.
//
//dsh:tool open readonly parallel
//dsh:param filePath name=file_path "Image to show"
func ReadImage(filePath string) (string, error) {
	for _, ending := range []string{".png", ".jpg", ".jpeg", ".gif", ".webp"} {
		if strings.HasSuffix(strings.ToLower(filePath), ending) {
			return "image " + filePath, nil
		}
	}
	return "", fmt.Errorf("%s is not an image", filePath)
}

// Write creates a file or replaces its whole content.
//
//   - filePath: File to write
//   - content: Whole new content
//
//dsh:tool open destructive idempotent
//dsh:param filePath name=file_path
func Write(filePath, content string) string {
	return fmt.Sprintf("%d bytes to %s", len(content), filePath)
}

// Replacement is one edit of a file.
type Replacement struct {
	// File to change.
	FilePath string `json:"file_path"`
	// Text to replace, exactly as it stands in the file.
	Old string `json:"old_string"`
	// Text to put in its place.
	New string `json:"new_string"`
	// Replace each occurrence; otherwise there must be exactly one.
	All *bool `json:"replace_all,omitempty"`
}

// Edit replaces text in a file.
//
//dsh:tool open destructive
func Edit(a Replacement) (string, error) {
	if a.Old == a.New {
		return "", errors.New("old_string and new_string are equal")
	}
	return fmt.Sprintf("%s: %q becomes %q, all: %t", a.FilePath, a.Old, a.New, or(a.All, false)), nil
}

// Glob lists the files whose names match a pattern.
//
//dsh:tool open readonly parallel
func Glob(
	pattern string, // Pattern such as **/*.go
	path *string, // Folder to start in; the working folder when absent
) string {
	return fmt.Sprintf("files %s in %s", pattern, or(path, "."))
}

// Grep lists the lines that match a regular expression.
//
//dsh:tool open readonly parallel
func Grep(
	pattern string, // Regular expression
	path *string, // File or folder to search; the working folder when absent
	include *string, // Pattern that file names must match
) string {
	return fmt.Sprintf("lines %s in %s of %s", pattern, or(path, "."), or(include, "*"))
}

// EditorCommand is a command of the editor.
type EditorCommand string

// The commands.
const (
	EditorView    EditorCommand = "view"
	EditorCreate  EditorCommand = "create"
	EditorReplace EditorCommand = "str_replace"
	EditorInsert  EditorCommand = "insert"
)

// StrReplaceEditor views, creates and changes files.
//
//   - command: What to do
//   - path: File, or folder to view
//   - fileText: Content, for create
//   - oldStr: Text to replace, for str_replace; it must occur exactly once
//   - newStr: Text to put in, for str_replace and insert
//   - insertLine: Line to insert behind, for insert; 0 for the top
//   - viewRange: First and last line, for view; -1 as the last for the end
//
//dsh:tool open destructive
//dsh:param fileText name=file_text
//dsh:param oldStr name=old_str
//dsh:param newStr name=new_str
//dsh:param insertLine name=insert_line
//dsh:param viewRange name=view_range
func StrReplaceEditor(command EditorCommand, path string, fileText, oldStr, newStr *string, insertLine *int, viewRange ...int) (string, error) {
	switch command {
	case EditorView:
		if n := len(viewRange); n != 0 && n != 2 {
			return "", fmt.Errorf("view_range has %d numbers: give the first and the last line", n)
		}
		return fmt.Sprintf("view %s %v", path, viewRange), nil
	case EditorCreate:
		if fileText == nil {
			return "", errors.New("create needs file_text")
		}
		return fmt.Sprintf("create %s: %q", path, *fileText), nil
	case EditorReplace:
		if oldStr == nil {
			return "", errors.New("str_replace needs old_str")
		}
		return fmt.Sprintf("replace in %s: %q by %q", path, *oldStr, or(newStr, "")), nil
	}
	if insertLine == nil || newStr == nil {
		return "", errors.New("insert needs insert_line and new_str")
	}
	return fmt.Sprintf("insert into %s at %d: %q", path, *insertLine, *newStr), nil
}
