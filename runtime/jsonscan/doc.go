// Package jsonscan reads and writes JSON for code that dshgen generates.
//
// # Who uses it
//
// Generated decoders and encoders, package runtime, and package runtime/schema,
// which walks by schemas that it gets at run time. Its API is made for straight
// code that a program writes; people decode with encoding/json. It imports the
// standard library only, and of that nothing that keeps reflection alive or
// works at start-up.
//
// # Words
//
// A text is a JSON text, one value. A walk is a function that reads an object
// of one type with a [Scanner]: it asks the cursors [Object], [Map] and [Array]
// what comes next, reads values, and states rules. To read is to move past a
// value; to fill is to store it; a fault is an error of syntax; a violation is
// a value that is JSON but not what the walk wants. A literal is a value as it is
// written.
//
// # One walk, three modes
//
// The same walk serves three purposes, so they cannot disagree:
//
//   - fill ([New]) stores values. The first violation or fault ends the scan.
//   - check ([NewCheck]) gives only the verdict, and allocates nothing.
//   - explain ([Explain]) runs when one of those has failed. It notes every
//     violation and goes on behind it.
//
// The two fast modes keep track of nothing but failure. They fail if and only
// if explain has something to say; tests and fuzzing hold on to that.
//
//	func scanPoint(s *jsonscan.Scanner, p *Point) {
//		*p = Point{}
//		o := s.Object(pointNames) // {"x", "y"}
//		for o.Next() {
//			switch o.Key() {
//			case "x":
//				o.Once(0)
//				p.X = s.Int()
//			case "y":
//				o.Once(1)
//				p.Y = s.Int()
//			default:
//				o.Unknown()
//			}
//		}
//		o.Require(1<<0 | 1<<1)
//	}
//
// # What is accepted
//
// RFC 8259 and nothing else, in UTF-8, without a byte order mark, without half
// surrogate pairs, nested at most [MaxDepth] deep, whether a value is read,
// skipped or only checked. Keys match byte for byte once they are unescaped. A
// key that comes twice is a violation at every depth, in skipped values too.
// Blank text and null as a whole stand for {}. An integer is a number without a
// fraction, however it is written: 3, 3.0, 1e2. Integers are exact and floats
// are the nearest; neither overflows silently. Bounds of floats are compared as
// decimals where floats cannot tell. All of it takes time in proportion to the
// length of the text, also for a text that somebody made to be slow: nothing
// recurses but walks themselves, and sets of keys are hashed with a secret seed.
//
// # Failure
//
// A scanner that has failed stands at the end of an empty text. Every read
// fails and returns a zero value, every Next returns false, so walks need no
// checks; [Scanner.End] tells. In explain mode the text has passed [Syntax]
// before the walk starts, thus faults stand alone and every offset is one of
// whole values. When a value is not of its kind, or its key comes twice, it is
// passed over and the rules on it are mute.
//
// # The escape rule
//
// A Scanner lives on the stack of the function that made it, and so do cursors.
// That holds only as long as the compiler sees that no pointer to it is kept,
// and the compiler does not tell the fields of a struct apart: to store a
// string that was taken from a cursor is, to it, to store the scanner that the
// cursor points to. Therefore cursors hand out strings that they take from the
// scanner's text, not from fields of their own ([Map.Key]), the notebook of
// explain mode is told numbers only, and fast methods use no interfaces and
// closures. Built with -gcflags=-m a walk shows "leaking param content: s",
// never "leaking param: s". A test counts allocations.
//
// In walks that call themselves, scratch variables for [Grow] and [Alloc] stand
// before the loop: inside of it each would be a new one on the heap.
//
// # Memory
//
// Strings are substrings of the text where they have no escapes; the rest of
// one text share a buffer. Either way nobody can change them, and keeping one
// keeps the whole text or buffer. Explain copies. What is pooled between calls
// is a set of offsets and a byte buffer, both of which only the call that wrote
// them reads.
//
// # Concurrency
//
// Functions may be called at the same time, a Scanner or Writer may not.
// Tables that walks use, such as names and a [Pattern], are shared freely.
package jsonscan
