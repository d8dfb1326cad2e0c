package external

import (
	"errors"
	"strings"
)

// Words cuts a command line at spaces. Single and double quotes keep spaces together;
// within double quotes a backslash stands before a quote or another backslash. There is
// no shell: no variable, wildcard or pipe means anything.
func Words(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	open, quote := false, rune(0)
	text := []rune(line)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote == '"' && c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			word.WriteRune(text[i])
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '"' || c == '\'':
			quote, open = c, true
		case strings.ContainsRune(" \t\r\n", c):
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteRune(c)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("want a closing quote")
	}
	if open {
		words = append(words, word.String())
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New("want a program and its arguments")
	}
	return words, nil
}
