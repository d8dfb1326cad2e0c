package configs

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"ringer/internal/input"
)

// number reads a finite or infinite number.
func number(n ast.Node) (float64, bool) {
	if t, ok := n.(*ast.InfinityNode); ok {
		return t.Value, true
	}
	return input.Number(plainText(n))
}

// plainText returns a scalar as it is written, without quotes, which make a text of a
// number; else "". What the parser takes a number for is of no account: it reads 010 as
// eight, and 1e6 as a text.
func plainText(n ast.Node) string {
	switch n.(type) {
	case *ast.IntegerNode, *ast.FloatNode:
	case *ast.StringNode:
		if n.GetToken().Type != token.StringType {
			return ""
		}
	default:
		return ""
	}
	return n.GetToken().Value
}
