package ladder

import (
	"fmt"
	"regexp"
	"strings"

	"ringer/report/records"
)

// marked matches a generated part of a page: what it holds, and the text between its
// marks.
var marked = regexp.MustCompile(`(?s)(<!-- ladder:begin ([^\n]*?) -->\n).*?(<!-- ladder:end -->)`)

// Fill returns a page in which every part between the marks
//
//	<!-- ladder:begin NAME -->
//	<!-- ladder:end -->
//
// holds the text that blocks has for NAME. A name that blocks does not have is an error,
// and so is a mark without its other half.
func Fill(page string, blocks map[string]string) (string, error) {
	var unknown []string
	out := marked.ReplaceAllStringFunc(page, func(part string) string {
		m := marked.FindStringSubmatch(part)
		text, ok := blocks[m[2]]
		if !ok {
			unknown = append(unknown, m[2])
		}
		return m[1] + text + m[3]
	})
	begun, ended := strings.Count(page, "<!-- ladder:begin "), strings.Count(page, "<!-- ladder:end -->")
	switch whole := len(marked.FindAllString(page, -1)); {
	case len(unknown) > 0:
		return "", fmt.Errorf("ladder: no such block: %s", strings.Join(unknown, ", "))
	case begun != whole || ended != whole:
		return "", fmt.Errorf("ladder: %d marks begin a block and %d end one: want pairs, each mark on a line of its own", begun, ended)
	}
	return out, nil
}

// Short returns the rungs of one bot, for the page of its game.
func Short(bot *Bot, page string) string {
	rows := [][]string{{"one `" + bot.Name + "` against", "games", "wins", "", "an equal share"}, {"", ":", ":", "", ":"}}
	for _, r := range bot.Rungs {
		rows = append(rows, []string{
			"`" + r.Opponent.Name + "`", records.Number(r.Alone.Deals.Games), bot.figure(r.Alone.Deals), string(bot.verdict(r.Alone.Deals, false)), bot.equal(),
		})
	}
	return records.Table(rows) + fmt.Sprintf("\n[The whole ladder](%s#%s) has the other way of seating, the seats, search and exploiters.\n", page, bot.Name)
}
