package frameworks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"unsafe"

	"github.com/dsh-tools/dshgen/benchmarks/generated"
	"github.com/dsh-tools/dshgen/benchmarks/limit"
	"github.com/dsh-tools/dshgen/benchmarks/tools"

	"github.com/dsh-tools/dshgen/runtime"

	"github.com/cloudwego/eino/components/tool/utils"
	mcpgoclient "github.com/mark3labs/mcp-go/client"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgosrv "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type call struct {
	name string
	f    func(id byte, data []byte) error
}

var names = map[byte]string{'A': "get_weather", 'B': "create_issue", 'C': "edit_files", 'D': "write_file"}
var ids = []byte("ABCD")

var got int // bytes seen by handlers

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// go-sdk, in-memory client and server.
func sdkAdd[In any](s *mcp.Server, id byte, use func(*In)) {
	mcp.AddTool(s, &mcp.Tool{Name: names[id], Description: "d", InputSchema: json.RawMessage(tools.Schemas[id])},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
			use(&in)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, nil, nil
		})
}

func useA(v *tools.GetWeatherArgs)  { got += len(v.City) }
func useB(v *tools.CreateIssueArgs) { got += len(v.Body) }
func useC(v *tools.EditFilesArgs)   { got += len(v.Edits) }
func useD(v *tools.WriteFileArgs)   { got += len(v.Content) }

func sdk(raw bool) func(byte, []byte) error {
	ctx := context.Background()
	s := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	if raw { // low-level AddTool: no validation, no decoding: what is left is protocol and transport
		for _, id := range ids {
			s.AddTool(&mcp.Tool{Name: names[id], Description: "d", InputSchema: json.RawMessage(tools.Schemas[id])},
				func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
					got += len(r.Params.Arguments)
					return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, nil
				})
		}
	} else {
		sdkAdd(s, 'A', useA)
		sdkAdd(s, 'B', useB)
		sdkAdd(s, 'C', useC)
		sdkAdd(s, 'D', useD)
	}
	ct, st := mcp.NewInMemoryTransports()
	must(s.Connect(ctx, st, nil))
	c := must(mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, ct, nil))
	return func(id byte, data []byte) error {
		r, err := c.CallTool(ctx, &mcp.CallToolParams{Name: names[id], Arguments: json.RawMessage(data)})
		if err == nil && r.IsError {
			err = errors.New("tool error")
		}
		return err
	}
}

// mark3labs/mcp-go.
func m3Handler[T any](use func(*T)) mcpgosrv.ToolHandlerFunc {
	return mcpgo.NewTypedToolHandler(func(ctx context.Context, _ mcpgo.CallToolRequest, in T) (*mcpgo.CallToolResult, error) {
		use(&in)
		return mcpgo.NewToolResultText("ok"), nil
	})
}

var m3h = map[byte]mcpgosrv.ToolHandlerFunc{'A': m3Handler(useA), 'B': m3Handler(useB), 'C': m3Handler(useC), 'D': m3Handler(useD)}

func m3Server(validate bool) *mcpgosrv.MCPServer {
	var o []mcpgosrv.ServerOption
	if validate {
		o = append(o, mcpgosrv.WithInputSchemaValidation())
	}
	s := mcpgosrv.NewMCPServer("s", "1", o...)
	for _, id := range ids {
		s.AddTool(mcpgo.NewToolWithRawSchema(names[id], "d", json.RawMessage(tools.Schemas[id])), m3h[id])
	}
	return s
}

func m3Message(validate bool) func(byte, []byte) error {
	s := m3Server(validate)
	ctx := context.Background()
	return func(id byte, data []byte) error {
		msg := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, names[id], data)
		switch r := s.HandleMessage(ctx, msg).(type) {
		case mcpgo.JSONRPCResponse:
			if res, ok := r.Result.(mcpgo.CallToolResult); ok && res.IsError {
				return errors.New("tool error")
			}
			if res, ok := r.Result.(*mcpgo.CallToolResult); ok && res.IsError {
				return errors.New("tool error")
			}
			return nil
		default:
			return fmt.Errorf("%T", r)
		}
	}
}

func m3Client(validate bool) func(byte, []byte) error {
	c := must(mcpgoclient.NewInProcessClient(m3Server(validate)))
	ctx := context.Background()
	if err := c.Start(ctx); err != nil {
		panic(err)
	}
	var ir mcpgo.InitializeRequest
	ir.Params.ProtocolVersion = mcpgo.LATEST_PROTOCOL_VERSION
	must(c.Initialize(ctx, ir))
	return func(id byte, data []byte) error {
		var req mcpgo.CallToolRequest
		req.Params.Name = names[id]
		req.Params.Arguments = json.RawMessage(data)
		r, err := c.CallTool(ctx, req)
		if err == nil && r.IsError {
			err = errors.New("tool error")
		}
		return err
	}
}

func einoTool[T any](id byte, use func(*T)) func(context.Context, string) error {
	t := must(utils.InferTool(names[id], "d", func(ctx context.Context, in *T) (string, error) { use(in); return "ok", nil }))
	return func(ctx context.Context, s string) error { _, err := t.InvokableRun(ctx, s); return err }
}

func eino() func(byte, []byte) error {
	m := map[byte]func(context.Context, string) error{'A': einoTool('A', useA), 'B': einoTool('B', useB), 'C': einoTool('C', useC), 'D': einoTool('D', useD)}
	ctx := context.Background()
	return func(id byte, data []byte) error { return m[id](ctx, string(data)) }
}

// direct: what a generated registry costs: switch on the name, hand-written decoder, typed handler.
func direct(own bool) func(byte, []byte) error {
	return func(id byte, data []byte) error {
		var d limit.Dec
		d.Reset(data, own, false)
		switch names[id] {
		case "get_weather":
			var v tools.GetWeatherArgs
			if err := limit.GetWeather(&d, &v); err != nil {
				return err
			}
			useA(&v)
		case "create_issue":
			var v tools.CreateIssueArgs
			if err := limit.CreateIssue(&d, &v); err != nil {
				return err
			}
			useB(&v)
		case "edit_files":
			var v tools.EditFilesArgs
			if err := limit.EditFiles(&d, &v); err != nil {
				return err
			}
			useC(&v)
		case "write_file":
			var v tools.WriteFileArgs
			if err := limit.WriteFile(&d, &v); err != nil {
				return err
			}
			useD(&v)
		}
		return nil
	}
}

// pipeline is a call through the whole pipeline of this project.
func pipeline() func(byte, []byte) error {
	reg := runtime.NewRegistry(runtime.Options{})
	must(reg.Register(generated.Tools...))
	ctx := context.Background()
	return func(id byte, data []byte) error {
		r := reg.Execute(ctx, runtime.Call{Name: names[id], Arguments: unsafe.String(unsafe.SliceData(data), len(data))})
		if r.IsError() {
			return r.Error()
		}
		got += len(r.Text())
		return nil
	}
}

func calls() []call {
	return []call{
		{"dshgen-Execute", pipeline()},
		{"direct-limit-own", direct(true)},
		{"direct-limit-alias", direct(false)},
		{"gosdk-call-typed", sdk(false)},
		{"gosdk-call-raw", sdk(true)},
		{"mcpgo-handler", func(id byte, data []byte) error {
			var r mcpgo.CallToolRequest
			r.Params.Arguments = json.RawMessage(data)
			res, err := m3h[id](context.Background(), r)
			if err == nil && res.IsError {
				err = errors.New("tool error")
			}
			return err
		}},
		{"mcpgo-HandleMessage", m3Message(false)},
		{"mcpgo-HandleMessage-validate", m3Message(true)},
		{"mcpgo-inprocess-validate", m3Client(true)},
		{"eino-InferTool", eino()},
	}
}

func BenchmarkDispatch(b *testing.B) {
	cs := calls()
	for _, id := range ids {
		for _, c := range cs {
			b.Run(fmt.Sprintf("%c/%s", id, c.name), func(b *testing.B) {
				in := tools.Valid[id]
				b.SetBytes(int64(len(in)))
				b.ReportAllocs()
				for b.Loop() {
					if err := c.f(id, in); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func TestReject(t *testing.T) {
	for _, c := range calls() {
		var missed []string
		for _, n := range tools.InvalidNames {
			if c.f(n[0], tools.Invalid[n]) == nil {
				missed = append(missed, n)
			}
		}
		t.Logf("%-30s accepts %v", c.name, missed)
	}
}
