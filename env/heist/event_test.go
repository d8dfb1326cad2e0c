package heist_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/envtest"
	"ringer/env/heist"
)

// HEIST-5: at most one Event a turn; draw 3.
func TestDrawEvent_HEIST5(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Bankroll", "Patron", "Hustler")
	heist.Begin(s, 0, "event")
	assert.Equal(t, []string{"play Bankroll", "play Patron", "pass"}, legal(s))
	play(t, s, "play Bankroll", "draw Seduction", "draw Rappel", "draw Delay")
	assert.Equal(t, 5, s.HandSize(0))
	assert.Equal(t, "Bankroll", heist.Discarded(s))
	assert.NotEqual(t, heist.AskEvent, s.Question(), "one Event a turn")

	// The card itself is not among the discards that the deck is made from.
	s = blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Bankroll")
	heist.Bury(s, "Seduction")
	heist.Begin(s, 0, "event")
	play(t, s, "play Bankroll", "draw Seduction")
	hasNot(t, s, "draw Bankroll")
	assert.Len(t, legal(s), 106)
}

// HEIST-5, HEIST-18: discard a target Personnel, of any player, oneself included.
func TestDiscardPersonnel_HEIST18(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.Deal(s, 0, "Arrested", "Dame")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play Arrested") // nobody is in play
	heist.Hire(s, 0, "Hustler")
	heist.Hire(s, 2, "Gifted Programmer")
	heist.Begin(s, 0, "event")
	play(t, s, "play Arrested")
	asks(t, s, 0, heist.AskPerson)
	assert.Equal(t, []string{"target Hustler", "target Gifted Programmer"}, legal(s))
	play(t, s, "target Gifted Programmer")
	assert.Empty(t, crew(s, 2))
	assert.Equal(t, "Gifted Programmer, Arrested", heist.Discarded(s))
}

// HEIST-5, HEIST-18: a steal obeys the limits, and needs an opponent's Personnel
// that fits.
func TestStealPersonnel_HEIST18(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Prior Commitment", "Dame")
	heist.Hire(s, 0, "Brains")
	heist.Hire(s, 1, "Mastermind")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play Prior Commitment") // a second Leader does not fit, one's own does not count
	heist.Hire(s, 1, "Gifted Programmer")
	heist.Begin(s, 0, "event")
	play(t, s, "play Prior Commitment")
	assert.Equal(t, []string{"target Gifted Programmer"}, legal(s))
	play(t, s, "target Gifted Programmer")
	assert.Equal(t, []string{"Brains", "Gifted Programmer"}, crew(s, 0))
	assert.Equal(t, []string{"Mastermind"}, crew(s, 1))

	s = blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Prior Commitment", "Dame")
	heist.HireMany(s, 0, 11)
	heist.Hire(s, 1, "Gifted Programmer")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play Prior Commitment") // the crew is full
	heist.Hire(s, 1, "Mastermind")
	heist.Begin(s, 0, "event")
	play(t, s, "play Prior Commitment")
	assert.Equal(t, []string{"target Mastermind"}, legal(s), "a Leader brings room")
}

// HEIST-5: any Job in play may be discarded, with its attached cards; its owner
// draws a new one in the next Job Phase, without lying low.
func TestDiscardJob_HEIST5(t *testing.T) {
	s := blank(t, "jobs=5")
	withJobs(s)
	heist.Deal(s, 0, "Cover Blown", "Hustler")
	heist.Deal(s, 1, "Being Followed", "Revenge Job", "Dame")
	heist.Begin(s, 1, "complications")
	play(t, s, "play Being Followed", "attach to Bank Job of seat 1")
	heist.Begin(s, 0, "event")
	play(t, s, "play Cover Blown")
	assert.Equal(t, []string{"choose Art Gallery of seat 0", "choose Bank Job of seat 1"}, legal(s))
	own := s.Clone().(*heist.State)
	play(t, s, "choose Bank Job of seat 1")
	assert.False(t, s.HasJob(1))
	assert.Equal(t, "Cover Blown, Being Followed", heist.Discarded(s))
	assert.Equal(t, 3, heist.Spare(s))
	assert.Equal(t, 1, s.JobsGone())
	heist.Begin(s, 1, "job")
	assert.Zero(t, s.LyingLow(1))
	has(t, s, "Job Casino Vault")

	// One's own Job: the new one comes in the Job Phase of the same turn.
	play(t, own, "choose Art Gallery of seat 0", "pass")
	require.Equal(t, env.Chance, own.CurrentPlayer())
	require.Equal(t, 0, own.Turn())
	has(t, own, "Job Casino Vault")
}

// HEIST-5, HEIST-13: Get There First names an opponent's Job; the player may
// execute it, their own, or none, and needs no Job of their own.
func TestGetThereFirst_HEIST13(t *testing.T) {
	s := blank(t, "players=3", "jobs=9")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.Deal(s, 0, "Get There First", "Seduction")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play Get There First") // one's own Job is no target
	heist.PutJob(s, 1, "Bank Job", "Guards", "Boss")
	heist.PutJob(s, 2, "Ocean Liner", "Safe")
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Deal(s, 2, "Extra Precaution")
	heist.Begin(s, 0, "event")
	play(t, s, "play Get There First")
	assert.Equal(t, []string{"choose Bank Job of seat 1", "choose Ocean Liner of seat 2"}, legal(s))
	play(t, s, "choose Bank Job of seat 1")
	asks(t, s, 0, heist.AskAttach)
	play(t, s, "pass")
	asks(t, s, 0, heist.AskExecute)
	assert.Equal(t, []string{"execute Bank Job of seat 1", "pass", "execute own Job"}, legal(s))
	none, mine := s.Clone().(*heist.State), s.Clone().(*heist.State)
	play(t, s, "execute Bank Job of seat 1", "seat 2 is the Thwarter", "use Hustler", "no 6", "use Dame", "no 6")
	assert.Equal(t, 13, s.Points(0), "success scores it for the executor")
	assert.False(t, s.HasJob(1))
	assert.True(t, s.HasJob(0), "the own Job stays")
	play(t, s, "no 6", "no 6", "a 1")
	assert.Equal(t, 1, s.LyingLow(0), "the executor lies low")
	assert.Zero(t, s.LyingLow(1), "the owner does not")
	assert.True(t, s.HasJob(0))
	heist.Begin(s, 1, "job")
	has(t, s, "Job Casino Vault") // the owner draws in the next Job Phase
	heist.Begin(s, 0, "job")
	assert.Zero(t, s.LyingLow(0))
	assert.NotEqual(t, 0, s.Turn(), "the executor draws no second Job")
	assert.Equal(t, "Art Gallery", s.JobCard(0).Title)

	play(t, none, "pass")
	assert.NotEqual(t, heist.AskExecute, none.Question())
	assert.Zero(t, none.LyingLow(0))
	heist.Begin(none, 0, "execution")
	assert.Equal(t, []string{"pass", "execute own Job"}, legal(none), "only this turn")

	play(t, mine, "execute own Job", "seat 1 is the Thwarter", "use Hustler", "no 6")
	assert.Equal(t, 9, mine.Points(0))
	assert.NotEqual(t, heist.AskExecute, mine.Question(), "one execution a turn")

	// Without a Job of one's own: failure discards the other's Job, and the
	// executor draws one when lying low ends.
	s = blank(t, "jobs=5")
	heist.PutJob(s, 1, "Bank Job", "Guards", "Boss")
	heist.Deal(s, 0, "Get There First", "Seduction")
	heist.Begin(s, 0, "event")
	play(t, s, "play Get There First", "choose Bank Job of seat 1", "pass")
	assert.Equal(t, []string{"execute Bank Job of seat 1", "pass"}, legal(s))
	play(t, s, "execute Bank Job of seat 1", "give up", "a 1")
	assert.False(t, s.HasJob(1))
	assert.Equal(t, 1, s.JobsGone())
	heist.Begin(s, 0, "job")
	has(t, s, "Job Casino Vault")
}

// HEIST-5: looking at a hand is remembered until the cards are seen to move.
func TestLook_HEIST5(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.PutJob(s, 1, "Bank Job", "Guards")
	heist.PutJob(s, 2, "Ocean Liner", "Boss")
	heist.Deal(s, 0, "See it Coming", "Seduction")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play See it Coming") // no opponent holds a card
	heist.Deal(s, 1, "Hustler", "Rappel", "Bankroll")
	heist.Begin(s, 0, "event")
	play(t, s, "play See it Coming")
	assert.Equal(t, []string{"choose seat 1"}, legal(s))
	play(t, s, "choose seat 1")
	assert.Equal(t, []string{"Hustler", "Rappel", "Bankroll"}, titles(s, s.Known(0, 1, nil)))
	assert.Empty(t, s.Known(2, 1, nil), "only the one who looks sees them")
	assert.Contains(t, s.Text(0), "    Hustler: Personnel: Info or Confidence\n    Rappel: Con: Acrobat\n    Bankroll: Event: draw 3 cards\nSeat 2")
	assert.NotContains(t, s.Text(2), "Rappel")
	heist.Begin(s, 1, "planning")
	play(t, s, "draw Dame", "recruit Hustler", "pass")
	assert.Equal(t, []string{"Rappel", "Bankroll"}, titles(s, s.Known(0, 1, nil)), "what is seen to move is no longer in hand, and a new card is not known")
	for range 40 { // whatever else is dealt anew
		w := heist.Redeal(s, 0, env.Stream(1, "look"))
		assert.True(t, heist.Holds(w, 1, "Rappel") && heist.Holds(w, 1, "Bankroll"))
	}
}

// HEIST-5, HEIST-18: Plan B: X from 0, all discards first, then the draws.
func TestExchange_HEIST18(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Plan B", "Seduction", "Rappel", "Bankroll")
	heist.Begin(s, 0, "event")
	play(t, s, "play Plan B")
	asks(t, s, 0, heist.AskExchange)
	assert.Equal(t, []string{"discard Seduction", "discard Rappel", "discard Bankroll", "stop"}, legal(s))
	zero := s.Clone().(*heist.State)
	play(t, s, "discard Rappel", "discard Bankroll", "stop")
	require.Equal(t, env.Chance, s.CurrentPlayer())
	play(t, s, "draw Hustler", "draw Delay")
	assert.ElementsMatch(t, []string{"Seduction", "Hustler", "Delay"}, hand(s, 0))
	assert.Equal(t, "Rappel, Bankroll, Plan B", heist.Discarded(s))
	play(t, zero, "stop")
	assert.Equal(t, 3, zero.HandSize(0))
	assert.NotEqual(t, env.Chance, zero.CurrentPlayer())
}

// HEIST-5, HEIST-18: an opponent with a card loses three at random, or all of
// fewer.
func TestDiscardRandom_HEIST18(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Somebody Screwed Up", "Seduction")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play Somebody Screwed Up")
	heist.Deal(s, 1, "Rappel", "Hustler", "Bankroll", "Delay")
	heist.Begin(s, 0, "event")
	play(t, s, "play Somebody Screwed Up", "choose seat 1")
	outcomes := s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 4)
	for _, o := range outcomes {
		assert.InDelta(t, .25, o.Prob, 1e-12)
	}
	play(t, s, "lose Rappel", "lose Delay", "lose Hustler")
	assert.Equal(t, []string{"Bankroll"}, hand(s, 1))

	s = blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Somebody Screwed Up", "Seduction")
	heist.Deal(s, 1, "Rappel", "Hustler")
	heist.Begin(s, 0, "event")
	play(t, s, "play Somebody Screwed Up", "choose seat 1", "lose Rappel", "lose Hustler")
	assert.Zero(t, s.HandSize(1))
	asks(t, s, 0, heist.AskAttach)
}

// HEIST-6: at most one Complication or Secondary Job a turn, on any Job in play, at
// the end of its line; a Secondary Job brings Security and points.
func TestComplications_HEIST6(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Raise Suspicions", "Revenge Job", "Hustler")
	heist.Begin(s, 0, "complications")
	assert.Equal(t, []string{"play Revenge Job", "play Raise Suspicions", "pass"}, legal(s))
	play(t, s, "play Raise Suspicions")
	assert.Equal(t, []string{"attach to Art Gallery of seat 0", "attach to Bank Job of seat 1"}, legal(s))
	play(t, s, "attach to Bank Job of seat 1")
	assert.Equal(t, 4, s.Line(1))
	assert.Equal(t, []uint8{1 << 0, 1 << 3, 1 << 2, 1 << 5}, s.Obstacles(1, nil), "info, engineering, acrobat, confidence")
	assert.NotEqual(t, heist.AskAttach, s.Question(), "one a turn")
	assert.Contains(t, s.Text(0), "[with Raise Suspicions (Complication: Confidence), Info, Engineering, Acrobat, Confidence]\n", "at the end")
	value := s.Value(0)
	heist.Begin(s, 0, "complications")
	play(t, s, "play Revenge Job", "attach to Art Gallery of seat 0", "Security Receptionist", "Security Manager", "Security Owner")
	assert.Equal(t, 6, s.Line(0))
	assert.Equal(t, value+3, s.Value(0))

	// No Job in play: nothing is asked.
	s = blank(t)
	heist.Deal(s, 0, "Raise Suspicions")
	heist.Begin(s, 0, "complications")
	assert.NotEqual(t, heist.AskAttach, s.Question())
}

// HEIST-12: a Secondary Job is worth less when Security is short, too.
func TestShortSecondaryJob_HEIST12(t *testing.T) {
	for rule, want := range map[string]int{heist.ShortScaled: 1, heist.ShortFull: 3} {
		s := blank(t, "players=4", "short_jobs="+rule)
		pushSome(s, 1, "Casino Vault", 13)
		pushSome(s, 2, "Bank Job", 13)
		pushSome(s, 3, "Museum Break In", 11)
		heist.PutJob(s, 0, "Art Gallery")
		before := s.Value(0)
		heist.Deal(s, 0, "Revenge Job", "Dame")
		heist.Begin(s, 0, "complications")
		play(t, s, "play Revenge Job", "attach to Art Gallery of seat 0")
		require.Len(t, legal(s), 1, "one Security card is left")
		play(t, s, legal(s)[0])
		assert.Equal(t, before+want, s.Value(0))
		assert.Equal(t, 1, s.Line(0))
		asks(t, s, 0, heist.AskExecute)
	}
}

// HEIST-27: an Event may have Security drawn for any Job in play, which is worth no more for
// it. A deck that runs short gives what it has.
func TestAddSecurityEvent_HEIST27(t *testing.T) {
	c := config(t)
	for i := range c.HeistDeck {
		switch c.HeistDeck[i].ID {
		case "cover-blown":
			c.HeistDeck[i].Effects = []heist.Effect{{Op: "add_security", Amount: 2}, {Op: "draw", Amount: 1}}
		case "arrested":
			c.HeistDeck[i].Effects = []heist.Effect{{Op: "discard_job"}, {Op: "add_security", Amount: 3}}
		}
	}
	g, err := heist.New(c)
	require.NoError(t, err)
	s := heist.Blank(g)
	heist.Deal(s, 0, "Cover Blown", "Hustler")
	heist.Begin(s, 0, "event")
	hasNot(t, s, "play Cover Blown") // no Job is in play
	withJobs(s)
	heist.Begin(s, 0, "event")
	play(t, s, "play Cover Blown")
	asks(t, s, 0, heist.AskJob)
	assert.Equal(t, []string{"choose Art Gallery of seat 0", "choose Bank Job of seat 1"}, legal(s))
	value := s.Value(1)
	play(t, s, "choose Bank Job of seat 1", "Security Receptionist", "Security Boss", "draw Seduction")
	assert.Equal(t, 5, s.Line(1))
	assert.Equal(t, value, s.Value(1))
	assert.Equal(t, 2, s.HandSize(0), "the next effect comes after it")
	assert.Equal(t, "Cover Blown", heist.Discarded(s))

	// It may follow another effect.
	s = heist.Blank(g)
	withJobs(s)
	heist.Deal(s, 0, "Arrested")
	heist.Begin(s, 0, "event")
	play(t, s, "play Arrested", "choose Bank Job of seat 1", "choose Art Gallery of seat 0")
	play(t, s, "Security Receptionist", "Security Boss", "Security Manager")
	assert.Equal(t, 6, s.Line(0))
	assert.False(t, s.HasJob(1))

	envtest.Run(t, g, envtest.Options{Games: 1, Seed: 3, Sparse: !long})

	// A Security deck that runs out, and its discards, give what they have.
	c.HeistDeck = slices.Clone(c.HeistDeck)
	for i := range c.HeistDeck {
		if c.HeistDeck[i].ID == "cover-blown" || c.HeistDeck[i].ID == "arrested" {
			c.HeistDeck[i].Effects = []heist.Effect{{Op: "add_security", Amount: 20}}
		}
	}
	g, err = heist.New(c)
	require.NoError(t, err)
	s = heist.Blank(g)
	heist.PutJob(s, 0, "Art Gallery", "Police")
	for k, event := range []string{"Cover Blown", "Arrested"} {
		heist.Deal(s, 0, event)
		heist.Begin(s, 0, "event")
		play(t, s, "play "+event, "choose Art Gallery of seat 0")
		for s.CurrentPlayer() == env.Chance && s.Line(0) < []int{21, 38}[k] {
			require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		}
		require.NoError(t, s.Conservation())
		assert.NotEqual(t, heist.AskJob, s.Question())
	}
	assert.Equal(t, 38, s.Line(0))
	assert.Contains(t, heist.Discarded(s), "Arrested", "it is over")
}
