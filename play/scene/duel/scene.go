package duel

import (
	"fmt"
	"slices"
	"sync"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	tactics "ringer/env/tactics/duel"
	"ringer/play/scene"
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

// zones returns the models of each seat with their feats, the things on the table, and the
// Duel under way.
func (l *look) zones() []scene.Zone {
	var zones []scene.Zone
	for k := range l.game.Seats() {
		seat := k
		if k < l.config.Players {
			seat = (max(int(l.p), 0) + k) % l.config.Players // the viewer's first
		}
		z := scene.Zone{ID: fmt.Sprintf("models:%d", seat), Title: "Models", Kind: "row", Seat: l.seatOf(seat)}
		switch {
		case z.Seat == nil:
			z.Title = "Models of " + l.who(seat)
		case *z.Seat == l.p:
			z.Title = "Your models"
		}
		var kits []scene.Zone
		for m := range l.game.Models() {
			if l.s.OwnerOf(m) != seat || !l.s.Fielded(m) {
				continue
			}
			z.Things = append(z.Things, l.model(m))
			if kit := l.kit(m, z.ID); len(kit.Things) > 0 {
				kits = append(kits, kit)
			}
		}
		zones = append(zones, z)
		zones = append(zones, kits...)
	}
	if len(l.tokens) > 0 {
		z := scene.Zone{ID: "tokens", Title: "On the table", Kind: "table"}
		for i, t := range l.tokens {
			thing := scene.Thing{ID: tokenID(i), Name: scene.Sentence(t.Name), Kind: t.Name, Corner: t.Sign, Text: tokenTexts[t.Kind]}
			if t.Side >= 0 {
				thing.Marks = append(thing.Marks, "of "+l.sideName(t.Side))
			}
			thing.Marks = append(thing.Marks, fmt.Sprintf("at %g,%g", t.At[0], t.At[1]))
			z.Things = append(z.Things, thing)
		}
		zones = append(zones, z)
	}
	if z, ok := l.duel(); ok {
		zones = append(zones, z)
	}
	return zones
}

// tokenTexts says what the things on the table are for.
var tokenTexts = map[duel.ThingKind]string{
	duel.ThingTreasure: "A standing model in contact takes it by Interact. Carried off the table, it wins the game. A model that goes prone drops it.",
	duel.ThingUpgrade:  "A model that touches it rolls a die for what it is: armour, mirage, scope, boost, distortion, or a trap.",
	duel.ThingSpawn:    "Models may come back here.",
	duel.ThingFlag:     "Run across the other side's flag to carry it, and bring it to your own while that is in its place.",
	duel.ThingHill:     "The token of the hill: the side with more models near it holds it and scores in Upkeep.",
	duel.ThingCounter:  "A touch turns it to the model's side. All three win.",
	duel.ThingLight:    "Targets near it are lit in the dark.",
	duel.ThingMob:      "A crowd of civilians.",
	duel.ThingBoss:     "The boss.",
	duel.ThingShape:    "Where a shapeshifter will stand in its next shape.",
}

func (l *look) sideName(side int) string {
	if l.p >= 0 && l.game.Side(int(l.p)) == side {
		return "your side"
	}
	return l.game.SideInWords(side)
}

// model returns a model as a thing.
func (l *look) model(m int) scene.Thing {
	f := l.s.Plain(m)
	t := scene.Thing{ID: modelID(m), Name: l.called(m), Text: l.s.ModelInWords(l.p, m), Kind: "model", Corner: l.name(m)}
	if l.config.Heroes && (!l.s.Secret() || l.mine(m)) {
		t.Suit = f.Kind
	}
	mark := func(on bool, words string) {
		if on {
			t.Marks = append(t.Marks, words)
		}
	}
	mark(m == l.subject && !l.over(), "acts")
	mark(f.Waiting, "not in play yet")
	mark(f.Prone, "prone")
	mark(f.Removed, "removed")
	mark(f.Away, "will be back")
	mark(f.Hits > 0, scene.Count(f.Hits, "hit"))
	mark(f.Acted && (f.Standing || f.Prone) && m != l.subject, "has acted")
	mark(f.Engaged, "was in a Duel")
	mark(f.Jammed, "weapon jammed")
	mark(f.Aiming, "takes aim")
	mark(f.Climbing, "climbs")
	mark(f.Upgrade != "", f.Upgrade)
	if f.Facing >= 0 {
		mark(true, "shield "+duel.Direction(f.Facing).String())
	}
	mark(l.s.Carrier() == m, "carries the treasure")
	if n := l.s.Threatened(m); n > 0 {
		mark(true, scene.Count(n, "hit")+" to come")
	}
	if l.config.Scenario == duel.ScenarioFlags {
		for side := range l.game.Sides() {
			mark(l.s.Flag(side).Carrier == m, "carries the flag of "+l.sideName(side))
		}
	}
	if f.Waiting || f.Removed {
		return t
	}
	t.Meters = append(t.Meters, scene.Meter{ID: "dice", Name: "dice", Value: float64(l.s.Dice(m)), Kind: "pips", Good: 1})
	if f.Toughness > 0 {
		t.Meters = append(t.Meters, scene.Meter{ID: "toughness", Name: "toughness", Value: float64(f.Toughness), Kind: "pips", Good: 1})
	}
	if f.Hits > 0 {
		t.Meters = append(t.Meters, scene.Meter{ID: "hits", Name: "hits", Value: float64(f.Hits), Kind: "pips", Good: -1})
	}
	t.Icons = l.arms(f)
	return t
}

func (l *look) mine(m int) bool { return l.s.Commands(int(l.p)).Has(int8(m)) }

// arms returns the signs of a model's equipment, as far as a rule uses it.
func (l *look) arms(f duel.Fighter) []scene.Icon {
	var icons []scene.Icon
	add := func(on bool, id, words string) {
		if on {
			icons = append(icons, scene.Icon{ID: id, Words: words})
		}
	}
	weapons := l.config.Armory || l.config.WeaponRange || l.config.DeadZone || l.config.Melee
	reach := map[string]string{duel.Thrown: "thrown weapon", duel.OneHanded: "one-handed gun", duel.TwoHanded: "two-handed gun"}
	add(weapons && reach[f.Ranged] != "", "ranged-"+f.Ranged, reach[f.Ranged])
	add(l.config.Melee && f.Melee != duel.None && f.Melee != "", "melee-"+f.Melee, map[string]string{duel.OneHanded: "one-handed blade", duel.TwoHanded: "two-handed blade", duel.Pair: "a blade in each hand"}[f.Melee])
	add(l.config.Armory && f.Shield, "shield", "shield: cover from its front")
	add(l.config.Protection && f.Protection > 0, "light", "light protection: +1 on its dice, on dice against it, and an inch more")
	add(l.config.Protection && f.Protection < 0, "heavy", "heavy protection: -1 on its dice, on dice against it, and an inch less")
	add(l.config.Specialization && f.Brawler, "brawler", "brawler")
	add(l.config.Specialization && f.Gunslinger, "gunslinger", "gunslinger")
	return slices.DeleteFunc(icons, func(i scene.Icon) bool { return i.Words == "" })
}

// kit returns the feats and traits of a model as things.
func (l *look) kit(m int, in string) scene.Zone {
	z := scene.Zone{ID: fmt.Sprintf("kit:%d", m), Title: "Feats and traits of " + l.name(m), Kind: "row", Seat: l.seatOf(l.s.OwnerOf(m)), In: in}
	if !l.config.Heroes || l.s.Secret() && !l.mine(m) {
		return z
	}
	for id := duel.NoSkill + 1; id < duel.Skills; id++ {
		n := l.s.Owns(m, id)
		if n == 0 {
			continue
		}
		t := l.skill(fmt.Sprintf("skill:%d:%s", m, id), id)
		t.Under = modelID(m)
		if id.Trait() {
			t.Corner = fmt.Sprint(n)
		}
		if l.s.Spent(m, id) {
			t.Marks = append(t.Marks, "spent")
		}
		z.Things = append(z.Things, t)
	}
	return z
}

// skill returns a feat or trait as a thing.
func (b *Builder) skill(thing string, id duel.Skill) scene.Thing {
	t := scene.Thing{ID: thing, Name: scene.Sentence(id.Title()), Text: skillTexts[id], Kind: skillKind(id)}
	if b.game.Offers(id) {
		t.Of = skillEntry(id)
	}
	return t
}

// duel returns the Duel under way: the scores, face down until they are revealed, and the
// dice.
func (l *look) duel() (scene.Zone, bool) {
	words := l.s.DuelInWords(l.p)
	if words == "" || l.over() {
		return scene.Zone{}, false
	}
	z := scene.Zone{ID: "duel", Title: "The Duel", Kind: "table", Note: words}
	for m := range l.game.Models() {
		if !l.s.HasScore(m) {
			continue
		}
		score, avoids, known := l.s.ScoreFor(l.p, m)
		t := scene.Thing{ID: scene.HiddenID(z.ID, len(z.Things)), Name: "Score of " + l.name(m), Kind: "score", Under: modelID(m)}
		if !known {
			t.Face = scene.FaceDown
			z.Things = append(z.Things, t)
			continue
		}
		t.ID, t.Corner = fmt.Sprintf("score:%d", m), fmt.Sprint(score)
		if avoids {
			t.Marks = append(t.Marks, "avoids hits")
		}
		if _, _, open := l.s.Score(m); !open {
			t.Face = scene.FaceMine
		}
		z.Things = append(z.Things, t)
	}
	for i, face := range l.s.Rolled() {
		z.Things = append(z.Things, scene.Thing{ID: fmt.Sprintf("die:%d", i), Name: fmt.Sprintf("A die that shows %d", face), Kind: "die", Corner: fmt.Sprint(face), Text: fmt.Sprintf("%+d on each die", l.s.RollBonus())})
	}
	return z, true
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
