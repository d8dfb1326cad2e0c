// Package site describes a table without a server: a folder of files with which a
// browser holds the tables itself. Ringer writes it, play/browser reads it there.
package site

import (
	"bytes"
	"encoding/json"
	"fmt"

	"ringer/agents/script"
	"ringer/env"
	"ringer/play/puzzles"
	"ringer/play/session"
)

// Names of files of the folder.
const (
	File    = "site.json"    // the description
	Welcome = "welcome.json" // what the page shows before its host runs: session.Host.Welcome
)

// Site says what a folder offers.
type Site struct {
	Format string `json:"format"` // Format
	Ringer string `json:"ringer"` // version of the program that wrote it
	Games  []Game `json:"games"`

	// Puzzles are the folder's own, beside the puzzles that ship.
	Puzzles []puzzles.Puzzle `json:"puzzles,omitempty"`
}

// Format names the version of the description.
const Format = "ringer-site/1"

// Game is a game of the folder, with all that it is built from.
type Game struct {
	Game      string             `json:"game"`            // game string
	Rules     json.RawMessage    `json:"rules,omitempty"` // of the spec (env.Spec.Configuration)
	SpecHash  string             `json:"spec_hash"`
	Opponents []session.Opponent `json:"opponents"` // bot(NAME) is the file bots/NAME.bot

	// Styles are the strategies of the opponents script(NAME).
	Styles map[string]script.Strategy `json:"styles,omitempty"`
}

// Read reads a description.
func Read(text []byte) (*Site, error) {
	s := &Site{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("%s: %w", File, err)
	}
	if s.Format != Format {
		return nil, fmt.Errorf("%s: format: %q: want %q", File, s.Format, Format)
	}
	return s, nil
}

// Names returns the game strings, in order.
func (s *Site) Names() []string {
	names := make([]string, len(s.Games))
	for i, g := range s.Games {
		names[i] = g.Game
	}
	return names
}

// find returns a game of the folder.
func (s *Site) find(text string) (*Game, error) {
	for i := range s.Games {
		if s.Games[i].Game == text {
			return &s.Games[i], nil
		}
	}
	return nil, fmt.Errorf("%q: want one of the games of this page: %q", text, s.Names())
}

// Game builds a game of the folder by restore, from its game string and its rules. A game
// of other rules than those it was written with is refused.
func (s *Site) Game(text string, restore func(text string, rules json.RawMessage) (env.Game, error)) (env.Game, error) {
	entry, err := s.find(text)
	if err != nil {
		return nil, err
	}
	g, err := restore(entry.Game, entry.Rules)
	if err != nil {
		return nil, err
	}
	if got := g.Spec().Hash; got != entry.SpecHash {
		return nil, fmt.Errorf("%s: the rules of this page have the hash %s, and this program makes %s of them", text, entry.SpecHash, got)
	}
	return g, nil
}

// Style returns the strategy of an opponent of a game.
func (s *Site) Style(text, name string) (*script.Strategy, error) {
	entry, err := s.find(text)
	if err != nil {
		return nil, err
	}
	style, ok := entry.Styles[name]
	if !ok {
		return nil, fmt.Errorf("%s: no style of it is called %q", text, name)
	}
	return &style, nil
}

// Opponents lists the agents of a game of the folder.
func (s *Site) Opponents(text string) []session.Opponent {
	entry, err := s.find(text)
	if err != nil {
		return nil
	}
	return entry.Opponents
}
