package jobs_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/eval"
	"ringer/internal/cluster"
	"ringer/internal/cluster/jobs"
)

// tampered are changes to an answer of games that no play makes, by what is said of them.
var tampered = map[string]func(units []any, unit map[string]any, game map[string]any){
	"a worker returned 0 games":           func(units []any, _, _ map[string]any) { units[0].(map[string]any)["played"] = nil },
	"a worker returned a game of deal -7": func(_ []any, _, game map[string]any) { game["d"] = -7 },
	"returns[0]: 1e+30: want":             func(_ []any, _, game map[string]any) { game["r"] = []float64{1e30, 0} },
	"1 returns: want 2":                   func(_ []any, _, game map[string]any) { game["r"] = []float64{0} },
	"decisions: -1":                       func(_ []any, _, game map[string]any) { game["n"] = -1 },
	"decisions: 9223372036854775":         func(_ []any, _, game map[string]any) { game["n"] = math.MaxInt },
	"history: 3 actions":                  func(_ []any, _, game map[string]any) { game["h"] = []int{1, 2, 3} },
	"log: 1 choices: want":                func(_ []any, _, game map[string]any) { game["l"] = []any{map[string]any{"a": 1}} },
	"unmarshal":                           func(_ []any, _, game map[string]any) { game["n"] = "many" },
}

// tamperer returns a worker that tampers with its first answers.
func tamperer(t *testing.T, change func(units []any, unit, game map[string]any), times int) *hand {
	w := worker()
	w.Parallel = 1
	honest := w.Kinds[jobs.Games]
	w.Kinds[jobs.Games] = func(ctx context.Context, body json.RawMessage, objects *cluster.Objects) (any, error) {
		out, err := honest(ctx, body, objects)
		if times--; times < 0 || err != nil {
			return out, err
		}
		text, err := json.Marshal(out)
		if err != nil {
			return nil, err
		}
		var answer map[string]any
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, err
		}
		units := answer["units"].([]any)
		unit := units[0].(map[string]any)
		change(units, unit, unit["played"].([]any)[0].(map[string]any))
		return answer, nil
	}
	return w
}

// An answer that no play gives is counted and asked for again, so that a match has the bytes
// of one process; a command that gets no other says what is wrong.
func TestAnswersThatNoPlayGives(t *testing.T) {
	for said, change := range tampered {
		t.Run(said, func(t *testing.T) {
			h := open(t)
			match := h.match(t)
			match.Entries[0], match.Games = match.Entries[1], 40
			want, err := eval.PlayMatch(t.Context(), match)
			require.NoError(t, err)
			stop := h.hire(t, tamperer(t, change, 2))
			match.Place = h.elsewhere(t)
			got, err := eval.PlayMatch(t.Context(), match)
			require.NoError(t, err)
			assert.Equal(t, asJSON(t, want), asJSON(t, got))
			assert.Equal(t, 2, h.client.Counts().Faults)
			stop()
			h.hire(t, tamperer(t, change, math.MaxInt))
			match.Place = h.elsewhere(t)
			_, err = eval.PlayMatch(t.Context(), match)
			require.ErrorContains(t, err, "workers have sent 6 outcomes of a job (games) that cannot be used, the last: ")
			require.ErrorContains(t, err, said)
		})
	}
}

// What a fault says moves no cursor.
func TestFaultsAreShown(t *testing.T) {
	h := open(t)
	w := worker()
	w.Kinds["evil"] = func(context.Context, json.RawMessage, *cluster.Objects) (any, error) { panic("\x1b[2Jgone") }
	h.hire(t, w)
	var out int
	_, err := h.client.Do(t.Context(), "evil", nil, &out, nil)
	require.ErrorContains(t, err, `\x1b[2Jgone`)
}
