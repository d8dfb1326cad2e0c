package fivepossessions

import (
	"fmt"

	"ringer/env/playdesign"
	"ringer/env/scene"
)

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.config
	r := &scene.Rules{Title: g.Spec().Title}
	r.Goal = fmt.Sprintf("Have more yards than the other, and at least %d, after as many possessions each.", c.Goal)
	tie := fmt.Sprintf("Level at %d or more, you go on in pairs of possessions until one leads.", c.Goal)
	if c.Tie == TieSuddenDeath {
		tie = fmt.Sprintf("Level at %d or more, a second toss comes and one more possession decides: the offense wins the game by scoring, the defense by stopping it.", c.Goal)
	}
	r.Course = []string{
		"The winner of a toss begins on offense or on defense. From then on the two take turns on offense.",
		fmt.Sprintf("In a possession the offense shuffles its %d offense cards, the defense its %d defense cards. It goes over %s.", c.EachSide, c.EachSide, scene.Count(c.Lines, "line")),
		fmt.Sprintf("In a line both draw up to %d cards and put them face down on the lanes, one a lane: first the offense, then the defense, without seeing them. Then the lanes are opened from the first to the last.", c.Lanes),
		fmt.Sprintf("On a lane the men of the offense card's colour count on both cards. With %d more, the offense wins the lane, and its card stays open there. Otherwise the lane is closed for the rest of the possession.", c.Margin),
		"On a lane where an offense card lies open, the next one must have another colour. A card that breaks this, or lies on a closed lane, is dead: it stays face down and closes the lane.",
		fmt.Sprintf("Without a lane won, the possession is stopped: the defense gets %d yards. A lane won on the last line scores: the offense gets %d.", c.StopYards, c.ScoreYards),
		tie + fmt.Sprintf(" After %s the leader wins.", scene.Count(c.MaxPairs, "pair")),
	}
	var counts []string
	for colour := playdesign.Orange; colour.OfCards(); colour++ {
		counts = append(counts, fmt.Sprintf("%s cards count %s men", colour, scene.List(c.Counts[colour.String()], "and")))
	}
	r.Signs = []scene.Entry{
		{ID: "sign:men", Kind: "sign", Name: "men", Text: "The eleven men of a formation, in five colours: " + scene.List(counts, "and") + "."},
		{ID: "sign:corner", Kind: scene.KindDrawing, Name: "the number in the corner", Text: "How many men of an offense card count on its lane."},
		{ID: "sign:open", Kind: "sign", Name: "lies open", Text: "An offense card that won the lane. The next one there must have another colour."},
		{ID: "sign:dead", Kind: "sign", Name: "dead", Text: "A card that cannot win: it stays face down and closes its lane."},
		{ID: "sign:seen", Kind: "sign", Name: "seen", Text: "Cards that were opened in this possession. They cannot come again before the next."},
	}
	for _, side := range []Side{Offense, Defense} {
		for set := g.Pack(); set != 0; set &= set - 1 {
			card := g.of(side, set.First())
			r.Entries = append(r.Entries, scene.Entry{ID: "formation:" + card.Name, Kind: "formation", Name: card.Name, Text: g.text(side, set.First())})
		}
	}
	return r
}
