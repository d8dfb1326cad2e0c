package heist_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/heist"
)

// HEIST-4, HEIST-16: partner, what is given, what is wanted, answer; Personnel for
// Personnel.
func TestTradePersonnel_HEIST4_HEIST16(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Hire(s, 2, "Gifted Programmer")
	heist.Begin(s, 0, "contacts")
	asks(t, s, 0, heist.AskPartner)
	assert.Equal(t, []string{"choose seat 1", "choose seat 2", "pass"}, legal(s))
	play(t, s, "choose seat 2")
	asks(t, s, 0, heist.AskGive)
	assert.Equal(t, []string{"offer Dame", "offer Hustler"}, legal(s))
	play(t, s, "offer Dame")
	asks(t, s, 0, heist.AskWant)
	assert.Equal(t, []string{"want Gifted Programmer", "want nothing"}, legal(s), "no Con can come from an empty hand")
	play(t, s, "want Gifted Programmer")
	asks(t, s, 2, heist.AskAnswer)
	assert.Equal(t, []string{"accept", "decline"}, legal(s))
	assert.Contains(t, s.Text(1), "Seat 0 offers seat 2 Dame (Confidence) for Gifted Programmer (Tech).")
	play(t, s, "accept")
	assert.Equal(t, []string{"Hustler", "Gifted Programmer"}, crew(s, 0))
	assert.Equal(t, []string{"Dame"}, crew(s, 2))
	asks(t, s, 0, heist.AskPartner)

	// A gift, declined and accepted.
	play(t, s, "choose seat 1", "offer Hustler", "want nothing")
	asks(t, s, 1, heist.AskAnswer)
	s2 := s.Clone().(*heist.State)
	play(t, s, "decline")
	assert.Equal(t, []string{"Hustler", "Gifted Programmer"}, crew(s, 0))
	assert.NotEqual(t, heist.AskPartner, s.Question(), "two offers were made")
	play(t, s2, "accept")
	assert.Equal(t, []string{"Hustler"}, crew(s2, 1))
}

// HEIST-4: at most contact_offers offers a turn, two by default.
func TestOffersAreCounted_HEIST4(t *testing.T) {
	for _, c := range []struct {
		offers string
		want   int
	}{{"contact_offers=0", 0}, {"contact_offers=2", 2}, {"contact_offers=5", 5}} {
		s := blank(t, c.offers)
		withJobs(s)
		heist.Hire(s, 0, "Hustler")
		heist.Begin(s, 0, "contacts")
		made := 0
		for s.Question() == heist.AskPartner {
			play(t, s, "choose seat 1", "offer Hustler", "want nothing", "decline")
			made++
		}
		assert.Equal(t, c.want, made)
	}
	assert.Equal(t, 2, heist.Defaults().ContactOffers)
}

// HEIST-4, HEIST-16: a Con for "a Con with a skill": only who has one may accept,
// and picks which.
func TestTradeCons_HEIST16(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Seduction", "Hustler")
	heist.Deal(s, 1, "Cut Power", "Sabotage", "Rappel")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1")
	assert.Equal(t, []string{"offer Seduction"}, legal(s), "Personnel in hand are not for trade")
	play(t, s, "offer Seduction")
	assert.Equal(t, []string{
		"want a Con with Info", "want a Con with Sleight", "want a Con with Acrobat", "want a Con with Engineering",
		"want a Con with Tech", "want a Con with Confidence", "want nothing",
	}, legal(s), "any skill: the hand is hidden")
	info, tech := s.Clone().(*heist.State), s.Clone().(*heist.State)
	play(t, info, "want a Con with Info")
	assert.Equal(t, []string{"decline"}, legal(info))
	play(t, tech, "want a Con with Tech")
	assert.Equal(t, []string{"accept", "decline"}, legal(tech))
	refused := tech.Clone().(*heist.State)
	play(t, tech, "accept")
	asks(t, tech, 1, heist.AskPick)
	assert.Equal(t, []string{"give Cut Power", "give Sabotage"}, legal(tech))
	play(t, tech, "give Sabotage")
	assert.ElementsMatch(t, []string{"Hustler", "Sabotage"}, hand(tech, 0))
	assert.ElementsMatch(t, []string{"Seduction", "Cut Power", "Rappel"}, hand(tech, 1))
	assert.Equal(t, []string{"Sabotage"}, titles(tech, tech.Known(1, 0, nil)), "the exchange is seen")
	assert.Equal(t, []string{"Seduction"}, titles(tech, tech.Known(0, 1, nil)))

	// A named Con is known to all, also after a refusal.
	play(t, refused, "decline")
	assert.Equal(t, []string{"Seduction"}, titles(refused, refused.Known(1, 0, nil)))
	assert.Contains(t, refused.Text(0), "Seat 1 knows in your hand: Seduction (Con: Confidence).")
	assert.Equal(t, []string{"Con: Confidence"}, observed(refused, 0, "exposed"))
	assert.Equal(t, []string{"Con: Confidence"}, observed(refused, 1, "known"))
	assert.Equal(t, 11, int(fieldOf(refused, 1, "unseen")[slices.Index(refused.Game().Roles(), "Con: Confidence")]), "all but Seduction")
}

// observed lists the cards that a field of one row counts, by what they say.
func observed(s *heist.State, seat env.Player, field string) []string {
	texts := []string{}
	for k, n := range fieldOf(s, seat, field)[:len(s.Game().Roles())] {
		for range int(n) {
			texts = append(texts, s.Game().Roles()[k])
		}
	}
	return texts
}

// HEIST-4, HEIST-16: the limits of HEIST-3 hold for both after a trade.
func TestTradesKeepTheLimits_HEIST16(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Hire(s, 0, "Brains", "Hustler")
	heist.Hire(s, 1, "Mastermind")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1")
	play(t, s, "offer Brains")
	assert.Equal(t, []string{"want Mastermind"}, legal(s), "a Leader may only be swapped for the Leader")
	play(t, s, "want Mastermind", "accept", "choose seat 1", "offer Hustler")
	hasNot(t, s, "want Brains")
	has(t, s, "want nothing")

	// A full crew takes nobody without giving somebody.
	s = blank(t)
	withJobs(s)
	heist.Hire(s, 0, "Gifted Programmer")
	heist.HireMany(s, 1, 11)
	heist.Deal(s, 0, "Seduction")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1", "offer Gifted Programmer")
	hasNot(t, s, "want nothing")
	assert.Len(t, legal(s), 11)

	// A crew that is above its limit may give somebody away, but gets nobody.
	s = blank(t)
	withJobs(s)
	heist.HireMany(s, 0, 12)
	heist.Hire(s, 1, "Gifted Programmer")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1")
	assert.Len(t, legal(s), 12)
	play(t, s, s.ActionString(s.LegalActions(nil)[0]))
	assert.Equal(t, []string{"want nothing"}, legal(s))

	// Nor may a Leader be given away whom the size of the crew rests on.
	s = blank(t)
	withJobs(s)
	heist.HireMany(s, 0, 12)
	heist.Hire(s, 0, "Brains")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1")
	hasNot(t, s, "offer Brains")
}

// HEIST-16, HEIST-23: everyone can be asked for something, in a small number of
// actions.
func TestActionBlocks_HEIST23(t *testing.T) {
	for n := 2; n <= 6; n++ {
		spec := game(t, players(n)).Spec()
		assert.Less(t, spec.NumActions(), 180)
		want := map[string]int{"card": 108, "seat": n, "job": n, "crew": 32, "skill": 6, "generic": 7}
		total := 0
		for _, b := range spec.Actions {
			assert.Equal(t, want[b.Name], b.Size(), b.Name)
			total += b.Size()
		}
		assert.Equal(t, spec.NumActions(), total)
		assert.Len(t, spec.Actions, len(want))
	}
	// Every obstacle node has a tool or `give up`, and every phase node has `pass`.
	phases := map[heist.Question]bool{
		heist.AskRecruit: true, heist.AskPartner: true, heist.AskEvent: true, heist.AskAttach: true, heist.AskExecute: true, heist.AskCrisis: true,
	}
	seen := map[heist.Question]bool{}
	for _, n := range []int{2, 4} {
		g := game(t, players(n))
		for i := range uint64(20) {
			s := g.NewInitialState().(*heist.State)
			rng := env.Stream(1, "nodes", i)
			for s.CurrentPlayer() != env.Terminal {
				actions := s.LegalActions(nil)
				if q := s.Question(); phases[q] {
					require.Contains(t, legal(s), "pass", q)
					seen[q] = true
				} else if q == heist.AskObstacle {
					require.NotEmpty(t, legal(s))
					seen[q] = true
				}
				require.NoError(t, s.Apply(actions[rng.IntN(len(actions))]))
			}
		}
	}
	assert.Len(t, seen, len(phases)+1, "all of them were met")
}

// HEIST-17: a seat that lies low answers offers, is Thwarter and a target.
func TestLyingLowSeatsStillTakePart_HEIST17(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards")
	heist.LieLow(s, 1, 3)
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Hire(s, 1, "Gifted Programmer")
	heist.Deal(s, 0, "Arrested", "Somebody Screwed Up", "Cover Blown", "Get There First")
	heist.Deal(s, 1, "Hand Caught")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1", "offer Dame", "want Gifted Programmer")
	asks(t, s, 1, heist.AskAnswer)
	play(t, s, "decline", "pass")
	asks(t, s, 0, heist.AskEvent)
	has(t, s, "play Arrested", "play Somebody Screwed Up", "play Cover Blown")
	hasNot(t, s, "play Get There First") // it has no Job to target
	play(t, s, "play Cover Blown")
	assert.Equal(t, []string{"choose Art Gallery of seat 0"}, legal(s))
	s = blank(t, "jobs=4")
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards")
	heist.LieLow(s, 1, 3)
	heist.Hire(s, 0, "Hustler", "Dame")
	heist.Hire(s, 1, "Gifted Programmer")
	heist.Deal(s, 0, "Arrested")
	heist.Deal(s, 1, "Hand Caught")
	heist.Begin(s, 0, "event")
	play(t, s, "play Arrested")
	has(t, s, "target Gifted Programmer")
	play(t, s, "target Gifted Programmer")
	asks(t, s, 0, heist.AskExecute)
	play(t, s, "execute own Job", "use Dame", "a 6")
	asks(t, s, 1, heist.AskCrisis)
	has(t, s, "play Hand Caught")
}

// HEIST-4: with trade_cards an offer may give several cards for several. It is accepted whole or
// not at all, both crews keep HEIST-3, and the partner needs a Con of its own for each that is
// wanted.
func TestSeveralCards_HEIST4(t *testing.T) {
	s := blank(t, "trade_cards=3")
	withJobs(s)
	heist.Deal(s, 0, "Seduction", "Rappel")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 1, "Blueprints", "Cut Power", "Plant")
	heist.Hire(s, 1, "Dame")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1", "offer Hustler")
	hasNot(t, s, "stop")
	play(t, s, "want a Con with Info")
	asks(t, s, 0, heist.AskGive)
	has(t, s, "stop", "offer Seduction", "offer Rappel")
	hasNot(t, s, "offer Hustler") // it is promised
	two := s.Clone().(*heist.State)

	play(t, s, "offer Seduction", "want a Con with Info", "offer Rappel", "want Dame")
	asks(t, s, 1, heist.AskAnswer)
	assert.Contains(t, s.Text(1), "Rappel")
	assert.Len(t, s.Offers(nil), 3)
	play(t, s, "accept")
	assert.ElementsMatch(t, []string{"give Blueprints", "give Plant"}, legal(s))
	play(t, s, "give Plant", "give Blueprints")
	assert.ElementsMatch(t, []string{"Plant", "Blueprints"}, hand(s, 0))
	assert.ElementsMatch(t, []string{"Cut Power", "Seduction", "Rappel"}, hand(s, 1))
	assert.Equal(t, []string{"Dame"}, crew(s, 0))
	assert.Equal(t, []string{"Hustler"}, crew(s, 1))

	// Nobody can meet an offer that wants more Cons with a skill than the hand holds.
	play(t, two, "offer Seduction", "want a Con with Tech", "offer Rappel", "want a Con with Tech")
	hasNot(t, two, "accept")
	play(t, two, "decline")
	assert.Len(t, two.RefusedOffers(nil), 3)
	assert.Equal(t, 2, two.HandSize(0), "nothing has changed hands")
	assert.Equal(t, []string{"Hustler"}, crew(two, 0))

	// One card for one, as ever, after which no more is asked for.
	s = blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Seduction")
	heist.Hire(s, 1, "Dame")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1", "offer Seduction", "want Dame")
	asks(t, s, 1, heist.AskAnswer)
	assert.Equal(t, game(t).Spec().Hash, game(t, "trade_cards=1").Spec().Hash)
	assert.NotEqual(t, game(t).Spec().Hash, game(t, "trade_cards=2").Spec().Hash)
}
