package callexpr

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/internal/input"
)

// Expr is a name with its arguments in the order in which they were written.
type Expr struct {
	Name string
	Args []Arg
}

// Arg is one argument. Key is empty for a positional one. Value is never empty
// and has no surrounding space unless it was quoted.
type Arg struct {
	Key   string
	Value string
}

// SyntaxError says where a text is not a call expression.
type SyntaxError struct {
	Input string
	At    int    // byte offset
	Want  string // what was expected there
}

// shown is the number of bytes of a long text that an error shows.
const shown = 200

func (e *SyntaxError) Error() string {
	input := e.Input
	if len(input) > shown {
		input = strings.ToValidUTF8(input[:shown], "") + "…"
	}
	return fmt.Sprintf("%q: column %d: want %s", input, e.At+1, e.Want)
}

// Limits of an expression.
const (
	MaxLength = 8 << 10 // bytes
	maxArgs   = 200
	maxDepth  = 32 // brackets inside of one another
)

// Parse reads a whole text as
//
//	expr  = name [ "(" [ arg { "," arg } ] ")" ]
//	arg   = [ name "=" ] value
//	name  = letter { letter | digit | "_" | "-" }
//	value = Go string in double quotes | text without "," outside of balanced brackets () [] {} and quotes
//
// with space allowed around every part. A key given twice is an error, and so is a
// text beyond MaxLength, with more than 200 arguments or 32 brackets inside of one
// another. Errors are of type *SyntaxError.
func Parse(text string) (Expr, error) {
	p := parser{input: text}
	if len(text) > MaxLength {
		p.at = MaxLength
		return Expr{}, p.want(fmt.Sprintf("the end: at most %d characters", MaxLength))
	}
	if at := input.Mark(text); at >= 0 {
		p.at = at
		return Expr{}, p.want(input.NoMarks)
	}
	p.space()
	e := Expr{Name: p.name()}
	if e.Name == "" {
		return Expr{}, p.want("a name")
	}
	p.space()
	if p.take('(') {
		if err := p.args(&e); err != nil {
			return Expr{}, err
		}
	}
	p.space()
	if p.at < len(text) {
		if len(e.Args) == 0 && !strings.Contains(text[:p.at], "(") {
			return Expr{}, p.want(`"(" or the end`)
		}
		return Expr{}, p.want("the end")
	}
	return e, nil
}

// First returns the first positional argument, wherever it stands among those with keys;
// empty where there is none.
func (e Expr) First() string {
	for _, a := range e.Args {
		if a.Key == "" {
			return a.Value
		}
	}
	return ""
}

// String writes the expression so that Parse gives it back, quoting values
// where it must.
func (e Expr) String() string {
	if len(e.Args) == 0 {
		return e.Name
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.String()
	}
	return e.Name + "(" + strings.Join(args, ",") + ")"
}

// String writes the argument as Parse reads it.
func (a Arg) String() string {
	p := parser{input: a.Value}
	value := a.Value
	switch end, ok := p.bare(); {
	case !ok || end != len(value) || strings.TrimSpace(value) != value || value == "" || value[0] == '"':
		value = strconv.Quote(value)
	case a.Key == "" && keyLength(value) > 0:
		value = strconv.Quote(value)
	}
	if a.Key == "" {
		return value
	}
	return a.Key + "=" + value
}

type parser struct {
	input string
	at    int
	deep  bool // there are too many brackets inside of one another
}

func (p *parser) want(what string) error {
	return &SyntaxError{Input: p.input, At: p.at, Want: what}
}

func (p *parser) space() {
	for p.at < len(p.input) && strings.IndexByte(" \t\r\n", p.input[p.at]) >= 0 {
		p.at++
	}
}

func (p *parser) take(c byte) bool {
	if p.at < len(p.input) && p.input[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *parser) name() string {
	n := nameLength(p.input[p.at:])
	p.at += n
	return p.input[p.at-n : p.at]
}

// args reads what follows the opening parenthesis, up to the closing one.
func (p *parser) args(e *Expr) error {
	p.space()
	if p.take(')') {
		return nil
	}
	for {
		p.space()
		start := p.at
		a, err := p.arg()
		if err != nil {
			return err
		}
		for _, b := range e.Args {
			if a.Key != "" && a.Key == b.Key {
				p.at = start
				return p.want("each argument once: " + a.Key + " is given twice")
			}
		}
		if len(e.Args) == maxArgs {
			p.at = start
			return p.want(fmt.Sprintf("at most %d arguments", maxArgs))
		}
		e.Args = append(e.Args, a)
		p.space()
		switch {
		case p.take(','):
		case p.take(')'):
			return nil
		default:
			return p.want(`"," or ")"`)
		}
	}
}

func (p *parser) arg() (Arg, error) {
	var a Arg
	if n := keyLength(p.input[p.at:]); n > 0 {
		a.Key = p.name()
		p.space()
		p.take('=')
		p.space()
	}
	if p.at < len(p.input) && p.input[p.at] == '"' {
		quoted, err := strconv.QuotedPrefix(p.input[p.at:])
		if err != nil {
			return Arg{}, p.want("a closing quote")
		}
		a.Value, err = strconv.Unquote(quoted)
		if err != nil {
			return Arg{}, p.want("a string in quotes")
		}
		switch {
		case a.Value == "":
			return Arg{}, p.want("a value")
		case input.Mark(a.Value) >= 0:
			return Arg{}, p.want(input.NoMarks)
		}
		p.at += len(quoted)
		return a, nil
	}
	start := p.at
	end, ok := p.bare()
	if !ok {
		if p.deep {
			return Arg{}, p.want(fmt.Sprintf("at most %d brackets inside of one another", maxDepth))
		}
		return Arg{}, p.want("balanced brackets and quotes")
	}
	a.Value = strings.TrimRight(p.input[start:end], " \t\r\n")
	if a.Value == "" {
		return Arg{}, p.want("a value")
	}
	p.at = end
	return a, nil
}

// bare finds the end of an unquoted value that starts here. It is not ok when
// a bracket or a quote stays open or a bracket closes another; p.at is then the
// offender.
func (p *parser) bare() (end int, ok bool) {
	var open []int
	for i := p.at; i < len(p.input); i++ {
		switch c := p.input[i]; c {
		case '"':
			quoted, err := strconv.QuotedPrefix(p.input[i:])
			if err != nil {
				p.at = i
				return i, false
			}
			i += len(quoted) - 1
		case '(', '[', '{':
			if open = append(open, i); len(open) > maxDepth {
				p.at, p.deep = i, true
				return i, false
			}
		case ')', ']', '}':
			if len(open) == 0 {
				return i, true
			}
			if p.input[open[len(open)-1]] != closing[c] {
				p.at = i
				return i, false
			}
			open = open[:len(open)-1]
		case ',':
			if len(open) == 0 {
				return i, true
			}
		}
	}
	if len(open) > 0 {
		p.at = open[len(open)-1]
		return len(p.input), false
	}
	return len(p.input), true
}

var closing = map[byte]byte{')': '(', ']': '[', '}': '{'}

// nameLength returns the length of the name at the start of s; 0 if there is none.
func nameLength(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '_' || c == '-'):
		default:
			return i
		}
	}
	return len(s)
}

// keyLength returns the length of the key that s starts with, when an "=" follows
// it; else 0.
func keyLength(s string) int {
	n := nameLength(s)
	if strings.HasPrefix(strings.TrimLeft(s[n:], " \t\r\n"), "=") {
		return n
	}
	return 0
}
