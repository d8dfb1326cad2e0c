package configs

import (
	"math"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// integer reads a whole number; 1e6 is as good as 1000000.
func integer(n ast.Node) (int64, bool) {
	if t, ok := n.(*ast.IntegerNode); ok {
		switch x := t.Value.(type) {
		case int64:
			return x, true
		case uint64:
			return int64(x), x <= math.MaxInt64
		}
	}
	if x, ok := number(n); ok && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return int64(x), true
	}
	return 0, false
}

// number reads a finite or infinite number.
func number(n ast.Node) (float64, bool) {
	switch t := n.(type) {
	case *ast.IntegerNode:
		switch x := t.Value.(type) {
		case int64:
			return float64(x), true
		case uint64:
			return float64(x), true
		}
	case *ast.FloatNode:
		return t.Value + 0, true // no zero with a sign, which JSON writes as -0 and YAML reads as 0
	case *ast.InfinityNode:
		return t.Value, true
	case *ast.StringNode:
		// The parser takes 1e6, which YAML counts as a number, for text.
		if t.Token.Type == token.StringType && strings.Trim(t.Value, "0123456789+-.eE") == "" {
			x, err := strconv.ParseFloat(t.Value, 64)
			return x + 0, err == nil
		}
	}
	return 0, false
}
