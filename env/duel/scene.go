package duel

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/observation"
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
	l.subject = observation.About(&s.t, p)
	if p == env.Terminal && !l.over() {
		l.subject = s.t.Subject
	}
	if s.t.Node < turn.NodeDecisions && (!l.secret() || l.subject != turn.Nobody) {
		l.other = observation.Concerned(&s.t)
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
	if l.over() {
		sc.Why = l.why()
	}
	return sc
}

func (l *look) over() bool { return l.t.Node == turn.NodeOver }

// secret reports whether warbands are being drafted, hidden from each other.
func (l *look) secret() bool { return observation.Hidden(l.t) }

// mine reports whether the viewer knows all of a model that its seat knows.
func (l *look) mine(m int8) bool { return l.p == env.Terminal || l.t.Own[l.p].Has(m) }

// knows reports whether the viewer knows what a Hero has.
func (l *look) knows(m int8) bool { return l.mine(m) || !l.secret() }

// who names a seat.
func (l *look) who(seat int) string { return l.g.SeatName(seat) }

// seatOf returns a reference to a seat, nil for an automaton's.
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
	return fmt.Sprintf("Round %d of at most %d", l.t.Round, l.c.Rounds)
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

// marks returns the states of a seat, also of an automaton's.
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

// why says why the game is over.
func (l *look) why() string {
	var out []string
	for side := range int8(l.g.Sides) {
		if l.t.Lost[l.g.FirstSeat(side)] {
			out = append(out, l.g.SideName(side))
		}
	}
	switch {
	case l.t.Capped:
		return fmt.Sprintf("The last of %s is over.", scene.Count(l.c.Rounds, "round"))
	case len(out) > 0:
		return "No model is left of " + scene.List(out, "and") + "."
	}
	return "What wins: " + lower(goal(l.c))
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

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.t.Config
	r := &scene.Rules{Title: g.spec.Title, Goal: goal(c) + " " + fmt.Sprintf("After %d rounds the game ends.", c.Rounds)}
	r.Course = []string{
		"A round has three parts. Initiative: everybody rolls, and low goes first. Upkeep: each prone fighter rolls to get up. Then, in order, everybody activates one model after the other.",
		fmt.Sprintf("The first activation places a model within %g inches of its corner. Later ones move it up to %g inches, or let it interact with what it touches.", c.PlaceWithin, c.Move),
		fmt.Sprintf("A Duel follows with all enemies that the model then sees, at least %s away. Everyone standing in it sets a score from 1 to 6 in secret.", inchesLong(c.DuelFrom)),
		fmt.Sprintf("From the lowest score up everyone rolls its dice (a fighter %d): each die plus score of %d or more is a hit. The one that began chooses a target; the others shoot back at it. Equal scores roll at the same time.", c.Dice, c.HitOn),
		"The first hit places a fighter prone, and it does not attack any more. The second removes it.",
		fmt.Sprintf("In Upkeep a prone fighter rolls two dice and gets up, unhurt, when one shows %d or more, with %+d after a round without a Duel.", c.RecoverOn, c.RecoverBonus),
	}
	if c.Heroes {
		r.Course = append(r.Course, fmt.Sprintf("Heroes roll %d dice and have feats and traits for %d points. Toughness is lost before anything else. Gangers roll two dice; rookies and animals one, and their first hit removes them.", c.HeroDice, c.ResourcePoints))
	}
	r.Course = append(r.Course, optionsInWords(c)...)
	r.Signs = []scene.Entry{
		{ID: "sign:reach", Kind: scene.KindDrawing, Name: "shaded area", Text: "Where the acting model can go."},
		{ID: "sign:sight", Kind: scene.KindDrawing, Name: "lines from the acting model", Text: "Whole: an enemy in plain sight. Dashed: in cover. Dotted: not seen."},
		{ID: "sign:prone", Kind: scene.KindDrawing, Name: "a base on its side", Text: "A prone model. It does not act; the next hit removes it."},
		{ID: "sign:score", Kind: scene.KindDrawing, Name: "a card face down", Text: "A Duel Score that is set and not revealed yet."},
		{ID: "sign:corner", Kind: scene.KindDrawing, Name: "circle at a corner", Text: "Where a player's models come into play."},
	}
	for id := NoSkill + 1; id < Skills; id++ {
		if g.Offers(id) {
			r.Entries = append(r.Entries, scene.Entry{ID: skillEntry(id), Kind: skillKind(id), Name: scene.Sentence(id.Title()), Text: skillTexts[id]})
		}
	}
	return r
}

// goal says what wins in the scenario of a configuration.
func goal(c *config.Config) string {
	text, ok := goals[c.Scenario]
	switch {
	case !ok:
		return goals[ScenarioTreasure]
	case c.Scenario == ScenarioHill:
		return fmt.Sprintf(text, c.HillRadius, c.VictoryPoints)
	}
	return text
}

// goals says what wins in each scenario.
var goals = map[string]string{
	ScenarioTreasure:    "Carry the treasure off the table, or be the last side with a model in the game.",
	ScenarioStandoff:    "Be better off than the other when the Duels are over.",
	ScenarioHill:        "In Upkeep the side with more models within %g inches of the token in the centre holds it and scores. %d points win, and so does being the last side with a model.",
	ScenarioTugOfWar:    "Turn all three position counters to your side by touching them, or be the last side with a model.",
	ScenarioFlags:       "Bring the other side's flag to your own while that is in its place, or be the last side with a model.",
	ScenarioSolitaire:   "Carry the treasure off the table before the automata do.",
	ScenarioBossFight:   "Remove the boss together. You all lose when no fighter is left.",
	ScenarioGangWarfare: "Be the last gang standing.",
}

// optionsInWords lists the optional rules that are on, a sentence each.
func optionsInWords(c *config.Config) []string {
	var course []string
	for _, o := range []struct {
		on   bool
		text string
	}{
		{c.OneAndHalfActions, fmt.Sprintf("1.5 actions: a Move of %g inches without a Duel in the middle, or a skirmish: two legs with a Duel on one die between them, and one more at the end in which the mover may only avoid hits.", c.LongMove)},
		{c.Armory, "Armory: a two-handed weapon may roll one die again, and a shield is cover from its front."},
		{c.AvoidHits, "Avoid hits: with the score everyone chooses, in secret, to fight or to avoid. A lower score avoids before the attacker rolls: its lowest result that would hit stops all hits that are not lower."},
		{c.BidInitiative != BidOff, "Bids: Initiative is bid in secret. High bids activate first, then the Duels follow, low bids first, with the bid as score of the model that began."},
		{c.Charge, fmt.Sprintf("Charge: up to %g inches straight into contact with an enemy in sight, and +1 on the dice there.", c.ChargeMove)},
		{c.Climbing, "Climbing: heights cost 2 inches of Move an inch, 1 with a ladder."},
		{c.Cover == CoverSimple, "Cover: against a target in cover a die that hit is rolled again."},
		{c.Cover == CoverAdvanced, "Cover: against a target in cover a die that hit is rolled again, two of them when it is more than half hidden and avoids hits."},
		{c.DeadZone, "Dead zone: thrown weapons have no least distance."},
		{c.Exhaust, "Exhaust: two actions without a Duel, then the model goes prone."},
		{c.Falling, fmt.Sprintf("Falling: a fall of more than %g inches hurts; a die an inch.", c.FallFree)},
		{slices.Contains(c.InteractiveTerrain, Water), "Water covers, and drowns a model that goes prone in it."},
		{slices.Contains(c.InteractiveTerrain, Fragile), "Fragile terrain breaks under shots that miss."},
		{slices.Contains(c.InteractiveTerrain, Laser), "A laser hits a model that crosses it."},
		{slices.Contains(c.InteractiveTerrain, Tree), "Trees can be toppled."},
		{c.Jamming, "Jamming: a shot jams the weapon on a 6, and to unjam takes an action."},
		{c.Jump, "Jump: a Move may jump over gaps."},
		{c.Melee, "Melee: models in base contact duel hand to hand. Allies in contact support, a model that leaves is struck at, and shots into the crowd hit anyone in it."},
		{c.PlaceRandomly, "The treasure starts in a random square."},
		{c.Protection, "Protection: light is +1 on the model's dice, on dice against it, and to the inches of its Move; heavy is -1."},
		{c.Respawn, "Respawn: removed models come back two rounds later."},
		{c.SpawnPoints, "There are six spawn points."},
		{c.Specialization, "Specialization: brawlers are better hand to hand, gunslingers from afar."},
		{c.TakeAim, "Take aim: no Move, but the score may be changed by one after it is shown."},
		{c.Upgrades, "Upgrades: four tokens, each a die: armour, mirage, scope, boost, distortion, or a trap."},
		{c.WeaponRange, fmt.Sprintf("Range: thrown weapons carry %g inches, one-handed %g, two-handed %g.", c.ThrownRange, c.OneHandedRange, c.TwoHandedRange)},
		{slices.Contains(c.AddOns, AddOnNightRaid), fmt.Sprintf("Night raid: each die of a shot loses 1 for every inch begun beyond %g, unless the target is within %g inches of a light.", c.DarkFrom, c.LightRadius)},
		{slices.Contains(c.AddOns, AddOnCityBrawl), "City brawl: mobs of civilians hide what is behind them, stroll, and attack or run when there is a Duel near them. A model on a mob is no target."},
	} {
		if o.on {
			course = append(course, o.text)
		}
	}
	return course
}
