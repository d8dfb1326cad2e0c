package games

import (
	"fmt"
	"strconv"
	"strings"
)

// A SyntaxError says where a game string stops making sense.
type SyntaxError struct {
	Text   string
	Offset int // bytes
	Want   string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("game %q, at byte %d: want %s", e.Text, e.Offset, e.Want)
}

// An argument is one key=value of a game string.
type argument struct {
	key, value string
}

// parse cuts name or name(key=value,...) into its parts. Values may be quoted
// as in Go; brackets and parentheses inside a value must balance, so that
// rows=[1,2] is one value.
func parse(text string) (name string, args []argument, err error) {
	fail := func(at int, want string) (string, []argument, error) {
		return "", nil, &SyntaxError{Text: text, Offset: at, Want: want}
	}
	open := strings.IndexByte(text, '(')
	name = text
	if open >= 0 {
		name = text[:open]
	}
	name = strings.TrimSpace(name)
	if !isWord(name) {
		return fail(0, "the name of a game: lower-case letters, digits and underscores")
	}
	if open < 0 {
		return name, nil, nil
	}
	at := open + 1
	if strings.TrimSpace(text[at:]) == ")" {
		return name, nil, nil
	}
	for {
		end, problem := valueEnd(text, at)
		if problem != "" {
			return fail(end, problem)
		}
		key, value, ok := strings.Cut(text[at:end], "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || key == "" || value == "" {
			return fail(at, "parameter=value")
		}
		if value[0] == '"' {
			if value, err = strconv.Unquote(value); err != nil {
				return fail(at+strings.IndexByte(text[at:], '"'), "a quoted value, closed and alone")
			}
		}
		args = append(args, argument{key, value})
		if text[end] == ')' {
			if strings.TrimSpace(text[end+1:]) != "" {
				return fail(end+1, "nothing after the closing parenthesis")
			}
			return name, args, nil
		}
		at = end + 1
	}
}

// valueEnd is the offset of the comma or parenthesis that ends the argument
// starting at from.
func valueEnd(text string, from int) (end int, problem string) {
	var stack []byte
	for i := from; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			j := i + 1
			for ; j < len(text) && text[j] != '"'; j++ {
				if text[j] == '\\' {
					j++
				}
			}
			if j >= len(text) {
				return i, "a closing quote"
			}
			i = j
		case c == '(' || c == '[' || c == '{':
			stack = append(stack, closing[c])
		case len(stack) > 0 && c == stack[len(stack)-1]:
			stack = stack[:len(stack)-1]
		case len(stack) == 0 && (c == ',' || c == ')'):
			return i, ""
		case c == ')' || c == ']' || c == '}':
			return i, "balanced brackets"
		}
	}
	return len(text), `")"`
}

var closing = map[byte]byte{'(': ')', '[': ']', '{': '}'}

func isWord(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' {
			return false
		}
	}
	return s != ""
}

// quote makes a value safe inside a game string.
func quote(value string) string {
	if value == "" || strings.ContainsAny(value, "(),=[]{}\" \t\n") {
		return strconv.Quote(value)
	}
	return value
}
