package liarsdice

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// ActionString implements env.State: "roll 4", "2x5" (at least two fives),
// "liar".
func (s *State) ActionString(a env.Action) string {
	g := s.game
	switch {
	case s.actor == env.Chance && a >= 0 && int(a) < g.sides:
		return "roll " + strconv.Itoa(int(a)+1)
	case a < 0 || a > g.liar:
		return fmt.Sprintf("action %d", a)
	case g.Decode(a).Liar:
		return "liar"
	}
	return string(g.appendBid(nil, a))
}

// appendBid appends a bid in the form "2x5".
func (g *Game) appendBid(b []byte, bid env.Action) []byte {
	c := g.Decode(bid)
	b = strconv.AppendInt(b, int64(c.Quantity), 10)
	b = append(b, 'x')
	return strconv.AppendInt(b, int64(c.Face), 10)
}

// appendDice appends faces in ascending order, separated by commas.
func appendDice(b []byte, dice []int8) []byte {
	for i, face := range dice {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(face)+1, 10)
	}
	return b
}

// appendBidding appends every bid and the call.
func (s *State) appendBidding(b []byte) []byte {
	for left := s.bids; left != 0; left &= left - 1 {
		b = s.game.appendBid(append(b, ' '), env.Action(bits.TrailingZeros64(left)))
	}
	if s.actor == env.Terminal {
		b = append(b, " liar"...)
	}
	return b
}

// String implements env.State: the dice of both seats and the bidding, as in
// "3 | 5: 1x3 1x5 liar".
func (s *State) String() string {
	b := appendDice(nil, s.own(0))
	b = append(b, " | "...)
	b = appendDice(b, s.own(1))
	return string(s.appendBidding(append(b, ':')))
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	g := s.game
	over := s.CurrentPlayer() == env.Terminal
	sc := &scene.Scene{Layout: "liarsdice", Viewer: p, Phase: "Bidding"}
	if over {
		sc.Phase = "The game is over"
	}
	bids := s.Bids()
	var said []string
	for i, bid := range bids {
		said = append(said, env.Who(env.Player(i%2))+" "+g.bid(bid))
	}
	for i := range 2 {
		seat := scene.Seat{Seat: env.Player(i), Acts: s.CurrentPlayer() == env.Player(i)}
		if seat.Acts {
			seat.Marks = append(seat.Marks, scene.ToAct)
		}
		if len(bids) > 0 && (len(bids)-1)%2 == i {
			seat.Meters = append(seat.Meters, scene.Meter{ID: "bid", Name: "last bid", Text: g.bid(bids[len(bids)-1])})
		}
		z := scene.Zone{ID: fmt.Sprintf("dice:%d", i), Title: "Dice", Kind: "hand", Seat: scene.Ref(env.Player(i))}
		faces := s.Rolled(i)
		if over || env.Player(i) == p || p == env.Terminal {
			face := scene.FaceMine
			if over {
				face = scene.FaceUp
			}
			for k, value := range faces {
				z.Things = append(z.Things, g.die(fmt.Sprintf("die:%d:%d", i, k), value, face))
			}
		} else {
			z.Hidden = len(faces)
		}
		sc.Seats, sc.Zones = append(sc.Seats, seat), append(sc.Zones, z)
	}
	if len(said) > 0 {
		sc.Notes = []string{"Bids: " + strings.Join(said, ", ") + "."}
	}
	if sc.Ask = scene.Ask(g, s, p); sc.Ask != nil {
		g.ask(s, sc.Ask, s.Rolled(int(p)))
		return sc
	}
	switch actor := s.CurrentPlayer(); {
	case over:
		caller, held, winner := s.Caller()
		verdict := "does not hold"
		if held {
			verdict = "holds"
		}
		sc.Seats[winner].Marks = append(sc.Seats[winner].Marks, "winner")
		sc.Waits = fmt.Sprintf("%s called liar. The bid %s %s: %s won.", scene.Sentence(env.Who(env.Player(caller))), g.bid(bids[len(bids)-1]), verdict, env.Who(env.Player(winner)))
	case actor == env.Chance:
		sc.Waits = "The dice are rolled."
	default:
		sc.Waits = scene.Sentence(env.Who(actor)) + " bids."
	}
	return sc
}

// bid writes a bid: "2 × 5".
func (g *Game) bid(c Choice) string { return fmt.Sprintf("%d × %d", c.Quantity, c.Face) }

func (g *Game) die(id string, value int, face string) scene.Thing {
	t := scene.Thing{ID: id, Of: fmt.Sprintf("die:%d", value), Name: fmt.Sprint(value), Kind: "die", Corner: fmt.Sprint(value), Face: face}
	if value == g.Sides() {
		t.Marks = []string{"wild"}
	}
	return t
}

func (g *Game) ask(s *State, q *scene.Question, own []int) {
	q.Text = "Make the first bid: how many dice of all show a face?"
	q.Help = fmt.Sprintf("All %d dice of both players count, and %d is wild.", 2*g.Dice(), g.Sides())
	if bids := s.Bids(); len(bids) > 0 {
		q.Text = fmt.Sprintf("The bid is %s: bid higher, or call it a lie?", g.bid(bids[len(bids)-1]))
	}
	for i := range q.Choices {
		c := &q.Choices[i]
		d := g.Decode(c.Action)
		if d.Liar {
			c.Label, c.Group = "Liar", "Call"
			continue
		}
		mine := 0
		for _, face := range own {
			if face == d.Face || face == g.Sides() {
				mine++
			}
		}
		c.Label, c.Group = g.bid(d), fmt.Sprintf("At least %d", d.Quantity)
		c.Note = fmt.Sprintf("you have %d", mine)
	}
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	r := &scene.Rules{
		Title: g.Spec().Title, Goal: "Be right about the last bid.",
		Course: []string{
			fmt.Sprintf("Both players roll %d dice of %d faces, and each sees only its own.", g.Dice(), g.Sides()),
			"In turn they bid: at least so many of all dice show a face. The highest face is wild and counts as any other.",
			"A bid must be higher than the last: more dice, or as many of a higher face.",
			"Instead of bidding, a player may call the last bid a lie. All dice are shown: the bidder wins when the bid holds, else the caller.",
		},
	}
	if g.Dice() == 1 {
		r.Course[0] = fmt.Sprintf("Both players roll one die of %d faces, and each sees only its own.", g.Sides())
	}
	for face := 1; face <= g.Sides(); face++ {
		text := "It counts for bids of its face."
		if face == g.Sides() {
			text = "Wild: it counts for every bid."
		}
		r.Entries = append(r.Entries, scene.Entry{ID: fmt.Sprintf("die:%d", face), Kind: "die", Name: fmt.Sprint(face), Text: text})
	}
	return r
}

// Tell implements env.Teller. A die is named to the seat that rolls it alone, until
// somebody calls liar.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	switch {
	case s.actor == env.Chance:
		seat, text := env.Player(int(s.rolled)/s.game.dice), "a die"
		if seat == p {
			text = fmt.Sprint(a + 1)
		}
		return append(dst, env.Event{Player: seat, Text: env.Does(seat, "rolls") + " " + text})
	case a != s.game.liar:
		return append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "bids") + " " + s.ActionString(a)})
	}
	end := after.(*State)
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "calls") + " liar"})
	for seat := range env.Player(players) {
		dst = append(dst, env.Event{Player: seat, Text: env.Does(seat, "shows") + fmt.Sprintf(" %s", appendDice(nil, end.own(int(seat))))})
	}
	verdict := "does not hold"
	if end.bidHolds() {
		verdict = "holds"
	}
	winner := env.Player(end.winner())
	return append(dst, env.Event{
		Player: winner, Text: env.Does(winner, "wins") + fmt.Sprintf(": the bid %s %s", s.game.appendBid(nil, env.Action(s.bid)), verdict),
	})
}
