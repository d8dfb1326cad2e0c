package payday

import (
	"fmt"

	"ringer/env"
	"ringer/env/payday"
	"ringer/env/scene"
)

// Builder makes the scenes of one configuration of PAYDAY DUEL.
type Builder struct {
	game  *payday.Game
	kinds []payday.Kind
}

// New returns the builder of a *payday.Game.
func New(g env.Game) scene.Builder {
	game := g.(*payday.Game)
	return &Builder{game, game.Kinds()}
}

// A table is a scene in the making.
type table struct {
	*Builder
	s   *payday.State
	p   env.Player
	sc  *scene.Scene
	ids scene.IDs
	at  map[place]string // ids of objectives and officers
}

// A place is where an objective lies (slot -1), or an officer stands.
type place struct{ col, depth, slot int }

// Scene implements scene.Builder.
func (b *Builder) Scene(s env.State, p env.Player) *scene.Scene {
	t := &table{Builder: b, s: s.(*payday.State), p: p, sc: &scene.Scene{Layout: "payday", Viewer: p}, at: map[place]string{}}
	t.clock()
	t.seats()
	t.heist()
	for side := range 2 {
		t.hand(side)
	}
	for side := range 2 {
		t.piles(side)
	}
	t.fundings()
	t.supply()
	t.ask()
	return t.sc
}

// Open implements scene.Opener.
func (b *Builder) Open(s env.State) *scene.Scene { return b.Scene(s, env.Terminal) }

func (t *table) over() bool { return t.s.CurrentPlayer() == env.Terminal }

// sees reports whether the viewer sees what only one side may know.
func (t *table) sees(side int) bool { return t.p < 0 || int(t.p) == side }

// sides name the seats.
var sides = [2]string{payday.Criminal: "the Criminal", payday.Police: "the Police"}

// phases are the names of the parts of a round.
var phases = map[string]string{
	"setup": "laying out the heist", "first hands": "first hands", "cards": "cards", "moves": "moves", "transfers": "handing over", "escapes": "escapes",
	"draw": "drawing", "combat": "combat", "update": "Update", "loot": "Update",
}

// clock says where in the game it is.
func (t *table) clock() {
	s, m := t.s, t.s.Moment()
	at := "The game is over"
	if !t.over() {
		at = fmt.Sprintf("Round %d of %d", s.Round(), s.Rounds())
		switch m.Phase {
		case "setup", "first hands":
			at = scene.Sentence(phases[m.Phase])
		case "combat":
			at += " · combat"
			if m.Battle >= 0 {
				at += fmt.Sprintf(" in column %d", m.Battle+1)
			}
		case "update", "loot":
			at += " · Update"
		default:
			at += fmt.Sprintf(" · turn of %s · %s", sides[m.Turn], phases[m.Phase])
		}
	}
	t.sc.Phase = at
	t.sc.Clock = []scene.Meter{{ID: "round", Name: "Round", Value: float64(s.Round()), Max: scene.Max(float64(s.Rounds())), Text: fmt.Sprintf("%d of %d", s.Round(), s.Rounds())}}
	if s.Paydays() > 0 {
		t.sc.Clock = append(t.sc.Clock, scene.Meter{
			ID: "secured", Name: "PAYDAY out", Value: float64(s.Secured()), Max: scene.Max(float64(s.Paydays())), Kind: "pips", Text: fmt.Sprintf("%d of %d", s.Secured(), s.Paydays()),
		})
		words := fmt.Sprintf("The heist: %d Loot cards", s.Columns())
		for _, kind := range t.game.Loots() {
			if n := s.InHeist(kind); n > 0 {
				words += fmt.Sprintf(", %d× %s", n, t.kinds[kind].Title)
			}
		}
		t.note("%s.", words)
	}
	t.moment(m)
}

func (t *table) note(format string, args ...any) {
	t.sc.Notes = append(t.sc.Notes, fmt.Sprintf(format, args...))
}

// moment notes what has been done in the turn or the combat.
func (t *table) moment(m payday.Moment) {
	if t.over() {
		return
	}
	switch m.Phase {
	case "setup", "first hands", "update", "loot":
	case "combat":
		if m.Battle >= 0 {
			t.note("Combat cards played: %d by the Criminal, %d by the Police; at most %d each.", m.Fielded[payday.Criminal], m.Fielded[payday.Police], t.game.Config().CombatCards)
			if m.OnePassed {
				t.note("One side has passed. When both pass in a row, the heisters attack.")
			}
		}
	default:
		if m.Acted {
			t.note("In this turn something was played or used.")
		}
		if m.FreeUsed {
			t.note("The free card of this turn was played.")
		}
		if m.Turn == payday.Police && m.Phase == "moves" {
			t.note("%s left.", scene.Count(m.MovesLeft, "move action"))
		}
	}
	if k := t.s.InPlay(); k >= 0 {
		t.note("In play: %s. %s", t.kinds[k].Title, t.kinds[k].Text)
	}
}

// seats adds the two sides with their meters.
func (t *table) seats() {
	s := t.s
	actor := s.CurrentPlayer()
	for side := range 2 {
		seat := scene.Seat{Seat: env.Player(side), Role: [2]string{"Criminal", "Police"}[side], Acts: actor == env.Player(side)}
		seat.Meters = []scene.Meter{
			{ID: "cash", Name: "Cash", Value: float64(s.Cash(side)), Unit: "$", Good: 1},
			{ID: "cards", Name: "Cards in hand", Value: float64(s.HandSize(side)), Good: 1},
			{ID: "pile", Name: "Cards in the pile", Value: float64(s.PileSize(side))},
		}
		if side == payday.Criminal {
			heisters, health := 0, 0
			for i := range payday.MaxHeisters {
				if h, ok := s.HeisterAt(i); ok {
					heisters++
					health += max(h.Health, 0)
				}
			}
			seat.Meters = append(seat.Meters,
				scene.Meter{ID: "secured", Name: "PAYDAY out", Value: float64(s.Secured()), Good: 1},
				scene.Meter{ID: "heisters", Name: "Heisters on the table", Value: float64(heisters), Good: 1},
				scene.Meter{ID: "health", Name: "Health of all heisters", Value: float64(health), Good: 1})
			if n := s.Pending(); n > 0 {
				seat.Meters = append(seat.Meters, scene.Meter{ID: "loot", Name: "Loot to spend on one card", Value: float64(n), Unit: "$"})
			}
		} else {
			officers, obstacles := 0, 0
			for col := range s.Columns() {
				c := s.ColumnAt(col)
				obstacles += c.Obstacles - c.Gone
				for depth := range payday.Places {
					for slot := range payday.Slots {
						if _, ok := s.OfficerAt(col, depth, slot); ok {
							officers++
						}
					}
				}
			}
			if s.Shown() {
				seat.Meters = append(seat.Meters,
					scene.Meter{ID: "officers", Name: "Officers and guards", Value: float64(officers), Good: 1},
					scene.Meter{ID: "obstacles", Name: "Obstacles left", Value: float64(obstacles), Good: 1})
			}
		}
		if t.over() && s.Winner() == side {
			seat.Marks = append(seat.Marks, "wins")
		} else if m := s.Moment(); !t.over() && m.Turn == side && m.Phase != "setup" && m.Phase != "combat" && m.Phase != "update" && m.Phase != "loot" {
			seat.Marks = append(seat.Marks, "has the turn")
		}
		t.sc.Seats = append(t.sc.Seats, seat)
	}
}

// card returns a card in a zone, with a face.
func (t *table) card(zone string, kind int, face string, marks ...string) scene.Thing {
	k := &t.kinds[kind]
	x := scene.Thing{
		ID: t.ids.Next(zone + "." + k.ID), Of: k.ID, Name: k.Title, Text: k.Text, Kind: k.Type.String(), Suit: k.Type.String(), Face: face, Marks: marks,
		Icons: t.icons(k),
	}
	if k.Side != payday.Heist && k.Type != payday.TypeLoot {
		x.Corner = fmt.Sprint(k.Cost)
	}
	if k.Type == payday.TypeLoot {
		x.Corner = fmt.Sprintf("$%d", k.Value)
	}
	if k.Subtype != "" {
		x.Suit = k.Subtype
	}
	return x
}

// icons returns the printed numbers of a card.
func (t *table) icons(k *payday.Kind) (icons []scene.Icon) {
	add := func(id string, n int, words string) {
		if n > 0 {
			icons = append(icons, scene.Icon{ID: id, Words: words, Count: n})
		}
	}
	add("damage", k.Damage, "damage")
	add("health", k.Health, "health")
	add("armor", k.Armor, "armor")
	if k.Targets > 1 {
		add("targets", k.Targets, "attacks")
	}
	add("uses", k.Uses, "uses")
	add("progress", k.Requires.Progress, "needs progress")
	add("heisters", k.Requires.Present, "needs heisters there")
	if k.Requires.Clear {
		icons = append(icons, scene.Icon{ID: "clear", Words: "needs no police there"})
	}
	add("cash", k.Requires.Cash, "needs cash")
	if k.Key >= 0 {
		icons = append(icons, scene.Icon{ID: "key", Words: "needs " + t.kinds[k.Key].Title + " carried there"})
	}
	if k.Combat {
		icons = append(icons, scene.Icon{ID: "combat", Words: "played in combat"})
	}
	return icons
}

// hand lays out a hand: the viewer's own, or what is known of the other one.
func (t *table) hand(side int) {
	s := t.s
	z := scene.Zone{
		ID: handZone(side), Title: "Hand of " + sides[side], Seat: scene.Ref(env.Player(side)), Kind: "hand",
		Note: fmt.Sprintf("%s; at most %d at the end of a turn", scene.Count(s.HandSize(side), "card"), s.HandLimit(side)),
	}
	exposed, first := s.Exposed(side)
	if t.sees(side) {
		counts, _ := s.Holds(side)
		if t.p >= 0 {
			z.Title = "Your hand"
		}
		for i, n := range counts {
			for c := range int(n) {
				face, marks := scene.FaceMine, []string(nil)
				switch {
				case c < int(exposed[i]) && t.p >= 0:
					face, marks = scene.FaceKnown, []string{"the other side knows it"}
				case t.p < 0:
					face = scene.FaceUp
				}
				z.Things = append(z.Things, t.card(z.ID, first+i, face, marks...))
			}
		}
	} else {
		for i, n := range exposed {
			for range n {
				z.Things = append(z.Things, t.card(z.ID, first+i, scene.FaceKnown))
			}
		}
	}
	z.Hidden = max(s.HandSize(side)-len(z.Things), 0)
	t.sc.Zones = append(t.sc.Zones, z)
}

func handZone(side int) string { return fmt.Sprintf("hand%d", side) }

// piles lays out the draw pile and the discards of a side.
func (t *table) piles(side int) {
	s := t.s
	seat := scene.Ref(env.Player(side))
	t.sc.Zones = append(t.sc.Zones, scene.Zone{
		ID: fmt.Sprintf("pile%d", side), Title: "Draw pile of " + sides[side], Seat: seat, Kind: "pile", Hidden: s.PileSize(side), Note: scene.Count(s.PileSize(side), "card"),
	})
	pile := func(id, title, note string, counts []uint8, first int, face string) {
		z := scene.Zone{ID: fmt.Sprintf("%s%d", id, side), Title: title, Seat: seat, Kind: "pile", Note: note}
		for i, n := range counts {
			if n == 0 {
				continue
			}
			x := t.card(z.ID, first+i, face)
			x.Corner = fmt.Sprintf("×%d", n)
			x.Meters = []scene.Meter{{ID: "count", Name: "Cards", Value: float64(n)}}
			z.Things = append(z.Things, x)
		}
		if len(z.Things) > 0 {
			t.sc.Zones = append(t.sc.Zones, z)
		}
	}
	counts, first := s.SpentCards(side)
	pile("spent", "Spent by "+sides[side], "discarded when the turn or the combat ends", counts, first, scene.FaceUp)
	counts, first = s.Discards(side)
	pile("discards", "Discards of "+sides[side], "", counts, first, scene.FaceUp)
	counts, first = s.SecretDiscards(side)
	title := "Discarded in secret by " + sides[side]
	if t.sees(side) {
		pile("secret", title, "face down; only this side knows them", counts, first, scene.FaceMine)
		return
	}
	total := 0
	for _, n := range counts {
		total += int(n)
	}
	if total > 0 {
		t.sc.Zones = append(t.sc.Zones, scene.Zone{ID: fmt.Sprintf("secret%d", side), Title: title, Seat: seat, Kind: "pile", Hidden: total, Note: scene.Count(total, "card")})
	}
}

// fundings lays out the active Funding of the Police.
func (t *table) fundings() {
	z := scene.Zone{ID: "funding", Title: "Active Funding", Seat: scene.Ref(env.Player(payday.Police)), Kind: "row"}
	for _, f := range t.s.Fundings(nil) {
		marks := []string{scene.Count(f.Uses, "use") + " left"}
		if f.Wait > 0 {
			marks = append(marks, "pays in "+scene.Count(f.Wait, "turn"))
		}
		x := t.card(z.ID, f.Kind, scene.FaceUp, marks...)
		x.Corner = "" // what it costs is paid
		z.Things = append(z.Things, x)
	}
	if len(z.Things) > 0 {
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// supply lays out the heist cards that the viewer may choose in the setup.
func (t *table) supply() {
	switch t.s.Question() {
	case payday.AskKey, payday.AskObstacle, payday.AskGuard, payday.AskLootAt:
	default:
		return
	}
	if t.s.CurrentPlayer() != t.p {
		return
	}
	z := scene.Zone{ID: "supply", Title: "Heist cards to choose from", Seat: scene.Ref(t.p), Kind: "row"}
	for _, a := range t.s.LegalActions(nil) {
		if c := t.s.Decode(a); c.Block == payday.BlockCard {
			z.Things = append(z.Things, t.card(z.ID, c.Kind, scene.FaceUp))
		}
	}
	t.sc.Zones = append(t.sc.Zones, z)
}
