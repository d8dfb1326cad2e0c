package darkhex

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// stoneNames holds the letters on the board, by seat.
const stoneNames = "XO"

// sides names what each seat connects.
var sides = [players]string{"the top row with the bottom row", "the left column with the right column"}

// ActionString implements env.State: row and column, as in "b1".
func (s *State) ActionString(a env.Action) string {
	if a < 0 || int(a) >= s.game.cells {
		return fmt.Sprintf("action %d", a)
	}
	return s.game.cellName(int(a))
}

// String implements env.State: the rows of the board and all tries, as in "X./O. 0:a1 1:a1* 1:b1".
func (s *State) String() string {
	var b strings.Builder
	for cell := range s.game.cells {
		if cell > 0 && cell%s.game.config.Columns == 0 {
			b.WriteByte('/')
		}
		b.WriteString(letterOr(s.Stone(cell, env.Terminal), "."))
	}
	for _, t := range s.tries[:s.made] {
		fmt.Fprintf(&b, " %d:%s", t.seat, s.game.cellName(int(t.cell)))
		if t.met {
			b.WriteByte('*')
		}
	}
	return b.String()
}

// letterOr returns the letter of a seat, and none for nobody.
func letterOr(seat int, none string) string {
	if seat < 0 {
		return none
	}
	return stoneNames[seat : seat+1]
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	g := s.game
	sc := &scene.Scene{Layout: "darkhex", Viewer: p, Phase: "Placing"}
	over := s.actor == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	for i := range players {
		seat := scene.Seat{Seat: env.Player(i), Role: letterOr(i, ""), Acts: s.actor == env.Player(i)}
		if seat.Acts {
			seat.Marks = append(seat.Marks, scene.ToAct)
		}
		if s.Winner() == i {
			seat.Marks = append(seat.Marks, "winner")
		}
		sc.Seats = append(sc.Seats, seat)
	}
	board := scene.Zone{ID: "board", Title: "Board", Kind: "table", Columns: g.config.Columns}
	for cell := range g.cells {
		letter := letterOr(s.Stone(cell, p), "")
		board.Things = append(board.Things, scene.Thing{ID: cellID(cell), Name: g.cellName(cell), Kind: "cell", Corner: letter, Suit: letter})
	}
	sc.Zones = []scene.Zone{board}
	if p >= 0 {
		sc.Zones = append(sc.Zones, s.triesOf(p))
	}
	if sc.Ask = scene.Ask(g, s, p); sc.Ask != nil {
		sc.Ask.Text = fmt.Sprintf("Where do you try to put a stone %s?", letterOr(int(p), ""))
		sc.Ask.Help = "Connect " + sides[p] + ". A cell touches those beside it, above and below it, up to the right and down to the left."
		for i := range sc.Ask.Choices {
			c := &sc.Ask.Choices[i]
			c.Label, c.Things = "Try "+g.cellName(int(c.Action)), []string{cellID(int(c.Action))}
		}
		return sc
	}
	if over {
		winner := env.Player(s.winner)
		sc.Waits = scene.Sentence(env.Who(winner)) + " " + env.Does(winner, "has") + " connected " + sides[winner] + "."
	} else {
		sc.Waits = scene.Sentence(env.Who(s.actor)) + " " + env.Does(s.actor, "looks") + " for a cell."
	}
	return sc
}

// triesOf returns the tries of a seat in their order.
func (s *State) triesOf(p env.Player) scene.Zone {
	z := scene.Zone{ID: "tries", Title: "Your tries", Kind: "row", Seat: scene.Ref(p)}
	for i, t := range s.ownTries(p) {
		thing := scene.Thing{ID: fmt.Sprintf("try:%d", i), Name: s.game.cellName(int(t.cell)), Kind: "cell", Corner: s.game.cellName(int(t.cell))}
		if t.met {
			thing.Marks = []string{"taken"}
		}
		z.Things = append(z.Things, thing)
	}
	return z
}

func cellID(cell int) string { return fmt.Sprintf("cell:%d", cell) }

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	taken := "A seat that tries a taken cell is told so, and tries another one."
	if g.config.Variant == Abrupt {
		taken = "A seat that tries a taken cell is told so, and its turn is over."
	}
	return &scene.Rules{
		Title: g.Spec().Title, Goal: "Connect your two sides of the board with stones: X the top and bottom rows, O the left and right columns.",
		Course: []string{
			fmt.Sprintf("In turn both players put a stone on a cell of %d by %d; X begins. Nobody sees the stones of the other player.", g.config.Rows, g.config.Columns),
			taken,
			"A cell touches those beside it, above and below it, up to the right and down to the left.",
			"One of the two connects in the end: there is no draw.",
		},
	}
}

// Tell implements env.Teller. A try is told to its seat; the other one is told of the end of a turn alone.
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	end, actor := after.(*State), s.actor
	t := end.tries[end.made-1]
	switch {
	case p == actor || p < 0:
		text := env.Does(actor, "puts") + " a stone on " + s.ActionString(a)
		if t.met {
			text = env.Does(actor, "meets") + " a stone on " + s.ActionString(a)
		}
		dst = append(dst, env.Event{Player: actor, Text: text})
	case s.endsTurn(t):
		dst = append(dst, env.Event{Player: actor, Text: env.Does(actor, "ends") + " a turn"})
	}
	if end.winner != nobody {
		dst = append(dst, env.Event{Player: actor, Text: env.Does(actor, "connects") + " " + sides[actor] + " and " + env.Does(actor, "wins")})
	}
	return dst
}
