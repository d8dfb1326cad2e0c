package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

// HEIST-2: one card; an empty deck is made from the discards; without both no
// card is drawn.
func TestPlanning_HEIST2(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Begin(s, 0, "planning")
	assert.Len(t, s.LegalActions(nil), 108, "any card of the deck")
	play(t, s, "draw Seduction")
	assert.Equal(t, 1, s.HandSize(0))
	asks(t, s, 0, heist.AskRecruit)

	s = blank(t)
	withJobs(s)
	heist.Hire(s, 1, "Hustler")
	heist.Bury(s)
	heist.Begin(s, 0, "planning")
	assert.Equal(t, 1, heist.Epoch(s), "reshuffled")
	assert.Len(t, s.LegalActions(nil), 107)
	play(t, s, "draw Seduction")
	assert.Empty(t, heist.Discarded(s))

	s = blank(t)
	withJobs(s)
	heist.HireMany(s, 1, 28)
	heist.Hire(s, 0, "Brains", "Mastermind", "Ringleader", "Gang Leader")
	heist.DealMany(s, 0, 44)
	heist.Deal(s, 0, restOfDeck(s)...)
	require.Zero(t, s.DeckSize())
	before := s.HandSize(0)
	heist.Begin(s, 0, "planning")
	assert.Equal(t, before, s.HandSize(0), "no card anywhere: none is drawn")
	asks(t, s, 0, heist.AskRecruit)
}

// restOfDeck names all kinds of the deck that are no Personnel and no Cons.
func restOfDeck(s *heist.State) []string {
	var out []string
	for _, k := range s.Game().Kinds() {
		switch k.Type {
		case heist.TypeLeader, heist.TypePersonnel, heist.TypeCon:
		default:
			out = append(out, k.Title)
		}
	}
	return out
}

// HEIST-2, HEIST-12: the same holds for Security; when both run out the Job has
// fewer cards, and is worth less.
func TestSecurityReshuffles_HEIST2(t *testing.T) {
	for _, rule := range []string{heist.ShortScaled, heist.ShortFull} {
		s := blank(t, "players=3", "jobs=9", "short_jobs="+rule)
		heist.PutJob(s, 1, "Casino Vault", "Police", "Guards", "Boss")
		heist.PutJob(s, 2, "Bank Job", "Secrets")
		heist.SpareSecurity(s, 2) // 2 in the deck, 32 discarded, 4 in lines
		heist.Begin(s, 0, "job")
		play(t, s, "Job Bankrupt Casino")
		rollOn14(t, s)
		assert.Equal(t, 14, s.Line(0))
		assert.Equal(t, 0, heist.Spare(s), "the discards became the deck")
		assert.Equal(t, 38-4-14, heist.Left(s))
		assert.Equal(t, 14, s.Value(0))
	}
	// Three lines of 12, 12 and 5 cards: 9 are left for a Job of 11.
	for _, rule := range []string{heist.ShortScaled, heist.ShortFull} {
		s := blank(t, "players=4", "short_jobs="+rule)
		pushSome(s, 1, "Casino Vault", 12)
		pushSome(s, 2, "Bank Job", 12)
		pushSome(s, 3, "Museum Break In", 5)
		heist.Begin(s, 0, "job")
		play(t, s, "Job Worlds Oldest Stock Certificate")
		for s.Turn() == 0 {
			require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		}
		assert.Equal(t, 9, s.Line(0))
		if rule == heist.ShortScaled {
			assert.Equal(t, 9, s.Value(0))
		} else {
			assert.Equal(t, 11, s.Value(0))
		}
	}
}

func rollOn14(t *testing.T, s *heist.State) {
	t.Helper()
	for range 14 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		require.NoError(t, s.Conservation())
	}
}

// pushSome gives a seat a Job with this many cards of the deck.
func pushSome(s *heist.State, seat int, job string, n int) {
	heist.PutJob(s, seat, job)
	for range n {
		heist.PushAny(s, seat)
	}
}

// HEIST-3: any number, one at a time, until pass; 11 in play, 13 with a Leader, of
// whom there is at most one.
func TestRecruit_HEIST3(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Brains", "Mastermind", "Hustler", "Dame", "Deception")
	heist.Begin(s, 0, "recruit")
	assert.ElementsMatch(t, []string{"recruit Brains", "recruit Mastermind", "recruit Hustler", "recruit Dame", "pass"}, legal(s))
	play(t, s, "recruit Mastermind")
	assert.ElementsMatch(t, []string{"recruit Hustler", "recruit Dame", "pass"}, legal(s), "a second Leader never")
	play(t, s, "recruit Dame", "recruit Hustler", "pass")
	assert.ElementsMatch(t, []string{"Mastermind", "Dame", "Hustler"}, crew(s, 0))
	assert.ElementsMatch(t, []string{"Brains", "Deception"}, hand(s, 0))

	// Eleven, and a Leader makes room for itself and another.
	s = blank(t)
	withJobs(s)
	heist.HireMany(s, 0, 11)
	heist.Deal(s, 0, "Brains", "Gifted Programmer", "Getaway Man", "Extra Muscle")
	heist.Begin(s, 0, "recruit")
	assert.Equal(t, []string{"recruit Brains", "pass"}, legal(s))
	play(t, s, "recruit Brains")
	assert.Equal(t, 13, s.CrewLimit(0))
	play(t, s, "recruit Getaway Man")
	assert.Equal(t, 13, s.CrewSize(0))
	if s.Question() == heist.AskRecruit {
		assert.Equal(t, []string{"pass"}, legal(s))
	}

	// Losing the Leader above the limit discards nothing, but nobody joins.
	s = blank(t)
	withJobs(s)
	heist.HireMany(s, 0, 12)
	heist.Hire(s, 0, "Brains")
	heist.Deal(s, 0, "Gifted Programmer")
	heist.Deal(s, 1, "Arrested")
	heist.Begin(s, 1, "event")
	play(t, s, "play Arrested", "target Brains")
	assert.Equal(t, 12, s.CrewSize(0))
	assert.Equal(t, 11, s.CrewLimit(0))
	heist.Begin(s, 0, "recruit")
	hasNot(t, s, "recruit Gifted Programmer")
}

// HEIST-10: 11 cards at the end of the turn, and one more for each Personnel in
// play that says so; the player chooses, one card at a time.
func TestHandLimit_HEIST10(t *testing.T) {
	s := blank(t, "jobs=2")
	withJobs(s)
	heist.Hire(s, 0, "Getaway Man", "Extra Muscle")
	heist.DealMany(s, 0, 15)
	heist.Begin(s, 0, "job")
	assert.Equal(t, 13, s.HandLimit(0))
	asks(t, s, 0, heist.AskDiscard)
	assert.Len(t, legal(s), 15)
	play(t, s, "discard Deception")
	asks(t, s, 0, heist.AskDiscard)
	play(t, s, "discard Seduction")
	assert.Equal(t, 13, s.HandSize(0))
	assert.Equal(t, 1, s.Turn(), "the turn is over")
	assert.Equal(t, "Seduction, Deception", heist.Discarded(s))

	s = blank(t, "jobs=2")
	withJobs(s)
	heist.DealMany(s, 0, 12)
	heist.Begin(s, 0, "job")
	asks(t, s, 0, heist.AskDiscard)
	play(t, s, "discard Uniforms")
	assert.Equal(t, 1, s.Turn(), "eleven may stay")
}

// HEIST-9, HEIST-21: a die of own turns, counted from the next turn, in which only
// Planning, Recruit and the hand limit happen; a new Job comes in the Job Phase of
// the last of them.
func TestLyingLow_HEIST9_HEIST21(t *testing.T) {
	s := blank(t, "give_up=any", "jobs=4", "draw=1")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 0, "Bankroll", "Raise Suspicions", "Deception")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "give up", "no 6")
	assert.Equal(t, []string{"a 1", "a 2", "a 3", "a 4", "a 5", "a 6"}, legal(s))
	play(t, s, "a 2")
	assert.Equal(t, 2, s.LyingLow(0))
	assert.False(t, s.HasJob(0), "no new Job yet")
	for turn := range 2 {
		heist.Begin(s, 0, "planning")
		require.Equal(t, env.Chance, s.CurrentPlayer(), "one still draws")
		require.NoError(t, s.Apply(lastAction(s)))
		asks(t, s, 0, heist.AskRecruit)
		play(t, s, "pass")
		// Neither Contacts, Event, Complications nor Execution.
		if turn == 0 {
			assert.Equal(t, 1, s.Turn())
			assert.Equal(t, 1, s.LyingLow(0))
		}
	}
	require.Equal(t, env.Chance, s.CurrentPlayer())
	has(t, s, "Job Casino Vault", "Job Ocean Liner")
	hasNot(t, s, "Job Art Gallery", "Job Bank Job")
	play(t, s, "Job Personal Collection")
	for s.Turn() == 0 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	assert.Equal(t, 10, s.Line(0))

	// Without a Job in the deck the player plays on without one.
	s = blank(t, "players=3", "jobs=4")
	withJobs(s)
	heist.PutJob(s, 2, "Ocean Liner", "Boss")
	heist.PutJobAside(s, "Coronation Egg")
	heist.TakeAway(s, 1)
	heist.LieLow(s, 1, 1)
	heist.Begin(s, 1, "job")
	assert.Equal(t, 0, s.LyingLow(1))
	assert.Equal(t, 2, s.Turn(), "four Jobs were drawn, and no fifth is")
	assert.False(t, s.HasJob(1))
}

// HEIST-21: Spent tokens go first, then the die, then a Job if one is due, then
// the hand limit.
func TestOrderOfTheJobPhase_HEIST21(t *testing.T) {
	s := blank(t, "give_up=any", "jobs=4")
	heist.PutJob(s, 0, "Art Gallery", "Police", "Safe")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler")
	heist.DealMany(s, 0, 13)
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "no 6", "give up", "no 6")
	assert.Len(t, s.Unspent(nil), 1, "no Spent token is left")
	assert.Equal(t, []string{"a 1", "a 2", "a 3", "a 4", "a 5", "a 6"}, legal(s), "the die, before any discard")
	play(t, s, "a 1")
	asks(t, s, 0, heist.AskDiscard)

	s = blank(t, "jobs=4")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.DealMany(s, 0, 12)
	heist.Begin(s, 0, "job")
	assert.Equal(t, env.Chance, s.CurrentPlayer(), "the Job is drawn before the discards")
	has(t, s, "Job Art Gallery")
	play(t, s, "Job Art Gallery")
	for range 9 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	asks(t, s, 0, heist.AskDiscard)
}

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
