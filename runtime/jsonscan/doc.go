// Package jsonscan reads and writes JSON for generated code.
package jsonscan
