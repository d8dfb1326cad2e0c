package heist_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

// HEIST-7: execution is optional, needs a Job, and not lying low.
func TestExecutionIsOptional_HEIST7(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Begin(s, 0, "execution")
	assert.Equal(t, []string{"pass", "execute own Job"}, legal(s))
	play(t, s, "pass")
	assert.Zero(t, s.JobsGone())

	s = blank(t, "jobs=2")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Gone(s, "Art Gallery")
	heist.Begin(s, 0, "execution")
	assert.NotEqual(t, heist.AskExecute, s.Question())
}

// HEIST-7: the line is faced left to right; one unspent Personnel, with either of
// its skills, or a Con for which there is Personnel, spent or not.
func TestTools_HEIST7(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Secrets", "Laser Sensors", "Underground", "Retinal Scan")
	heist.PutJob(s, 1, "Bank Job", "Guards")
	heist.Hire(s, 0, "Cat Burglar", "Hustler") // Acrobat or Info; Confidence or Info
	heist.Deal(s, 0, "Rappel", "Bribery", "Cut Power", "Seduction", "Quick Thinking", "Bankroll")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	asks(t, s, 0, heist.AskObstacle)
	assert.Equal(t, []string{"use Bribery", "use Cat Burglar", "use Hustler"}, legal(s), "an Info card")
	play(t, s, "use Cat Burglar", "no 6")
	assert.Equal(t, []string{"use Rappel", "use Quick Thinking"}, legal(s),
		"an Acrobat card: the burglar is spent, but is Personnel enough for a Con with its skill; now a Reaction has something to do")
	play(t, s, "use Rappel", "no 6")
	assert.Equal(t, "Rappel", heist.Discarded(s), "a used Con is discarded")
	assert.Equal(t, []string{"use Bribery", "use Quick Thinking", "use Hustler"}, legal(s))
	play(t, s, "use Hustler", "no 6")
	assert.Equal(t, []string{"use Quick Thinking", "give up"}, legal(s), "a Tech card: nobody in play has Tech, so the Con is of no use")
	assert.Contains(t, s.Text(0), "Overcome Retinal Scan (Tech) of your Job")
	assert.Contains(t, s.Text(0), "overcome, overcome, overcome, Tech]\n")
	assert.Empty(t, s.Unspent(nil))
}

// HEIST-7 (as amended): one card for each unspent state: a Reaction unspends one
// Personnel, which may then overcome another. HEIST-20: it needs a spent one.
func TestReactions_HEIST7_HEIST20(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards", "Boss", "Owner")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Deal(s, 0, "Quick Thinking", "Contingency Plan")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	assert.Equal(t, []string{"use Dame", "use Hustler"}, legal(s), "nobody is spent")
	play(t, s, "use Dame", "no 6")
	assert.Equal(t, []string{"use Quick Thinking", "use Contingency Plan", "use Hustler"}, legal(s))
	play(t, s, "use Hustler", "no 6", "use Quick Thinking")
	asks(t, s, 0, heist.AskUnspend)
	assert.Equal(t, []string{"free Dame", "free Hustler"}, legal(s))
	play(t, s, "free Dame")
	asks(t, s, 0, heist.AskObstacle)
	assert.Equal(t, []string{"use Contingency Plan", "use Dame"}, legal(s), "tries again")
	play(t, s, "use Contingency Plan")
	assert.Equal(t, []string{"use Dame", "use Hustler"}, legal(s), "the only spent one is freed without a question")
	play(t, s, "use Dame", "no 6", "use Hustler", "no 6")
	assert.Equal(t, 9, s.Points(0))
	assert.Equal(t, "Quick Thinking, Contingency Plan", heist.Discarded(s))
}

// HEIST-7: with give_up=any giving up although able is legal; HEIST-8: failure discards the Job.
func TestGivingUp_HEIST7_HEIST8(t *testing.T) {
	s := blank(t, "give_up=any")
	withJobs(s)
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	has(t, s, "use Hustler", "give up")
	play(t, s, "use Hustler", "no 6", "give up")
	assert.Zero(t, s.Points(0))
	assert.False(t, s.HasJob(0))
	assert.Equal(t, 1, s.JobsGone())
	assert.Equal(t, 3, heist.Spare(s), "its whole line is discarded")
}

// HEIST-7, HEIST-19: the Thwarter is a random opponent, drawn when the execution
// starts, and public; a die after every card, the last one and the Crisis too.
func TestThwarter_HEIST7_HEIST19(t *testing.T) {
	s := blank(t, "players=4")
	heist.PutJob(s, 0, "Art Gallery", "Police", "Laser Sensors")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler", "Cat Burglar", "Second Story Man", "Electronics Expert")
	heist.Deal(s, 2, "Hand Caught", "Approaching Guard", "Seduction")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	outcomes := s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 3, "any opponent")
	for _, o := range outcomes {
		assert.InDelta(t, 1./3, o.Prob, 1e-12)
	}
	play(t, s, "seat 2 is the Thwarter")
	assert.Contains(t, s.Text(1), "Seat 2  Points 0 · Thwarter\n")
	play(t, s, "use Hustler")
	outcomes = s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 2)
	assert.InDelta(t, 1./6, outcomes[1].Prob, 1e-12)
	play(t, s, "a 6")
	asks(t, s, 2, heist.AskCrisis)
	assert.Equal(t, []string{"play Hand Caught", "play Approaching Guard", "pass"}, legal(s))
	play(t, s, "pass", "use Cat Burglar", "a 6", "play Hand Caught")
	asks(t, s, 0, heist.AskObstacle) // after the last card: still to be beaten
	assert.Contains(t, s.Text(0), "Overcome Hand Caught (Acrobat) of your Job")
	play(t, s, "use Second Story Man")
	require.Equal(t, env.Chance, s.CurrentPlayer(), "a die after the Crisis as well")
	play(t, s, "a 6", "play Approaching Guard", "use Electronics Expert", "no 6")
	assert.Equal(t, 9, s.Points(0))
	assert.Equal(t, "Hand Caught, Approaching Guard", heist.Discarded(s))
}

// HEIST-7: a Crisis with a skill is the next card of the line.
func TestCrisisIsInsertedNext_HEIST7(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Retinal Scan", "Safe")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler", "Cat Burglar")
	heist.Deal(s, 1, "Hand Caught")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "a 6", "play Hand Caught")
	assert.Contains(t, s.Text(0), "with Hand Caught (Crisis: Acrobat), overcome, Acrobat, Tech, Engineering]\n")
	assert.Equal(t, []string{"use Cat Burglar"}, legal(s))
}

// HEIST-19: a Thwarter without a Crisis can only pass, but is asked: the hand is
// hidden. An empty hand is not.
func TestThwarterWithoutACrisis_HEIST19(t *testing.T) {
	for _, empty := range []bool{false, true} {
		s := blank(t)
		withJobs(s)
		heist.Hire(s, 0, "Hustler")
		if !empty {
			heist.Deal(s, 1, "Seduction")
		}
		heist.Begin(s, 0, "execution")
		play(t, s, "execute own Job", "use Hustler", "a 6")
		if empty {
			asks(t, s, 0, heist.AskObstacle)
			continue
		}
		asks(t, s, 1, heist.AskCrisis)
		assert.Equal(t, []string{"pass"}, legal(s))
	}
}

// HEIST-7, HEIST-19, HEIST-20: a spend Crisis marks random unspent Personnel, does
// nothing when there is none, and may be answered by a Reaction at the next card.
func TestSpendCrisis_HEIST19_HEIST20(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler", "Dame", "Cat Burglar", "Filcher")
	heist.Deal(s, 0, "Quick Thinking")
	heist.Deal(s, 1, "Delay", "Caught Red Handed")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "a 6", "play Delay")
	outcomes := s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 3, "of the three that are unspent")
	for _, o := range outcomes {
		assert.InDelta(t, 1./3, o.Prob, 1e-12)
	}
	play(t, s, "spend Dame")
	assert.Equal(t, []string{"use Quick Thinking"}, legal(s))
	play(t, s, "use Quick Thinking", "free Dame", "use Dame", "no 6")
	assert.Equal(t, 9, s.Points(0))

	s = blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 1, "Delay", "Seduction")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "a 6", "play Delay")
	asks(t, s, 0, heist.AskObstacle)
	assert.Equal(t, []string{"give up"}, legal(s))
}

// HEIST-8: success keeps the Job, with the points of its Secondary Jobs; a die for
// each Personnel in play, left to right, a 6 discards it; attached cards are
// discarded.
func TestSuccess_HEIST8(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler", "Dame", "Cat Burglar")
	heist.Deal(s, 0, "Ulterior Motive", "Filcher")
	heist.Deal(s, 1, "Raise Suspicions")
	heist.Begin(s, 1, "complications")
	play(t, s, "play Raise Suspicions", "attach to Art Gallery of seat 0")
	heist.Begin(s, 0, "complications")
	play(t, s, "play Ulterior Motive", "attach to Art Gallery of seat 0", "Security Laser Sensors")
	play(t, s, "execute own Job", "use Hustler", "no 6", "use Dame", "no 6", "use Cat Burglar", "no 6")
	assert.Equal(t, 10, s.Points(0))
	assert.Equal(t, 1, s.Captured(0))
	assert.Contains(t, s.Text(1), "Jobs captured 1")
	assert.Equal(t, "Ulterior Motive, Raise Suspicions", heist.Discarded(s))
	assert.Equal(t, 2, heist.Spare(s), "the Security is discarded")
	outcomes := s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 2)
	assert.InDelta(t, 1./6, outcomes[1].Prob, 1e-12)
	play(t, s, "no 6", "a 6", "no 6") // Cat Burglar, Dame, Hustler: the order of the list
	assert.Equal(t, []string{"Cat Burglar", "Hustler"}, crew(s, 0))
	assert.Contains(t, heist.Discarded(s), "Dame")
	assert.Equal(t, []string{"a 1", "a 2", "a 3", "a 4", "a 5", "a 6"}, legal(s))

	// Failure costs Personnel just the same.
	s = blank(t, "give_up=any")
	withJobs(s)
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "give up", "a 6", "a 6")
	assert.Empty(t, crew(s, 0))
}

// HEIST-20: an empty line is a success at once; a card with several skills needs
// any one of them.
func TestEmptyLinesAndSeveralSkills_HEIST20(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	assert.Equal(t, 9, s.Points(0))

	c := config(t)
	c.SecurityDeck[0].Skills = []string{"tech", "sleight"}
	g, err := heist.New(c)
	require.NoError(t, err)
	s = heist.Blank(g)
	heist.PutJob(s, 0, "Art Gallery", "Security Cameras")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Filcher", "Dame", "Electronics Expert")
	heist.Deal(s, 0, "Dexterity", "Cut Power", "Seduction")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job")
	assert.Equal(t, []string{"use Dexterity", "use Cut Power", "use Filcher", "use Electronics Expert"}, legal(s))
	assert.Contains(t, s.Text(0), "Overcome Security Cameras (Sleight or Tech) of your Job")
	for _, guard := range config(t).SecurityDeck {
		assert.Len(t, guard.Skills, 1, "every printed card has one")
	}
}

// An Event may have several effects, a Reaction and a Crisis larger amounts, and
// cards several copies: a designer's deck.
func TestDesignersCards(t *testing.T) {
	c := config(t)
	c.HeistDeck[0].Copies = 2 // so that no later card has the number of its kind
	for i := range c.HeistDeck {
		switch c.HeistDeck[i].ID {
		case "bankroll":
			c.HeistDeck[i].Effects = []heist.Effect{{Op: "discard_personnel"}, {Op: "steal_personnel"}, {Op: "draw", Amount: 2}}
		case "quick-thinking":
			c.HeistDeck[i].Effects[0].Amount = 2
		case "delay":
			c.HeistDeck[i].Effects[0].Amount = 2
			c.HeistDeck[i].Skills = []string{"tech"}
		case "hustler":
			c.HeistDeck[i].Copies = 3
		}
	}
	g, err := heist.New(c)
	require.NoError(t, err)
	s := heist.Blank(g)
	withJobs(s)
	heist.Hire(s, 1, "Hustler")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 0, "Bankroll", "Seduction")
	heist.Begin(s, 0, "event")
	play(t, s, "play Bankroll")
	assert.Equal(t, []string{"target Hustler"}, legal(s), "one action for two copies")
	play(t, s, "target Hustler")
	asks(t, s, 0, heist.AskOwner)
	assert.Equal(t, []string{"choose seat 0", "choose seat 1"}, legal(s))
	gone := s.Clone().(*heist.State)
	play(t, s, "choose seat 0")
	asks(t, s, 0, heist.AskPerson)
	play(t, s, "target Hustler") // there is only the other's now
	assert.Equal(t, []string{"Hustler"}, crew(s, 0))
	require.Equal(t, env.Chance, s.CurrentPlayer())
	play(t, gone, "choose seat 1")
	assert.Equal(t, env.Chance, gone.CurrentPlayer(), "nobody is left to steal: on to the draws")

	s = heist.Blank(g)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards", "Boss")
	heist.PutJob(s, 1, "Bank Job", "Secrets")
	heist.Hire(s, 0, "Hustler", "Hustler", "Dame", "Filcher")
	heist.Deal(s, 0, "Quick Thinking", "Seduction")
	heist.Deal(s, 1, "Delay", "Rappel")
	heist.Begin(s, 0, "execution")
	play(t, s, "execute own Job", "use Hustler", "a 6", "play Delay")
	outcomes := s.ChanceOutcomes(nil)
	require.Len(t, outcomes, 3, "a Hustler, Dame, Filcher")
	play(t, s, "spend Filcher", "spend Dame")
	assert.Contains(t, s.Text(0), "Overcome Delay (Tech) of your Job", "spends two, and is to be overcome")
	play(t, s, "use Quick Thinking")
	assert.ElementsMatch(t, []string{"free Filcher", "free Dame", "free Hustler"}, legal(s))
	play(t, s, "free Dame")
	asks(t, s, 0, heist.AskUnspend)
	play(t, s, "free Hustler")
	asks(t, s, 0, heist.AskObstacle)
	assert.Equal(t, 3, len(s.Unspent(nil)))
}
