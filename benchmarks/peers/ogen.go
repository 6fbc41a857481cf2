package peers

import (
	"errors"
	"fmt"
	"io"

	"github.com/dsh-tools/dshgen/benchmarks/ogent"
	"github.com/dsh-tools/dshgen/benchmarks/tools"

	"github.com/go-faster/jx"
)

type ogenArgs interface {
	Decode(*jx.Decoder) error
	Validate() error
}

func ogenRun(b []byte, x ogenArgs) error {
	d := jx.GetDecoder()
	d.ResetBytes(b)
	err := x.Decode(d)
	if err == nil && d.Skip() != io.EOF {
		err = errors.New("trailing data")
	}
	jx.PutDecoder(d)
	if err != nil {
		return err
	}
	return x.Validate()
}

type noValidate struct{ *ogent.WriteFileArgs }

func (noValidate) Validate() error { return nil }

func ogenValue(t byte, b []byte) (any, error) {
	switch t {
	case tools.GetWeather:
		x := new(ogent.GetWeatherArgs)
		return x, ogenRun(b, x)
	case tools.CreateIssue:
		x := new(ogent.CreateIssueArgs)
		return x, ogenRun(b, x)
	case tools.EditFiles:
		x := new(ogent.EditFilesArgs)
		return x, ogenRun(b, x)
	}
	x := new(ogent.WriteFileArgs)
	return x, ogenRun(b, noValidate{x})
}

func unknown(k []byte) error { return fmt.Errorf("unknown property %q", k) }

// jxDecode is a jx decoder written by hand: one pass, strict.
func jxDecode(_ byte, b []byte, dst any) error {
	d := jx.GetDecoder()
	defer jx.PutDecoder(d)
	d.ResetBytes(b)
	seen, want := uint(0), uint(0)
	var err error
	switch v := dst.(type) {
	case *tools.GetWeatherArgs:
		want = 1
		err = d.ObjBytes(func(d *jx.Decoder, k []byte) (err error) {
			switch string(k) {
			case "city":
				seen |= 1
				v.City, err = d.Str()
			case "unit":
				var s []byte
				if s, err = d.StrBytes(); err != nil {
					return err
				}
				switch string(s) {
				case "celsius":
					v.Unit = "celsius"
				case "fahrenheit":
					v.Unit = "fahrenheit"
				default:
					return errors.New("bad unit")
				}
			case "days":
				v.Days, err = d.Int64()
				if err == nil && v.Days < 1 {
					return errors.New("bad days")
				}
			default:
				return unknown(k)
			}
			return err
		})
	case *tools.CreateIssueArgs:
		want = 7
		strs := func(d *jx.Decoder) (out []string, err error) {
			err = d.Arr(func(d *jx.Decoder) error {
				s, err := d.Str()
				out = append(out, s)
				return err
			})
			return out, err
		}
		err = d.ObjBytes(func(d *jx.Decoder, k []byte) (err error) {
			switch string(k) {
			case "owner":
				seen |= 1
				v.Owner, err = d.Str()
			case "repo":
				seen |= 2
				v.Repo, err = d.Str()
			case "title":
				seen |= 4
				v.Title, err = d.Str()
			case "body":
				v.Body, err = d.Str()
			case "labels":
				v.Labels, err = strs(d)
			case "assignees":
				v.Assignees, err = strs(d)
			case "milestone":
				v.Milestone, err = d.Int64()
			case "type":
				var s []byte
				if s, err = d.StrBytes(); err != nil {
					return err
				}
				switch string(s) {
				case "bug":
					v.Type = "bug"
				case "feature":
					v.Type = "feature"
				case "task":
					v.Type = "task"
				default:
					return errors.New("bad type")
				}
			default:
				return unknown(k)
			}
			return err
		})
	case *tools.EditFilesArgs:
		want = 3
		err = d.ObjBytes(func(d *jx.Decoder, k []byte) (err error) {
			switch string(k) {
			case "path":
				seen |= 1
				v.Path, err = d.Str()
			case "edits":
				seen |= 2
				err = d.Arr(func(d *jx.Decoder) error {
					v.Edits = append(v.Edits, tools.Edit{})
					e, s := &v.Edits[len(v.Edits)-1], 0
					err := d.ObjBytes(func(d *jx.Decoder, k []byte) (err error) {
						switch string(k) {
						case "old_text":
							s |= 1
							e.OldText, err = d.Str()
						case "new_text":
							s |= 2
							e.NewText, err = d.Str()
						case "line":
							e.Line, err = d.Int64()
						default:
							return unknown(k)
						}
						return err
					})
					if err == nil && s != 3 {
						return errors.New("missing property")
					}
					return err
				})
			case "options":
				err = d.ObjBytes(func(d *jx.Decoder, k []byte) (err error) {
					switch string(k) {
					case "dry_run":
						v.Options.DryRun, err = d.Bool()
					case "mode":
						var s []byte
						if s, err = d.StrBytes(); err != nil {
							return err
						}
						switch string(s) {
						case "strict":
							v.Options.Mode = "strict"
						case "fuzzy":
							v.Options.Mode = "fuzzy"
						case "regex":
							v.Options.Mode = "regex"
						default:
							return errors.New("bad mode")
						}
					case "context":
						v.Options.Context, err = d.Int64()
					default:
						return unknown(k)
					}
					return err
				})
			default:
				return unknown(k)
			}
			return err
		})
	case *tools.WriteFileArgs:
		want = 3
		err = d.ObjBytes(func(d *jx.Decoder, k []byte) (err error) {
			switch string(k) {
			case "path":
				seen |= 1
				v.Path, err = d.Str()
			case "content":
				seen |= 2
				v.Content, err = d.Str()
			default:
				return unknown(k)
			}
			return err
		})
	}
	if err != nil {
		return err
	}
	if seen&want != want {
		return errors.New("missing property")
	}
	if d.Skip() != io.EOF {
		return errors.New("trailing data")
	}
	return nil
}

func init() {
	tools.Register(tools.Decoder{Name: "jx-hand", Kind: "validate", Note: "go-faster/jx, decoder by hand", Value: tools.Typed(jxDecode)})
	tools.Register(tools.Decoder{Name: "ogen", Kind: "validate", Note: "ogen v1.24.0 generated Decode+Validate (jx)", Value: ogenValue})
}
