// Package docs holds the pages of the games, so that the binary can show them:
// games/<game>.md beside this file. The guides and the law book (rules/*.md) are
// for readers of the repository only; the tests here hold them to the code.
package docs

//go:generate go test -run "TestRulesIndexIsUpToDate|TestLadderPagesAreUpToDate|TestNumbersPageIsUpToDate|TestAblationIsUpToDate|TestCalibrationIsUpToDate|TestBalanceIsUpToDate|TestEvidenceIsUpToDate|TestSpeedIsUpToDate|TestLearnersAreUpToDate|TestSettingsAreUpToDate|TestSoakTable|TestCapsAreUpToDate|TestFindingsAreUpToDate" -update

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed games/*.md
var ours embed.FS

//go:embed findings.jsonl
var findings []byte

// Findings returns the findings about the games that ship, a JSON object a line, as package
// report/findings reads them.
func Findings() []byte { return findings }

// pages lists the trees of all pages inside the binary.
var pages = []fs.FS{ours}

// GamePage returns the page of a game in Markdown, by the game's name.
func GamePage(name string) (string, error) {
	for _, tree := range pages {
		if page, err := fs.ReadFile(tree, "games/"+name+".md"); err == nil {
			return string(page), nil
		}
	}
	return "", fmt.Errorf("docs: no page of game %q", name)
}

// Add adds the pages of another tree, games/<game>.md, of games that have none. It is for
// the beginning of a program: no other function of this package may run beside it.
func Add(tree fs.FS) { pages = append(pages, tree) }

// Section returns one section of a Markdown page: the text between its heading of
// the second level and the next one, empty when there is no such heading. The empty
// title gives the text between the page's title and its first section.
func Section(page, title string) string {
	head := "\n## " + title + "\n"
	if title == "" {
		head = "\n"
	}
	_, section, ok := strings.Cut("\n"+strings.TrimPrefix(page, "\n"), head)
	if title == "" {
		_, section, ok = strings.Cut(section, "\n") // the line of the title
	}
	if !ok {
		return ""
	}
	section, _, _ = strings.Cut("\n"+section, "\n## ")
	return strings.TrimSpace(section)
}
