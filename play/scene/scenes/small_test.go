package scenes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/scene"
)

func TestSmallGamesAskInWords(t *testing.T) {
	g, s := reach(t, "kuhn", "deal K; deal J")
	q, choices := askedOf(t, g, s)
	assert.Equal(t, "Nobody has bet: pass, or bet 1?", q.Text)
	assert.Equal(t, []string{"Pass", "Bet: 1 chip into the pot"}, choices)
	assert.Equal(t, 1, zone(t, shownTo(g, s, 0), "hand:1").Hidden)
	g, s = reach(t, "kuhn", "deal K; deal J; bet")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "There is a bet: fold, or call with 1?", q.Text)
	assert.Equal(t, []string{"Fold", "Call: 1 chip into the pot"}, choices)
	g, s = reach(t, "kuhn", "deal K; deal J; bet; bet")
	assert.Equal(t, "You won the pot of 4.", shownTo(g, s, 0).Waits)
	assert.Equal(t, "Seat 1 won the pot of 4.", shownTo(g, s, 1).Waits)
	assert.Equal(t, "K", zone(t, shownTo(g, s, 1), "hand:0").Things[0].Name)
	g, s = reach(t, "kuhn", "deal K; deal J; bet; pass")
	assert.Empty(t, zone(t, shownTo(g, s, 1), "hand:0").Things, "there was no showdown")

	g, s = reach(t, "leduc", "deal Ks; deal Js; raise")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "There is a raise: fold, call, or raise again?", q.Text)
	assert.Equal(t, []string{"Fold", "Call: 2 chips into the pot", "Raise: 4 chips into the pot"}, choices)
	g, s = reach(t, "leduc", "deal Ks; deal Js; raise; call; deal Jh; check; check")
	assert.Equal(t, "Seat 2 won the pot of 6.", shownTo(g, s, 0).Waits)
	assert.Equal(t, []string{"Round 1: you raised, seat 2 called.", "Round 2: you checked, seat 2 checked."}, shownTo(g, s, 0).Notes)

	g, s = reach(t, "liarsdice", "roll 6; roll 2; 1x2")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "The bid is 1 × 2: bid higher, or call it a lie?", q.Text)
	assert.Equal(t, "1 × 3: you have 0", choices[0])
	assert.Equal(t, "Liar", choices[len(choices)-1])
	g, s = reach(t, "liarsdice", "roll 6; roll 2; 1x2; 2x2; liar")
	assert.Equal(t, "You called liar. The bid 2 × 2 holds: seat 2 won.", shownTo(g, s, 0).Waits)

	g, s = reach(t, "goofspiel", "")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Bid a card of your hand for the prize of 4, in secret.", q.Text)
	assert.Equal(t, []string{"Bid 1", "Bid 2", "Bid 3", "Bid 4"}, choices)
	g, s = reach(t, "goofspiel(impinfo=false)", "bid 3")
	assert.Len(t, zone(t, shownTo(g, s, 1), "hand:0").Things, 4, "what the other bids lies face down until all have bid")
	assert.Equal(t, "You bid 3; the others are still to bid.", shownTo(g, s, 0).Waits)
	assert.Equal(t, scene.FaceMine, zone(t, shownTo(g, s, 0), "bids:0").Things[0].Face)

	g, s = reach(t, "tictactoe", "b2")
	q, choices = askedOf(t, g, s)
	assert.Equal(t, "Which cell do you mark with O?", q.Text)
	assert.Equal(t, "Mark top left", choices[0])
	g, s = reach(t, "tictactoe", "a1; b1; a2; b2; a3")
	assert.Equal(t, "You won with three in a row.", shownTo(g, s, 0).Waits)
}
