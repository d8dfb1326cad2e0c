package records

import (
	"fmt"
	"regexp"
	"strings"
)

// Fill returns a page in which every part between the marks
//
//	<!-- KIND:begin NAME -->
//	<!-- KIND:end -->
//
// holds the text that blocks has for NAME. A name that blocks does not have is an error,
// and so is a mark without its other half.
func Fill(page, kind string, blocks map[string]string) (string, error) {
	begin, end := "<!-- "+kind+":begin ", "<!-- "+kind+":end -->"
	marked := regexp.MustCompile(`(?s)(` + regexp.QuoteMeta(begin) + `([^\n]*?) -->\n).*?(` + regexp.QuoteMeta(end) + `)`)
	var unknown []string
	out := marked.ReplaceAllStringFunc(page, func(part string) string {
		m := marked.FindStringSubmatch(part)
		text, ok := blocks[m[2]]
		if !ok {
			unknown = append(unknown, m[2])
		}
		return m[1] + text + m[3]
	})
	begun, ended := strings.Count(page, begin), strings.Count(page, end)
	switch whole := len(marked.FindAllString(page, -1)); {
	case len(unknown) > 0:
		return "", fmt.Errorf("%s: no such block: %s", kind, strings.Join(unknown, ", "))
	case begun != whole || ended != whole:
		return "", fmt.Errorf("%s: %d marks begin a block and %d end one: want pairs, each mark on a line of its own", kind, begun, ended)
	}
	return out, nil
}
