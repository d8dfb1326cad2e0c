package arc

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ringer/env"
	"ringer/eval"
	"ringer/internal/numbers"
	"ringer/report/corpus"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Config says which positions are judged, and by whom.
type Config struct {
	Corpus *corpus.Corpus
	Judge  eval.Entry // plays on in every seat

	Games     int // the first of the corpus; 0 means DefaultGames, at most all
	Positions int // in a game, at equal shares of its decisions from the first on; 0: DefaultPositions
	Playouts  int // from each position, an even number; 0: DefaultPlayouts

	Seed     uint64
	Workers  int
	Place    *eval.Place           // where the games are played; nil: in this process
	Progress func(done, total int) // playouts
}

// What a Config means that leaves numbers out.
const (
	DefaultGames     = 100
	DefaultPositions = 10
	DefaultPlayouts  = 32
)

// Decided is the chance to win from which on a game counts as decided.
const Decided = 0.9

// Study holds the arc of a game.
type Study struct {
	Game      string   `json:"game"`
	Judge     string   `json:"judge"`
	Agents    []string `json:"agents"`
	Seed      uint64   `json:"seed"`
	Games     int      `json:"games"`
	Positions int      `json:"positions"`
	Playouts  int      `json:"playouts"`

	Points []Point `json:"points"` // from the first decision on

	// LeadChanges counts in a game how often a seat takes over the lead: it is ahead by more
	// than the 95% noise of the playouts, and the last such seat was another.
	LeadChanges ratio.Figure `json:"lead_changes"`

	// Decided holds the share of a game after which the seat that wins it stays above 90%
	// at every later point, of the games with a sole winner. A game that is open at the
	// last point counts as decided at its end, 1.
	Decided ratio.Spread `json:"decided"`

	Early    ratio.Figure `json:"early"`    // games decided before half of their decisions
	Open     ratio.Figure `json:"open"`     // games that are open at the last point
	Comeback ratio.Figure `json:"comeback"` // games whose winner was at half of an equal share or less at some point

	Flags []flag.Flag `json:"flags,omitempty"`

	MostChanges []flag.Example `json:"most_changes"` // of the lead
	Comebacks   []flag.Example `json:"comebacks"`    // from the lowest chance of the later winner
	Earliest    []flag.Example `json:"earliest"`     // to be decided

	seats int
}

// Point holds the chances after a share of the decisions of a game.
type Point struct {
	Share float64 `json:"share"` // from 0 to 1

	// Leader is the chance of the seat that is ahead. Half of the playouts say which it is,
	// and the other half how far, so that the luck of playouts makes no leader look better.
	Leader Fan `json:"leader"`
	Winner Fan `json:"winner"` // of the sole winner of the game

	// LeaderWins is the share of the games that the seat ahead went on to win: what the
	// playouts say, held against what happened.
	LeaderWins ratio.Figure `json:"leader_wins"`
}

// Fan is a chance to win over games.
type Fan struct {
	Mean   ratio.Figure `json:"mean"`
	P10    float64      `json:"p10"`
	P25    float64      `json:"p25"`
	Median float64      `json:"median"`
	P75    float64      `json:"p75"`
	P90    float64      `json:"p90"`
}

// position is a judged position of a game.
type position struct {
	at     int          // actions before it
	halves [2][]float64 // shares of the win by seat, each over half of the playouts
}

func (p *position) chance(seat int) float64 { return (p.halves[0][seat] + p.halves[1][seat]) / 2 }

// Play judges positions and sums them up. It returns the errors of eval.PlayFrom. Results
// do not depend on the workers.
func Play(ctx context.Context, c Config) (*Study, error) {
	if c.Corpus == nil || len(c.Corpus.Games) == 0 || c.Judge.Agent == nil {
		return nil, errors.New("arc: want games and an agent that judges")
	}
	orDefault := func(x *int, other int) {
		if *x <= 0 {
			*x = other
		}
	}
	orDefault(&c.Games, DefaultGames)
	orDefault(&c.Positions, DefaultPositions)
	orDefault(&c.Playouts, DefaultPlayouts)
	c.Games, c.Playouts = min(c.Games, len(c.Corpus.Games)), max(2, c.Playouts/2*2)
	games, err := judge(ctx, &c)
	if err != nil {
		return nil, err
	}
	s := &Study{
		Game: c.Corpus.Game.Spec().String(), Judge: c.Judge.Name, Agents: c.Corpus.Agents, Seed: c.Seed,
		Games: c.Games, Positions: c.Positions, Playouts: c.Playouts, seats: c.Corpus.Game.Spec().Players,
	}
	s.points(c.Corpus, games)
	s.turns(c.Corpus, games)
	s.flag()
	return s, nil
}

// judge plays on from the positions of the games.
func judge(ctx context.Context, c *Config) ([][]position, error) {
	out := make([][]position, c.Games)
	states := make([][]env.State, c.Games)
	err := eval.Each(ctx, c.Workers, c.Games, func(i int) error {
		choices, err := c.Corpus.Choices(i)
		if err != nil {
			return err
		}
		var at []int
		for k := range c.Positions {
			at = append(at, choices[k*len(choices)/c.Positions])
		}
		for _, x := range at {
			out[i] = append(out[i], position{at: x})
		}
		states[i], err = c.Corpus.StatesAt(i, at)
		return err
	})
	if err != nil {
		return nil, err
	}
	var starts []eval.Start
	for i := range out {
		for k := range out[i] {
			path := &eval.Path{Before: c.Corpus.Games[i].History[:out[i][k].at]}
			for n := range c.Playouts {
				starts = append(starts, eval.Start{State: states[i][k], Path: path, Seed: corpus.SeedOf(c.Seed, purposeArc, i, k, n)})
			}
		}
	}
	config := eval.MatchConfig{Game: c.Corpus.Game, Entries: []eval.Entry{c.Judge}, Workers: c.Workers, Place: c.Place, Progress: c.Progress}
	outcomes, err := corpus.Playouts(ctx, config, starts)
	if err != nil {
		return nil, err
	}
	seats := c.Corpus.Game.Spec().Players
	for i := range out {
		for k := range out[i] {
			p := &out[i][k]
			p.halves = [2][]float64{make([]float64, seats), make([]float64, seats)}
			for n := range c.Playouts {
				for seat, share := range outcomes[n].Shares {
					p.halves[n%2][seat] += share / float64(c.Playouts/2)
				}
			}
			outcomes = outcomes[c.Playouts:]
		}
	}
	return out, nil
}

// points sums up the games at each share of their decisions.
func (s *Study) points(c *corpus.Corpus, games [][]position) {
	for k := range s.Positions {
		var leaders, winners []float64
		won := 0.
		for i := range games {
			p := &games[i][k]
			for half := range 2 {
				ahead := first(p.halves[half])
				leaders = append(leaders, p.halves[1-half][ahead])
				won += c.Games[i].Shares[ahead] / 2
			}
			if w := sole(c.Games[i].Shares); w >= 0 {
				winners = append(winners, p.chance(w))
			}
		}
		point := Point{Share: float64(k) / float64(s.Positions), Leader: fan(pairs(leaders)), Winner: fan(winners)}
		point.LeaderWins = ratio.OfShare("leader wins", won, len(games), eval.Confidence)
		s.Points = append(s.Points, point)
	}
}

// first returns the seat with the largest chance, the lowest of equals.
func first(chances []float64) (seat int) {
	for i, x := range chances {
		if x > chances[seat] {
			seat = i
		}
	}
	return seat
}

// sole returns the seat that won alone, or -1.
func sole(shares []float64) int { return slices.Index(shares, 1) }

// pairs averages the two figures of each game.
func pairs(xs []float64) (out []float64) {
	for i := 0; i < len(xs); i += 2 {
		out = append(out, (xs[i]+xs[i+1])/2)
	}
	return out
}

func fan(xs []float64) Fan {
	if len(xs) == 0 {
		return Fan{}
	}
	sorted := slices.Sorted(slices.Values(xs))
	at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, sorted, nil) }
	mean := ratio.Over("chance", xs, eval.Confidence)
	mean.Share, mean.Low, mean.High = true, max(0, mean.Low), min(1, mean.High)
	return Fan{Mean: mean, P10: at(.1), P25: at(.25), Median: at(.5), P75: at(.75), P90: at(.9)}
}

// flag raises the flags: games that are decided before half of them is played, and games in
// which the seat ahead at three quarters wins hardly more than its share.
func (s *Study) flag() {
	if s.Early.Low > .5 {
		s.Flags = append(s.Flags, flag.Flag{
			Kind: "decided-early", Subject: "length", Effect: s.Early.Value, Low: s.Early.Low, High: s.Early.High, N: s.Early.Of, Examples: s.Earliest,
			Words: fmt.Sprintf("%.0f%% of the games are decided before half of their decisions are made.", 100*s.Early.Value),
		})
	}
	late := s.Points[len(s.Points)*3/4]
	if equal := 1 / float64(s.seats); late.LeaderWins.High < equal+.1 {
		f := late.LeaderWins
		s.Flags = append(s.Flags, flag.Flag{
			Kind: "open-late", Subject: "lead", Effect: f.Value - equal, Low: f.Low - equal, High: f.High - equal, N: f.Of, Examples: s.MostChanges,
			Words: fmt.Sprintf("The seat ahead after three quarters of a game wins %s; even would be %s: what was played until then hardly counts.", f.String(), numbers.Even(equal)),
		})
	}
}
