package configs

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"ringer/env"
	"ringer/internal/disk"
)

// Limits of a source. The largest file that ships has 16 KiB; time and memory grow
// with the square of the depth and of the number of keys, and with nothing else.
const (
	MaxSize   = disk.MiB    // bytes of a file
	maxMarks  = 50_000      // brackets, commas, colons, dashes, ends of lines and the like
	maxDepth  = 32          // lists and mappings inside of one another
	maxKeys   = 1000        // of one mapping
	maxKey    = 128         // bytes of a key
	maxValues = 50_000      // of a source, where an alias counts as all that it stands for; their text may have MaxSize
	maxText   = MaxSize / 2 // bytes of one value
	maxWord   = 4 << 10     // bytes of the text of a field that is not tagged long
	maxFaults = 50          // that are told; the others are counted
	excerpt   = 80          // characters of a value in an error
	maxWant   = 2000        // characters of what an error expected
)

// marks are the bytes that the parser makes more than a character of a text of.
const marks = "[]{},:-?&*!#|>%@`\"'\n\r"

// parse returns the syntax tree of a text, or what is wrong with it. A text beyond
// the limits is refused before anything is built of it.
func parse(text []byte) (*ast.File, error) {
	if len(text) > MaxSize {
		return nil, &limitError{want: "at most " + disk.Size(MaxSize), found: fmt.Sprintf("%d bytes", len(text))}
	}
	if !utf8.Valid(text) {
		return nil, &limitError{want: "text in UTF-8", found: "bytes that are no text"}
	}
	count := 0
	for _, c := range text {
		if strings.IndexByte(marks, c) >= 0 {
			count++
		}
	}
	if count > maxMarks {
		return nil, &limitError{want: fmt.Sprintf("at most %d", maxMarks), found: fmt.Sprintf("%d brackets, commas, colons, dashes, quotes and lines", count)}
	}
	tokens := lexer.Tokenize(string(text))
	if err := measure(tokens); err != nil {
		return nil, err
	}
	// Duplicate keys are found while decoding, with all the other faults.
	return parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
}

// A limitError says that a text is beyond a limit.
type limitError struct {
	at          *token.Token // nil: all of it
	found, want string
}

func (e *limitError) Error() string { return e.found + ": want " + e.want }

// A level is a list or a mapping in block style.
type level struct {
	column int
	list   bool
	keys   int
}

// measure refuses tokens that nest too deeply, mappings with too many keys, and keys
// and values that are too long.
func measure(tokens token.Tokens) error {
	var blocks []level
	flow, line, first := 0, 0, 0 // first: the column of what the next colon makes a key of
	fresh := false               // the next token begins an entry
	for i, t := range tokens {
		if t.Position.Line != line || fresh {
			line, first, fresh = t.Position.Line, t.Position.Column, false
		}
		key := false
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			flow++
		case token.SequenceEndType, token.MappingEndType:
			flow = max(flow-1, 0)
		case token.SequenceEntryType, token.MappingKeyType:
			first, fresh = t.Position.Column, true
			key = t.Type == token.MappingKeyType
			if flow == 0 {
				blocks = within(blocks, first, !key)
			}
		case token.MappingValueType:
			key = true
			if i > 0 && len(tokens[i-1].Value) > maxKey {
				return &limitError{at: tokens[i-1], found: "a key of " + strconv.Itoa(len(tokens[i-1].Value)) + " bytes", want: fmt.Sprintf("at most %d", maxKey)}
			}
			if flow == 0 {
				blocks = within(blocks, first, false)
			}
		default:
			if len(t.Value) > maxText && t.Type != token.CommentType {
				return &limitError{at: t, found: fmt.Sprintf("a value of %d bytes", len(t.Value)), want: "at most " + disk.Size(maxText)}
			}
		}
		if len(blocks)+flow > maxDepth {
			return &limitError{at: t, found: fmt.Sprintf("%d lists and mappings inside of one another", len(blocks)+flow), want: fmt.Sprintf("at most %d", maxDepth)}
		}
		if key && flow == 0 {
			top := &blocks[len(blocks)-1]
			if top.keys++; top.keys > maxKeys {
				return &limitError{at: t, found: "a mapping of many keys", want: fmt.Sprintf("at most %d", maxKeys)}
			}
		}
	}
	return nil
}

// within closes the blocks that an entry at a column ends, and opens its own.
func within(blocks []level, column int, list bool) []level {
	for len(blocks) > 0 && blocks[len(blocks)-1].column > column {
		blocks = blocks[:len(blocks)-1]
	}
	if n := len(blocks); n > 0 && blocks[n-1].column == column {
		switch top := blocks[n-1]; {
		case top.list == list:
			return blocks
		case top.list: // a list may stand at the column of its key, and ends with the next key
			blocks = blocks[:n-1]
			if n > 1 && blocks[n-2].column == column {
				return blocks
			}
		}
	}
	return append(blocks, level{column: column, list: list})
}

// spend counts values that are about to be decoded, and the bytes of their text. It
// reports whether there may be that many. Beyond the limit nothing more is decoded,
// and all other faults of the source are worth nothing.
func (d *decoder) spend(n ast.Node, values, bytes int) bool {
	if d.overspent() {
		return false
	}
	d.values += values
	d.bytes += bytes
	if !d.overspent() {
		return true
	}
	d.broken, d.faults, d.unsaid = true, nil, 0
	if d.values > maxValues {
		d.fault(n, "", "a text that stands for very many values", "at most %d", maxValues)
	} else {
		d.fault(n, "", "a text that stands for a very long one", "at most %s", disk.Size(MaxSize))
	}
	return false
}

func (d *decoder) overspent() bool { return d.values > maxValues || d.bytes > MaxSize }

// note records what is wrong, or counts it when there is much already.
func (d *decoder) note(err error) {
	if len(d.faults) >= maxFaults {
		d.unsaid++
		return
	}
	if f, ok := err.(*env.Fault); ok {
		f.Value, f.Path, f.Want = shorten(f.Value, excerpt), shorten(f.Path, 2*maxKey), shorten(f.Want, maxWant)
	}
	d.faults = append(d.faults, err)
}

// err returns all faults as one error; nil when there are none.
func (d *decoder) err() error {
	if d.unsaid > 0 {
		d.faults = append(d.faults, fmt.Errorf("and %d more faults", d.unsaid))
		d.unsaid = 0
	}
	d.rename()
	return d.faults.Err()
}

// shorten returns the beginning of a text in one line of printable characters.
func shorten(s string, characters int) string {
	var b strings.Builder
	for _, r := range s {
		if characters--; characters < 0 {
			return b.String() + "…"
		}
		if strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}
