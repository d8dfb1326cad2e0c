package envtest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
)

// Tell implements env.Teller: a card is told to its seat alone, and a bid to the other
// when both are shown.
func (s *pairsState) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	actor, end := s.CurrentPlayer(), after.(*pairsState)
	if actor == env.Chance {
		if s.cards[1] >= 0 {
			return append(dst, env.Event{Player: env.Chance, Text: "rolls"})
		}
		seat, text := s.ChanceSeat(), "gets a card"
		if seat == p || s.is("events: a card is told to all") {
			text = fmt.Sprintf("gets %d", a)
		}
		return append(dst, env.Event{Player: seat, Text: text})
	}
	text := "bids"
	if actor == p || s.is("events: a secret bid is told") {
		text = fmt.Sprintf("bids %d", a)
	}
	switch {
	case s.is("events: overwrites"):
		return []env.Event{{Player: actor, Text: text}}
	case s.is("events: about nobody"):
		actor = 7
	case s.is("events: two lines on one"):
		text += "\nand waits"
	case s.is("events: a line for every chip"):
		for range a {
			dst = append(dst, env.Event{Player: actor, Text: "pays"})
		}
	}
	if !s.is("events: silent about a forced bid") || len(s.LegalActions(nil)) > 1 {
		dst = append(dst, env.Event{Player: actor, Text: text})
	}
	for i := s.shown(); i < end.shown(); i++ {
		text := fmt.Sprintf("shows %d", end.bids[i])
		if s.is("events: a reveal tells more") {
			text += fmt.Sprintf(" and holds %d", end.cards[i%2])
		}
		dst = append(dst, env.Event{Player: env.Player(i % 2), Text: text})
	}
	return dst
}

// skipForced makes forced bids without asking, by one planted fault. Nobody is told.
func (s *pairsState) skipForced() {
	for s.is("events: a forced bid is skipped") && s.CurrentPlayer() >= 0 && s.cards[s.CurrentPlayer()] == 0 {
		s.bids = append(s.bids, 0)
	}
}

func TestFindingsQuoteWhatWasTold(t *testing.T) {
	l := find(t, Check(newPairs("events: a secret bid is told"), Options{Games: 40, Seed: 1}), lawEvents)
	assert.Regexp(t, `, seat 1 sees the same on two ways, but is told ".*seat 0 bids \d\\n" from action \d on in the true world, and ".*seat 0 bids \d\\n" from action \d on in `, l.Detail)
	l = find(t, Check(newPairs("events: a name holds the other card"), Options{Games: 40, Seed: 1}), lawEvents)
	assert.Regexp(t, `seat \d sees the same, but is offered "\d bid \d against \d" and, (dealt again|in another way), "\d bid \d against \d"`, l.Detail)
}

func TestTold(t *testing.T) {
	g := newPairs("")
	lines, err := Told(g, 1, "deal 3", "deal 2", "bid 1", "bid 2")
	require.NoError(t, err)
	assert.Equal(t, []string{"seat 0 gets a card", "seat 1 gets 2", "seat 0 bids", "seat 1 bids 2; seat 0 shows 1; seat 1 shows 2"}, lines)
	_, err = Told(g, 1, "deal 3", "deal 7")
	require.ErrorIs(t, err, env.ErrUnknownAction)
}

// mute is a state that resamples and does not tell.
type mute struct {
	env.State
	env.Resampler
	env.Chancer
}

// silentPairs is the game of mute states.
type silentPairs struct{ *pairs }

func (g silentPairs) NewInitialState() env.State {
	s := g.pairs.NewInitialState().(*pairsState)
	return &mute{s, s, s}
}

func (s *mute) Clone() env.State {
	c := s.State.Clone().(*pairsState)
	return &mute{c, c, c}
}

func TestAGameThatHidesMustTell(t *testing.T) {
	l := find(t, Check(silentPairs{newPairs("")}, Options{Games: 5}), lawEvents)
	assert.Equal(t, Law{lawEvents, false, "states resample, but do not say what a seat is told (env.Teller)"}, l)
}
