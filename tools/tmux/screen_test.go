package main

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestScreensAreChecked(t *testing.T) {
	for text, faults := range map[string]int{
		"A table.\nYou won.":              0,
		"State{Cards:[1 2]}":              1,
		"cards map[a:1]":                  1,
		"at 0xc000":                       1,
		"%!d(string=a)":                   1,
		strings.Repeat("wide ", 20) + "x": 1,
	} {
		if got := check(text, text, 80); len(got) != faults {
			t.Errorf("%q: %d faults, want %d: %v", text, len(got), faults, got)
		}
	}
	for line, want := range map[string]bool{
		"You won.": true, "You lost: seat 2 won.": true, "You came third of four.": true, "You share first place with seat 2.": true,
		"Your side won.": true, "A draw: nobody is ahead.": true, "Your hand: none": false, "saved to x": false, "  you  +1": false,
	} {
		if result.MatchString(line) != want {
			t.Errorf("%q is a result: %t", line, !want)
		}
	}
}

func TestAPlayerTypesWhatIsOffered(t *testing.T) {
	screen := "── Old ── ? help ──\n\n  7 no\n> 7\n── HEAT · you are seat 1 ── ? help ──\nSeat 1  $3\n\nChoose.\n   1 pass Vault     10 pass Heavy\n>\n"
	p := &player{rng: rand.New(rand.NewPCG(1, 1))}
	seen := map[string]bool{}
	for range 50 {
		seen[p.choose(screen)] = true
	}
	if !seen["1"] || !seen["10"] || len(seen) != 2 {
		t.Errorf("chosen: %v", seen)
	}
	if !whole(screen) || whole("Seat 1  $3\n\n  1 pass\n>\n") {
		t.Error("a page is whole when its heading is on the screen")
	}
	if got := p.choose("── A ── ? help ──\n\n  41 points, marked · on the map: type one as 0.5,0.5\n>\n"); got != "0.5,0.5" && got != "41" {
		t.Errorf("chosen: %q", got)
	}
}

func TestVerdict(t *testing.T) {
	for screen, want := range map[string]string{
		"  you  -2\n\nYou lost.\nsave keeps the game, to look back at it; Enter leaves.\n> ": "You lost.",
		"── 4 Downs ── ? help ──\n\n  1 pass\n> ":                                            "",
	} {
		if got := verdict(screen); got != want {
			t.Errorf("%q: %q, want %q", screen, got, want)
		}
	}
}
