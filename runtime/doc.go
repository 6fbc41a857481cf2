// Package runtime runs the calls that a language model makes of Go functions.
//
// A [Registry] holds tools and the policies over them. [Registry.Execute] takes
// one [Call] through these stages and returns its one [Result]:
//
//	Call
//	  │  admit      copied, the tool looked up in this scope, the arguments read once
//	  │  pre        PrePolicy: Allow, Deny or Ask; the first registered is outermost
//	  │  approve    the Approver, if a policy asked: only AllowedOnce goes on
//	  │  guard      Guard: can only say no
//	  │  run        Wrapper: a(b(tool)); the value is encoded and checked
//	  │  post       PostPolicy: Accept or Block, replace contents, add context
//	  │  finalize   the tool's last word; the result is frozen
//	  │  observe    Observer: told, and told only
//	  ▼
//	Result
//
// Every early end is a Result too. A denied call, and one of an unknown tool or
// with invalid arguments, skips what it cannot have and goes on at post; text
// that is not JSON, and a policy that failed, go straight to finalize. Finalize
// and observe are on every way, once. docs/pipeline.md has the table.
//
// # What can be relied on
//
//   - Execute does not panic and returns no Go error. What fails is a Result
//     whose text tells the model what it can do about it, and whose
//     [Result.Error] tells the program what happened, with the original error
//     behind it for errors.Is and errors.As.
//   - The tool runs at most once, with the arguments that policies and approver
//     saw. There is no way to rewrite a call.
//   - A panic or runtime.Goexit in a tool, policy, approver, encoder, presenter or
//     observer ends at most that call. See [Options.CrashOnPanic] for the other
//     opinion.
//   - A started tool is awaited, whatever its caller's context says: its outcome
//     would be unknown otherwise. Tools must watch their context. [Timeouts.Grace]
//     is the exception, for tools that do not.
//   - Results, executions and schemas are immutable or copies.
//
// # Concurrency
//
// Everything here is safe for concurrent use unless it says otherwise. No lock is
// held while foreign code runs, so tools, policies and observers may call the
// registry, change it, and dispatch further calls. A call uses the policies and
// observers of its admission and the guards that there are when it comes to them.
// Foreign code runs on goroutines of the pipeline, not on that of the caller.
//
// # A call that outlives its request
//
// A call ends with the context of Execute. For a call that is to go on when the
// request it came from is over, pass context.WithoutCancel(ctx): values stay, the
// cancellation goes, and the deadline with it, so have a [TimeoutPolicy].
//
// # Panics and locks
//
// A tool that panics with a mutex locked leaves it locked; its next call then
// waits for ever. Tools should unlock in deferred calls. A program that does not
// trust them to has three ways: a timeout with [Timeouts.Grace], so that callers
// get away; [Options.DisableAfterPanics]; and [Options.CrashOnPanic].
//
// # The name
//
// A file that needs both this package and Go's own runtime imports the latter as
// goruntime. Files written by dshgen never need both.
package runtime
