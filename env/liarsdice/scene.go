package liarsdice

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

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
