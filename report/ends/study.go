package ends

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Study holds how the games of a corpus ended.
type Study struct {
	Game   string      `json:"game"`
	Agents []string    `json:"agents"`
	Seed   uint64      `json:"seed"`
	Games  int         `json:"games"`
	Ends   []End       `json:"ends"`            // all that the rules know, those that never happened too
	Rules  []Rule      `json:"rules,omitempty"` // what else the rules know, met or not
	Flags  []flag.Flag `json:"flags,omitempty"`
}

// Rule is something that may happen in a game.
type Rule struct {
	Name string       `json:"name"`
	Met  ratio.Figure `json:"met"` // share of the games in which it happened, seen at the decisions and at the end
}

// End is one way to end, with 95% intervals over games.
type End struct {
	Name  string       `json:"name"`
	Minor bool         `json:"minor,omitempty"` // a tie or its break, which may be rare
	Share ratio.Figure `json:"share"`           // of the games
	Seats []float64    `json:"seats,omitempty"` // of the wins in those games, by seat

	games []int
	limit bool
}

const (
	// never is the largest share that an ending may have that is flagged as one that never
	// happens: the upper end of the interval of 0 of n lies under it from n = 381 on.
	never = 0.01
	// nearlyAlways is the least share of an ending that leaves no room for another.
	nearlyAlways = 0.95
)

// Of counts the endings of the games of a corpus.
func Of(ctx context.Context, c *corpus.Corpus, workers int) (*Study, error) {
	spec := c.Game.Spec()
	list := kinds(c.Game)
	ended, others := make([]int, len(c.Games)), rules(c.Game)
	met := make([][]bool, len(c.Games)) // [game][rule]
	err := eval.Each(ctx, workers, len(c.Games), func(i int) error {
		met[i] = make([]bool, len(others))
		look := func(state env.State) {
			for k := range others {
				met[i][k] = met[i][k] || others[k].met(state)
			}
		}
		end, err := c.Replay(i, func(m *corpus.Moment) error {
			look(m.State)
			return nil
		})
		if err != nil {
			return err
		}
		look(end)
		for ended[i] < len(list)-1 && !list[ended[i]].is(end, c.Games[i].Returns) {
			ended[i]++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s := &Study{Game: spec.String(), Agents: c.Agents, Seed: c.Seed, Games: len(c.Games)}
	for k, kind := range list {
		e := End{Name: kind.name, Minor: kind.minor, limit: kind.limit}
		seats := make([]float64, spec.Players)
		for i, at := range ended {
			if at != k {
				continue
			}
			e.games = append(e.games, i)
			for seat, share := range c.Games[i].Shares {
				seats[seat] += share
			}
		}
		if n := float64(len(e.games)); n > 0 {
			for seat := range seats {
				seats[seat] /= n
			}
			e.Seats = seats
		}
		e.Share = ratio.OfShare("share", float64(len(e.games)), len(c.Games), eval.Confidence)
		s.Ends = append(s.Ends, e)
	}
	for k, rule := range others {
		n := 0.
		for i := range met {
			if met[i][k] {
				n++
			}
		}
		s.Rules = append(s.Rules, Rule{rule.name, ratio.OfShare("met", n, len(c.Games), eval.Confidence)})
	}
	s.flag(c)
	return s, nil
}

// flag raises the flags: an ending that never happens, and one that nearly always does
// where the rules know another.
func (s *Study) flag(c *corpus.Corpus) {
	major := 0
	for _, e := range s.Ends {
		if !e.Minor && !e.limit {
			major++
		}
	}
	for _, e := range s.Ends {
		f := flag.Flag{Subject: e.Name, Effect: e.Share.Value, Low: e.Share.Low, High: e.Share.High, N: s.Games}
		switch {
		case e.Minor:
			continue
		case len(e.games) == 0 && e.Share.High < never && !e.limit:
			f.Kind, f.Words = "ending-never", fmt.Sprintf("No game of %s ended so: %s.", numbers.Count(s.Games), e.Name)
			f.Examples = first(c, nil)
		case (major > 1 || e.limit) && e.Share.Low > nearlyAlways:
			f.Kind, f.Words = "ending-always", fmt.Sprintf("%.1f%% of %s games ended so: %s.", 100*e.Share.Value, numbers.Count(s.Games), e.Name)
			f.Examples = first(c, e.games)
		default:
			continue
		}
		s.Flags = append(s.Flags, f)
	}
	for _, r := range s.Rules {
		if r.Met.Value == 0 && r.Met.High < never {
			s.Flags = append(s.Flags, flag.Flag{
				Kind: "rule-never", Subject: r.Name, Words: fmt.Sprintf("It never happened in %s games: %s.", numbers.Count(s.Games), r.Name),
				High: r.Met.High, N: s.Games, Examples: first(c, nil),
			})
		}
	}
}

// Enough returns the number of games from which on an ending that no game had is called one
// that never happens.
func (s *Study) Enough() int {
	n := 1
	for ratio.OfShare("", 0, n, eval.Confidence).High >= never {
		n++
	}
	return n
}

// Unseen returns the largest share of the games that an ending may have which none of them had.
func (s *Study) Unseen() float64 { return ratio.OfShare("", 0, s.Games, eval.Confidence).High }

// first returns up to three of the games, or of all games.
func first(c *corpus.Corpus, games []int) (out []flag.Example) {
	for i := range min(3, len(c.Games)) {
		n := i
		if games != nil {
			if i >= len(games) {
				break
			}
			n = games[i]
		}
		h := c.Games[n].History
		out = append(out, flag.Example{History: h, At: len(h)})
	}
	return out
}
