package play

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// folds is the number of ways in which folded shortens words.
const folds = 7

// folded returns words in fewer lines, the more so the larger fold is: from 1 on without
// what is over or only remembered, from 2 on with lists as paragraphs and words alike counted, from 3 on without the
// texts of their items, from 4 on with the numbered lines below a heading in its paragraph,
// from 5 on with sentences one after the other, from 6 on with short lines side by side, and
// from 7 on with all lines of one kind in a paragraph.
func folded(lines []string, fold, width int) []string {
	if fold >= 1 {
		lines = withoutPast(lines)
	}
	if fold >= 2 {
		lines = countAlike(lines)
		whole := width
		if fold == folds {
			whole = 0 // every column counts
		}
		lines = joinLists(lines, fold >= 3, fold >= 4, whole)
	}
	if fold >= 5 {
		lines = joinSentences(lines)
	}
	switch {
	case fold == 6:
		lines = joinAlike(lines, width)
	case fold > 6:
		lines = joinAlike(lines, math.MaxInt)
	}
	return lines
}

// pastBeginnings begin lines about what is over or only remembered.
var pastBeginnings = []string{
	"Discard", "Heist discards", "Security discards", "Jobs gone", "Known since", "You know ", "The other side knows",
	"You passed ", "You received ", "Lately:", "Refused ",
}

// past reports whether a line is about what is over or only remembered.
func past(line string) bool {
	begins := func(by string) bool { return strings.HasPrefix(line, by) }
	return slices.ContainsFunc(pastBeginnings, begins) ||
		begins("Seat ") && strings.Contains(line, " knows ") || strings.Contains(line, ") is out of the game")
}

// withoutPast leaves out what is over or only remembered, and says so.
func withoutPast(lines []string) []string {
	var out []string
	dropped := 0
	below := false // a dropped line
	for _, line := range lines {
		if below = past(line) || below && strings.HasPrefix(line, " "); below {
			dropped++
			continue
		}
		out = append(out, line)
	}
	if dropped < 2 {
		return lines
	}
	return append(out, fmt.Sprintf("… %d lines on what is past: type table", dropped))
}

// alike matches words with commas between them, such as the skills of a Job.
var alike = regexp.MustCompile(`\b[A-Z][a-z]+(?:, [A-Z][a-z]+\b){3,}`)

// countAlike counts words that come several times in a row of words: "Tech ×3, Info".
func countAlike(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = alike.ReplaceAllStringFunc(line, func(list string) string {
			var words []string
			times := map[string]int{}
			for word := range strings.SplitSeq(list, ", ") {
				if times[word]++; times[word] == 1 {
					words = append(words, word)
				}
			}
			for j, word := range words {
				if times[word] > 1 {
					words[j] = fmt.Sprintf("%s ×%d", word, times[word])
				}
			}
			return strings.Join(words, ", ")
		})
	}
	return out
}

// joinLists puts lists, a line that ends with a colon and indented lines below it, into a
// paragraph each; names: without what stands behind a colon in them; headings: also
// numbered lines below a line that ends otherwise. On lines of a width, short things are not
// broken.
func joinLists(lines []string, names, headings bool, width int) []string {
	var out []string
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i])
		list := strings.HasSuffix(lines[i], ":")
		if !list && !headings {
			continue
		}
		deeper := strings.Repeat(" ", indentOf(lines[i])+1)
		if list && holdsLists(lines[i+1:], deeper) {
			continue // it is a heading, and its lists are joined one by one
		}
		var items []string
		for i+1 < len(lines) && strings.HasPrefix(lines[i+1], deeper) && (list || numbered.MatchString(lines[i+1])) {
			i++
			item := strings.Join(strings.Fields(lines[i]), " ")
			if names && list {
				item, _, _ = strings.Cut(item, ": ")
			}
			items = append(items, unbroken(strings.TrimSuffix(item, "."), min(width/2, unbrokenWidth)))
		}
		if len(items) == 0 {
			continue
		}
		last := &out[len(out)-1]
		if !list {
			*last += ":"
		}
		*last += " " + strings.Join(items, " · ")
	}
	return out
}

// unbrokenWidth is the width of things in a paragraph that lines are not broken in.
const unbrokenWidth = 36

// hard is a space at which a line is not broken.
const hard = "\u00a0"

// unbroken puts hard spaces into the parts of an item that are not wider than a width: a name
// with its number and what stands in brackets, or a guard.
func unbroken(item string, width int) string {
	for _, end := range []string{"; ", ": "} {
		parts := strings.Split(item, end)
		for i, part := range parts {
			if utf8.RuneCountInString(part) <= width {
				parts[i] = strings.ReplaceAll(part, " ", hard)
			}
		}
		item = strings.Join(parts, end)
	}
	return item
}

// holdsLists reports whether there is a list in a list.
func holdsLists(lines []string, deeper string) bool {
	for _, line := range lines {
		if !strings.HasPrefix(line, deeper) {
			return false
		}
		if strings.HasSuffix(line, ":") {
			return true
		}
	}
	return false
}

// numbered matches a line of a list with numbers.
var numbered = regexp.MustCompile(`^ +\d+ `)

// joinSentences puts sentences that follow each other on lines of their own into a
// paragraph.
func joinSentences(lines []string) []string {
	var out []string
	for _, line := range lines {
		last := len(out) - 1
		if last >= 0 && strings.HasSuffix(out[last], ".") && strings.HasSuffix(line, ".") && indentOf(line) == 0 {
			out[last] += " " + line
			continue
		}
		out = append(out, line)
	}
	return out
}

// standsAlone matches lines that begin a line of their own however little room there is.
var standsAlone = regexp.MustCompile(`^(?:Column|Your hand|Seat|…)`)

// joinAlike puts lines of one indentation that follow each other side by side, up to a
// width.
func joinAlike(lines []string, width int) []string {
	var out []string
	for _, line := range lines {
		last := len(out) - 1
		if last >= 0 && line != "" && out[last] != "" && indentOf(out[last]) == indentOf(line) && !strings.HasPrefix(out[last], "Your hand") && !(width == math.MaxInt && standsAlone.MatchString(line)) {
			joined := strings.TrimSuffix(out[last], ".") + " · " + strings.Join(strings.Fields(line), " ")
			if utf8.RuneCountInString(joined) <= width {
				out[last] = joined
				continue
			}
		}
		out = append(out, line)
	}
	return out
}

// indentOf returns the number of spaces at the beginning of a line.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
