package heist_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/heist"
)

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
