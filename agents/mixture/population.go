package mixture

import (
	"fmt"
	"math"
	"strings"

	"ringer/env"
)

// Population is the file of a mixture.
type Population struct {
	Game    string   `yaml:"game"` // whose players they are, for people
	About   string   `yaml:"about"`
	Players []Player `yaml:"players"`
}

// Player is one of a population. Share is for all sides of the game, Shares has one for each.
type Player struct {
	Agent  string    `yaml:"agent"`            // an agent of the roster
	SHA256 string    `yaml:"sha256,omitempty"` // of the files that it was read from; empty: whatever they hold
	Share  float64   `yaml:"share,omitempty"`
	Shares []float64 `yaml:"shares,omitempty"`
}

// sumWanted is how far the shares of a side may be from 1: a file may round them.
const sumWanted = 1e-3

// Validate returns every fault as env.Faults.
func (p *Population) Validate() error {
	var faults env.Faults
	if len(p.Players) == 0 {
		faults.Add("players", "none", "one player or more")
	}
	sides := 0
	for i := range p.Players {
		sides = max(sides, len(p.Players[i].Shares))
	}
	for i := range p.Players {
		w, path := &p.Players[i], fmt.Sprintf("players[%d]", i)
		if strings.TrimSpace(w.Agent) == "" {
			faults.Add(path+".agent", `""`, "an agent, such as bot(my.bot)")
		}
		if w.SHA256 != "" && (len(w.SHA256) != 64 || strings.Trim(w.SHA256, "0123456789abcdef") != "") {
			faults.Add(path+".sha256", w.SHA256, "64 digits of 0 to 9 and a to f")
		}
		checkShare(&faults, path+".share", w.Share)
		for s, share := range w.Shares {
			checkShare(&faults, fmt.Sprintf("%s.shares[%d]", path, s), share)
		}
		switch {
		case w.Share != 0 && len(w.Shares) > 0:
			faults.Add(path, "share and shares", "one of them")
		case len(w.Shares) > 0 && len(w.Shares) != sides:
			faults.Add(path+".shares", fmt.Sprintf("%d shares", len(w.Shares)), "%d, as many as the others", sides)
		}
	}
	if len(faults) > 0 {
		return faults.Err()
	}
	for s := range max(1, sides) {
		sum := 0.0
		for i := range p.Players {
			sum += p.Players[i].of(s)
		}
		if math.Abs(sum-1) > sumWanted {
			where := "shares"
			if sides > 0 {
				where = fmt.Sprintf("shares of side %d", s)
			}
			faults.Add("players", fmt.Sprintf("%s that sum to %.4g", where, sum), "1")
		}
	}
	return faults.Err()
}

func checkShare(faults *env.Faults, path string, share float64) {
	if !(share >= 0 && share <= 1) {
		faults.Add(path, share, "a share from 0 to 1")
	}
}

// of returns the share of a player in a side.
func (p *Player) of(side int) float64 {
	if len(p.Shares) > 0 {
		return p.Shares[side]
	}
	return p.Share
}

// CheckSides returns a fault for every list of shares that does not have one for each side of a
// game.
func (p *Population) CheckSides(spec *env.Spec) error {
	var faults env.Faults
	for i := range p.Players {
		if n := len(p.Players[i].Shares); n > 0 && n != len(spec.Sides()) {
			faults.Add(fmt.Sprintf("players[%d].shares", i), fmt.Sprintf("%d shares", n), "%d, one for each side of %s", len(spec.Sides()), spec)
		}
	}
	return faults.Err()
}
