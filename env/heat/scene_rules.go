package heat

import (
	"fmt"
	"strings"

	"ringer/env/scene"
)

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := g.Config()
	r := &scene.Rules{
		Title: g.Spec().Title,
		Goal:  "Have the most money after paying for your Heat. Of players with equal money the one with less Heat wins.",
		Course: []string{
			fmt.Sprintf("A game has %s of %s. Before each heist all cards are shuffled together; money and Heat stay.", scene.Count(c.Heists, "heist"), scene.Count(c.Stages, "stage")),
			fmt.Sprintf("Draft: everybody is dealt %s. Then %s: everybody passes one card in secret, all at once, and draws one. Cards go to the left in the first heist, to the right in the second, and so on.",
				scene.Count(c.Deal, "card"), scene.Count(c.DraftRounds, "time")),
			"Stage: everybody chooses a card in secret. All are shown together and become the newest cards of their owners' Records: they are in use.",
			"Then the effects of phase A act, then B, then C. Within a phase everything happens at once and reads the table as it stood when the phase began. Players name targets and numbers in seat order, in public.",
			"Heat that you take comes from the mildest row of the board; Heat that you return goes back to the worst row with a hole. The more Heat is taken, the more each costs.",
			fmt.Sprintf("When phase B takes more Heat than the board has, first everyone with Heat returns 1 and pays $%d, again and again until there is enough. If nobody has Heat and there is still too little, everyone is arrested and all lose.", c.ShortageFine),
			"Nobody falls below $0 during play. At the end each Heat is paid for, and a debt is possible.",
		},
		Signs: []scene.Entry{
			{ID: "heat-value", Kind: "sign", Name: "Heat value", Text: "What each Heat costs at the end: the number of the worst row of the board that is completely empty; nothing while the first row is not."},
			{ID: "record", Kind: "sign", Name: "Record", Text: "The row of cards that a player has used in this heist, oldest first. A card counts itself."},
			{ID: "in-use", Kind: "sign", Name: "In use", Text: "The newest card of a Record. Its effects act in this stage."},
			{ID: "phases", Kind: "sign", Name: "A, B, C", Text: "The phases in which a card acts. Cards of phase A set up and interfere, those of B mostly make money for Heat, those of C move Heat and money."},
			{ID: "start-player", Kind: "sign", Name: "Start player", Text: "The first in seat order. It moves one seat to the left after each stage."},
		},
	}
	if c.Talk == TalkClaims {
		r.Course = append(r.Course, "Table talk: before each secret choice everyone in seat order may claim a title. Claims bind nobody.")
	}
	for _, icon := range []string{"money", "heat-up", "heat-down", "steal", "draw", "look", "swap", "cancel"} {
		r.Signs = append(r.Signs, scene.Entry{ID: "icon-" + icon, Kind: "icon", Name: icon, Text: "A card with this icon " + icons[icon] + ". Icons count as printed, whether or not the card acts."})
	}
	for _, k := range g.kinds {
		r.Entries = append(r.Entries, scene.Entry{ID: k.ID, Kind: "card", Name: k.Title, Text: k.Text + printed(k)})
	}
	return r
}

// printed returns the icons and tags of a card, which other cards may ask for.
func printed(k Kind) string {
	text := ""
	if len(k.Icons) > 0 {
		text += " Icons: " + strings.Join(k.Icons, ", ") + "."
	}
	if len(k.Tags) > 0 {
		text += " Tags: " + strings.ReplaceAll(strings.Join(k.Tags, ", "), "place:", "robs the ") + "."
	}
	return text
}
