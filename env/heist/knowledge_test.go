package heist_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/heist"
)

// HEIST-21: discards lie face up, so what is reshuffled is known: cards that were
// in no deck since must still be in the hands.
func TestReshuffledDiscardsAreKnown_HEIST21(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 1, "Rappel", "Delay", "Hustler")
	heist.Deal(s, 0, "Dame")
	heist.Bury(s)
	heist.Begin(s, 0, "planning")
	play(t, s, "draw Bankroll")
	// With one opponent its whole hand follows.
	assert.ElementsMatch(t, []string{"Rappel", "Delay", "Hustler"}, titles(s, s.Known(0, 1, nil)))
	assert.ElementsMatch(t, []string{"Dame"}, titles(s, s.Known(1, 0, nil)), "the new card is not known")
	for i := range uint64(20) {
		w := heist.Redeal(s, 0, env.Stream(i, "old"))
		assert.ElementsMatch(t, []string{"Rappel", "Delay", "Hustler"}, hand(w, 1))
		w = heist.Redeal(s, 1, env.Stream(i, "old"))
		assert.Contains(t, hand(w, 0), "Dame")
	}

	// With two opponents it is known that one of them has them, and how many.
	s = blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.Deal(s, 1, "Rappel", "Delay")
	heist.Deal(s, 2, "Hustler")
	heist.Bury(s)
	heist.Begin(s, 0, "planning")
	play(t, s, "draw Bankroll")
	assert.Empty(t, s.Known(0, 1, nil))
	assert.Contains(t, s.Text(0), "In other hands (they were in no deck; you do not know whose they are): Hustler (Info or Confidence), Rappel (Con: Acrobat), Delay (Crisis: spend 1 random Personnel)\n")
	cards := []string{"Con: Acrobat", "Crisis: spend 1 random Personnel", "Personnel: Info or Confidence"}
	assert.ElementsMatch(t, cards, observed(s, 0, "elsewhere"))
	assert.Subset(t, observed(s, 0, "unseen"), cards)
	seen := map[string]bool{}
	for i := range uint64(60) {
		w := heist.Redeal(s, 0, env.Stream(i, "old"))
		assert.ElementsMatch(t, []string{"Rappel", "Delay", "Hustler"}, append(hand(w, 1), hand(w, 2)...))
		seen[hand(w, 2)[0]] = true
	}
	assert.Len(t, seen, 3, "each of them may be the one")
	// When one shows what it has, the rest is with the other.
	heist.Begin(s, 2, "recruit")
	play(t, s, "recruit Hustler")
	assert.ElementsMatch(t, []string{"Rappel", "Delay"}, titles(s, s.Known(0, 1, nil)))
}

// HEIST-21: in a deck with copies nobody knows which copy of a card is played. A seat knows of which cards the
// deck was made, and which of these it has drawn: whether the Witness was among the discards or stayed in a hand.
func TestReshuffledCopiesAreKnown_HEIST21(t *testing.T) {
	few := "heist(file=../../docs/sequels/heist.yaml,changes=[heist_deck.bluff.copies=3,heist_deck.picks.copies=3,heist_deck.rope.copies=3])"
	after := func(discarded string) *heist.State {
		s := heist.Blank(games.MustNew(few).(*heist.Game))
		heist.PutJob(s, 0, "Bank", "Guard")
		heist.PutJob(s, 1, "Gallery", "Camera")
		heist.Deal(s, 1, "Witness", "Patrol", "Tip", "Tip", "Bluff", "Bluff", "Rope", "Rope")
		heist.Begin(s, 1, "job")
		play(t, s, "discard "+discarded)
		assert.Empty(t, observed(s, 0, "made"), "no deck was made anew")
		heist.Bury(s)
		heist.Begin(s, 0, "planning")
		play(t, s, "draw Charge")
		return s
	}
	const witness, patrol, charge = "Crisis: spend 1 random Personnel", "Complication: Confidence", "Con: Engineering"
	one, other := after("Witness"), after("Patrol")
	assert.ElementsMatch(t, observed(one, 0, "unseen"), observed(other, 0, "unseen"))
	count := func(s *heist.State, seat env.Player, card string) (n int) {
		for _, x := range observed(s, seat, "made") {
			if x == card {
				n++
			}
		}
		return n
	}
	assert.Equal(t, []int{2, 1}, []int{count(one, 0, witness), count(one, 0, patrol)})
	assert.Equal(t, []int{1, 2}, []int{count(other, 0, witness), count(other, 0, patrol)})
	assert.Equal(t, []int{8, 9}, []int{count(one, 0, charge), count(one, 2, charge)}, "one of them is drawn")
	assert.Contains(t, one.Text(0), "Shuffled into the deck (you have not drawn them since: they are in the deck, in other hands or played): ")
	assert.NotEqual(t, one.Text(0), other.Text(0))
	for i := range uint64(20) {
		w := heist.Redeal(one, 0, env.Stream(i, "copies"))
		assert.Equal(t, observed(one, 0, "made"), observed(w, 0, "made"))
		assert.Subset(t, hand(w, 1), []string{"Patrol"}, "of two, one is in no deck")
	}
}

// Unseen cards are uniform over the deck and the hidden hands.
func TestResampledHandsAreUniform(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Dame")
	heist.Deal(s, 1, "Rappel", "Delay", "Hustler", "Seduction")
	heist.Begin(s, 0, "recruit")
	counts := map[string]int{}
	rng := env.Stream(1, "uniform")
	const n = 20_000
	for range n {
		for _, title := range hand(heist.Redeal(s, 0, rng), 1) {
			counts[title]++
		}
	}
	assert.Len(t, counts, 107, "every card but the own one")
	for title, k := range counts {
		assert.InDelta(t, 4./107, float64(k)/n, .008, title) // six standard deviations
	}
}

// A seat that is asked which Con to give has one; a seat that has chosen a partner
// has something to give. Worlds in which that is not so are not sampled.
func TestQuestionsAreEvidence(t *testing.T) {
	s := blank(t)
	withJobs(s)
	heist.Deal(s, 0, "Seduction")
	heist.Deal(s, 1, "Cut Power", "Hustler")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 1")
	rng := env.Stream(1, "evidence")
	for range 200 {
		w := heist.Redeal(s, 1, rng)
		require.NotEmpty(t, w.LegalActions(nil))
	}
	play(t, s, "offer Seduction", "want a Con with Tech", "accept")
	for range 200 {
		w := heist.Redeal(s, 0, rng)
		require.NotEmpty(t, w.LegalActions(nil))
		require.NoError(t, w.Conservation())
	}
}

// What others have looked at changes with the cards in a resampled world.
func TestOthersMemoriesFollow(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.Deal(s, 0, "See it Coming", "Rappel")
	heist.Deal(s, 1, "Hustler", "Delay")
	heist.Deal(s, 2, "Dame")
	heist.Begin(s, 0, "event")
	play(t, s, "play See it Coming", "choose seat 1")
	changed := false
	for i := range uint64(20) {
		w := heist.Redeal(s, 2, env.Stream(i, "memory"))
		assert.ElementsMatch(t, hand(w, 1), titles(w, w.Known(0, 1, nil)))
		changed = changed || fmt.Sprint(hand(w, 1)) != fmt.Sprint(hand(s, 1))
		w = heist.Redeal(s, 0, env.Stream(i, "memory"))
		assert.Equal(t, hand(s, 1), hand(w, 1), "the one who looked knows")
	}
	assert.True(t, changed)
}

// A resampled history is a legal one: with its cards the same game can be
// replayed, and every information state of the seat is the same on the way.
func TestResampledHistoriesReplay(t *testing.T) {
	for _, pairs := range [][]string{
		{"history=on", "draw=5", "hand_limit=3"},
		{"history=on", "players=3", "draw=5", "hand_limit=2"},
	} {
		g := game(t, pairs...)
		reshuffled := false
		for i := range uint64(12) {
			s := g.NewInitialState().(*heist.Recalled)
			rng := env.Stream(i, "replay")
			stop := 200 + rng.IntN(1200)
			for step := 0; s.CurrentPlayer() != env.Terminal && step < stop; step++ {
				legal := s.LegalActions(nil)
				a := legal[rng.IntN(len(legal))]
				require.NoError(t, s.Apply(a))
			}
			reshuffled = reshuffled || heist.Epoch(s.Table()) > 0
			for p := range env.Player(g.Spec().Players) {
				w := s.ResampleFromInfoState(p, rng).(*heist.Recalled)
				again := g.NewInitialState().(*heist.Recalled)
				for _, a := range heist.Actions(w) {
					require.NoError(t, again.Apply(a))
				}
				assert.Equal(t, w.String(), again.String())
				for q := range env.Player(g.Spec().Players) {
					assert.Equal(t, w.InformationState(q), again.InformationState(q))
				}
				assert.Equal(t, s.InformationState(p), w.InformationState(p))
			}
		}
		assert.True(t, reshuffled, "some deck was made anew")
	}
}

// Information states have perfect recall: own cards and all that is public, but not what
// others draw.
func TestInformationStates(t *testing.T) {
	g := game(t, "history=on", "deal=1", "jobs=2")
	s := g.NewInitialState().(*heist.Recalled)
	require.NoError(t, s.Apply(0))
	a, b := s.Clone().(*heist.Recalled), s.Clone().(*heist.Recalled)
	for i, x := range []*heist.Recalled{a, b} {
		require.NoError(t, x.Apply(env.Action(5)))
		require.NoError(t, x.Apply(env.Action(7+i)))
	}
	assert.Equal(t, a.InformationState(0), b.InformationState(0))
	assert.NotEqual(t, a.InformationState(1), b.InformationState(1))
	assert.NotEqual(t, a.InformationState(0), s.InformationState(0))
	assert.False(t, strings.Contains(a.InformationState(0), ":7"))
	_, ok := game(t).NewInitialState().(env.InfoStater)
	assert.False(t, ok, "without history=on there is none")
}

// HEIST-26: the last offer of the turn that was refused is remembered until the turn
// ends.
func TestRefusedOffersAreRemembered_HEIST26(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.PutJob(s, 1, "Bank Job", "Guards")
	heist.PutJob(s, 2, "Ocean Liner", "Secrets")
	heist.Hire(s, 0, "Hustler")
	heist.Hire(s, 2, "Dame")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 2", "offer Hustler", "want Dame")
	assert.Contains(t, s.Text(2), "Seat 0 offers you Hustler (Info or Confidence) for Dame (Confidence).")
	assert.Contains(t, s.Text(2), "Accept or decline the offer from seat 0.")
	assert.Equal(t, []string{"Personnel: Info or Confidence"}, observed(s, 0, "given"))
	play(t, s, "decline")
	asks(t, s, 0, heist.AskPartner)
	assert.Contains(t, s.Text(0), "Seat 2 refused in this turn: Hustler (Info or Confidence) for Dame (Confidence).")
	assert.Contains(t, s.Text(0), "1 offer left in this turn.")
	assert.Equal(t, []string{"Personnel: Info or Confidence"}, observed(s, 0, "refused_given"))
	assert.Equal(t, float32(1), slices.Max(fieldOf(s, 0, "refused_wanted")))
	assert.Equal(t, []float32{0, 0, 0, 0, 0, 1}, fieldOf(s, 0, "partner"))
	assert.Equal(t, []float32{0, 0, 0, 1, 0, 0}, fieldOf(s, 2, "partner"), "from its own chair")
	assert.Empty(t, observed(s, 0, "given"))
	play(t, s, "choose seat 1", "offer Hustler", "want nothing", "decline")
	assert.Equal(t, []float32{0, 1}, fieldOf(s, 0, "gift"))
	assert.NotContains(t, s.Text(0), "Seat 2 refused")
	heist.Begin(s, 0, "job")
	rollOn(t, s)
	assert.NotContains(t, s.Text(0), "refused")
	assert.Equal(t, []float32{0, 0}, fieldOf(s, 0, "gift"), "the next turn is another one")
}

// HEIST-26: everybody remembers who has seen whose hand, and how many of those cards
// are still there.
func TestWhoKnowsWhoseHand_HEIST26(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police")
	heist.Deal(s, 0, "See it Coming")
	heist.Deal(s, 1, "Hustler", "Rappel", "Delay")
	heist.Begin(s, 0, "event")
	play(t, s, "play See it Coming")
	assert.Contains(t, s.Text(2), "Seat 0 is to choose an opponent for See it Coming: look at an opponent's hand.")
	play(t, s, "choose seat 1")
	three := float32(3) / 11
	assert.Contains(t, s.Text(2), "Of seat 1's hand seat 0 knows 3 cards.")
	assert.Equal(t, []float32{0, 0, 0, 0, 0, three, 0, 0, 0}, fieldOf(s, 2, "knows"), "rows and columns: itself, seat 0, seat 1")
	roles := len(s.Game().Roles())
	exposed := fieldOf(s, 1, "exposed")
	assert.Len(t, exposed, 2*roles)
	assert.Zero(t, slices.Max(exposed[:roles]), "seat 2 knows nothing")
	assert.Equal(t, float32(1), slices.Max(exposed[roles:]), "seat 0 knows")
	heist.Begin(s, 1, "recruit")
	play(t, s, "recruit Hustler")
	assert.Contains(t, s.Text(2), "Of seat 1's hand seat 0 knows 2 cards.")
}

// Observations tell the order of a line, the cards attached to a Job, and how much of
// the line has been overcome.
func TestLinesAreShown(t *testing.T) {
	s := blank(t)
	heist.PutJob(s, 0, "Art Gallery", "Police", "Safe", "Guards")
	heist.PutJob(s, 1, "Bank Job", "Boss", "Owner", "Vault Doors")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 0, "Raise Suspicions")
	heist.Begin(s, 0, "complications")
	order := fieldOf(s, 0, "order")
	assert.Equal(t, []float32{0, 0, 0, .25, 0, .5 + .125}, order[:6], "engineering comes second")
	assert.Equal(t, []float32{0, 0, 0, .125, 0, .5 + .25}, order[6:], "engineering comes last")
	assert.Equal(t, fieldOf(s, 0, "need")[:6], fieldOf(s, 0, "need")[6:], "the counts alone do not tell")
	play(t, s, "play Raise Suspicions", "attach to Art Gallery of seat 0")
	attached := fieldOf(s, 0, "attached")
	half := len(attached) / 2
	assert.Equal(t, float32(1), slices.Max(attached[:half]))
	assert.Zero(t, slices.Max(attached[half:]))
	play(t, s, "execute own Job", "use Hustler", "no 6")
	assert.InDelta(t, 1./11, fieldOf(s, 0, "count")[2], 1e-6)
	assert.Equal(t, []float32{0, 0, 0, .5, 0, .25 + .125}, fieldOf(s, 0, "order")[:6], "from the next card on")
	assert.Contains(t, s.Text(1), "of its own Job, or give up.")
}

// Each question names the seat and the card that it is about.
func TestQuestionsNameTheirTargets(t *testing.T) {
	s := blank(t, "players=3")
	heist.PutJob(s, 0, "Art Gallery", "Police", "Safe")
	heist.PutJob(s, 1, "Bank Job", "Guards")
	heist.Hire(s, 0, "Hustler")
	heist.Deal(s, 0, "Prior Commitment", "Raise Suspicions")
	heist.Deal(s, 1, "Delay")
	heist.Deal(s, 2, "Cut Power")
	heist.Hire(s, 2, "Dame")
	heist.Begin(s, 0, "contacts")
	play(t, s, "choose seat 2")
	assert.Contains(t, s.Text(2), "Seat 0 is to choose what to offer to you.")
	play(t, s, "offer Hustler")
	assert.Contains(t, s.Text(0), "Choose what to ask of seat 2 for Hustler (Info or Confidence).")
	play(t, s, "want a Con with Tech")
	assert.Contains(t, s.Text(1), "Seat 2 is to accept or decline the offer from seat 0.")
	play(t, s, "accept")
	assert.Contains(t, s.Text(2), "Choose the Con with Tech to give to seat 0 for Hustler (Info or Confidence).")
	play(t, s, "give Cut Power", "pass", "play Prior Commitment")
	assert.Contains(t, s.Text(0), "Choose Personnel for Prior Commitment: steal one Personnel in play.")
	play(t, s, "target Hustler", "play Raise Suspicions")
	assert.Contains(t, s.Text(1), "Seat 0 is to choose a Job to attach Raise Suspicions (Complication: Confidence) to.")
	play(t, s, "attach to Bank Job of seat 1", "execute own Job", "seat 1 is the Thwarter", "use Hustler", "a 6")
	assert.Contains(t, s.Text(1), "Play a Crisis against seat 0, or pass.")
	assert.Contains(t, s.Text(0), "Seat 1 is to play a Crisis against you, or pass.")
}
