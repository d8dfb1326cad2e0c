package fourdowns

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"ringer/env"
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
	sc := &scene.Scene{Layout: "fourdowns", Viewer: p, Phase: l.phase(), Clock: l.clock()}
	for seat := range s.game.config.Players {
		sc.Seats = append(sc.Seats, l.seat(seat))
	}
	sc.Zones = l.zones()
	sc.Zones = append(sc.Zones, l.story()...)
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

func (l *look) over() bool { return l.s.CurrentPlayer() == env.Terminal }

func who(seat int) string { return env.Who(env.Player(seat)) }

// phase says where the game is.
func (l *look) phase() string {
	if l.over() {
		return "The game is over · " + scene.Count(l.s.Hands(), "hand")
	}
	text := fmt.Sprintf("Hand %d", l.s.Hands()+1)
	if l.s.game.config.Hands > 0 {
		text += fmt.Sprintf(" of at most %d", l.s.game.config.Hands)
	}
	if l.s.Dealer() >= 0 {
		text += fmt.Sprintf(" · down %d of %d", l.s.Round()+1, l.s.Rounds())
	}
	return text
}

// clock returns the meters of the hand: the stake, and the knocks that made it.
func (l *look) clock() []scene.Meter {
	if l.over() || l.s.Dealer() < 0 {
		return nil
	}
	meters := []scene.Meter{
		{ID: "down", Name: "down", Value: float64(l.s.Round() + 1), Max: scene.Max(float64(l.s.Rounds())), Kind: "pips"},
		{ID: "stake", Name: "stake", Value: float64(l.s.Stake() * l.s.game.config.Yards), Unit: "yards"},
	}
	if most := l.s.game.MostKnocks(); most > 0 {
		meters = append(meters, scene.Meter{ID: "knocks", Name: "knocks", Value: float64(l.s.Stake() - 1), Max: scene.Max(float64(most)), Kind: "pips"})
	}
	return meters
}

// seat returns what is public about a seat.
func (l *look) seat(i int) scene.Seat {
	s, p := l.s, env.Player(i)
	seat := scene.Seat{Seat: p, Acts: s.CurrentPlayer() == p, Meters: []scene.Meter{
		{ID: "yards", Name: "yards lost", Value: float64(s.Yards(i)), Max: scene.Max(float64(l.s.game.config.OutAt)), Text: fmt.Sprintf("%d of %d", s.Yards(i), l.s.game.config.OutAt), Kind: "thermometer", Good: -1},
	}}
	mark := func(on bool, words string) {
		if on {
			seat.Marks = append(seat.Marks, words)
		}
	}
	if l.over() {
		mark(s.Won(i), "winner")
		mark(!s.InGame(i), "out")
		return seat
	}
	dealt := s.Accepted(i) > 0
	if s.InHand(i) {
		seat.Meters = append(seat.Meters, scene.Meter{ID: "accepted", Name: "in for", Value: float64(s.Accepted(i) * l.s.game.config.Yards), Unit: "yards"})
	}
	if l.s.game.MostKnocks() > 0 {
		knocks, _ := s.Knocks(i)
		folds, calls := s.Folds(i)
		seat.Meters = append(seat.Meters, scene.Meter{
			ID: "habits", Name: "this game", Value: float64(knocks),
			Text: scene.Count(knocks, "knock") + ", " + scene.Count(calls, "call") + ", " + scene.Count(folds, "fold"),
		})
	}
	mark(seat.Acts, scene.ToAct)
	mark(s.Dealer() == i, "dealer")
	mark(s.Opener() == i && dealt, "opens")
	mark(s.Leader() == i, "leads")
	mark(s.Knocker() == i, "knocked last")
	mark(s.Question() == AskWindow && s.Passed(i), "passed")
	mark(dealt && !s.InHand(i), "folded")
	mark(!s.InGame(i), "out")
	for _, class := range s.Lacks(i) {
		mark(true, "has no "+class)
	}
	return seat
}

// zones returns the cards: of the down, of earlier downs, and in the hands.
func (l *look) zones() []scene.Zone {
	s := l.s
	trick := scene.Zone{ID: "trick", Title: "This down", Kind: "table"}
	if lead, _ := s.Lead(); lead >= 0 {
		trick.Note = fmt.Sprintf("%s opened with %s", who(s.Opener()), l.s.game.full(lead))
		trick.Note = scene.Sentence(trick.Note)
	}
	zones := []scene.Zone{trick}
	for i := range l.s.game.config.Players {
		if s.Accepted(i) == 0 {
			continue // out of the game
		}
		p := scene.Ref(env.Player(i))
		own := scene.Zone{ID: fmt.Sprintf("trick:%d", i), Title: "Card of this down", Kind: "pile", Seat: p, In: "trick"}
		if card := s.Shows(i); card >= 0 {
			t := l.s.game.thing(card, scene.FaceUp)
			lead, best := s.Lead()
			if card == lead {
				t.Marks = append(t.Marks, "opened")
			}
			if s.Leader() == i && card == best {
				t.Marks = append(t.Marks, "leads")
			}
			own.Things = append(own.Things, t)
		}
		zones = append(zones, own)
		earlier := scene.Zone{ID: fmt.Sprintf("played:%d", i), Title: "Played before", Kind: "row", Seat: p}
		for _, d := range s.Deeds(l.hand()) {
			if d.Seat == i && d.Verb == Play && d.Card != s.Shows(i) {
				earlier.Things = append(earlier.Things, l.s.game.thing(d.Card, scene.FaceUp))
			}
		}
		zones = append(zones, earlier)
		hand := scene.Zone{ID: fmt.Sprintf("hand:%d", i), Title: "Hand", Kind: "hand", Seat: p}
		if env.Player(i) == l.p || l.p == env.Terminal {
			hand.Title = "Your hand"
			for _, card := range l.sorted(s.Hand(i)) {
				hand.Things = append(hand.Things, l.s.game.thing(card, scene.FaceMine))
			}
		} else {
			hand.Hidden = bits.OnesCount64(s.Hand(i))
		}
		zones = append(zones, hand)
	}
	return zones
}

// hand returns the hand whose cards lie on the table: the last one when the game is over.
func (l *look) hand() int {
	if l.over() {
		return l.s.Hands() - 1
	}
	return l.s.Hands()
}

// sorted lists the cards of a set by colour, side and falling strength.
func (l *look) sorted(set uint64) []int {
	var ids []int
	for ; set != 0; set &= set - 1 {
		ids = append(ids, bits.TrailingZeros64(set))
	}
	slices.SortStableFunc(ids, func(a, b int) int {
		c, d := l.s.game.Card(a), l.s.game.Card(b)
		if c.Colour != d.Colour {
			return int(c.Colour) - int(d.Colour)
		}
		if c.Side != d.Side {
			return int(c.Side) - int(d.Side)
		}
		return d.Strength - c.Strength
	})
	return ids
}

func thingID(card int) string { return fmt.Sprintf("card:%d", card) }

// card returns a formation as a thing.
func (g *Game) thing(id int, face string) scene.Thing {
	c := g.Card(id)
	t := scene.Thing{
		ID: thingID(id), Of: "formation:" + c.Name, Name: c.Name, Text: g.text(id), Kind: "formation", Suit: c.Colour.String(), Face: face,
		Corner: fmt.Sprint(c.Strength), Tags: []string{fmt.Sprintf("%s %s", c.Colour, c.Side)}, Icons: []scene.Icon{{ID: c.Side.String(), Words: c.Side.String()}},
	}
	if c.Type != "" {
		t.Icons = append(t.Icons, scene.Icon{ID: "play-" + strings.ReplaceAll(c.Type, " ", "-"), Words: c.Type})
	}
	return t
}

// full returns a card as a player reads it.
func (g *Game) full(id int) string {
	c := g.Card(id)
	return fmt.Sprintf("%s (%s %s %d)", c.Name, c.Colour, c.Side, c.Strength)
}

// text says what a card does.
func (g *Game) text(id int) string {
	c := g.Card(id)
	text := fmt.Sprintf("%s %s, strength %d.", scene.Sentence(c.Colour.String()), c.Side, c.Strength)
	var takers []string
	for set := g.Beats(id); set != 0; set &= set - 1 {
		t := g.Card(bits.TrailingZeros64(set))
		takers = append(takers, fmt.Sprintf("%s (%d)", t.Name, t.Strength))
	}
	if takers == nil {
		return text + " Nothing takes the lead from it once it has opened a down."
	}
	return text + fmt.Sprintf(" Once it has opened a down, %s of its strength or more takes the lead: %s.", fmt.Sprintf("%s %s", c.Colour, c.Side.Other()), scene.List(takers, "or"))
}

// story tells what was done in the last hand and in this one.
func (l *look) story() []scene.Zone {
	past := [...]string{Knock: "knocked", Pass: "passed", Call: "called", Fold: "folded"}
	tell := func(hand int) []string {
		var lines []string
		for _, d := range l.s.Deeds(hand) {
			words := past[d.Verb]
			if d.Verb == Play {
				words = "played " + l.s.game.full(d.Card)
			}
			lines = append(lines, who(d.Seat)+" "+words)
		}
		return lines
	}
	var zones []scene.Zone
	add := func(id, title string, lines []string) {
		if len(lines) > 0 {
			zones = append(zones, scene.Zone{ID: id, Title: title, Kind: "row", Past: true, Note: scene.Sentence(strings.Join(lines, "; ")) + "."})
		}
	}
	if n := l.s.Hands(); n > 0 {
		add("story:last", "Last hand", append(tell(n-1), who(l.s.Dealer())+" won the hand"))
	}
	if !l.over() {
		add("story:now", "This hand", tell(l.s.Hands()))
	}
	return zones
}

// waits says whom the table waits for.
func (l *look) waits() string {
	s := l.s
	if l.over() {
		return l.outcome()
	}
	actor := s.CurrentPlayer()
	if actor == env.Chance {
		if s.Dealer() < 0 {
			return "Chance picks the first dealer."
		}
		return "The cards are dealt."
	}
	what := map[Question]string{
		AskWindow: env.Does(actor, "knocks") + " or " + env.Does(actor, "passes"), AskAnswer: env.Does(actor, "answers") + " the knock", AskOpen: env.Does(actor, "opens") + " the down", AskFollow: env.Does(actor, "follows"),
	}[s.Question()]
	return scene.Sentence(who(int(actor))) + " " + what + "."
}

// why says why the game is over.
func (l *look) why() string {
	c := &l.s.game.config
	if l.s.in.count() == 1 {
		if l.s.game.spec.Players == 2 {
			return fmt.Sprintf("The other has lost %d yards, and is out.", c.OutAt)
		}
		return fmt.Sprintf("All others have lost %d yards, and are out.", c.OutAt)
	}
	return fmt.Sprintf("The last of %s is over: who has lost least wins.", scene.Count(c.Hands, "hand"))
}

// outcome says who has won.
func (l *look) outcome() string {
	var winners []string
	for i := range l.s.game.config.Players {
		if l.s.Won(i) {
			winners = append(winners, who(i))
		}
	}
	names := scene.Sentence(scene.List(winners, "and"))
	if len(winners) > 1 {
		return names + " share the victory."
	}
	return names + " won the game."
}
