package population

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"ringer/agents/mixture"
	"ringer/configs"
	"ringer/env"
	"ringer/eval"
	"ringer/eval/metagame"
	"ringer/open/match"
)

// Names of the files of a folder.
const (
	FileName   = "population.yaml" // the mixture, as mixture(FILE) plays it
	ResultName = "population.json"
	pairsName  = "pairs"
)

// Result holds a population with its payoffs and its mixture. Figures have 95% intervals over deals.
type Result struct {
	Game  string `json:"game"`
	Games int    `json:"games"` // of each pair
	Deals int    `json:"deals"` // that every pair played
	Seed  uint64 `json:"seed"`

	Solver metagame.Solver `json:"meta_solver"`

	// Alike says that the sides are: then payoffs are the means over both, and there is one mixture.
	Alike bool `json:"alike"`

	Players []Member `json:"players"`

	// Payoffs are the first side's, by its player and the other side's: half the difference
	// between the returns of a seat of each.
	Payoffs [][]metagame.Figure `json:"payoffs"`
	Value   metagame.Figure     `json:"value"` // of the first side, when both play their mixtures
	Rounds  []Round             `json:"rounds,omitempty"`
	File    string              `json:"file"` // of the mixture
}

// Member is a player of a population.
type Member struct {
	Agent  string `json:"agent"`
	SHA256 string `json:"sha256,omitempty"` // of the files that it was read from
	Round  int    `json:"round,omitempty"`  // whose response it is; 0: it was named

	Shares []metagame.Figure `json:"shares"` // by side, one where they are alike
	Gains  []metagame.Figure `json:"gains"`  // what it gets against the other side's mixture, less the value
}

// Unsure reports whether a share may as well be 0: its interval begins there.
func Unsure(share metagame.Figure) bool { return share.Is > 0 && share.Low <= 0 }

// pair holds the games of two players.
type pair struct {
	metagame.Pair
	payoffs [2]metagame.Figure // of the first side, with A there, and with B there
}

// Run measures the players, mixes them and lets the population grow. It writes the mixture after
// each round. It returns bad input, errors of matches and searches, and the context's; then the
// same work goes on from the folder.
func (s *Study) Run(ctx context.Context) (_ *Result, err error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, s.parts.Close()) }()
	result, err := s.mix(ctx)
	for number := 1; err == nil && s.wanted(number); number++ {
		var r *Round
		if r, err = s.respond(ctx, number); err != nil {
			break
		}
		rounds := append(result.Rounds, *r)
		for _, name := range r.Added {
			if err = s.enter(name, number); err != nil {
				break
			}
		}
		if err == nil && len(r.Added) > 0 {
			result, err = s.mix(ctx)
		}
		if err != nil {
			break
		}
		result.Rounds = rounds
		if len(r.Added) == 0 || r.gain() < s.Until {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(result, "", "  ")
	if err != nil {
		return nil, err
	}
	return result, s.parts.Write(ResultName, append(text, '\n'))
}

// alike reports whether the sides are.
func (s *Study) alike() bool { return env.SeatsDiffer(s.Game) == "" }

// mix plays the pairs that are missing, solves the table and writes the mixture.
func (s *Study) mix(ctx context.Context) (*Result, error) {
	if err := s.play(ctx); err != nil {
		return nil, err
	}
	n, alike := len(s.members), s.alike()
	r := &Result{Game: s.Game.Spec().String(), Seed: s.Seed, Solver: s.Solver, Alike: alike, Players: append([]Member(nil), s.members...), File: s.parts.Path(FileName)}
	r.Payoffs = make([][]metagame.Figure, n)
	for i := range r.Payoffs {
		r.Payoffs[i] = make([]metagame.Figure, n)
	}
	config := metagame.Config{Players: n, Alike: alike, Seed: s.Seed, Solver: s.Solver}
	for _, p := range s.pairs {
		config.Pairs = append(config.Pairs, p.Pair)
		r.Deals = len(p.Deals)
		r.Payoffs[p.A][p.B], r.Payoffs[p.B][p.A] = p.payoffs[0], p.payoffs[1]
	}
	r.Games = 2 * r.Deals
	if n == 1 && alike {
		r.Players[0].Shares, r.Players[0].Gains = []metagame.Figure{{Is: 1, Low: 1, High: 1}}, []metagame.Figure{{}}
		return r, s.write(r)
	}
	e, err := metagame.Solve(ctx, config)
	if err != nil {
		return nil, err
	}
	r.Value = e.Value
	for i := range r.Players {
		r.Players[i].Shares, r.Players[i].Gains = e.Shares[i], e.Gains[i]
	}
	return r, s.write(r)
}

// write writes the mixture.
func (s *Study) write(r *Result) error {
	file := mixture.Population{Game: r.Game, About: fmt.Sprintf("%d players, mixed by %s; each pair played %d games.", len(r.Players), r.Solver, r.Games)}
	if len(r.Players) == 1 {
		file.About = "One player."
	}
	for _, m := range r.Players {
		player := mixture.Player{Agent: m.Agent, SHA256: m.SHA256}
		if r.Alike {
			player.Share = m.Shares[0].Is
		} else {
			player.Shares = []float64{m.Shares[0].Is, m.Shares[1].Is}
		}
		file.Players = append(file.Players, player)
	}
	text, err := configs.Write(&file)
	if err != nil {
		return err
	}
	return s.parts.Write(FileName, text)
}

// play plays the pairs that are missing. Where the sides differ, each player meets itself too.
func (s *Study) play(ctx context.Context) error {
	if err := os.MkdirAll(s.parts.Path(pairsName), 0o755); err != nil {
		return err
	}
	type ab struct{ a, b int }
	known := map[ab]bool{}
	for _, p := range s.pairs {
		known[ab{p.A, p.B}] = true
	}
	var missing []ab
	for b := range s.members {
		for a := 0; a <= b; a++ {
			if !known[ab{a, b}] && (a < b || !s.alike()) {
				missing = append(missing, ab{a, b})
			}
		}
	}
	for i, m := range missing {
		var groups []eval.MatchGroup
		_, err := match.Play(ctx, s.Opener, match.Options{
			Game: s.Game, Agents: []string{s.members[m.a].Agent, s.members[m.b].Agent}, Games: s.Games, Seed: s.Seed, Workers: s.Workers,
			Place: s.Elsewhere.Games(), Keep: s.parts.Path(filepath.Join(pairsName, fmt.Sprintf("%d-%d.jsonl", m.a, m.b))),
			Group:    func(g eval.MatchGroup) { groups = append(groups, g) },
			Progress: func(done, total int) { s.tell("playing pairs", i*total+done, len(missing)*total) },
		})
		if err != nil {
			return err
		}
		p := pair{Pair: metagame.Pair{A: m.a, B: m.b, Deals: eval.PayoffsOfSides(groups)}}
		if p.payoffs, err = s.figures(ctx, &p.Pair); err != nil {
			return err
		}
		s.pairs = append(s.pairs, p)
	}
	return nil
}

// figures returns what the first side gets, with each player of a pair there.
func (s *Study) figures(ctx context.Context, p *metagame.Pair) (out [2]metagame.Figure, err error) {
	of := [2]func(eval.SidePayoffs) float64{
		func(d eval.SidePayoffs) float64 { return d.First },
		func(d eval.SidePayoffs) float64 { return d.Second },
	}
	switch {
	case s.alike():
		of[0] = func(d eval.SidePayoffs) float64 { return (d.First - d.Second) / 2 }
		of[1] = func(d eval.SidePayoffs) float64 { return (d.Second - d.First) / 2 }
	case p.A == p.B:
		of[0] = func(d eval.SidePayoffs) float64 { return (d.First + d.Second) / 2 }
		of[1] = of[0]
	}
	spec := s.Game.Spec()
	most := (spec.MaxUtility - spec.MinUtility) / 2
	for k, payoff := range of {
		figures := make([]float64, len(p.Deals))
		for i, d := range p.Deals {
			figures[i] = payoff(d)
		}
		mean, interval, err := eval.MeanOf(ctx, figures, -most, most, s.Seed)
		if err != nil {
			return out, err
		}
		out[k] = metagame.Figure{Is: mean, Low: interval.Low, High: interval.High}
	}
	return out, nil
}
