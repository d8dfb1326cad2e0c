package play_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/play"
	"ringer/play/replay"
)

// A person who puts cards face down takes them back one by one, until the other seat acts.
func TestUndoTakesDecisionsBack(t *testing.T) {
	g := games.MustNew("fivepossessions")
	deal := func() *play.Table {
		return play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, 1)
	}
	straight, table := deal(), deal()
	_, _ = sit(t, straight, "1\n1\n2\nq\n")
	_, text := sit(t, table, "undo\n1\nundo\n1\n2\nundo\nundo\nundo\n1\n2\nlog\nq\n")
	assert.Contains(t, text, "not taken back: there is no decision of yours to take back")
	assert.Contains(t, text, "not taken back: others have decided, or chance has, since")
	assert.Contains(t, text, "taken back\n")
	assert.Equal(t, straight.Record().Steps, table.Record().Steps, "it is as if nothing had been taken back")
}

// A decision that shows a card is not taken back, though nobody else has acted.
func TestUndoRevealsNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and on one goroutine")
	}
	for _, c := range []struct {
		game string
		seed uint64
	}{{"payday", 1}, {"heist", 1}} {
		g := games.MustNew(c.game)
		refused, looked := 0, 0
		for seed := range uint64(4) {
			table := play.NewTable(g, []play.Seat{{Name: replay.Human}, {Name: "random", Agent: random.New()}}, seed)
			for range 400 {
				if table.Over() {
					break
				}
				p, mine := table.Person()
				if !mine {
					_, err := table.Next(t.Context())
					require.NoError(t, err)
					continue
				}
				before := table.State().Clone()
				legal := before.LegalActions(nil)
				a := legal[int(seed+uint64(len(table.Record().Steps)))%len(legal)]
				e, err := table.Choose(a)
				require.NoError(t, err)
				if q, again := table.Person(); !again || q != p {
					continue
				}
				if err := table.Undo(); err != nil {
					require.ErrorContains(t, err, "revealed")
					refused++
					others := slices.ContainsFunc(env.Tell(before, p, a, e.After, nil), func(e env.Event) bool { return e.Player != p })
					if !others {
						looked++
					}
					continue
				}
				require.Equal(t, before.String(), table.State().String())
				_, err = table.Choose(a)
				require.NoError(t, err)
			}
		}
		assert.Positive(t, refused, "an attack turns a card up")
		if c.game == "heist" {
			assert.Positive(t, looked, "a seat looks at a hand, which only it is told of")
		}
	}
}
