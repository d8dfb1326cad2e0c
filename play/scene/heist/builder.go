package heist

import (
	"cmp"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/scene"
)

// Builder makes the scenes of one configuration of HEIST.
type Builder struct {
	game  *heist.Game
	kinds []heist.Kind
}

// New returns the builder of a *heist.Game.
func New(g env.Game) scene.Builder {
	game := g.(*heist.Game)
	return &Builder{game, game.Kinds()}
}

// A table is a scene in the making.
type table struct {
	*Builder
	state env.State
	s     *heist.State
	p     env.Player
	sc    *scene.Scene
	ids   scene.IDs
}

// Scene implements scene.Builder.
func (b *Builder) Scene(state env.State, p env.Player) *scene.Scene {
	t := &table{Builder: b, state: state, s: state.(heist.Position).Table(), p: p, sc: &scene.Scene{Layout: "heist", Viewer: p}}
	t.clock()
	t.jobs()
	t.crews()
	t.hands()
	t.piles()
	t.seats()
	t.news()
	t.ask()
	return t.sc
}

// Open implements scene.Opener.
func (b *Builder) Open(s env.State) *scene.Scene { return b.Scene(s, env.Terminal) }

func (t *table) over() bool { return t.state.CurrentPlayer() == env.Terminal }

func (t *table) players() int { return t.game.Config().Players }

func (t *table) who(seat int) string { return scene.Who(env.Player(seat), t.p) }

// whose returns "your" or "seat 2's".
func (t *table) whose(seat int) string {
	if env.Player(seat) == t.p {
		return "your"
	}
	return t.who(seat) + "'s"
}

// seatAt returns the k-th seat from the viewer on.
func (t *table) seatAt(k int) int { return (max(int(t.p), 0) + k) % t.players() }

// phases are the phases of a turn in which each question is asked.
var phases = [...]string{
	heist.AskRecruit: "Recruit", heist.AskPartner: "Contacts", heist.AskGive: "Contacts", heist.AskWant: "Contacts", heist.AskAnswer: "Contacts", heist.AskPick: "Contacts",
	heist.AskEvent: "Event", heist.AskPerson: "Event", heist.AskOwner: "Event", heist.AskSeat: "Event", heist.AskJob: "Event", heist.AskExchange: "Event",
	heist.AskAttach: "Complications", heist.AskPlace: "Complications", heist.AskExecute: "Execution", heist.AskObstacle: "Execution",
	heist.AskUnspend: "Execution", heist.AskCrisis: "Execution", heist.AskDiscard: "Job", heist.AskNothing: "",
}

// clock says where in the game it is.
func (t *table) clock() {
	s, c := t.s, t.game.Config()
	t.sc.Phase = "The game is over"
	if !t.over() {
		t.sc.Phase = fmt.Sprintf("Round %d · %s turn", s.Round()+1, t.whose(s.Turn()))
		if p := phases[s.Question()]; p != "" {
			t.sc.Phase += " · " + p + " Phase"
		}
	}
	t.sc.Clock = []scene.Meter{
		{ID: "round", Name: "Round", Value: float64(s.Round() + 1), Max: scene.Max(float64(c.MaxRounds)), Text: fmt.Sprintf("%d, at most %d", s.Round()+1, c.MaxRounds)},
		{ID: "gone", Name: "Jobs gone", Value: float64(s.JobsGone()), Max: scene.Max(float64(c.Jobs)), Kind: "pips", Text: fmt.Sprintf("%d of %d; the game ends at %d", s.JobsGone(), c.Jobs, c.Jobs-1)},
	}
}

// card returns a Heist card in a zone, with a face.
func (t *table) card(zone string, kind int, face string, marks ...string) scene.Thing {
	k := &t.kinds[kind]
	id := k.ID
	if k.Copies > 1 {
		id = zone + "." + id
	}
	x := scene.Thing{
		ID: t.ids.Next(id), Of: k.ID, Name: k.Title, Text: k.Text, Kind: k.Type.String(), Suit: k.Type.String(), Face: face, Marks: marks,
		Icons: skillIcons(k.Skills),
	}
	if first := x.Icons; len(first) > 0 && k.Type == heist.TypeCon {
		x.Suit = first[0].ID
	}
	for _, e := range k.Effects {
		x.Icons = append(x.Icons, scene.Icon{ID: e.Op.String(), Words: effectWords[e.Op.String()], Count: e.Amount})
	}
	return x
}

// skillIcons returns an icon for each skill.
func skillIcons(skills uint8) (icons []scene.Icon) {
	names, titles := heist.Skills(), heist.SkillTitles()
	for i := range names {
		if skills>>i&1 != 0 {
			icons = append(icons, scene.Icon{ID: names[i], Words: titles[i]})
		}
	}
	return icons
}

// byRole sorts kinds with those of one role together.
func (t *table) byRole(kinds []int) []int {
	slices.SortFunc(kinds, func(a, b int) int { return cmp.Or(t.kinds[a].Role-t.kinds[b].Role, a-b) })
	return kinds
}

// jobs lays out the Jobs as columns: the Job, its line from left to right, and what else
// is attached.
func (t *table) jobs() {
	s := t.s
	for k := range t.players() {
		seat := t.seatAt(k)
		z := scene.Zone{ID: jobZone(seat), Title: "Job", Seat: scene.Ref(env.Player(seat)), Kind: "column"}
		job := s.JobCard(seat)
		if job == nil {
			z.Note = "no Job"
			if n := s.LyingLow(seat); n > 0 {
				z.Note = fmt.Sprintf("no Job: lies low for %s more", scene.Count(n, "turn"))
			}
			t.sc.Zones = append(t.sc.Zones, z)
			continue
		}
		line := s.LineCards(seat, nil)
		c := t.cover(t.executor(seat), line)
		x := scene.Thing{
			ID: t.ids.Next("job." + job.ID), Of: "job." + job.ID, Name: job.Title, Kind: "job", Corner: fmt.Sprint(s.Value(seat)),
			Text:   fmt.Sprintf("Worth %s.", scene.Count(s.Value(seat), "point")),
			Meters: c.meters(),
		}
		if n := s.Missing(seat); n > 0 {
			x.Text += fmt.Sprintf(" %s short: the deck of Security ran out.", scene.Count(n, "Security card"))
			x.Marks = append(x.Marks, fmt.Sprintf("%d Security short", n))
		}
		if s.Executed() == seat {
			x.Marks = append(x.Marks, "being executed")
		}
		if s.Rival() == seat {
			x.Marks = append(x.Marks, "may be executed by "+t.who(s.Turn()))
		}
		z.Note = c.note()
		z.Things = append(z.Things, x)
		inLine := map[int]int{}
		next := true
		for i, l := range line {
			y := scene.Thing{
				ID: fmt.Sprintf("%s.%s", x.ID, l.ID), Of: l.ID, Name: l.Title, Kind: "security", Text: "Needs " + heist.SkillWords(l.Skills) + ".",
				Icons: skillIcons(l.Skills), Under: x.ID, Marks: []string{c.marks[i]},
			}
			y.ID = t.ids.Next(y.ID)
			if len(y.Icons) > 0 {
				y.Suit = y.Icons[0].ID
			}
			if l.Kind >= 0 {
				inLine[l.Kind]++
				y.Kind = t.kinds[l.Kind].Type.String()
			}
			if s.Executed() == seat && !l.Overcome && next {
				y.Marks = append(y.Marks, "next")
				next = false
			}
			z.Things = append(z.Things, y)
		}
		for _, kind := range t.byRole(s.Attached(seat, nil)) {
			if inLine[kind] > 0 {
				inLine[kind]--
				continue
			}
			y := t.card(z.ID, kind, scene.FaceUp, "attached")
			y.Under = x.ID
			z.Things = append(z.Things, y)
		}
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

func jobZone(seat int) string { return fmt.Sprintf("job%d", seat) }

// crews lays out the Personnel in play.
func (t *table) crews() {
	s := t.s
	for k := range t.players() {
		seat := t.seatAt(k)
		z := scene.Zone{
			ID: fmt.Sprintf("crew%d", seat), Title: "Crew", Seat: scene.Ref(env.Player(seat)), Kind: "row",
			Note: fmt.Sprintf("%d of %d", s.CrewSize(seat), s.CrewLimit(seat)),
		}
		crew := t.byRole(s.Crew(seat, nil))
		unspent := map[int]int{}
		for _, kind := range crew {
			unspent[kind]++
		}
		if seat == s.Turn() {
			clear(unspent)
			for _, kind := range s.Unspent(nil) {
				unspent[kind]++
			}
		}
		for _, kind := range crew {
			var marks []string
			if unspent[kind] == 0 {
				marks = append(marks, "spent")
			}
			unspent[kind] = max(unspent[kind]-1, 0)
			z.Things = append(z.Things, t.card(z.ID, kind, scene.FaceUp, marks...))
		}
		t.sc.Zones = append(t.sc.Zones, z)
	}
}

// seats adds meters and marks.
func (t *table) seats() {
	s := t.s
	actor := t.state.CurrentPlayer()
	for i := range t.players() {
		seat := scene.Seat{Seat: env.Player(i), Acts: actor == env.Player(i)}
		seat.Meters = []scene.Meter{
			{ID: "points", Name: "Points", Value: float64(s.Points(i)), Good: 1},
			{ID: "captured", Name: "Jobs captured", Value: float64(s.Captured(i)), Good: 1},
		}
		if !t.over() {
			if s.HasJob(i) {
				c := t.cover(t.executor(i), s.LineCards(i, nil))
				seat.Meters = append(seat.Meters,
					scene.Meter{ID: "job", Name: "Points of the Job in play", Value: float64(s.Value(i)), Good: 1},
					scene.Meter{ID: "missing", Name: "Cards of the line that nothing covers", Value: float64(c.open - c.crew - c.cons), Good: -1})
			}
			seat.Meters = append(seat.Meters,
				scene.Meter{ID: "crew", Name: "Crew", Value: float64(s.CrewSize(i)), Max: scene.Max(float64(s.CrewLimit(i))), Good: 1},
				scene.Meter{ID: "cards", Name: "Cards in hand", Value: float64(s.HandSize(i)), Good: 1})
			if n := s.LyingLow(i); n > 0 {
				seat.Meters = append(seat.Meters, scene.Meter{ID: "low", Name: "Turns of lying low", Value: float64(n), Good: -1})
			}
		}
		seat.Marks = t.marks(i)
		t.sc.Seats = append(t.sc.Seats, seat)
	}
}

// marks returns the part that a seat has at this moment.
func (t *table) marks(i int) (marks []string) {
	s := t.s
	if t.over() {
		if s.Won(i) {
			return []string{"wins"}
		}
		return nil
	}
	if s.Turn() == i {
		marks = append(marks, "has the turn")
	}
	if s.Began() == i {
		marks = append(marks, "began")
	}
	if s.Executed() >= 0 && s.Thwarter() == i {
		marks = append(marks, "Thwarter")
	}
	if n := s.LyingLow(i); n > 0 {
		marks = append(marks, "lies low for "+scene.Count(n, "turn"))
	}
	return marks
}
