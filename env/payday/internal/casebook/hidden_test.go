package casebook_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/payday"
)

// worlds plays random games and draws worlds at some decisions.
func worlds(t *testing.T, g *payday.Game, games int, use func(s, w *payday.State, seat env.Player)) {
	for i := range games {
		rng := env.Stream(uint64(i), "worlds")
		s := g.NewInitialState().(*payday.State)
		for step := 0; s.CurrentPlayer() != env.Terminal; step++ {
			if s.CurrentPlayer() == env.Chance {
				require.NoError(t, s.Apply(env.SampleOutcome(s.ChanceOutcomes(nil), rng)))
				continue
			}
			if step%17 == 0 {
				for seat := range env.Player(2) {
					use(s, s.ResampleFromInfoState(seat, rng).(*payday.State), seat)
				}
			}
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
	}
}

// PAY-39: a world is a history that could have happened: its own log, played from
// the beginning, leads to it, so its layout is legal (PAY-5, PAY-6) and all its cards
// were there to be drawn.
func TestWorldsCouldHaveHappenedPAY39(t *testing.T) {
	for _, settings := range [][]string{nil, {"setup=random", "loot_cards=5"}, {"criminal_limit=3", "police_limit=3"}} {
		differ, n := 0, 0
		amount := 1
		if long {
			amount = 10
		}
		worlds(t, shipped(t, "", settings...), amount, func(s, w *payday.State, seat env.Player) {
			require.NoError(t, replays(w), "%v", settings)
			require.NoError(t, w.Conservation())
			require.Equal(t, s.InformationState(seat), w.InformationState(seat))
			n++
			if s.String() != w.String() {
				differ++
			}
		})
		assert.Greater(t, differ, n*8/10, "%v: worlds differ from the truth", settings)
	}
}

// PAY-39: unseen cards are uniform: the frequency of a card in the resampled hand
// is its share of the unseen cards.
func TestUnseenCardsAreUniformPAY39(t *testing.T) {
	b := one(t, `
columns: [{loot: payday, obstacles: [steel-gate, locked-door]}]
hands: {criminal: [pistol], police: [patrol, juggernaut, riot-cop]}
discards: {police: [patrol, patrol]}`)
	rng := env.Stream(9, "uniform")
	const n = 6000
	sum := map[string]float64{}
	for range n {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		for _, id := range []string{"patrol", "juggernaut", "beat-cop", "emergency-grant"} {
			sum[id] += float64(held(w, id)) / n
		}
	}
	unseen := 68. - 2
	assert.InDelta(t, 3*2/unseen, sum["patrol"], .015)
	assert.InDelta(t, 3*1/unseen, sum["juggernaut"], .012)
	assert.InDelta(t, 3*3/unseen, sum["beat-cop"], .02)
	assert.InDelta(t, 3*3/unseen, sum["emergency-grant"], .02)
}

// Cards of a hand that were seen stay, in every world.
func TestKnownCardsStay(t *testing.T) {
	b := one(t, `
turn: police
step: moves
columns: [{loot: payday, obstacles: [steel-gate, locked-door], police: [commando]}]
hands: {police: [patrol, patrol, beat-cop]}`)
	b.do("column 1 place 1", "Commando 1 at column 1 place 1", "leave over the left edge")
	rng := env.Stream(2, "known")
	for range 50 {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		require.Equal(t, 1, held(w, "commando"))
	}
	// And a look shows all.
	b = one(t, quiet+`
hands: {criminal: [inside-man], police: [patrol, patrol, beat-cop]}`)
	b.do("play Inside Man")
	for range 20 {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		require.Equal(t, 2, held(w, "patrol"))
		require.Equal(t, 1, held(w, "beat-cop"))
	}
}

// recall plays a game up to the turn of the Police in which they may fetch an officer:
// hand is their first hand, discarded are the cards of it that go in secret.
func recall(t testing.TB, discarded ...string) *board {
	g := small(t, "setup=random", "police_hand=4", "criminal_hand=1", "guards_per_loot=0")
	b := &board{t, g.NewInitialState().(*payday.State)}
	draw := func(ids ...string) {
		for _, id := range ids {
			for b.CurrentPlayer() == env.Chance && b.Question() != payday.RollDraw {
				require.NoError(t, b.Apply(b.State.LegalActions(nil)[0]))
			}
			require.NoError(t, b.Apply(env.Action(kindOf(g, id))))
		}
	}
	draw("ghost")
	b.do0("keep")
	draw("call-for-backup", "juggernaut", "lockdown", "carbine")
	for _, id := range discarded {
		b.do0("discard " + g.Kinds()[kindOf(g, id)].Title)
	}
	b.do0("end")
	draw([]string{"overtime", "wiretap", "seizure"}[:len(discarded)]...)
	b.do0("end") // the Criminal plays nothing
	draw("pistol")
	assert.Equal(t, env.Player(payday.Police), b.CurrentPlayer())
	return b
}

// do0 plays an action by name and leaves chance alone.
func (b *board) do0(name string) {
	b.t.Helper()
	a, err := env.ParseAction(b.State, name)
	require.NoError(b.t, err)
	require.NoError(b.t, b.Apply(a))
}

// PAY-46: secret discards are discards for an effect that fetches, and their owner sees
// them; a card that is fetched is open from then on.
func TestSecretDiscardsAreFetchedPAY46(t *testing.T) {
	b := recall(t, "juggernaut", "lockdown")
	assert.Contains(t, b.Text(payday.Police), "Discarded in secret (only this side knows them): Juggernaut, Lockdown\n")
	assert.Contains(t, b.Text(payday.Criminal), "Discarded in secret (2 cards)\n")
	assert.Equal(t, "none", b.discards(payday.Police))
	assert.EqualValues(t, 2, sum(b.field(payday.Police, "secret")))
	assert.Zero(t, sum(b.field(payday.Criminal, "secret")))
	assert.Zero(t, sum(b.field(payday.Police, "discards_police")))
	b.do0("play Call for Backup")
	assert.Equal(t, []string{"take back Juggernaut", "take nothing"}, b.legal(), "an officer")
	b.do0("take back Juggernaut")
	assert.Equal(t, 1, b.hand("juggernaut"))
	assert.Equal(t, 1, b.known("juggernaut"), "openly")
	assert.Contains(t, b.Text(payday.Police), "  Spent (discarded when the turn or the combat ends): Call for Backup\n  Discarded in secret (only this side knows them): Lockdown\n")
	require.NoError(t, b.Conservation())
	rng := env.Stream(1, "secret")
	seen := map[int]bool{}
	for range 60 {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		require.Equal(t, 1, held(w, "juggernaut"), "everybody has seen it")
		require.NoError(t, replays(w))
		seen[held(w, "carbine")] = true
	}
	assert.Len(t, seen, 2, "the rest of the hand is unknown")
}

// PAY-46: while cards lie there in secret the question is asked whatever they are, and may
// be answered by nothing, so that silence tells nothing.
func TestSilenceOfSecretDiscardsPAY46(t *testing.T) {
	b := recall(t, "lockdown")
	b.do0("play Call for Backup")
	assert.Equal(t, payday.AskRecover, b.Question())
	assert.Equal(t, []string{"take nothing"}, b.legal())
	b.do0("take nothing")
	assert.Equal(t, payday.AskCard, b.Question())
	rng := env.Stream(2, "secret")
	juggernauts := 0
	for range 200 {
		w := b.ResampleFromInfoState(payday.Criminal, rng).(*payday.State)
		require.NoError(t, replays(w))
		juggernauts += held(w, "juggernaut")
	}
	assert.Less(t, juggernauts, 200, "it may lie among the secret discards")

	// With none in secret there is nothing to ask.
	b = recall(t)
	b.do0("play Call for Backup")
	assert.Equal(t, payday.AskCard, b.Question())

	// A card that lies open is taken first, and then one must be taken.
	b = boardOf(t, small(t), quiet+`
turn: police
hands: {police: [call-for-backup]}
discards: {police: [patrol, lockdown]}
heisters: [{id: ghost, column: 1}]`)
	b.do0("play Call for Backup")
	assert.Equal(t, []string{"take back Patrol Officer"}, b.legal())
}

// replays applies the actions and draws of a log to a new state, to see that the history of a
// resampled world could have happened.
func replays(s *payday.State) error {
	fresh := s.Game().NewInitialState().(*payday.State)
	for _, event := range strings.Fields(s.InformationState(env.Terminal)) {
		if !strings.Contains("ads", event[:1]) { // what the rules do by themselves
			continue
		}
		from := 2 // after the letter and the seat
		if event[0] == 'a' && fresh.CurrentPlayer() == env.Chance {
			from = 1
		}
		number, _, _ := strings.Cut(event[from:], "@")
		a, err := strconv.Atoi(number)
		if err != nil {
			return err
		}
		if err := fresh.Apply(env.Action(a)); err != nil {
			return err
		}
	}
	if fresh.String() != s.String() {
		return errors.New("the history leads elsewhere")
	}
	return nil
}
