package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	offered = regexp.MustCompile(`(?:^|  ) *(\d+) \S`)
	typeOne = regexp.MustCompile(`type one as (\S+)`)
	result  = regexp.MustCompile(`^(?:You|Your side) (?:won|lost|came|shares?)\b.*\.$|^A draw: nobody is ahead\.$`)

	// program matches values of a program: structs, maps, pointers, verbs of a format.
	program = regexp.MustCompile(`[{}]|0x[0-9a-f]|map\[|%!|<nil>|\[\]`)
)

// check returns what is wrong with a screen.
func check(screen, joined string, width int) (faults []string) {
	for line := range strings.SplitSeq(joined, "\n") {
		if n := utf8.RuneCountInString(strings.TrimRight(line, " ")); n > width {
			faults = append(faults, fmt.Sprintf("a line of %d characters wraps: %s", n, line))
		}
	}
	for line := range strings.SplitSeq(screen, "\n") {
		if program.MatchString(line) {
			faults = append(faults, "a value of a program: "+line)
		}
	}
	return faults
}

// page returns the last page on a screen, from its heading on; empty where that is above the
// screen.
func page(screen string) string {
	i := strings.LastIndex(screen, "? help ──")
	if i < 0 {
		return ""
	}
	return screen[strings.LastIndex(screen[:i], "\n")+1:]
}

// whole reports whether a screen shows a whole page.
func whole(screen string) bool { return strings.HasPrefix(page(screen), "── ") }

// verdict returns the line above the question whether to keep a finished game; empty on other
// screens.
func verdict(screen string) string {
	above, _, ok := strings.Cut(screen, "\nsave keeps the game, ")
	if !ok {
		return ""
	}
	return strings.TrimSpace(above[strings.LastIndex(above, "\n")+1:])
}

// choose returns what a newcomer types: a number that the page offers, a point, or Enter.
func (p *player) choose(screen string) string {
	text := page(screen)
	_, list, ok := strings.Cut(text, "\n\n")
	if !ok {
		return "1"
	}
	var all []string
	for line := range strings.SplitSeq(list, "\n") {
		for _, m := range offered.FindAllStringSubmatch(line, -1) {
			all = append(all, m[1])
		}
	}
	if m := typeOne.FindStringSubmatch(list); m != nil {
		all = append(all, m[1], m[1], m[1], m[1], m[1], m[1])
	}
	if len(all) == 0 {
		return "1"
	}
	return all[p.rng.IntN(len(all))]
}
