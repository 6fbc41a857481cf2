module github.com/dsh-tools/dshgen/examples/agent

go 1.26.0

require (
	github.com/dsh-tools/dshgen v0.0.0
	github.com/dsh-tools/dshgen/runtime/present v0.0.0
)

require (
	github.com/aymanbagabas/go-udiff v0.4.2 // indirect
	github.com/charmbracelet/colorprofile v0.4.3 // indirect
	github.com/charmbracelet/x/ansi v0.11.9 // indirect
	github.com/charmbracelet/x/term v0.2.2 // indirect
	github.com/clipperhouse/displaywidth v0.11.0 // indirect
	github.com/clipperhouse/uax29/v2 v2.7.0 // indirect
	github.com/lucasb-eyer/go-colorful v1.4.1 // indirect
	github.com/mattn/go-runewidth v0.0.27 // indirect
	github.com/xo/terminfo v0.0.0-20220910002029-abceb7e1c41e // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace (
	github.com/dsh-tools/dshgen => ../..
	github.com/dsh-tools/dshgen/runtime/present => ../../runtime/present
)
