package whatif_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/eval"
	"ringer/eval/matrixgame"
	"ringer/eval/tree"
	"ringer/report/whatif"
)

// A stage is the simultaneous decision of two seats at the root of a game's tree: the
// second to commit does not know what the first chose.
type stage struct {
	row, column            env.Player
	rowActions, colActions []env.Action
	payoffs                [][]float64 // of the row seat; all seats follow the policy afterwards
}

func stageOf(t *testing.T, walked *tree.Tree, policy tree.Policy) *stage {
	s := &stage{row: walked.Actor[0], rowActions: walked.Actions(walked.Infoset[0])}
	for i := range walked.Count[0] {
		child := walked.First[0] + i
		require.Equal(t, walked.Infoset[walked.First[0]], walked.Infoset[child], "the first choice is hidden")
		s.column, s.colActions = walked.Actor[child], walked.Actions(walked.Infoset[child])
		payoffs := make([]float64, walked.Count[child])
		for j := range payoffs {
			payoffs[j] = expected(walked, policy, walked.First[child]+int32(j), s.row)
		}
		s.payoffs = append(s.payoffs, payoffs)
	}
	return s
}

// expected returns a seat's expected return below a node.
func expected(t *tree.Tree, policy tree.Policy, node int32, seat env.Player) float64 {
	first, value := t.First[node], 0.0
	switch actor := t.Actor[node]; {
	case actor == env.Terminal:
		return t.TerminalReturn[int(t.Infoset[node])*t.Players()+int(seat)]
	case actor == env.Chance:
		for i := range t.Count[node] {
			value += t.Prob[first+i] * expected(t, policy, first+i, seat)
		}
	default:
		for i, p := range t.At(policy, t.Infoset[node]) {
			if p > 0 {
				value += p * expected(t, policy, first+int32(i), seat)
			}
		}
	}
	return value
}

// duel is the single Duel under some rules, as a matrix game with its solution.
type duel struct {
	game   env.Game
	stage  *stage
	solved matrixgame.Solution
}

func solve(t *testing.T, name string) *duel {
	t.Helper()
	g := games.MustNew(name)
	walked, err := tree.Build(t.Context(), g, 0)
	require.NoError(t, err)
	stage := stageOf(t, walked, walked.Uniform())
	require.Len(t, stage.rowActions, 12)
	return &duel{g, stage, matrixgame.Solve(stage.payoffs)}
}

// mixed plays a mixture of the choices of a single Duel in each seat.
type mixed map[env.Player]map[env.Action]float64

func (d *duel) equilibrium() mixed {
	m := mixed{d.stage.row: {}, d.stage.column: {}}
	for i, a := range d.stage.rowActions {
		m[d.stage.row][a] = d.solved.Rows[i]
	}
	for i, a := range d.stage.colActions {
		m[d.stage.column][a] = d.solved.Columns[i]
	}
	return m
}

func (m mixed) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := agents.Decisions(views)
	for i, v := range views {
		for k, a := range v.Legal {
			out[i].Probs[k] = float32(m[v.Seat][a])
		}
	}
	return out, nil
}

// value returns the expected return of seat 0 of two mixtures, exactly.
func (d *duel) value(row, column []float64) (sum float64) {
	for i, p := range row {
		for j, q := range column {
			sum += p * q * d.stage.payoffs[i][j]
		}
	}
	return sum
}

// truths returns what the measures of a variant are, exactly, for agents that play two
// mixtures against each other and each against uniform play.
func (d *duel) truths(rows, columns []float64) map[string]float64 {
	even := make([]float64, len(rows))
	for i := range even {
		even[i] = 1 / float64(len(even))
	}
	itself := d.value(rows, columns)
	return map[string]float64{
		"return of seat 1": itself,
		"wins of seat 1":   (1 + itself) / 2,
		// A in seat 0, and in seat 1; a return of r is a share of (1+r)/2 of the win.
		"wins against random": (1 + (d.value(rows, even)-d.value(even, columns))/2) / 2,
	}
}

// play runs the what-if of some variants on the single Duel, with exact agents: agents of
// the base's equilibrium, and agents of each variant's own.
func play(t *testing.T, base *duel, variants []*duel, games int, seed uint64) *whatif.Study {
	t.Helper()
	rival := eval.Entry{Name: "random", Agent: random.New()}
	rules := func(d *duel, label string) whatif.Rules {
		return whatif.Rules{Label: label, Game: d.game, Sets: []whatif.Set{
			{Kind: whatif.Frozen, A: eval.Entry{Name: "base", Agent: base.equilibrium()}, B: rival},
			{Kind: whatif.Tuned, A: eval.Entry{Name: "own", Agent: d.equilibrium()}, B: rival},
		}}
	}
	c := whatif.Config{Base: rules(base, "as they are"), Games: games, Seed: seed}
	for _, v := range variants {
		c.Variants = append(c.Variants, rules(v, v.game.Spec().String()))
	}
	study, err := whatif.Run(t.Context(), c)
	require.NoError(t, err)
	return study
}

// The measured change of a single Duel, a matrix game, is its exact change as often as its
// interval says: with agents that keep the base's equilibrium, and with agents that play
// the equilibrium of the changed rules.
func TestTheChangeOfAMatrixGameIsTheExactOne(t *testing.T) {
	base := solve(t, "duel(file=mini)")
	variants := []*duel{solve(t, "duel(file=mini,hit_on=8)"), solve(t, "duel(file=mini,dice=3)"), solve(t, "duel(file=mini,avoid_hits=true,hit_on=5)")}
	inside, all := map[string]int{}, map[string]int{}
	for seed := range uint64(10) {
		study := play(t, base, variants, 450, seed+1)
		require.Len(t, study.Rules, 4)
		for i, v := range variants {
			for k, kind := range study.Rules[i+1].Kinds {
				rows, columns := base.solved.Rows, base.solved.Columns
				if k == 1 {
					rows, columns = v.solved.Rows, v.solved.Columns
				}
				before, after := base.truths(base.solved.Rows, base.solved.Columns), v.truths(rows, columns)
				for _, m := range kind.Measures {
					truth, known := after[m.Name]
					if !known {
						continue
					}
					name := fmt.Sprintf("%s, %s, %s", v.game.Spec(), kind.Kind, m.Name)
					all[name]++
					change := truth - before[m.Name]
					require.NotNil(t, m.Change)
					if m.Change.Low-1e-12 <= change && change <= m.Change.High+1e-12 {
						inside[name]++
					}
					half := (m.Change.High - m.Change.Low) / 2
					assert.InDelta(t, change, m.Change.Value, 2.5*half, "%s, seed %d: 5 standard errors", name, seed)
				}
			}
		}
	}
	total := 0
	require.Len(t, all, 18)
	for name, n := range all {
		assert.GreaterOrEqual(t, inside[name], 6, "%s: inside its interval %d times of %d", name, inside[name], n)
		total += inside[name]
	}
	t.Logf("inside: %d of %d", total, 18*10)
	assert.GreaterOrEqual(t, total, 160, "of 180 intervals of 95%%")
}
