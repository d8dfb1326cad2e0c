package games

import (
	"strings"

	"ringer/docs"
	"ringer/env"
	"ringer/internal/console"
)

// gamePage returns the text of `ringer games GAME`: the rules from the game's page,
// and the tables of this very configuration.
func gamePage(spec *env.Spec) string {
	var b strings.Builder
	b.WriteString(spec.Title + "\n\n")
	if page, err := docs.GamePage(spec.Name); err == nil {
		for _, part := range []string{docs.Section(page, ""), docs.Section(page, "Rules")} {
			if part != "" {
				b.WriteString(part + "\n\n")
			}
		}
	}
	b.WriteString(spec.Markdown())
	return console.PlainText(b.String())
}
