package ladder_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/eval"
	"ringer/report/ladder"
	"ringer/report/records"
)

func scored(one, others ladder.Agent, win, low, high float64) ladder.Record {
	return ladder.Record{
		Kind: ladder.Pair, Ringer: "b", Game: "g_1", SpecHash: "spec", One: one, Others: others, Seed: 7,
		Deals: &eval.DealsResult{
			Deals: 10, Games: 40, WinRate: win, Low: low, High: high, EqualShare: .25, MeanReturn: .5, ReturnLow: .25, ReturnHigh: .75,
			Seats: make([]eval.SeatShare, 4),
		},
		Stamp: records.Stamp{Revision: "0123456789ab", Date: "2026-01-02"},
	}
}

var (
	theBot       = ladder.Agent{Name: "bot(b)", Role: ladder.Ringer, Identity: "sum"}
	scoredGreedy = ladder.Agent{Name: "greedy", Role: ladder.Baseline}
)

// A score has a row for each seating; of n−1 bots against one, the bots' side.
func TestScore(t *testing.T) {
	bound := ladder.Record{
		Kind: ladder.Trained, Ringer: "b", Game: "g_1", SpecHash: "spec", One: theBot, Budget: "so much",
		Gains: []ladder.Gain{{Gain: 9, Low: -1, High: 19}, {Seat: 1, Gain: .2, Low: .1, High: .3, Found: true}}, Stamp: records.Stamp{Date: "2026-01-03"},
	}
	bot := ladder.NewBot([]ladder.Record{scored(theBot, scoredGreedy, .4, .35, .45), scored(scoredGreedy, theBot, .1, .05, .2), bound})
	s := ladder.NewScore(&bot)
	require.Len(t, s.Rows, 2)
	assert.Equal(t, ladder.ScoreRow{
		Opponent: "greedy", Bots: 1, Games: 40, WinRate: .4, Low: .35, High: .45, EqualShare: .25, MeanReturn: .5, ReturnLow: .25, ReturnHigh: .75,
	}, s.Rows[0])
	many := s.Rows[1]
	assert.Equal(t, 3, many.Bots)
	assert.InDelta(t, .9, many.WinRate, 1e-12)
	assert.InDelta(t, .8, many.Low, 1e-12)
	assert.InDelta(t, .95, many.High, 1e-12)
	assert.InDelta(t, .75, many.EqualShare, 1e-12)
	assert.Equal(t, []string{"1 × greedy", "3", "40", "90% (80 … 95)", "75%", "–"}, s.Table()[2])
	assert.Equal(t, "sum", s.SHA256)
	assert.EqualValues(t, 7, s.Seed)
	assert.Equal(t, "The best response found gains +0.2 (+0.1 … +0.3) in its best seat, with so much: a lower bound. Habits were not audited.", s.Exploited(), "a gain that was not found is none")
	bound.Fresh = []ladder.Gain{{Gain: .1, Low: .05, High: .15, Found: true}, {Seat: 1}}
	audit := bound
	audit.Kind, audit.Responses, audit.Habits = ladder.Audited, ladder.Responses{}, &ladder.Audit{Constants: 8, Most: 3, Verdict: ladder.NoHabit}
	told := ladder.NewBot([]ladder.Record{scored(theBot, scoredGreedy, .4, .35, .45), bound, audit})
	both := ladder.NewScore(&told)
	assert.Equal(t, "The best response found gains +0.2 (+0.1 … +0.3) in its best seat, with so much: a lower bound. From a fresh start, one gains +0.10 (+0.05 … +0.15). No constant of 8 gains more than 3 points.", both.Exploited())
	s.Departs = []string{"10 deals"}
	assert.Contains(t, strings.Join(s.Origin(), "\n"), "NOT THE STANDARD PROTOCOL: 10 deals.")
	assert.Contains(t, s.LaTeX(), `$3 \times$ greedy & 40 & $40\%\ (35\ldots 45)$ & $25\%$ & $+0.5\ (+0.2\ldots +0.8)$ \\`)

	together := scored(theBot, scoredGreedy, .4, .35, .45)
	together.Teams = true
	team := ladder.NewBot([]ladder.Record{together})
	s = ladder.NewScore(&team)
	assert.True(t, s.Teams)
	assert.Contains(t, strings.Join(s.Origin(), "\n"), "each in all rotations of the teams, for a game of teams is played by whole ones; seed 7,")

	exact := .125
	walked := ladder.NewBot([]ladder.Record{scored(theBot, scoredGreedy, .4, .35, .45), {Kind: ladder.Exact, Ringer: "b", Game: "g_1", One: theBot, Exploitability: &exact, Stamp: records.Stamp{Date: "2026-01-02"}}})
	x := ladder.NewScore(&walked)
	assert.Equal(t, "Exploitability 0.12500, exact.", x.Exploited())
	alone := ladder.NewBot([]ladder.Record{scored(theBot, scoredGreedy, .4, .35, .45)})
	none := ladder.NewScore(&alone)
	assert.Equal(t, "Exploitability was not measured.", none.Exploited())
}
