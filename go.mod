module github.com/dsh-tools/dshgen

go 1.26.0

tool github.com/dsh-tools/dshgen/cmd/dshgen
