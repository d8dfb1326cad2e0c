package play

import (
	"regexp"
	"strings"

	"ringer/env"
	"ringer/play/seats"
)

// openTable returns a table without secrets, in words and with its picture: as seat p reads
// it, and below that the lines that other seats read otherwise. No seat reads what lies face
// down for all.
func openTable(s env.State, p env.Player, players int, reads seats.Words) (words []string, picture func(width, height int) []string) {
	mine, picture := tableFor(s, p, reads)
	read := map[string]bool{}
	for _, line := range mine {
		read[aboutNobody(line)] = true
	}
	lines := mine
	for q := range env.Player(players) {
		if q == p {
			continue
		}
		theirs, _ := tableFor(s, q, reads)
		var news []string
		for i, line := range theirs {
			if read[aboutNobody(line)] || strings.TrimSpace(line) == "" || nothingNew(line) {
				continue
			}
			// A line of a list needs its heading.
			if strings.HasPrefix(line, " ") {
				for j := i - 1; j >= 0; j-- {
					if strings.HasPrefix(theirs[j], " ") {
						continue
					}
					if strings.HasSuffix(theirs[j], ":") && (len(news) == 0 || !strings.HasPrefix(news[len(news)-1], "    ") && news[len(news)-1] != "  "+theirs[j]) {
						news = append(news, "  "+theirs[j])
					}
					break
				}
			}
			news = append(news, "  "+line)
		}
		if len(news) > 0 {
			lines = append(lines, "As "+seats.Name(q)+" sees it:")
			lines = append(lines, news...)
		}
	}
	return lines, picture
}

// ofAll matches lines that say of the same, to each seat in its own words, what all know.
var ofAll = regexp.MustCompile(`^(?:You win|Seat \d+ wins|The others win)\.$|^Last hand:|^Yards: |^DUEL, round |^(?:You|Seat \d+): [a-z]`)

// nothingNew reports whether a line tells nothing of what is hidden.
func nothingNew(line string) bool {
	return ofAll.MatchString(line) || past(line) && !strings.Contains(line, "secret")
}

// aboutNobody returns a line without what only says who reads it.
func aboutNobody(line string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(line, "(you)", "")), " ")
}
