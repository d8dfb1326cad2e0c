package duel

import (
	"fmt"
	"sync"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/scene"
	tactics "ringer/env/tactics/duel"
)

// Builder makes the scenes of one configuration. It implements scene.Builder and is safe
// for concurrent use.
type Builder struct {
	game   *duel.Game
	config duel.Config
	book   *tactics.ScoreBook
	known  *sync.Map // tactics.Bout -> odds
}

// New returns the builder of a game.
func New(g env.Game) scene.Builder {
	game := g.(*duel.Game)
	config := game.Config()
	return &Builder{game, config, tactics.NewScoreBook(config.HitOn), new(sync.Map)}
}

// look is one scene under way.
type look struct {
	*Builder
	s              *duel.State
	p              env.Player
	subject, other int // that the question is about, as far as the viewer knows
	tokens         []duel.Token
}

// Scene implements scene.Builder.
func (b *Builder) Scene(state env.State, p env.Player) *scene.Scene {
	l := look{Builder: b, s: state.(*duel.State), p: p}
	l.subject, l.other = l.s.About(p)
	l.tokens = l.s.Tokens()
	sc := &scene.Scene{Layout: "duel", Viewer: p, Phase: l.phase(), Clock: l.clock()}
	for seat := range b.config.Players {
		sc.Seats = append(sc.Seats, l.seat(seat))
	}
	sc.Map = l.tableMap()
	sc.Zones = l.zones()
	sc.Notes = l.notes()
	if sc.Ask = scene.Ask(b.game, l.s, p); sc.Ask != nil {
		l.ask(sc)
	} else {
		sc.Waits = l.waits()
	}
	return sc
}

func (l *look) over() bool { return l.s.CurrentPlayer() == env.Terminal }

// who names a seat as the viewer reads it.
func (l *look) who(seat int) string {
	if l.seatOf(seat) == nil {
		return fmt.Sprintf("automaton %d", seat-l.config.Players+1)
	}
	return scene.Who(env.Player(seat), l.p)
}

// seatOf returns a reference to a seat, nil for that of an automaton.
func (b *Builder) seatOf(seat int) *env.Player {
	if seat >= b.config.Players {
		return nil
	}
	return scene.Ref(env.Player(seat))
}

// name returns the sign of a model.
func (b *Builder) name(m int) string { return b.game.Name(m) }

// called returns the name of a model as texts write it: "A (Gunman)".
func (l *look) called(m int) string {
	if title := l.s.Title(m); title != "" {
		return fmt.Sprintf("%s (%s)", l.name(m), title)
	}
	return l.name(m)
}

func modelID(m int) string { return fmt.Sprintf("model:%d", m) }
func tokenID(i int) string { return fmt.Sprintf("token:%d", i) }

// phase says where the game is.
func (l *look) phase() string {
	switch {
	case l.over():
		return fmt.Sprintf("The game is over · round %d", l.s.Round())
	case l.s.Drafting():
		return "The warbands are chosen"
	case l.s.Round() == 0:
		return "Before the first round"
	}
	return fmt.Sprintf("Round %d of %d", l.s.Round(), l.config.Rounds)
}

func (l *look) clock() []scene.Meter {
	return []scene.Meter{{ID: "round", Name: "round", Value: float64(l.s.Round()), Max: scene.Max(float64(l.config.Rounds))}}
}

// acts reports whether everybody knows that the table waits for a seat.
func (l *look) acts(p env.Player) bool {
	if l.s.CurrentPlayer() != p {
		return false
	}
	return !l.s.Secret() || l.config.Players <= 2 || p == l.p
}

// seat returns what the viewer may know of a seat.
func (l *look) seat(i int) scene.Seat {
	s, p := l.s, env.Player(i)
	seat := scene.Seat{Seat: p, Acts: l.acts(p)}
	if l.game.Sides() < l.game.Seats() {
		seat.Team = l.game.SideInWords(l.game.Side(i))
	}
	alive, prone, hits, tough := 0, 0, 0, 0
	for mine := s.Commands(i); mine != 0; mine &= mine - 1 {
		m := int(mine.First())
		f := s.Plain(m)
		if !s.Fielded(m) || f.Removed {
			continue
		}
		alive++
		if f.Prone {
			prone++
		}
		hits += f.Hits
		tough += f.Toughness
	}
	seat.Meters = append(seat.Meters,
		scene.Meter{ID: "models", Name: "models", Value: float64(alive), Good: 1},
		scene.Meter{ID: "prone", Name: "prone", Value: float64(prone), Good: -1},
		scene.Meter{ID: "hits", Name: "hits taken", Value: float64(hits), Good: -1})
	if l.config.Heroes && !s.Secret() {
		seat.Meters = append(seat.Meters, scene.Meter{ID: "toughness", Name: "toughness", Value: float64(tough), Good: 1})
	}
	if l.config.Scenario == duel.ScenarioHill {
		seat.Meters = append(seat.Meters, scene.Meter{ID: "points", Name: "victory points", Value: float64(s.VictoryPoints(l.game.Side(i))), Max: scene.Max(float64(l.config.VictoryPoints)), Good: 1})
	}
	if c := l.config.Captures; l.config.Scenario == duel.ScenarioFlags && c > 1 {
		seat.Meters = append(seat.Meters, scene.Meter{ID: "points", Name: "flags brought home", Value: float64(s.VictoryPoints(l.game.Side(i))), Max: scene.Max(float64(c)), Good: 1})
	}
	if l.config.Scenario == duel.ScenarioTugOfWar {
		n := 0
		for _, t := range s.Things(nil) {
			if t.Kind == duel.ThingCounter && t.Side == l.game.Side(i) {
				n++
			}
		}
		seat.Meters = append(seat.Meters, scene.Meter{ID: "counters", Name: "position counters", Value: float64(n), Max: scene.Max(3), Good: 1})
	}
	if c := s.Carrier(); c >= 0 && s.OwnerOf(c) == i {
		seat.Meters = append(seat.Meters, scene.Meter{ID: "treasure", Name: "treasure in hand", Value: 1, Good: 1})
	}
	mark := func(on bool, words string) {
		if on {
			seat.Marks = append(seat.Marks, words)
		}
	}
	mark(seat.Acts, "to act")
	if corner := s.StartsAt(i); corner != "" {
		mark(true, "starts in the "+corner)
	}
	mark(s.First() == i, "first player")
	mark(!l.over() && s.Next() == i, "next turn")
	mark(s.AnnouncedHigh(i), "announced a high result")
	mark(s.Round() > 0 && !s.Alive(i), "out")
	mark(s.Won(i), "winner")
	return seat
}

// notes tells what has no other place: the order of the seats, the scenario, the changes of
// the table, and the activation under way.
func (l *look) notes() []string {
	var notes []string
	if order := l.s.Order(); len(order) > 0 && l.s.Round() > 0 && !l.over() {
		var names []string
		for _, seat := range order {
			names = append(names, l.who(seat))
		}
		notes = append(notes, "Order of this round: "+scene.List(names, "then")+".")
	}
	notes = append(notes, l.s.ScenarioInWords()...)
	notes = append(notes, l.s.TerrainInWords()...)
	return append(notes, l.s.ActivationInWords()...)
}

// waits says whom or what the table waits for.
func (l *look) waits() string {
	if l.over() {
		return l.outcome()
	}
	actor := l.s.CurrentPlayer()
	text := ""
	if l.subject >= 0 {
		text = " for " + l.called(l.subject)
	}
	if l.other >= 0 && !l.s.Secret() {
		text += " about " + l.called(l.other)
	}
	switch {
	case actor == env.Chance:
		return "Chance decides" + text + ": " + l.s.QuestionInWords() + "."
	case l.s.Secret() && l.config.Players > 2:
		return "Another player chooses a warband in secret."
	case l.s.Secret():
		return scene.Sentence(l.who(int(actor))) + " chooses a warband in secret."
	case l.s.Question() == duel.AskScore:
		return scene.Sentence(l.who(int(actor))) + " sets a Duel Score in secret" + text + "."
	case l.s.Question() == duel.AskBid:
		return scene.Sentence(l.who(int(actor))) + " bids for Initiative in secret."
	}
	return scene.Sentence(l.who(int(actor))) + " decides" + text + "."
}

// outcome says who has won.
func (l *look) outcome() string {
	var winners []string
	for side := range l.game.Sides() {
		if l.s.Won(l.game.FirstSeat(side)) {
			winners = append(winners, l.sideName(side))
		}
	}
	switch len(winners) {
	case 0:
		return "The game is over: nobody won."
	case 1:
		if winners[0] == "your side" && l.game.Sides() == l.config.Players {
			winners[0] = "you"
		}
		return "The game is over: " + winners[0] + " won."
	}
	return "The game is over: a tie of " + scene.List(winners, "and") + "."
}

// inches writes a place.
func (l *look) inches(p space.Point) string {
	at := l.game.Spot(p)
	return fmt.Sprintf("%g,%g", round(at[0]), round(at[1]))
}
