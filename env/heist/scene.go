package heist

import (
	"fmt"
	"strconv"

	"ringer/env"
	"ringer/env/scene"
)

// A look is a scene in the making.
type look struct {
	*State
	d   *deck
	p   int8 // the viewer; negative: somebody who sees all
	sc  *scene.Scene
	ids scene.IDs
}

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	t := &look{State: s, d: s.game.deck, p: int8(p), sc: &scene.Scene{Layout: "heist", Viewer: p}}
	t.clock()
	t.seats()
	for k := range s.game.players {
		seat := t.seatAt(k)
		t.jobZone(seat)
		t.crewZone(seat)
		t.handZone(seat)
	}
	t.elsewhereZone()
	t.madeZone()
	t.piles()
	t.news()
	t.asked()
	return t.sc
}

// sees reports whether the viewer sees what only one seat may know.
func (t *look) sees(seat int8) bool { return t.p < 0 || t.p == seat }

// seatAt returns the k-th seat from the viewer on.
func (t *look) seatAt(k int) int8 { return t.game.relative(max(t.p, 0), k) }

func who(seat int8) string              { return env.Who(env.Player(seat)) }
func whose(seat int8) string            { return env.Whose(env.Player(seat)) }
func does(seat int8, v string) string   { return env.Does(env.Player(seat), v) }
func ref(seat int8) *env.Player         { return scene.Ref(env.Player(seat)) }
func zoneID(zone string, s int8) string { return zone + strconv.Itoa(int(s)) }

// phases are the phases of a turn in which each question is asked.
var phases = [nodes]string{
	nodeRecruit: "Recruit", nodePartner: "Contacts", nodeGive: "Contacts", nodeWant: "Contacts", nodeAnswer: "Contacts", nodePick: "Contacts",
	nodeEvent: "Event", nodePerson: "Event", nodeOwner: "Event", nodeSeat: "Event", nodeJob: "Event", nodeExchange: "Event",
	nodeAttach: "Complications", nodePlace: "Complications", nodeExecute: "Execution", nodeObstacle: "Execution",
	nodeUnspend: "Execution", nodeCrisis: "Execution", nodeDiscard: "Job",
}

// clock says where in the game it is.
func (t *look) clock() {
	c := &t.game.config
	t.sc.Phase = "The game is over"
	if t.node != nodeOver {
		t.sc.Phase = fmt.Sprintf("Round %d of at most %d · %s turn", t.round+1, c.MaxRounds, whose(t.turn))
		if p := phases[t.node]; p != "" {
			t.sc.Phase += " · " + p + " Phase"
		}
	}
	t.sc.Clock = []scene.Meter{{ID: "gone", Name: "Jobs gone", Value: float64(t.jobsDone), Max: scene.Max(float64(c.Jobs)), Kind: "pips"}}
}

// seats adds meters and marks.
func (t *look) seats() {
	for i := range int8(t.game.players) {
		seat := scene.Seat{Seat: env.Player(i), Acts: t.actor == env.Player(i)}
		seat.Meters = []scene.Meter{{ID: "points", Name: "Points", Value: float64(t.points[i]), Good: 1}}
		if n := t.Captured(int(i)); n > 0 {
			seat.Meters = append(seat.Meters, scene.Meter{ID: "captured", Name: "Jobs captured", Value: float64(n), Good: 1})
		}
		if n := int(t.lying[i]); n > 0 && t.node != nodeOver {
			seat.Meters = append(seat.Meters, scene.Meter{ID: "low", Name: "Lying low", Value: float64(n), Unit: scene.Unit(n, "turn"), Good: -1})
		}
		seat.Marks = t.marks(i)
		t.sc.Seats = append(t.sc.Seats, seat)
	}
}

// marks returns the part that a seat has at this moment.
func (t *look) marks(seat int8) (marks []string) {
	if t.node == nodeOver && t.won>>seat&1 != 0 {
		marks = append(marks, "won")
	}
	if t.start == seat {
		marks = append(marks, "began")
	}
	if t.node == nodeOver {
		return marks
	}
	if t.turn == seat {
		marks = append(marks, "has the turn")
	}
	if t.thwarter == seat {
		marks = append(marks, "Thwarter")
	}
	return marks
}

// jobZone lays out a Job as a column: the Job, its line from left to right, and what else is
// attached.
func (t *look) jobZone(seat int8) {
	z := scene.Zone{ID: zoneID("job", seat), Title: "Job", Seat: ref(seat), Kind: "column"}
	if t.job[seat] == nobody {
		z.Note = "none"
		t.sc.Zones = append(t.sc.Zones, z)
		return
	}
	job, l := t.jobOf(seat), &t.line[seat]
	c := t.cover(t.executor(seat), seat)
	x := scene.Thing{
		ID: t.ids.Next("job." + job.ID), Of: "job." + job.ID, Name: job.Title, Kind: "job", Corner: strconv.Itoa(int(t.value[seat])),
		Text: fmt.Sprintf("Worth %s.", scene.Count(int(t.value[seat]), "point")),
	}
	if n := int(t.short[seat]); n > 0 {
		x.Text += fmt.Sprintf(" %s short: the deck of Security ran out.", scene.Count(n, "Security card"))
		x.Marks = append(x.Marks, fmt.Sprintf("%d Security short", n))
	}
	if t.owner == seat {
		x.Marks = append(x.Marks, "being executed")
		if t.turn != seat {
			x.Marks[len(x.Marks)-1] += " by " + who(t.turn)
		}
	}
	if t.rival == seat {
		x.Marks = append(x.Marks, "may be executed by "+who(t.turn))
	}
	z.Note = c.note()
	var lined set
	for _, card := range l.cards[:l.size] {
		if card < lineSecurity {
			lined.add(card)
		}
	}
	for _, card := range t.d.byRole(t.attached[seat].and(lined)) {
		x.Marks = append(x.Marks, "with "+t.brief(card))
	}
	z.Things = append(z.Things, x)
	for i, card := range l.cards[:l.size] {
		y := t.lined(x.ID, card)
		y.Marks = []string{c.marks[i]}
		switch {
		case c.marks[i] == markOvercome:
			y.Short = markOvercome // which it was no longer matters
		case t.owner == seat && i == int(t.next):
			y.Marks = append(y.Marks, "next")
		}
		z.Things = append(z.Things, y)
	}
	for _, card := range t.d.byRole(t.attached[seat].without(lined)) {
		y := t.card(z.ID, card, scene.FaceUp, "attached")
		y.Short, y.Under = "attached "+y.Short, x.ID
		z.Things = append(z.Things, y)
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// lined returns a card of the line of a Job. In lines its skills stand for it.
func (t *look) lined(job string, card uint8) scene.Thing {
	skills := t.obstacle(card)
	x := scene.Thing{Kind: "security", Short: skillWords(skills), Text: "Needs " + skillWords(skills) + ".", Icons: skillIcons(skills), Under: job}
	if card < lineSecurity {
		k := t.kind(card)
		x.Of, x.Name, x.Kind = k.id, k.title, k.typ.String()
	} else {
		g := &t.d.guards[t.d.guardOf[card-lineSecurity]]
		x.Of, x.Name = g.id, g.title
	}
	if len(x.Icons) > 0 {
		x.Suit = x.Icons[0].ID
	}
	x.ID = t.ids.Next(job + "." + x.Of)
	return x
}

// crewZone lays out the Personnel in play of a seat, the spent ones last.
func (t *look) crewZone(seat int8) {
	z := scene.Zone{ID: zoneID("crew", seat), Title: "Crew", Seat: ref(seat), Kind: "row", Note: fmt.Sprintf("%d of %d", t.working[seat], t.crewLimit(t.crew[seat]))}
	ready := t.unspent(seat)
	for _, card := range t.d.byRole(ready) {
		z.Things = append(z.Things, t.card(z.ID, card, scene.FaceUp))
	}
	for _, card := range t.d.byRole(t.crew[seat].without(ready)) {
		x := t.card(z.ID, card, scene.FaceUp, "spent")
		x.Short += " spent"
		z.Things = append(z.Things, x)
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// card returns a Heist card in a zone, with a face.
func (t *look) card(zone string, card uint8, face string, marks ...string) scene.Thing {
	k := t.kind(card)
	id := k.id
	if k.size > 1 {
		id = zone + "." + id
	}
	x := scene.Thing{
		ID: t.ids.Next(id), Of: k.id, Name: k.title, Short: t.brief(card), Text: k.text, Kind: k.typ.String(), Suit: k.typ.String(), Face: face, Marks: marks,
		Icons: skillIcons(k.skills),
	}
	if len(x.Icons) > 0 && k.typ == TypeCon {
		x.Suit = x.Icons[0].ID
	}
	for _, e := range k.effects {
		x.Icons = append(x.Icons, scene.Icon{ID: e.op.String(), Words: operations[e.op].doc, Count: int(e.amount)})
	}
	return x
}

// skillIcons returns an icon for each skill.
func skillIcons(of uint8) (icons []scene.Icon) {
	for i := range skills {
		if of>>i&1 != 0 {
			icons = append(icons, scene.Icon{ID: skillNames[i], Words: skillTitles[i]})
		}
	}
	return icons
}
