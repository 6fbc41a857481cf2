package frameworks

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/dsh-tools/dshgen/benchmarks/tools"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestPrecision shows what the real go-sdk call does to big integers, duplicates and bad UTF-8.
func TestPrecision(t *testing.T) {
	ctx := context.Background()
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	var last *tools.CreateIssueArgs
	sdkAdd(s, 'B', func(v *tools.CreateIssueArgs) { last = v })
	ct, st := mcp.NewInMemoryTransports()
	must(s.Connect(ctx, st, nil))
	c := must(mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, ct, nil))
	for _, x := range []string{`"milestone":9007199254740993`, `"milestone":9223372036854775807`, `"milestone":1e2`, `"milestone":3.0`, `"title":"u"`, `"body":"a\ud800b"`, `"Body":"x"`} {
		last = nil
		r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "create_issue", Arguments: json.RawMessage(`{"owner":"o","repo":"r","title":"t",` + x + `}`)})
		switch {
		case err != nil:
			t.Logf("%s: protocol error %v", x, err)
		case r.IsError:
			t.Logf("%s: tool error %.200s", x, r.Content[0].(*mcp.TextContent).Text)
		default:
			t.Logf("%s: ok milestone=%d title=%q body=%q", x, last.Milestone, last.Title, last.Body)
		}
	}
	t.Logf("%s", must(json.Marshal(c.InitializeResult())))
}
