package realtools

import (
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"
)

// Request is the API call that a tool of the forge stands for. Fields holds the
// query or the body; arguments that were left out are absent from it.
type Request struct {
	// HTTP method.
	Method string `json:"method"`
	// Path with escaped segments.
	Path string `json:"path"`
	// Query or body fields, as text.
	Fields map[string]string `json:"fields"`
}

// Repository names a repository. Argument structs embed it.
type Repository struct {
	// Account that owns the repository.
	Owner string `json:"owner"`
	// Repository name.
	Repo string `json:"repo"`
}

// Paging selects a page of a list. Argument structs embed it.
type Paging struct {
	// Page to read, counted from 1.
	//
	//dsh:field minimum=1
	Page *float64 `json:"page,omitempty"`
	// Results per page.
	//
	//dsh:field minimum=1 maximum=100
	PerPage *float64 `json:"perPage,omitempty"`
}

// Reaction is an emoji that answers a comment.
type Reaction string

// The reactions, as the forge spells them.
const (
	ThumbsUp   Reaction = "+1"
	ThumbsDown Reaction = "-1"
	Laugh      Reaction = "laugh"
	Confused   Reaction = "confused"
	Heart      Reaction = "heart"
	Hooray     Reaction = "hooray"
	Rocket     Reaction = "rocket"
	Eyes       Reaction = "eyes"
)

// Order is the direction of a sorted search.
type Order string

// The directions of a search.
const (
	Ascending  Order = "asc"
	Descending Order = "desc"
)

// OpenState is the state of an issue or a pull request in the REST API.
type OpenState string

// The states.
const (
	Open   OpenState = "open"
	Closed OpenState = "closed"
)

func get(segments ...string) Request  { return request("GET", segments) }
func post(segments ...string) Request { return request("POST", segments) }
func put(segments ...string) Request  { return request("PUT", segments) }
func patch(segments ...string) Request {
	return request("PATCH", segments)
}
func remove(segments ...string) Request { return request("DELETE", segments) }

func request(method string, segments []string) Request {
	var path strings.Builder
	for _, segment := range segments {
		path.WriteByte('/')
		path.WriteString(url.PathEscape(segment))
	}
	return Request{Method: method, Path: path.String(), Fields: map[string]string{}}
}

// under extends the path of r.
func (r Request) under(segments ...string) Request {
	r.Path += request(r.Method, segments).Path
	return r
}

// with adds a field and returns r. A nil pointer or an empty slice stands for an
// argument that was left out, so it adds nothing.
func (r Request) with(name string, value any) Request {
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.Pointer && v.IsNil(), v.Kind() == reflect.Slice && v.Len() == 0:
	default:
		r.Fields[name] = text(reflect.Indirect(v))
	}
	return r
}

// page adds the fields of p.
func (r Request) page(p Paging) Request {
	return r.with("page", p.Page).with("per_page", p.PerPage)
}

// text spells a value; elements of a slice are separated by commas.
func text(v reflect.Value) string {
	if s, ok := v.Interface().(fmt.Stringer); ok {
		return s.String()
	}
	switch v.Kind() {
	case reflect.Float64:
		return number(v.Float())
	case reflect.Slice:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = text(v.Index(i))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v.Interface())
}

// number spells n without an exponent: the forge declares its identifiers as
// JSON numbers, and 1e+06 is no path segment.
func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// or returns what p points to, or fallback when the argument was left out.
func or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}
