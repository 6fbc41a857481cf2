module github.com/dsh-tools/dshgen/runtime/acp

go 1.26.0

require github.com/dsh-tools/dshgen v0.0.0

require github.com/coder/acp-go-sdk v0.13.0

replace github.com/dsh-tools/dshgen => ../..
