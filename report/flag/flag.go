// Package flag holds the findings of a report: what is flagged, how large the effect is,
// and which games show it. Studies raise flags; a flag prints nothing.
package flag

import "ringer/env"

// A Flag is a finding that stands out of the chance of its study.
type Flag struct {
	Kind    string  `json:"kind"`            // of finding: "seat", "ending", "always"
	Subject string  `json:"subject"`         // what is flagged, in the game's words
	Level   string  `json:"level,omitempty"` // the agent in every seat, where the finding is of one level of skill
	Words   string  `json:"words"`           // the finding in one sentence
	Effect  float64 `json:"effect"`
	Low     float64 `json:"low"` // interval of the effect, at the confidence of the study
	High    float64 `json:"high"`
	N       int     `json:"n"` // cases behind it

	Examples []Example `json:"examples,omitempty"`
}

// An Example is a game that shows a finding: its actions from the start, chance
// included, as a replay has them.
type Example struct {
	History []env.Action `json:"history"`
	At      int          `json:"at"` // the number of actions before the moment to look at
}
