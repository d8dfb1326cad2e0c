package seats

import (
	"context"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Config says of which game levels of skill are measured, and against which target.
type Config struct {
	Game    env.Game
	Seed    uint64 // of the games
	Workers int

	// Band is the target: how far a seat's share of the wins may lie from an equal share,
	// such as 0.05. 0 means DefaultBand.
	Band float64
}

// DefaultBand is the band of a Config that names none: 5 points to either side.
const DefaultBand = 0.05

// ErrorRate is the chance that a study of a game whose seats are all at the edge of the
// band raises any flag at all.
const ErrorRate = 0.05

// Study holds the results by seat, side and order of play.
type Study struct {
	Game   string      `json:"game"`
	Seed   uint64      `json:"seed"`
	Equal  float64     `json:"equal_share"`
	Band   float64     `json:"band"`             // to either side of it
	Differ string      `json:"differ,omitempty"` // why the rules let the seats differ
	Levels []Level     `json:"levels"`           // weakest first
	Flags  []flag.Flag `json:"flags,omitempty"`
}

// Level holds the results of one agent against itself.
type Level struct {
	Agent string       `json:"agent"`
	Games int          `json:"games"`
	Ties  ratio.Figure `json:"ties"` // games without a sole winner
	Roles []Role       `json:"roles"`
}

// Role tells the seats apart in one way.
type Role struct {
	Name  string `json:"name"` // "seat", "side", "order"
	Cells []Cell `json:"cells"`
}

// Cell holds what those who sat there got, with 95% intervals over games.
type Cell struct {
	ID      string       `json:"id"`                // in names of measures; seats count from 0 there
	Name    string       `json:"name"`              // for people, who count seats from 1
	Wins    ratio.Figure `json:"wins"`              // share of the wins, 1/k for each of k joint winners
	Return  ratio.Figure `json:"return"`            // mean
	Verdict string       `json:"verdict"`           // "inside", "outside" or "open": the 95% interval against the band
	Flagged bool         `json:"flagged,omitempty"` // by the test of all cells together

	does string // a verb with its object: "sits in seat 1", "decides first"
	won  []int  // games that a seat in the cell won alone
}

// Of measures games that were played: one corpus a level, each with one agent, weakest
// first. Results do not depend on the workers.
func Of(ctx context.Context, c Config, levels []*corpus.Corpus) (*Study, error) {
	spec := c.Game.Spec()
	if c.Band == 0 {
		c.Band = DefaultBand
	}
	s := &Study{Game: spec.String(), Seed: c.Seed, Equal: 1 / float64(spec.Players), Band: c.Band, Levels: []Level{}}
	s.Differ = env.SeatsDiffer(c.Game)
	list := roles(c.Game)
	for _, played := range levels {
		level, err := measure(ctx, &c, played, list)
		if err != nil {
			return nil, err
		}
		s.Levels = append(s.Levels, *level)
	}
	for i := range slices.Backward(s.Levels) { // what holds among the strongest comes first
		s.Flags = append(s.Flags, s.flags(&s.Levels[i], levels[i])...)
	}
	return s, nil
}

// measure sums up the games of one level.
func measure(ctx context.Context, c *Config, played *corpus.Corpus, list []role) (*Level, error) {
	where := make([][][]int, len(played.Games)) // [game][role][seat]
	err := eval.Each(ctx, c.Workers, len(where), func(i int) (err error) {
		where[i], err = places(played, i, list)
		return err
	})
	if err != nil {
		return nil, err
	}
	level := &Level{Agent: played.Agents[0], Games: len(where)}
	ties := 0.
	for _, g := range played.Games {
		sole := false
		for _, x := range g.Shares {
			sole = sole || x == 1
		}
		if !sole {
			ties++
		}
	}
	level.Ties = ratio.OfShare("ties", ties, len(where), eval.Confidence)
	for r, role := range list {
		if r > 0 && same(where, r) {
			continue
		}
		out := Role{Name: role.name}
		for cell, who := range role.cells {
			wins, returns := 0., make([]float64, len(where))
			var won []int
			for i, g := range played.Games {
				for seat, at := range where[i][r] {
					if at == cell {
						wins += g.Shares[seat]
						if g.Shares[seat] == 1 {
							won = append(won, i)
						}
						returns[i] = g.Returns[seat]
					}
				}
			}
			x := Cell{ID: who.id, Name: who.name, does: who.does, Wins: ratio.OfShare("wins", wins, len(where), eval.Confidence), Return: ratio.Over("return", returns, eval.Confidence), won: won}
			x.Verdict = verdict(x.Wins, 1/float64(len(role.cells)), c.Band)
			out.Cells = append(out.Cells, x)
		}
		level.Roles = append(level.Roles, out)
	}
	return level, nil
}

// same reports whether a role tells the seats apart as their numbers do, in every game.
func same(where [][][]int, r int) bool {
	for _, game := range where {
		if !slices.Equal(game[r], game[0]) {
			return false
		}
	}
	return true
}

// verdict compares an interval with a band around the equal share.
func verdict(f ratio.Figure, equal, band float64) string {
	c := flag.Claim{Value: f.Value, Low: f.Low, High: f.High, Least: equal - band, Most: equal + band}
	return string(c.Answer())
}

// flags returns the cells of a level that lie outside of the band. All cells of all levels together
// raise a false flag with ErrorRate at most (Bonferroni): wider intervals decide than are shown.
func (s *Study) flags(level *Level, played *corpus.Corpus) (out []flag.Flag) {
	cells := 0
	for _, l := range s.Levels {
		for _, r := range l.Roles {
			cells += len(r.Cells)
		}
	}
	for _, r := range level.Roles {
		equal := 1 / float64(len(r.Cells))
		for i := range r.Cells {
			x := &r.Cells[i]
			f := &x.Wins
			if verdict(ratio.OfShare("wins", f.Value*float64(f.Of), f.Of, 1-ErrorRate/float64(cells)), equal, s.Band) != "outside" {
				continue
			}
			x.Flagged = true
			out = append(out, flag.Flag{
				Kind: "seat", Subject: x.Name + ", " + level.Agent, Level: level.Agent,
				Words:  fmt.Sprintf("With %s in every seat, the one that %s wins %s.", level.Agent, x.does, numbers.Often(f.Value, f.Low, f.High, f.Of, equal)),
				Effect: f.Value - equal, Low: f.Low - equal, High: f.High - equal, N: f.Of,
				Examples: examples(played, x, f.Value > equal),
			})
		}
	}
	return out
}

// examples returns the first games that a cell won, or did not.
func examples(c *corpus.Corpus, x *Cell, won bool) (out []flag.Example) {
	for i, g := range c.Games {
		if _, found := slices.BinarySearch(x.won, i); found == won && len(out) < 3 {
			out = append(out, flag.Example{History: g.History})
		}
	}
	return out
}
