package heat

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// A view is a scene in the making.
type view struct {
	s   *State
	p   env.Player
	sc  *scene.Scene
	ids scene.IDs
}

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	t := &view{s: s, p: p, sc: &scene.Scene{Layout: "heat", Viewer: p}}
	t.clock()
	t.seats()
	t.records()
	t.hands()
	t.board()
	t.piles()
	t.memories()
	t.looks()
	t.ask()
	return t.sc
}

func (t *view) over() bool { return t.s.CurrentPlayer() == env.Terminal }

func (t *view) players() int { return t.s.game.Config().Players }

func who(seat int) string { return env.Who(env.Player(seat)) }

func (t *view) title(kind int) string { return t.s.game.kinds[kind].Title }

// clock says where in the game it is, and what Heat costs.
func (t *view) clock() {
	s, c := t.s, t.s.game.Config()
	at := fmt.Sprintf("Heist %d of %d", s.Heist()+1, c.Heists)
	switch {
	case t.over():
		at = "The game is over"
	case s.Drafting():
		side := "left"
		if s.Heist()%2 == 1 {
			side = "right"
		}
		at += fmt.Sprintf(" · draft %d of %d, passing to the %s", min(s.DraftRound()+1, c.DraftRounds), c.DraftRounds, side)
	default:
		at += fmt.Sprintf(" · stage %d of %d", s.Stage()+1, c.Stages)
		if p := s.Phase(); p != NoPhase {
			at += " · phase " + p.String()
		}
	}
	t.sc.Phase = at
	t.sc.Clock = []scene.Meter{
		{ID: "value", Name: "Each Heat costs", Value: float64(s.HeatValue()), Unit: "$", Good: -1},
		{ID: "held", Name: "Heat taken", Value: float64(s.Held()), Max: scene.Max(float64(c.Tokens)), Kind: "thermometer", Text: fmt.Sprintf("%d of %d", s.Held(), c.Tokens)},
	}
	if t.over() && s.Arrested() {
		t.sc.Notes = append(t.sc.Notes, "Everyone is arrested: all lose.")
	}
	if n := s.Shortages(); n > 0 {
		t.sc.Notes = append(t.sc.Notes, "The board ran out of Heat, and each seat with Heat returned 1 and paid a fine: "+scene.Count(n, "time")+".")
	}
	if n := s.DrawsSkipped(); n > 0 {
		t.sc.Notes = append(t.sc.Notes, "Draws were skipped because the deck had too few cards: "+scene.Count(n, "time")+".")
	}
}

// seats adds meters and marks.
func (t *view) seats() {
	s, c := t.s, t.s.game.Config()
	actor := s.CurrentPlayer()
	for i := range t.players() {
		seat := scene.Seat{Seat: env.Player(i), Acts: actor == env.Player(i)}
		seat.Meters = []scene.Meter{
			{ID: "money", Name: "Money", Value: float64(s.Money(i)), Unit: "$", Good: 1},
			{ID: "heat", Name: "Heat", Value: float64(s.Heat(i)), Max: scene.Max(float64(c.Tokens)), Kind: "thermometer", Good: -1},
		}
		if t.over() {
			seat.Meters[0].Name = "Money after paying for Heat"
		} else {
			seat.Meters = append(seat.Meters,
				scene.Meter{ID: "after", Name: "Money after paying for Heat", Short: "after Heat", Value: float64(s.Money(i) - s.Heat(i)*s.HeatValue()), Unit: "$", Good: 1})
		}
		if c.Talk == TalkClaims {
			kept, broken := s.Claims(i)
			seat.Meters = append(seat.Meters,
				scene.Meter{ID: "kept", Name: "Claims kept", Value: float64(kept)},
				scene.Meter{ID: "broken", Name: "Claims broken", Value: float64(broken)})
		}
		seat.Marks = t.marks(i)
		t.sc.Seats = append(t.sc.Seats, seat)
	}
}

// marks returns what a seat has said and done in this stage.
func (t *view) marks(i int) (marks []string) {
	s := t.s
	if t.over() {
		if s.Won(i) {
			marks = append(marks, "wins")
		}
		return marks
	}
	if s.StartPlayer() == i {
		marks = append(marks, "start player")
	}
	if s.HasChosen(i) {
		marks = append(marks, "has chosen")
	}
	if k := s.Claim(i); k >= 0 {
		marks = append(marks, "claims "+t.title(k))
	} else if s.Claimed(i) {
		marks = append(marks, "says nothing")
	}
	if n := s.Named(i); n >= 0 {
		marks = append(marks, "names "+who(n))
	}
	if n := s.Number(i); n > 0 {
		marks = append(marks, fmt.Sprintf("chooses %d", n))
	}
	if k := s.Copied(i); k >= 0 {
		marks = append(marks, "copies "+t.title(k))
	}
	for phase := range Phases {
		if s.Cancelled(i, phase) {
			marks = append(marks, "phase "+phase.String()+" cancelled")
		}
	}
	return marks
}

// card returns a card in a zone, with a face. A card of which there is one copy keeps its
// id wherever it goes.
func (t *view) card(zone string, kind int, face string, marks ...string) scene.Thing {
	k := &t.s.game.kinds[kind]
	id := k.ID
	if k.Copies > 1 {
		id = zone + "." + id
	}
	x := scene.Thing{
		ID: t.ids.Next(id), Of: k.ID, Name: k.Title, Text: k.Text, Kind: "card", Suit: suit(k), Face: face,
		Corner: strings.Join(k.Phases, ""), Marks: marks,
	}
	for _, icon := range k.Icons {
		x.Icons = append(x.Icons, scene.Icon{ID: icon, Words: iconWords(icon)})
	}
	for _, tag := range k.Tags {
		x.Tags = append(x.Tags, strings.TrimPrefix(tag, "place:"))
		x.Icons = append(x.Icons, scene.Icon{ID: "tag-" + strings.TrimPrefix(tag, "place:"), Words: tagWords(tag)})
	}
	return x
}

// suit returns the first tag of a card: the family that other cards ask for.
func suit(k *Kind) string {
	if len(k.Tags) == 0 {
		return ""
	}
	return strings.TrimPrefix(k.Tags[0], "place:")
}

// tagWords says what a tag means on a card.
func tagWords(tag string) string {
	if place, ok := strings.CutPrefix(tag, "place:"); ok {
		return "robs the " + place
	}
	return "tag: " + tag
}

// iconWords says what an icon means.
func iconWords(icon string) string {
	if w, ok := icons[icon]; ok {
		return w
	}
	return icon
}

var icons = map[string]string{
	"money": "gains money", "heat-up": "takes Heat", "heat-down": "gets rid of Heat", "steal": "steals",
	"draw": "draws cards", "look": "looks at a hand", "swap": "swaps cards or Heat", "cancel": "cancels a phase of another card",
}

// records lays out the Records, the newest card last.
func (t *view) records() {
	s := t.s
	for i := range t.players() {
		z := scene.Zone{ID: fmt.Sprintf("record%d", i), Title: "Record", Seat: scene.Ref(env.Player(i)), Kind: "row"}
		cards := s.Record(i)
		for j, k := range cards {
			var marks []string
			if j == len(cards)-1 && s.InUse(i) == int(k) {
				marks = append(marks, "in use")
				if a := s.Acting(i); a >= 0 && a != int(k) && s.Phase() != NoPhase {
					marks = append(marks, "acts as "+t.title(a))
				}
			}
			x := t.card(z.ID, int(k), scene.FaceUp, marks...)
			x.Now = len(marks) > 0 && s.Phase() != NoPhase
			z.Things = append(z.Things, x)
		}
		if len(cards) == 0 {
			z.Note = "no cards yet"
		}
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// hands lays out the viewer's hand, and of the others what the viewer knows.
func (t *view) hands() {
	s := t.s
	for k := range t.players() {
		seat := (max(int(t.p), 0) + k) % t.players()
		z := scene.Zone{ID: fmt.Sprintf("hand%d", seat), Title: "Hand", Seat: scene.Ref(env.Player(seat)), Kind: "hand"}
		leaving := make([]int, len(t.s.game.kinds))
		s.Leaving(seat, leaving)
		add := func(kind int, n int, face string, marks []string) {
			for range n {
				own := marks
				if leaving[kind] > 0 {
					leaving[kind]--
					own = append(slices.Clone(marks), "to leave the hand")
				}
				z.Things = append(z.Things, t.card(z.ID, kind, face, own...))
			}
		}
		listed := 0
		switch {
		case t.p < 0:
			for kind, n := range s.Hand(seat) {
				add(kind, int(n), scene.FaceUp, nil)
				listed += int(n)
			}
		case env.Player(seat) == t.p:
			z.Title = "Your hand"
			for kind, n := range s.Hand(seat) {
				t.exposed(kind, int(n), add)
				listed += int(n)
			}
		default:
			for kind, n := range s.Known(int(t.p), seat) {
				// A card that is chosen aloud has been heard, though it was not known before.
				many := max(int(n), leaving[kind])
				add(kind, many, scene.FaceKnown, nil)
				listed += many
			}
		}
		z.Hidden = max(s.HandSize(seat)-listed, 0)
		t.sc.Zones = append(t.sc.Zones, z)
		if t.p < 0 || env.Player(seat) == t.p {
			t.committed(seat)
		}
	}
}

// exposed adds the copies of one kind of card in the viewer's hand: first the copies of
// which others know, with the seats that do.
func (t *view) exposed(kind, n int, add func(kind, n int, face string, marks []string)) {
	for i := range n {
		var know []string
		for by := range t.players() {
			if env.Player(by) != t.p && int(t.s.Known(by, int(t.p))[kind]) > i {
				know = append(know, who(by))
			}
		}
		face, marks := scene.FaceMine, []string(nil)
		if len(know) > 0 {
			face, marks = scene.FaceKnown, []string{"known to " + scene.List(know, "and")}
			if len(know) > 1 && len(know) == t.s.game.players-1 {
				marks[0] = "known to all"
			}
		}
		add(kind, 1, face, marks)
	}
}

// committed lays out the card that a seat has chosen in secret.
func (t *view) committed(seat int) {
	k := t.s.Committed(seat)
	if k < 0 {
		return
	}
	verb, note := "play", "shown when everybody has chosen"
	if t.s.Drafting() {
		verb, note = "pass", "passed when everybody has chosen"
	}
	id := fmt.Sprintf("chosen%d", seat)
	t.sc.Zones = append(t.sc.Zones, scene.Zone{
		ID: id, Title: scene.Sentence(who(seat)) + " will " + verb, Seat: scene.Ref(env.Player(seat)), Kind: "row", Note: note,
		Things: []scene.Thing{t.card(id, k, scene.FaceMine)},
	})
}

// board lays out the rows of the Heat board.
func (t *view) board() {
	s, c := t.s, t.s.game.Config()
	z := scene.Zone{ID: "board", Title: "Heat board", Kind: "table", Note: fmt.Sprintf("each Heat costs $%d", s.HeatValue())}
	held := s.Held()
	for row, value := range c.RowValues {
		left := c.RowWidth - min(max(held-row*c.RowWidth, 0), c.RowWidth)
		x := scene.Thing{
			ID: fmt.Sprintf("row%d", row+1), Of: "heat-value", Name: fmt.Sprintf("Row of $%d", value), Kind: "row", Corner: fmt.Sprint(value),
			Text:   fmt.Sprintf("Each Heat costs $%d once this row is empty and no worse row is.", value),
			Meters: []scene.Meter{{ID: "tokens", Name: "Heat tokens", Value: float64(left), Max: scene.Max(float64(c.RowWidth)), Kind: "pips"}},
		}
		if left == 0 {
			x.Marks = []string{"empty"}
		}
		z.Things = append(z.Things, x)
	}
	t.sc.Zones = append(t.sc.Zones, z)
}

// piles lays out the deck and the discards.
func (t *view) piles() {
	t.sc.Zones = append(t.sc.Zones, scene.Zone{
		ID: "deck", Title: "Deck", Kind: "pile", Hidden: t.s.DeckSize(),
	})
	z := scene.Zone{ID: "discards", Title: "Discards", Kind: "pile", Past: true}
	for kind, n := range t.s.Discards() {
		for range n {
			z.Things = append(z.Things, t.card(z.ID, kind, scene.FaceUp))
		}
	}
	if len(z.Things) > 0 {
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// memories lays out what the viewer passed and was passed in this heist.
func (t *view) memories() {
	s, p, n := t.s, int(t.p), t.players()
	if t.p < 0 || t.over() {
		return
	}
	to := s.PassesTo(p)
	from := (2*p - to + n) % n
	add := func(id, title string, cards []uint8) {
		if len(cards) == 0 {
			return
		}
		z := scene.Zone{ID: id, Title: title, Seat: scene.Ref(t.p), Kind: "row", Note: "in this order", Past: true}
		for i, k := range cards {
			x := t.card(id, int(k), scene.FaceKnown)
			x.ID = fmt.Sprintf("%s.%d", id, i+1)
			z.Things = append(z.Things, x)
		}
		t.sc.Zones = append(t.sc.Zones, z)
	}
	add("passed", "You passed to "+who(to), s.Passed(p))
	add("received", "You received from "+who(from), s.Received(p))
}

// looks says who has looked at which hand: everyone saw it (HEAT-7).
func (t *view) looks() {
	for p := range t.players() {
		for q, n := range t.s.mem.looked[p][:t.players()] {
			if n == 0 {
				continue
			}
			note := scene.Sentence(who(p)) + " " + env.Does(env.Player(p), "has") + " looked at the hand of " + who(q)
			if n > 1 {
				note += fmt.Sprintf("; cards drawn since: %d", n-1)
			}
			t.sc.Past = append(t.sc.Past, note+".")
		}
	}
}
