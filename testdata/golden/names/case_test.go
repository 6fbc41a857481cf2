package names

import "testing"

func TestNames(t *testing.T) {
	a, err := DecodeKeyword(`{"type":"t","from.date":"d"}`)
	if err != nil || a.Kind != "t" || a.Start != "d" {
		t.Errorf("got %+v, %v", a, err)
	}
	own, err := DecodeOwn(`{"o":{"A":2},"v":3}`)
	if err != nil || Own(own.O, own.V) != 5 {
		t.Errorf("got %+v, %v", own, err)
	}
	if name := HTTPGetTool.Name; name != "http_get" {
		t.Errorf("tool name %q", name)
	}
	i, err := DecodeInitialisms(`{"ms":"1","user_id":"2","id":"3","url":"4","http_port":"5","maxURL":"6","type_":"7"}`)
	if want := (InitialismsArgs{Ms: "1", UserID: "2", ID: "3", URL: "4", HTTPPort: "5", MaxURL: "6", Type: "7"}); err != nil || i != want {
		t.Errorf("got %+v, %v", i, err)
	}
}
