package strategy

import (
	"context"
	"encoding/binary"
	"fmt"

	"ringer/env"
	"ringer/eval"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Study holds what is known of a strategy. Every interval is a 95% interval over deals, and
// the three matches have the same deals.
type Study struct {
	Game     string `json:"game"`
	Seed     uint64 `json:"seed"`
	Strategy string `json:"strategy"`
	About    string `json:"about,omitempty"`
	Rules    []Rule `json:"rules"`
	Response string `json:"answer"`
	Ringer   string `json:"ringer"`
	Budget   string `json:"budget"`

	// By names the best response in each seat: a training, or an agent that needed none.
	By []string `json:"by,omitempty"`

	Games int `json:"games"` // of each match
	Deals int `json:"deals"`

	EqualShare float64 `json:"equal_share"`
	Responding Rate    `json:"answered"` // wins of one best response among players of the strategy
	Untaught   Rate    `json:"untaught"` // wins of one ringer among them
	Gain       Rate    `json:"gain"`     // the difference, deal by deal
	Strength   Rate    `json:"strength"` // wins of one player of the strategy among ringers

	// Found says that the best response wins more than the ringer and than an equal share, beyond
	// luck: the ringer did not know how the strategy is beaten.
	Found bool `json:"found"`

	// Compared is the number of actions that were compared; Habits are those that the best response
	// takes more or less often than the ringer beyond the luck of all comparisons, the
	// most telling first.
	Compared int     `json:"compared"`
	Habits   []Habit `json:"habits"`

	// Examples are games that the best response won, where the ringer did not on the same deal if
	// there are such.
	Examples []Example `json:"examples"`
}

// Rule is a rule of the strategy and how often it decides something.
type Rule struct {
	Rule    string       `json:"rule"`
	Applied ratio.Figure `json:"applied"` // share of the strategy's choices
}

// Rate is a share of wins, or a difference of two.
type Rate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"` // games
}

// Example is a game against the strategy.
type Example struct {
	flag.Example
	Seat  int    `json:"seat"` // of the best response
	Words string `json:"words"`
}

// Run plays the three matches and compares. Errors: env.Faults for a configuration that is
// wrong, and the errors of eval.PlayFrom. Results do not depend on the workers.
func Run(ctx context.Context, c Config) (*Study, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	players := c.Game.Spec().Players
	deals := (c.Games + players - 1) / players
	s := &Study{
		Game: c.Game.Spec().String(), Seed: c.Seed, Strategy: c.Strategy.Name, About: c.About, Response: c.Response.Name, Ringer: c.Ringer.Name,
		Budget: c.Budget, Games: deals * players, Deals: deals, EqualShare: 1 / float64(players), Rules: []Rule{}, Habits: []Habit{}, Examples: []Example{},
	}
	var matches [3]*match
	for i, pair := range [][2]eval.Entry{{c.Response, c.Strategy}, {c.Ringer, c.Strategy}, {c.Strategy, c.Ringer}} {
		var err error
		if matches[i], err = c.play(ctx, pair[0], pair[1], deals, i); err != nil {
			return nil, fmt.Errorf("%s against %s: %w", pair[0].Name, pair[1].Name, err)
		}
	}
	responding, untaught, strength := matches[0], matches[1], matches[2]
	rows := make([][]float64, deals)
	for d := range rows {
		a, u := responding.share(d), untaught.share(d)
		rows[d] = []float64{a, u, a - u, strength.share(d)}
	}
	spread, err := eval.Bootstrap(ctx, rows, seedFor(c.Seed, purposeStrategyIntervals))
	if err != nil {
		return nil, err
	}
	for k, r := range []*Rate{&s.Responding, &s.Untaught, &s.Gain, &s.Strength} {
		*r = rateOf(rows, k, spread[k], players)
	}
	s.Gain.N *= 2
	s.Found = s.Gain.Low > 0 && s.Responding.Low > s.EqualShare
	for i, rule := range c.Rules {
		s.Rules = append(s.Rules, Rule{rule, responding.applied(i)})
	}
	s.Habits, s.Compared = compare(c.Game.Spec(), responding, untaught)
	s.Examples = examples(responding, untaught, players)
	return s, nil
}

// rateOf returns the mean of a column; a share that is the same in all deals gets Wilson's
// interval, and a difference the rule of three.
func rateOf(rows [][]float64, column int, spread eval.Interval, players int) Rate {
	const difference = 2
	n := float64(len(rows))
	r := Rate{Low: spread.Low, High: spread.High, N: len(rows) * players}
	for _, row := range rows {
		r.Value += row[column]
	}
	r.Value /= n // at the end, so that a share of 1 is 1
	if r.Low == r.High {
		if column == difference {
			r.Low, r.High = r.Value-3/n, r.Value+3/n
		} else {
			w := eval.Wilson(r.Value*n, n)
			r.Low, r.High = w.Low, w.High
		}
	}
	return r
}

// mostExamples is the number of games that show a best response.
const mostExamples = 3

// examples returns games that the best response won, from different seats where it can be, and
// first of all those that the ringer did not win on the same deal.
func examples(responding, untaught *match, players int) []Example {
	out := []Example{}
	for _, alone := range []bool{true, false} {
		for i, e := range responding.episodes {
			won, also := responding.wins[i] == 1, untaught.wins[i] == 1
			if len(out) == mostExamples {
				return out
			}
			// One of each seat at first, and then whatever is left.
			if !won || alone == also || alone && len(out) < players && i%players != len(out)%players {
				continue
			}
			words := "The best response wins here, and so does the ringer on the same deal."
			if alone {
				words = "The best response wins here; the ringer does not on the same deal."
			}
			out = append(out, Example{flag.Example{History: e.History}, i % players, words})
		}
	}
	return out
}

func seedFor(seed uint64, purpose env.Purpose, indices ...uint64) uint64 {
	b := env.StreamSeed(seed, purpose, indices...)
	return binary.LittleEndian.Uint64(b[:])
}
