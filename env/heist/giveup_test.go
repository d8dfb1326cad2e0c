package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

// HEIST-25: with give_up=unable an executor gives up only without a tool: no unspent
// Personnel, no Con and no Reaction would overcome the next card.
func TestGivingUpWhenUnable_HEIST25(t *testing.T) {
	facing := func(card string, crew, hand []string) *heist.State {
		s := blank(t, "give_up=unable")
		heist.PutJob(s, 0, "Art Gallery", "Guards", card)
		heist.PutJob(s, 1, "Bank Job", "Secrets")
		heist.Hire(s, 0, crew...)
		heist.Deal(s, 0, hand...)
		heist.Begin(s, 0, "execution")
		play(t, s, "execute own Job", "use Hustler", "no 6")
		return s
	}
	assert.Equal(t, []string{"use Dame"}, legal(facing("Police", []string{"Hustler", "Dame"}, nil)), "Personnel")
	assert.Equal(t, []string{"use Seduction"}, legal(facing("Police", []string{"Hustler"}, []string{"Seduction"})), "a Con")
	assert.Equal(t, []string{"use Quick Thinking"}, legal(facing("Police", []string{"Hustler"}, []string{"Quick Thinking"})), "a Reaction frees the Hustler")
	assert.Equal(t, []string{"use Quick Thinking", "give up"}, legal(facing("Retinal Scan", []string{"Hustler"}, []string{"Quick Thinking"})), "a Reaction that does not help")
	assert.Equal(t, []string{"give up"}, legal(facing("Retinal Scan", []string{"Hustler"}, []string{"Cut Power"})), "a Con without Personnel of its skill")
	assert.Equal(t, []string{"give up"}, legal(facing("Police", []string{"Hustler"}, nil)), "nothing")

	s := blank(t, "give_up=any")
	withJobs(s)
	heist.Hire(s, 0, "Hustler")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	assert.Equal(t, []string{"use Hustler", "give up"}, legal(s))
}

// HEIST-25: who gives up for want of a tool shows that the hand has none, and
// everybody remembers it while the cards stay in that hand.
func TestGivingUpShowsTheHand_HEIST25(t *testing.T) {
	s := blank(t, "give_up=unable", "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Guards", "Police")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.PutJob(s, 2, "Ocean Liner", "Underground")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 0, "Rappel", "Cut Power", "Delay")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "seat 1 is the Thwarter", "use Hustler", "no 6", "give up", "no 6", "a 2")
	for s.Turn() == 0 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	const told = "Known since seat 0 gave up: of the cards in that hand, 3 no Con with Confidence, 3 no Reaction."
	assert.Contains(t, s.Text(1), told)
	assert.Contains(t, s.Text(0), "Known since you gave up: of the cards in that hand, 3 no Con with Confidence, 3 no Reaction.")
	three := float32(3) / 11
	assert.Equal(t, []float32{0, 0, 0, 0, 0, three, three}, fieldOf(s, 0, "lacked")[:7])
	assert.Equal(t, []float32{0, 0, 0, 0, 0, three, three}, fieldOf(s, 1, "lacked")[14:], "two to the left")
	rng := env.Stream(1, "lacked")
	counts := map[string]int{}
	const n = 6000
	for range n {
		w := heist.Redeal(s, 1, rng)
		assert.Contains(t, w.Text(1), told)
		for _, title := range hand(w, 0) {
			counts[title]++
		}
	}
	barred, unseen := 12+2, 108-1 // Confidence Cons and Reactions; all but the Hustler
	assert.Zero(t, counts["Seduction"])
	assert.Zero(t, counts["Quick Thinking"])
	assert.Len(t, counts, unseen-barred)
	for title, k := range counts {
		assert.InDelta(t, 3/float64(unseen-barred), float64(k)/n, .017, title) // seven standard deviations
	}

	// A card that is drawn later may be anything.
	heist.Deal(s, 0, "Seduction")
	heist.Begin(s, 0, "event")
	assert.Contains(t, s.Text(1), told)
	seen := false
	for range 2000 { // one in a hundred has it
		seen = seen || heist.Holds(heist.Redeal(s, 1, rng), 0, "Deception")
	}
	assert.True(t, seen, "the fourth card may be a Confidence Con")

	// A card that comes back is a new one.
	s = blank(t, "give_up=unable")
	withJobs(s)
	heist.Deal(s, 0, "Bankroll")
	heist.Hire(s, 0, "Hustler")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "no 6", "give up", "no 6", "a 1")
	for s.Turn() == 0 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	assert.Contains(t, s.Text(1), "1 no Con with Confidence")
	heist.Bury(s)
	heist.Begin(s, 0, "event")
	play(t, s, "play Bankroll", "draw Rappel", "draw Dame", "draw Delay")
	heist.Bury(s)
	heist.Begin(s, 0, "planning")
	play(t, s, "draw Bankroll")
	assert.NotContains(t, s.Text(1), "Known since")
}

// HEIST-24: a player waits for a Job until there is Security for it.
func TestWaitingForSecurity_HEIST24(t *testing.T) {
	s := blank(t, "players=6") // 38 cards for 6 seats: 6 each
	for seat, x := range []struct {
		job   string
		cards int
	}{1: {"Casino Vault", 9}, 2: {"Bank Job", 9}, 3: {"Museum Break In", 9}, 4: {"Ocean Liner", 6}} {
		if seat > 0 {
			pushSome(s, seat, x.job, x.cards)
		}
	}
	require.Equal(t, 5, heist.Left(s))
	heist.Begin(s, 0, "job")
	assert.False(t, s.HasJob(0), "five cards are one too few")
	assert.Equal(t, 1, s.Turn())

	heist.TakeAway(s, 4) // the discards count
	heist.Begin(s, 0, "job")
	play(t, s, "Job Art Gallery")
	for s.Turn() == 0 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	assert.Equal(t, 9, s.Line(0))
	assert.Equal(t, 9, s.Value(0))

	// With few seats no more is asked for than the shortest Job has.
	s = blank(t)
	pushSome(s, 1, "Casino Vault", 29)
	heist.Begin(s, 0, "job")
	play(t, s, "Job Art Gallery")
	s = blank(t)
	pushSome(s, 1, "Casino Vault", 30)
	heist.Begin(s, 0, "job")
	assert.False(t, s.HasJob(0))
}
