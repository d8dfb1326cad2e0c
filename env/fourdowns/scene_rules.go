package fourdowns

import (
	"fmt"

	"ringer/env/scene"
)

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.config
	r := &scene.Rules{Title: g.Spec().Title}
	r.Goal = fmt.Sprintf("Be the last player in the game. A player that has lost %d yards is out.", c.OutAt)
	if c.Hands > 0 {
		r.Goal += fmt.Sprintf(" After %s the player that has lost the fewest yards wins.", scene.Count(c.Hands, "hand"))
	}
	deal := fmt.Sprintf("In a hand everybody gets %s and plays as many downs.", scene.Count(c.HandCards, "card"))
	if c.EightCardsForTwo && c.CardsForTwo != c.HandCards {
		deal += fmt.Sprintf(" Two players who are alone in the game get %d.", c.CardsForTwo)
	}
	r.Course = []string{
		deal,
		"The player after the dealer opens the first down with any card. The others follow clockwise.",
		"To follow, play a card of the colour that was opened, from the other side. Without one, play that colour from the same side. Without that colour, play anything.",
		"The card that opened leads the down. A card of its colour from the other side that is at least as strong takes the lead; among several the strongest has it. Who leads opens the next down.",
		fmt.Sprintf("Only the last down counts: its leader wins the hand, loses nothing, and deals the next hand. Everybody else in the hand loses %d yards times the stake.", c.Yards),
	}
	if most := g.MostKnocks(); most > 0 {
		when := "Before each down"
		if c.KnockWhen == KnockAnyTime {
			when = "Before each card"
		}
		r.Course = append(r.Course,
			fmt.Sprintf("%s everybody in the hand may knock, which raises the stake by one (%d yards), or pass. The others then call, fold, or knock again. A hand has at most %s, and nobody raises their own last knock.", when, c.Yards, scene.Count(most, "knock")),
			"To fold costs the stake that you have accepted so far: that of the deal, or of your own last call or knock. If all others fold, the last knocker wins the hand.")
	}
	r.Signs = []scene.Entry{
		{ID: "sign:strength", Kind: scene.KindDrawing, Name: "the number in the corner", Text: "The strength of the formation, which decides who leads."},
		{ID: "sign:colour", Kind: scene.KindDrawing, Name: "colour", Text: "Orange, purple, green or blue, with its letter. Followers have to match it."},
		{ID: "sign:side", Kind: "sign", Name: "offense and defense", Text: "The side of the formation. A down is answered from the other side."},
		{ID: "sign:in-for", Kind: "sign", Name: "in for", Text: "The yards that a player loses who folds now."},
		{ID: "sign:lacks", Kind: "sign", Name: "has no blue defense", Text: "What a player cannot hold, because it followed with something else in this hand."},
		{ID: "sign:play", Kind: scene.KindDrawing, Name: "pass, run, kick …", Text: "The kind of play of the formation. No rule uses it."},
	}
	for i, card := range c.Cards {
		r.Entries = append(r.Entries, scene.Entry{ID: "formation:" + card.Name, Kind: "formation", Name: card.Name, Text: g.text(i)})
	}
	return r
}
