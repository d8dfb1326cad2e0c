package fivepossessions

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/playdesign"
	"ringer/env/scene"
)

// look is one scene under way.
type look struct {
	s *State
	p env.Player
}

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	l := look{s, p}
	sc := &scene.Scene{Layout: "fivepossessions", Viewer: p, Phase: l.phase(), Clock: l.clock()}
	for seat := range Players {
		sc.Seats = append(sc.Seats, l.seat(seat))
	}
	if l.inPossession() {
		sc.Zones = l.zones()
	}
	sc.Zones = append(sc.Zones, l.history()...)
	if sc.Ask = scene.Ask(s.game, s, p); sc.Ask != nil {
		l.ask(sc.Ask)
	} else {
		sc.Waits = l.waits()
	}
	if l.over() {
		sc.Why = l.why()
	}
	return sc
}

func (l *look) over() bool         { return l.s.CurrentPlayer() == env.Terminal }
func (l *look) inPossession() bool { return l.s.Attacker() >= 0 }

func who(seat int) string { return env.Who(env.Player(seat)) }

// phase says where the game is.
func (l *look) phase() string {
	switch {
	case l.over() && l.s.Sudden():
		return "The game is over · " + scene.Count(l.s.Played(), "possession") + ", the last in sudden death"
	case l.over():
		return "The game is over · " + scene.Count(l.s.Played(), "possession")
	case !l.inPossession() && l.s.Sudden():
		return "Toss for sudden death"
	case !l.inPossession():
		return "Toss"
	case l.s.Sudden():
		return fmt.Sprintf("Sudden death: one possession decides · line %d of %d", l.s.Line()+1, l.s.game.config.Lines)
	}
	return fmt.Sprintf("Possession %d · line %d of %d", l.s.Played()+1, l.s.Line()+1, l.s.game.config.Lines)
}

// clock returns the meters of the game.
func (l *look) clock() []scene.Meter {
	if !l.inPossession() {
		return nil
	}
	return []scene.Meter{
		{ID: "possession", Name: "possession", Value: float64(l.s.Played() + 1)},
		{ID: "line", Name: "line", Value: float64(l.s.Line() + 1), Max: scene.Max(float64(l.s.game.config.Lines)), Kind: "pips"},
	}
}

// seat returns what is public about a seat.
func (l *look) seat(i int) scene.Seat {
	s, p := l.s, env.Player(i)
	seat := scene.Seat{Seat: p, Acts: s.CurrentPlayer() == p, Meters: []scene.Meter{
		{ID: "yards", Name: "yards", Value: float64(s.Yards(i)), Max: scene.Max(float64(l.s.game.config.Goal)), Text: fmt.Sprintf("%d of %d", s.Yards(i), l.s.game.config.Goal), Kind: "thermometer", Good: 1},
	}}
	if l.inPossession() {
		seat.Role = s.SideOf(i).String()
	}
	if seat.Acts {
		seat.Marks = append(seat.Marks, scene.ToAct)
	}
	if l.over() && s.Won(i) {
		seat.Marks = append(seat.Marks, "winner")
	}
	return seat
}

// zones returns the lanes, the hands, and what has been seen.
func (l *look) zones() []scene.Zone {
	zones := l.lanes()
	for _, side := range []Side{l.mine(), l.mine().Other()} {
		seat := scene.Ref(l.seatOf(side))
		hand := scene.Zone{ID: fmt.Sprintf("hand:%d", *seat), Title: "Hand of the " + side.String(), Kind: "hand", Seat: seat}
		left := l.s.Hand(side)[l.s.Put(side):]
		if *seat == l.p || l.p == env.Terminal {
			hand.Title = "Hand of the " + side.String()
			if *seat == l.p {
				hand.Title = "Your hand"
			}
			for i, c := range left {
				t := l.s.game.thing(side, c, scene.FaceMine)
				if i == 0 && l.s.Question() == AskPlace && l.s.Side() == side {
					t.Marks = append(t.Marks, "place this one")
				}
				hand.Things = append(hand.Things, t)
			}
		} else {
			hand.Hidden = len(left)
		}
		zones = append(zones, hand)
		shown := l.s.Shown(side)
		seen := scene.Zone{ID: fmt.Sprintf("seen:%d", *seat), Title: "Seen of the " + side.String(), Kind: "row", Seat: seat}
		seen.Note = fmt.Sprintf("%d of %d not seen", l.s.game.config.EachSide-shown.Size(), l.s.game.config.EachSide)
		for ; shown != 0; shown &= shown - 1 {
			seen.Things = append(seen.Things, l.copyOf("seen", l.s.game.thing(side, shown.First(), scene.FaceUp)))
		}
		zones = append(zones, seen)
	}
	return zones
}

// mine returns the side that the viewer plays.
func (l *look) mine() Side { return l.s.SideOf(int(l.seatSeen())) }

// seatSeen returns the seat from whose side the field is seen: the first on an open table.
func (l *look) seatSeen() env.Player { return max(l.p, 0) }

func (l *look) seatOf(side Side) env.Player {
	if l.mine() == side {
		return l.seatSeen()
	}
	return 1 - l.seatSeen()
}

func laneID(lane int) string { return fmt.Sprintf("lane:%d", lane) }
func slotID(lane int) string { return fmt.Sprintf("slot:%d", lane) }

// lanes returns the field: each lane with the card that lies open there, the cards of this
// line, and the fates of earlier lines.
func (l *look) lanes() []scene.Zone {
	zones := []scene.Zone{{ID: "field", Title: "Lanes", Kind: "table"}}
	drive := l.s.Drive(l.s.Played())
	for lane := range l.s.game.config.Lanes {
		z := scene.Zone{ID: laneID(lane), Title: fmt.Sprintf("Lane %d", lane+1), Kind: "lane", In: "field", Note: "open"}
		if l.s.Closed(lane) {
			z.Note = "closed"
		} else if open := l.s.Open(lane); open != NoCard {
			c := l.s.game.of(Offense, open)
			z.Note = fmt.Sprintf("open, but not to %s", c.Colour)
			t := l.s.game.thing(Offense, open, scene.FaceUp)
			t.Marks = append(t.Marks, "lies open")
			z.Things = append(z.Things, t)
		}
		if c := l.s.Placed(l.mine(), lane); c != NoCard {
			t := l.s.game.thing(l.mine(), c, scene.FaceMine)
			t.Marks = append(t.Marks, "this line")
			if l.mine() == Offense && l.s.Dead(c, lane) {
				t.Marks = append(t.Marks, "dead")
			}
			z.Things = append(z.Things, t)
		}
		other := l.mine().Other()
		switch c := l.s.Placed(other, lane); {
		case c == NoCard:
		case l.p == env.Terminal:
			t := l.s.game.thing(other, c, scene.FaceUp)
			t.Marks = append(t.Marks, "this line")
			z.Things = append(z.Things, t)
		case l.s.Put(other) == l.s.game.HandSize(l.s.Line()):
			z.Things = append(z.Things, scene.Thing{
				ID: scene.HiddenID(z.ID, len(z.Things)), Name: "a card of the " + other.String(), Kind: "formation", Face: scene.FaceDown,
				Icons: []scene.Icon{{ID: other.String(), Words: other.String()}}, Marks: []string{"this line"},
			})
		}
		if l.s.Question() == AskPlace && l.s.CurrentPlayer() == l.p && l.s.Placed(l.mine(), lane) == NoCard {
			z.Things = append(z.Things, scene.Thing{ID: slotID(lane), Name: "Place here", Kind: "slot"})
		}
		zones = append(zones, z)
	}
	for line := range drive {
		zones = append(zones, l.past(fmt.Sprintf("line:%d", line), fmt.Sprintf("Line %d", line+1), drive[line], l.s.Attacker()))
	}
	return zones
}

// past returns a line that has been opened, lane by lane.
func (l *look) past(id, title string, lanes []Lane, attacker int) scene.Zone {
	z := scene.Zone{ID: id, Title: title, Kind: "row", Past: true}
	var words []string
	for i, lane := range lanes {
		text := fmt.Sprintf("lane %d ", i+1)
		switch lane.Fate {
		case FateUnseen:
			continue
		case FateEmpty:
			text += "was not contested"
		case FateDead:
			text += "had a dead card"
			if env.Player(attacker) == l.p || l.p == env.Terminal {
				text += " (your " + l.s.game.of(Offense, lane.Attack).Name + ")"
			}
		case FateWon:
			text += fmt.Sprintf("%s beat %s", l.s.game.of(Offense, lane.Attack).Name, l.defender(lane.Defend))
		case FateLost:
			text += fmt.Sprintf("%s was stopped by %s", l.s.game.of(Offense, lane.Attack).Name, l.defender(lane.Defend))
		}
		words = append(words, text)
	}
	z.Note = scene.Sentence(strings.Join(words, "; ")) + "."
	return z
}

func (l *look) defender(c Card) string {
	if c == NoCard {
		return "nobody"
	}
	return l.s.game.of(Defense, c).Name
}

// history returns the possessions that are over: the last one line by line, and the result
// of each.
func (l *look) history() []scene.Zone {
	n := l.s.Played()
	if n == 0 {
		return nil
	}
	z := scene.Zone{ID: "possessions", Title: "Possessions", Kind: "row", Past: true}
	for i := range n {
		attacker, lines, scored := l.s.Possession(i)
		t := scene.Thing{ID: fmt.Sprintf("possession:%d", i), Name: fmt.Sprintf("Possession %d", i+1), Kind: "possession"}
		if scored {
			t.Text = env.Upper(fmt.Sprintf("%s attacked and scored %d yards.", who(attacker), l.s.game.config.ScoreYards))
			t.Marks = []string{"scored"}
		} else {
			t.Text = env.Upper(fmt.Sprintf("%s attacked; %s stopped it in line %d, for %d yards.", who(attacker), who(1-attacker), lines, l.s.game.config.StopYards))
			t.Marks = []string{"stopped"}
		}
		z.Things = append(z.Things, t)
	}
	zones := []scene.Zone{z}
	attacker, _, _ := l.s.Possession(n - 1)
	for line, lanes := range l.s.Drive(n - 1) {
		last := l.past(fmt.Sprintf("last:%d", line), fmt.Sprintf("Last possession, line %d", line+1), lanes, attacker)
		last.In = "possessions"
		zones = append(zones, last)
	}
	return zones
}

// of returns a card of the deck.
func (g *Game) of(side Side, c Card) playdesign.Card {
	return g.config.Cards[g.ID(side, c)]
}

// copyOf gives a thing that is drawn a second time an id of its own.
func (l *look) copyOf(where string, t scene.Thing) scene.Thing {
	t.ID = where + "/" + t.ID
	return t
}

func thingID(deck int) string { return fmt.Sprintf("card:%d", deck) }

// card returns a formation as a thing.
func (g *Game) thing(side Side, card Card, face string) scene.Thing {
	c := g.of(side, card)
	t := scene.Thing{
		ID: thingID(g.ID(side, card)), Of: "formation:" + c.Name, Name: c.Name, Text: g.text(side, card), Kind: "formation", Suit: c.Colour.String(), Face: face,
		Tags: []string{c.Colour.String()}, Icons: []scene.Icon{{ID: side.String(), Words: side.String()}},
	}
	if c.Type != "" {
		t.Icons = append(t.Icons, scene.Icon{ID: "play-" + strings.ReplaceAll(c.Type, " ", "-"), Words: c.Type})
	}
	for dot := playdesign.Orange; dot <= playdesign.Yellow; dot++ {
		if n := c.Men(dot); n > 0 {
			t.Icons = append(t.Icons, scene.Icon{ID: "man-" + dot.String(), Words: fmt.Sprintf("%d %s", n, dot), Count: n})
		}
	}
	if side == Offense {
		t.Corner = fmt.Sprint(g.Men(side, card, g.Colour(side, card)))
	}
	return t
}

// text says what a card does on a lane.
func (g *Game) text(side Side, card Card) string {
	c := g.of(side, card)
	var men []string
	for dot := playdesign.Orange; dot <= playdesign.Yellow; dot++ {
		if n := c.Men(dot); n > 0 {
			men = append(men, fmt.Sprintf("%d %s", n, dot))
		}
	}
	text := fmt.Sprintf("%s %s with %s men.", scene.Sentence(c.Colour.String()), side, scene.List(men, "and"))
	if side == Offense {
		colour := g.Colour(side, card)
		return text + fmt.Sprintf(" On its lane %s men count: it has %d, and beats %d of the %d defense cards.",
			scene.List(g.config.Counts[c.Colour.String()], "and"), g.Men(side, card, colour), g.Beats(card).Size(), g.config.EachSide)
	}
	return text + fmt.Sprintf(" It stops %d of the %d offense cards.", g.config.EachSide-g.Beaten(card).Size(), g.config.EachSide)
}

// why says why the game is over.
func (l *look) why() string {
	goal := l.s.game.config.Goal
	switch {
	case l.s.Sudden():
		return "Sudden death has decided."
	case l.s.Yards(0) >= goal || l.s.Yards(1) >= goal:
		return fmt.Sprintf("%d yards win, after equally many possessions each.", goal)
	}
	return "The last possession is over: most yards win."
}

// waits says whom the table waits for.
func (l *look) waits() string {
	s := l.s
	switch actor := s.CurrentPlayer(); {
	case l.over() && s.Won(0) && s.Won(1):
		return scene.Sentence(scene.List([]string{who(0), who(1)}, "and")) + " share the victory."
	case l.over() && s.Won(0):
		return scene.Sentence(who(0)) + " won the game."
	case l.over():
		return scene.Sentence(who(1)) + " won the game."
	case actor == env.Chance && !l.inPossession():
		return "Chance tosses for the choice of side."
	case actor == env.Chance:
		return fmt.Sprintf("The %s draws its cards.", s.Side())
	case s.Question() == AskSide:
		return scene.Sentence(env.Who(actor)) + " won the toss and " + env.Does(actor, "chooses") + " offense or defense."
	default:
		return fmt.Sprintf("%s %s cards face down, %d of %d.", scene.Sentence(env.Who(actor)), env.Does(actor, "places"), s.Put(s.Side())+1, len(s.Hand(s.Side())))
	}
}
