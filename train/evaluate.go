package train

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/models"
	"ringer/train/metrics"
)

// Evaluation is one line of a run's report: games against one opponent, the
// network in one seat and the opponent in all others, or, with exact evaluation,
// the gain of a best response.
type Evaluation struct {
	Opponent   string  `json:"opponent"`
	Games      int     `json:"games"`
	WinRate    float64 `json:"win_rate"` // 1/k for a k-way tie
	Low        float64 `json:"low"`      // 95% interval
	High       float64 `json:"high"`
	EqualShare float64 `json:"equal_share"`
	MeanReturn float64 `json:"mean_return"`

	// Exploitability is set, and the fields above are not, when the opponent is
	// an exact best response.
	Exploitability *float64 `json:"exploitability,omitempty"`
}

// Others returns in how many of the seats the opponent sat: the seats of the other teams
// where teams learn, and all but one otherwise.
func (e *Evaluation) Others(seats int) int {
	return seats - int(math.Round(float64(seats)*e.EqualShare))
}

// bestResponse is the opponent of an exact evaluation.
const bestResponse = "best response"

// evaluate measures weights, at the configured temperatures, against every configured opponent. Each purpose has
// seeds of its own, so that the games that choose a network never report on it.
func (r *run) evaluate(ctx context.Context, phase Phase, w *models.Weights, purpose env.Purpose, games int) ([]Evaluation, error) {
	agent, err := r.agentOf(w)
	if err != nil {
		return nil, err
	}
	seed := r.seedFor(purpose)
	var out []Evaluation
	if r.tree != nil {
		x, err := r.exploit(ctx, w, purpose)
		if err != nil {
			return nil, err
		}
		out = append(out, Evaluation{Opponent: bestResponse, Exploitability: &x})
	}
	for i, name := range r.cfg.Evaluation.Opponents {
		opponent, err := r.Agent(name)
		if err != nil {
			return nil, fmt.Errorf("evaluation.opponents: %w", err)
		}
		m, err := eval.PlayMatch(ctx, eval.MatchConfig{
			Game: r.Game, Games: games, Seed: seed, Teams: r.cfg.Opponents.Teams && eval.WholeTeams(r.Game.Spec(), 2),
			Entries: []eval.Entry{{Name: "network", Agent: agent}, {Name: name, Agent: opponent}},
			Progress: func(done, total int) {
				r.report(phase, i*total+done, len(r.cfg.Evaluation.Opponents)*total, nil)
			},
		})
		if err != nil {
			return nil, fmt.Errorf("evaluation against %s: %w", name, err)
		}
		a := m.Agents[0]
		out = append(out, Evaluation{
			Opponent: name, Games: a.Games, WinRate: a.WinRate, Low: a.Low, High: a.High,
			EqualShare: a.EqualShare, MeanReturn: a.MeanReturn,
		})
	}
	return out, nil
}

// agentOf returns what plays by weights, at the configured temperatures.
func (r *run) agentOf(w *models.Weights) (agents.Agent, error) {
	return r.cfg.Player(r.Game.Spec(), w.Sharpened(r.cfg.Temperature))
}

// exploit returns the exact exploitability of weights, at the configured temperatures.
func (r *run) exploit(ctx context.Context, w *models.Weights, purpose env.Purpose) (float64, error) {
	agent, err := r.agentOf(w)
	if err != nil {
		return 0, err
	}
	x, err := eval.Exploit(ctx, r.tree, "network", agent, r.seedFor(purpose))
	if err != nil {
		return 0, err
	}
	return x.Exploitability, nil
}

// seedFor derives the seed of all matches of one purpose.
func (r *run) seedFor(purpose env.Purpose) uint64 {
	from := r.cfg.Seed
	if purpose == purposeTrainReport && r.cfg.ReportSeed != 0 {
		from = r.cfg.ReportSeed
	}
	seed := env.StreamSeed(from, purpose)
	return binary.LittleEndian.Uint64(seed[:])
}

// NewReportSeed derives Config.ReportSeed from the resolved configuration of a run, as
// text without that key, and the revision of the build that begins it. Every other
// configuration, seed or commit then reports on other games, so that whoever tunes by
// reports does not choose what is lucky on one set of deals. It fits into 53 bits,
// which every reader of JSON holds.
func NewReportSeed(config []byte, revision string) uint64 {
	h := sha256.New()
	fmt.Fprintf(h, "%s\x00%d\x00%s\x00%s", purposeTrainReport, len(config), config, revision)
	return max(1, binary.LittleEndian.Uint64(h.Sum(nil))>>11)
}

// A weighed choice is between the last and the averaged weights.
type weighed struct {
	best          *models.Weights
	averaged      bool         // best are the averaged ones
	last, average []Evaluation // nil where there was nothing to choose between, or to choose by
}

// choose plays the last and the averaged weights on seeds of their own and
// chooses the better: the less exploitable, or the one that wins more against
// all opponents together.
func (r *run) choose(ctx context.Context) (c weighed, err error) {
	c = weighed{best: r.playing(), averaged: r.average != nil}
	if r.average == nil || !r.cfg.Evaluation.Exact && len(r.cfg.Evaluation.Opponents) == 0 {
		return c, nil
	}
	if c.last, err = r.evaluate(ctx, Choosing, r.weights, purposeTrainChoose, r.cfg.Evaluation.Games); err != nil {
		return c, err
	}
	if c.average, err = r.evaluate(ctx, Choosing, r.average, purposeTrainChoose, r.cfg.Evaluation.Games); err != nil {
		return c, err
	}
	if merit(c.average) < merit(c.last) {
		c.best, c.averaged = r.weights, false
	}
	return c, nil
}

// exploitability returns the exact one of evaluations, nil where they have none.
func exploitability(evaluations []Evaluation) *float64 {
	for i := range evaluations {
		if x := evaluations[i].Exploitability; x != nil {
			return x
		}
	}
	return nil
}

// merit orders evaluations of the same opponents.
func merit(evaluations []Evaluation) float64 {
	sum := 0.0
	for _, e := range evaluations {
		if e.Exploitability != nil {
			return -*e.Exploitability
		}
		sum += e.WinRate
	}
	return sum
}

// Names of the first number of an evaluation in the metrics.
const (
	exploitabilityMetric = "exploitability"
	lastMetric           = "exploitability_of_last" // of the last weights, where averaged ones are watched
	winRateMetric        = "win_rate_against_"      // and the opponent
)

func evaluationMetrics(evaluations []Evaluation) []metrics.Value {
	var out []metrics.Value
	for _, e := range evaluations {
		if e.Exploitability != nil {
			out = append(out, metrics.Value{Name: exploitabilityMetric, Value: *e.Exploitability})
			continue
		}
		out = append(out,
			metrics.Value{Name: winRateMetric + e.Opponent, Value: e.WinRate},
			metrics.Value{Name: "win_rate_low_against_" + e.Opponent, Value: e.Low},
			metrics.Value{Name: "win_rate_high_against_" + e.Opponent, Value: e.High})
	}
	return out
}
