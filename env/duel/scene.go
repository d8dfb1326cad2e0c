package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/scene"
)

// look holds the scene of one seat in the making.
type look struct {
	t              *turn.State
	g              *turn.Game
	c              *config.Config
	s              *State
	p              env.Player
	subject, other int8 // that the question is about, as far as the seat knows
	tokens         []token
}

func (s *State) look(p env.Player) *look {
	l := &look{t: &s.t, g: s.t.Game, c: &s.t.Game.Config, s: s, p: p, other: turn.Nobody}
	l.subject = about(&s.t, p)
	if p == env.Terminal && !l.over() {
		l.subject = s.t.Subject
	}
	if s.t.Node < turn.NodeDecisions && (!l.secret() || l.subject != turn.Nobody) {
		l.other = concerned(&s.t)
	}
	l.tokens = l.onTable()
	return l
}

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	l := s.look(p)
	sc := l.scene()
	sc.Map.Shapes = append(sc.Map.Shapes, l.sights()...)
	if sc.Ask != nil {
		l.choices(sc)
	}
	return sc
}

// scene returns all that words tell of the table: the scene without lines of sight and without
// what can be chosen, which take long to make.
func (l *look) scene() *scene.Scene {
	sc := &scene.Scene{Layout: "duel", Viewer: l.p, Phase: l.phase(), Map: l.tableMap(), Zones: l.zones(), Notes: l.notes()}
	for seat := range env.Player(l.g.Players) {
		sc.Seats = append(sc.Seats, l.seat(seat))
	}
	if l.p >= 0 && l.p == l.t.Actor {
		sc.Ask = l.question()
	} else {
		sc.Waits = l.waits()
	}
	return sc
}

func (l *look) over() bool { return l.t.Node == turn.NodeOver }

// secret reports whether warbands are being drafted, hidden from each other.
func (l *look) secret() bool { return hidden(l.t) }

// mine reports whether the viewer knows all of a model that its seat knows.
func (l *look) mine(m int8) bool { return l.p == env.Terminal || l.t.Own[l.p].Has(m) }

// knows reports whether the viewer knows what a Hero has.
func (l *look) knows(m int8) bool { return l.mine(m) || !l.secret() }

// who names a seat.
func (l *look) who(seat int) string { return l.g.SeatName(seat) }

// seatOf returns a reference to a seat, nil for that of an automaton.
func (l *look) seatOf(seat int) *env.Player {
	if seat >= l.g.Players {
		return nil
	}
	return scene.Ref(env.Player(seat))
}

// name returns the sign of a model.
func (l *look) name(m int8) string { return l.g.ModelName(m) }

// called returns the name of a model: "A (Gunman)".
func (l *look) called(m int8) string {
	name := l.g.ModelName(m)
	if _, mob := turn.MobOf(m); mob {
		return name
	}
	if title := l.t.Build(m).Name; title != "" {
		return name + " (" + title + ")"
	}
	return name
}

func modelID(m int8) string { return fmt.Sprintf("model:%d", m) }

// phase says where the game is.
func (l *look) phase() string {
	switch {
	case l.over():
		return fmt.Sprintf("The game is over · round %d", l.t.Round)
	case l.t.Drafting:
		return "The warbands are chosen"
	case l.t.Round == 0:
		return "Before the first round"
	}
	return fmt.Sprintf("Round %d of %d", l.t.Round, l.c.Rounds)
}

// acts reports whether everybody knows that the table waits for a seat.
func (l *look) acts(p env.Player) bool {
	return l.t.Actor == p && (!l.secret() || l.g.Players <= 2 || p == l.p || l.p == env.Terminal)
}

// seat returns what the viewer may know of a seat.
func (l *look) seat(p env.Player) scene.Seat {
	i := int(p)
	side := int(l.g.Side[i])
	seat := scene.Seat{Seat: p, Acts: l.acts(p), Marks: l.marks(i)}
	if l.g.Teamed {
		seat.Team = l.team(i)
	}
	alive, prone, tough := 0, 0, 0
	for own := l.t.Own[i]; own != 0; own &= own - 1 {
		m := own.First()
		x := &l.t.Models[m]
		if l.t.Unfielded(m) || x.Status == turn.Gone {
			continue
		}
		alive++
		if x.Status == turn.Prone {
			prone++
		}
		tough += int(x.Toughness)
	}
	add := func(on bool, m scene.Meter) {
		if on {
			seat.Meters = append(seat.Meters, m)
		}
	}
	add(true, scene.Meter{ID: "models", Name: "models", Value: float64(alive), Good: 1})
	add(prone > 0, scene.Meter{ID: "prone", Name: "prone", Value: float64(prone), Good: -1})
	add(l.c.Heroes && !l.secret(), scene.Meter{ID: "toughness", Name: "toughness", Value: float64(tough), Good: 1})
	if l.g.Sides == turn.Teams {
		points := float64(l.t.Points[side])
		add(l.c.Scenario == ScenarioHill, scene.Meter{ID: "points", Name: "Victory Points", Value: points, Max: scene.Max(float64(l.c.VictoryPoints)), Kind: "pips", Good: 1})
		add(l.c.Scenario == ScenarioFlags && l.c.Captures > 1, scene.Meter{ID: "points", Name: "flags brought home", Value: points, Max: scene.Max(float64(l.c.Captures)), Kind: "pips", Good: 1})
	}
	if l.c.Scenario == ScenarioTugOfWar {
		n := 0
		for k := range l.t.Counters {
			if int(l.t.Counters[k].Side) == side {
				n++
			}
		}
		add(true, scene.Meter{ID: "counters", Name: "position counters", Value: float64(n), Max: scene.Max(turn.TugCounters), Kind: "pips", Good: 1})
	}
	return seat
}

// team says with whom a seat plays.
func (l *look) team(seat int) string {
	var others []string
	for other := range l.g.Seats {
		if other != seat && l.g.Side[other] == l.g.Side[seat] {
			others = append(others, l.who(other))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "with " + scene.List(others, "and")
}

// marks returns the states of a seat, that of an automaton too.
func (l *look) marks(seat int) (marks []string) {
	mark := func(on bool, words string) {
		if on {
			marks = append(marks, words)
		}
	}
	t := l.t
	if seat < l.g.Players {
		mark(l.acts(env.Player(seat)), scene.ToAct)
	}
	if c := t.Corner[seat]; c >= 0 {
		mark(true, "starts in the "+turn.CornerNames[c])
		mark(t.Lost[seat], "out")
		mark(t.High>>seat&1 != 0, "has announced a high result")
	}
	mark(l.g.Bidding && t.Round > 0 && int(t.First) == seat, "first player")
	mark(!l.over() && int(t.Ahead().Next) == seat, "next turn")
	mark(l.over() && t.Won[seat], "winner")
	return marks
}

// waits says whom or what the table waits for.
func (l *look) waits() string {
	if l.over() {
		return l.outcome()
	}
	actor := l.t.Actor
	if actor == env.Chance {
		return "chance decides" + l.aboutWords() + ": " + l.asking().text
	}
	does := func(verb string) string { return env.Who(actor) + " " + env.Does(actor, verb) }
	switch {
	case l.secret() && l.g.Players > 2 && l.p != env.Terminal:
		return "another player chooses a warband in secret"
	case l.secret():
		return does("chooses") + " a warband in secret"
	case l.t.Node == turn.NodeScore:
		return does("sets") + " a Duel Score in secret" + l.aboutWords()
	case l.t.Node == turn.NodeBid:
		return does("bids") + " for Initiative in secret" + l.aboutWords()
	}
	return does("decides") + l.aboutWords()
}

// aboutWords names the models and the mob that the question is about.
func (l *look) aboutWords() string {
	text := ""
	if l.subject != turn.Nobody {
		text = " for " + l.called(l.subject)
	}
	if l.other != turn.Nobody {
		text += " about " + l.called(l.other)
	}
	for _, i := range l.asksOfMobs() {
		text += fmt.Sprintf(" about mob %d", i+1)
	}
	return text
}

// outcome says who has won.
func (l *look) outcome() string {
	var winners []string
	for side := range int8(l.g.Sides) {
		if seat := l.g.FirstSeat(side); l.t.Won[seat] {
			winners = append(winners, l.g.SideName(side))
		}
	}
	switch len(winners) {
	case 0:
		return "the game is over: nobody won"
	case 1:
		return "the game is over: " + winners[0] + " won"
	}
	return "the game is over: a tie of " + scene.List(winners, "and")
}

// notes tells what has no other place: the order of the seats, what rules keep track of, the
// changes of the table, and the activation under way.
func (l *look) notes() []string {
	var notes []string
	if l.t.Seated > 1 && l.t.Round > 0 && !l.over() {
		var names []string
		for _, seat := range l.t.Order[:l.t.Seated] {
			names = append(names, l.who(int(seat)))
		}
		notes = append(notes, "Order of this round: "+strings.Join(names, ", ")+".")
	}
	for _, f := range l.g.Hooks.Notes {
		notes = f(l.t, notes)
	}
	notes = l.changes(notes)
	return l.activation(notes)
}
