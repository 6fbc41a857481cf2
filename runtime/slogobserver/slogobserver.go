// Package slogobserver writes a log record for each call, with log/slog. It is a
// package of its own so that programs without it do not link log/slog.
package slogobserver

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/dsh-tools/dshgen/runtime"
)

// Options say what is logged. The zero Options log everything but texts.
type Options struct {
	// Success and Failure are the levels of calls that succeeded and failed. The
	// zero level is slog.LevelInfo for both.
	Success, Failure slog.Level
	// Arguments adds the arguments of the call, which may hold secrets.
	Arguments bool
	// MaxText bounds the texts in a record, in bytes. Zero means 1024.
	MaxText int
}

// New returns an observer that logs to l: the tool, the IDs of the call, its
// agent, how long it took, and, if it failed, the code, what the model was told,
// and the cause, which the model was not told. Register it with
// [runtime.Registry.Observe]. It panics when l is nil.
func New(l *slog.Logger, o Options) runtime.Observer {
	if l == nil {
		panic("slogobserver: nil logger")
	}
	if o.MaxText <= 0 {
		o.MaxText = 1024
	}
	return func(x *runtime.Execution, r *runtime.Result) {
		level := o.Success
		if r.IsError() {
			level = o.Failure
		}
		ctx := context.Background()
		if l.Enabled(ctx, level) {
			l.LogAttrs(ctx, level, "tool call", o.attrs(x, r)...)
		}
	}
}

func (o Options) attrs(x *runtime.Execution, r *runtime.Result) []slog.Attr {
	attrs := []slog.Attr{
		slog.String("tool", o.cut(x.Name())),
		slog.String("call", o.cut(x.CallID())),
		slog.String("execution", x.Token().String()),
		slog.Duration("took", time.Since(x.Started())),
		slog.Bool("error", r.IsError()),
	}
	if x.Agent() != "" {
		attrs = append(attrs, slog.String("agent", x.Agent()))
	}
	if !x.Parent().IsZero() {
		attrs = append(attrs, slog.String("parent", x.Parent().String()), slog.String("root", o.cut(x.RootID())))
	}
	if o.Arguments {
		attrs = append(attrs, slog.String("arguments", o.cut(x.Arguments())))
	}
	if f := r.Error(); f != nil {
		attrs = append(attrs, slog.String("code", f.Code), slog.String("message", o.cut(f.Message)))
		if cause := f.Unwrap(); cause != nil {
			attrs = append(attrs, slog.String("cause", o.cut(chain(cause))))
		}
	}
	return attrs
}

// chain is what err says, and what the errors behind it say that it keeps to
// itself: an error made by [runtime.Private] hides another from the model.
func chain(err error) string {
	s := text(err)
	for range 16 {
		if err = errors.Unwrap(err); err == nil {
			break
		}
		if inner := text(err); !strings.Contains(s, inner) {
			s += ": " + inner
		}
	}
	return s
}

// text is what err says; an error that cannot be asked says so.
func text(err error) (s string) {
	defer func() {
		if recover() != nil {
			s = "(an error whose text cannot be read)"
		}
	}()
	return err.Error()
}

func (o Options) cut(s string) string {
	if len(s) <= o.MaxText {
		return s
	}
	return s[:o.MaxText] + "…"
}
