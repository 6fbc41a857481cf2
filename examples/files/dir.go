package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
)

// Dir is a folder whose files a model may read and change. All paths are
// relative to it, and none leads out of it: neither .., nor an absolute path, nor
// a symbolic link, also not one that is made while a call runs. That is the
// business of [os.Root], through which all access goes.
//
// A Dir is safe for concurrent use; changes happen one after the other. Make one
// with [Open]; the zero Dir does not work.
type Dir struct {
	root   *os.Root
	change sync.Mutex // held from reading a file until it is replaced
}

// Open returns the folder at path, which must exist. Close it after use.
func Open(path string) (*Dir, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Dir{root: root}, nil
}

// Close releases the folder. Calls fail from then on.
func (d *Dir) Close() error { return d.root.Close() }

// maxFile is the size of the largest file that is read as a whole, in bytes.
const maxFile = 10 << 20

// open opens a regular file for reading. Anything else is an error: a pipe or a
// device could block for ever.
func (d *Dir) open(path string) (*os.File, fs.FileInfo, error) {
	f, err := d.root.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, d.explain(path, err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		err = d.explain(path, err)
	case info.IsDir():
		err = fmt.Errorf("%q is a folder: list it with glob, or give the path of a file in it", path)
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%q is not a regular file but %s: it cannot be read", path, kind(info.Mode()))
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// text returns the contents of a file of UTF-8 text.
func (d *Dir) text(ctx context.Context, path string) (string, fs.FileInfo, error) {
	f, info, err := d.open(path)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	tooLarge := func(size int64) error {
		return fmt.Errorf("%q has %d bytes, more than the %d that can be read: find the part you need with grep", path, size, maxFile)
	}
	if info.Size() > maxFile {
		return "", nil, tooLarge(info.Size())
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1)) // it may be growing
	switch {
	case err != nil:
		return "", nil, d.explain(path, err)
	case ctx.Err() != nil:
		return "", nil, ctx.Err()
	case len(data) > maxFile:
		return "", nil, tooLarge(int64(len(data)))
	}
	text := string(data)
	if why := notText(text); why != "" {
		return "", nil, fmt.Errorf("%q is not a text file (%s, %d bytes): it can be neither shown nor edited", path, why, len(data))
	}
	return text, info, nil
}

// target follows the symbolic links at the end of path, so that a change reaches
// the file that is meant and leaves the link in place. It returns the path to
// write to and what is there now, nil if nothing is.
func (d *Dir) target(path string) (string, fs.FileInfo, error) {
	const maxLinks = 40 // as in Linux
	at := path
	for range maxLinks {
		info, err := d.root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return at, nil, nil
		case err != nil:
			return "", nil, d.explain(path, err)
		case info.IsDir():
			return "", nil, fmt.Errorf("%q is a folder: give the path of a file", path)
		case info.Mode().IsRegular():
			return at, info, nil
		case info.Mode()&fs.ModeSymlink == 0:
			return "", nil, fmt.Errorf("%q is not a regular file but %s: it cannot be written", path, kind(info.Mode()))
		}
		link, err := d.root.Readlink(at)
		if err != nil {
			return "", nil, d.explain(path, err)
		}
		if filepath.IsAbs(link) {
			return "", nil, d.explain(path, errEscape)
		}
		// Joined without cleaning: where .. leads to is for the root to find
		// out, since what stands before it may be a link as well.
		folder, _ := filepath.Split(at)
		at = folder + link
	}
	return "", nil, fmt.Errorf("%q is a symbolic link that leads to itself", path)
}

// replace makes text the contents of the file at path, at once: whoever reads
// the file gets the old contents or the new ones, also after a crash. The mode
// stays that of old, which is nil for a new file. The caller holds d.change.
func (d *Dir) replace(ctx context.Context, path, text string, old fs.FileInfo) (err error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	folder, _ := filepath.Split(path)
	temp := folder + ".dsh-" + rand.Text() + ".tmp"
	f, err := d.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return d.explain(path, err)
	}
	defer func() {
		if err != nil {
			f.Close() // maybe for the second time
			_ = d.root.Remove(temp)
			err = d.explain(path, err)
		}
	}()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	if old != nil { // what the umask has taken from it
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.root.Rename(temp, path)
}

// errEscape is what os.Root says, in a form that can be compared.
var errEscape = errors.New("path escapes from parent")

// explain words an error of the file system for a model: with the path as it
// was given, without names of system calls, and with what to do next.
func (d *Dir) explain(path string, err error) error {
	var pathErr *fs.PathError
	var linkErr *os.LinkError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	switch {
	case filepath.IsAbs(path):
		return fmt.Errorf("%q is an absolute path: give it relative to the root folder, as glob lists it", path)
	case err.Error() == errEscape.Error():
		return fmt.Errorf("%q leads out of the root folder: only files inside of it can be used", path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%q does not exist%s: look for it with glob", path, d.nearest(path))
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("no permission to use %q: choose another file", path)
	case errors.Is(err, fs.ErrClosed):
		return errors.New("the root folder is closed: no files can be used any more")
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%q does not exist: a part of the path in front of a / is a file, not a folder", path)
	case strings.ContainsRune(path, 0):
		return fmt.Errorf("%q is not a path: it contains a NUL character", path)
	}
	return fmt.Errorf("%q: %w", path, err)
}

// nearest says how far path exists.
func (d *Dir) nearest(path string) string {
	folder := filepath.Dir(filepath.Clean(path))
	for folder != "." && folder != "/" {
		if info, err := d.root.Stat(folder); err == nil && info.IsDir() {
			return fmt.Sprintf(", but folder %q does", folder)
		}
		folder = filepath.Dir(folder)
	}
	return ""
}

// kind names what is no regular file.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}
