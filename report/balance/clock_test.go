package balance

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env/games"
	"ringer/eval"
)

// A plan that differs from the one of its games is written and read back; what is none is refused.
func TestPlansOfTheirOwn(t *testing.T) {
	p := PlanOf(400)
	assert.Empty(t, p.Differs())
	p.Blocks, p.LevelGames = 99, 33
	assert.Equal(t, "level_games=33,blocks=99", p.Differs())
	back, err := PlanOf(400).With(p.Differs())
	require.NoError(t, err)
	assert.Equal(t, p, back)
	_, err = PlanOf(400).With("block=7,blocks=x,blocks=0,arc_games=3")
	for _, want := range []string{"block=7", "blocks=x", "blocks=0", "a number from 1", "one of level_games"} {
		require.ErrorContains(t, err, want)
	}
	var names []string
	text, err := json.Marshal(p)
	require.NoError(t, err)
	var all map[string]int
	require.NoError(t, json.Unmarshal(text, &all))
	for _, x := range parts() {
		names = append(names, x.name)
		assert.Equal(t, all[x.name], *x.of(&p), "the name of the JSON")
	}
	assert.Len(t, all, len(names)+1, "every number but the games")
}

// ticking is an agent on whose decisions time passes.
type ticking struct {
	agents.Agent
	now *atomic.Int64
}

func (a ticking) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.now.Add(int64(len(views)))
	return a.Agent.Decide(ctx, views)
}

// byClock makes a report whose time is counted in decisions of its agents.
func byClock(t *testing.T, decisions int, fixed []string, plan Plan, only ...string) (*Report, []string, int) {
	t.Helper()
	now := &atomic.Int64{}
	one := eval.Entry{Name: "random", Agent: ticking{random.New(), now}}
	var told []string
	c := Config{
		Game: games.MustNew("heat(file=mini)"), Agents: []eval.Entry{one}, Levels: []eval.Entry{one}, Seed: 1, Plan: plan, Only: only, Workers: 1,
	}
	c.Clock = &Clock{
		Left:  func() time.Duration { return time.Duration(decisions-int(now.Load())) * time.Millisecond },
		Fixed: fixed, Fix: func(panel string, _ Plan) error { told = append(told, panel); return nil },
	}
	r, err := Play(t.Context(), c)
	require.NoError(t, err)
	return r, told, int(now.Load())
}

// A report that has little time plays less of everything, and ends about on time; one that has much
// plays its plan, and spends what is left on things.
func TestAReportEndsByTheClock(t *testing.T) {
	panels := []string{seatsID, thingsID, arcID, luckID}
	plan := PlanOf(60)
	free := 1 << 30
	_, _, all := byClock(t, free, []string{seatsID, thingsID, arcID, luckID}, plan, panels...)

	r, told, took := byClock(t, all/3, nil, plan, panels...)
	assert.LessOrEqual(t, took, all/3+all/10, "of %d decisions of the whole plan", all)
	assert.Equal(t, []string{seatsID, arcID, luckID, thingsID}, slices.Compact(told), "things come last")
	assert.Less(t, r.Plan.ArcGames+r.Plan.LuckDeals, plan.ArcGames+plan.LuckDeals)
	assert.Equal(t, 60, r.Plan.Games)

	r, _, _ = byClock(t, 3*all, nil, plan, panels...)
	assert.Equal(t, plan.ArcGames, r.Plan.ArcGames)
	assert.Greater(t, r.Plan.Blocks, plan.Blocks, "what is left goes to things")
	assert.Empty(t, r.Late)
	assert.True(t, r.Things.Settled, "of four cards the ranking is soon clear")
	assert.Less(t, r.Things.Blocks, r.Plan.Blocks, "and no more is played")
}

// late is a clock that is over.
func late(panel string, over *bool) *Clock {
	return &Clock{Left: func() time.Duration {
		if *over {
			return 0
		}
		return time.Hour
	}, Fix: func(now string, _ Plan) error {
		*over = *over || now == panel
		return nil
	}}
}

// A panel that is not over in time is left out, and named; a study of things keeps the blocks that
// were over, and is the study of their number.
func TestPanelsThatAreLate(t *testing.T) {
	now, over := &atomic.Int64{}, false
	one := eval.Entry{Name: "random", Agent: ticking{random.New(), now}}
	c := Config{
		Game: games.MustNew("heat(file=mini)"), Agents: []eval.Entry{one}, Levels: []eval.Entry{one}, Seed: 1, Plan: PlanOf(40), Only: []string{arcID, endsID}, Workers: 1,
		Clock: late(arcID, &over),
	}
	r, err := Play(t.Context(), c)
	require.NoError(t, err)
	assert.Equal(t, []string{arcID}, r.Late)
	assert.Nil(t, r.Arc)
	assert.NotNil(t, r.Ends, "it only counts what was played")
	r.Conclude()
	assert.Contains(t, r.Verdict[len(r.Verdict)-1], "The time was over before these could be studied: the arc of a game.")

	var want []byte
	c.Only, c.Clock, c.Plan.Blocks = []string{thingsID}, nil, 3
	r, err = Play(t.Context(), c)
	require.NoError(t, err)
	want, err = json.Marshal(r.Things)
	require.NoError(t, err)

	stop, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	c.Plan.Blocks, over = 50, false
	c.Clock = &Clock{Left: func() time.Duration { return time.Hour }, Fixed: []string{thingsID}, Fix: func(string, Plan) error { return nil }}
	c.Progress = func(part string, done, _ int) {
		if part == thingsID && done == 3 {
			cancel(context.DeadlineExceeded)
		}
	}
	w := &work{Config: c, report: &Report{}}
	require.NoError(t, playThings(deadline{stop}, w))
	got, err := json.Marshal(w.report.Things)
	require.NoError(t, err)
	assert.JSONEq(t, string(want), string(got), "what was over is a study of three blocks")
	assert.Equal(t, 3, w.report.Plan.Blocks)
}

// deadline is a context that ends as one whose time is over does.
type deadline struct{ context.Context }

func (d deadline) Err() error {
	if d.Context.Err() != nil {
		return context.DeadlineExceeded
	}
	return nil
}
