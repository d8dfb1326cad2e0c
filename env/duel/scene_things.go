package duel

import (
	"fmt"
	"strconv"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// zones returns the models of each seat with their feats, the things on the table, and the
// Duel under way.
func (l *look) zones() []scene.Zone {
	var zones []scene.Zone
	for seat := range l.g.Seats {
		z := scene.Zone{ID: fmt.Sprintf("models:%d", seat), Title: "Models", Kind: scene.KindList, Seat: l.seatOf(seat)}
		if z.Seat == nil {
			z.Title = "Models of " + l.who(seat)
			z.Note = scene.List(l.marks(seat), "and")
		}
		var kits []scene.Zone
		for m := range int8(l.g.Models) {
			if l.t.Owner(m) != seat || l.t.Unfielded(m) {
				continue
			}
			z.Things = append(z.Things, l.model(m))
			if kit := l.kit(m, z.ID); len(kit.Things) > 0 {
				kits = append(kits, kit)
			}
		}
		zones = append(append(zones, z), kits...)
	}
	if len(l.tokens) > 0 {
		z := scene.Zone{ID: "tokens", Title: "On the table", Kind: "table"}
		for i := range l.tokens {
			z.Things = append(z.Things, l.token(i))
		}
		zones = append(zones, z)
	}
	if l.t.Duel.By != turn.Nobody && !l.over() {
		zones = append(zones, l.duel())
	}
	return zones
}

// token is a thing on the table that nobody carries.
type token struct {
	turn.Thing
	kind turn.ThingKind
	i    int // of its kind
	at   space.Spot
}

func (l *look) onTable() (tokens []token) {
	for k := range l.g.Hooks.Things {
		kind := &l.g.Hooks.Things[k]
		for i := range kind.Count {
			if t := kind.Show(l.t, i); t.There && t.Free && l.g.Scene.Holds(t.At) {
				tokens = append(tokens, token{t, kind.Kind, i, l.s.game.Spot(t.At)})
			}
		}
	}
	return tokens
}

func tokenID(i int) string { return "token:" + strconv.Itoa(i) }

func (l *look) token(i int) scene.Thing {
	t := &l.tokens[i]
	name := turn.ThingNames[t.kind]
	x := scene.Thing{ID: tokenID(i), Name: scene.Sentence(name), Kind: name, Corner: t.Label(), Text: tokenTexts[t.kind]}
	switch {
	case t.kind == turn.ThingFlag:
		x.Name = env.Upper(l.g.SideWhose(t.Side) + " flag")
		if t.At == l.t.Flags[t.Side].Home {
			x.Marks = append(x.Marks, "in its place")
		}
	case t.Side != turn.Nobody:
		x.Marks = append(x.Marks, "held by "+l.g.SideName(t.Side))
	case t.kind == turn.ThingHill || t.kind == turn.ThingCounter:
		x.Marks = append(x.Marks, "nobody's yet")
	}
	x.Marks = append(x.Marks, "at "+l.g.Where(t.At))
	if t.kind == turn.ThingMob {
		x.Meters = append(x.Meters, scene.Meter{ID: "civilians", Name: "civilians", Value: float64(t.Wait)})
		l.duelist(turn.MobTarget(t.i), func(words string) { x.Marks = append(x.Marks, words) })
	}
	return x
}

// tokenTexts says what the things on the table are for.
var tokenTexts = [turn.ThingKinds]string{
	turn.ThingTreasure: "A standing model in contact takes it by Interact. Carried off the table, it wins the game. A model that goes prone drops it.",
	turn.ThingUpgrade:  "A model that touches it rolls a die for what it is: armour, mirage, scope, boost, distortion, or a trap.",
	turn.ThingSpawn:    "Models may come back here.",
	turn.ThingFlag:     "Run across the other side's flag to carry it, and bring it to your own while that is in its place.",
	turn.ThingHill:     "The token of the hill: the side with more models near it holds it and scores in Upkeep.",
	turn.ThingCounter:  "A touch turns it to the model's side. All three win.",
	turn.ThingLight:    "Targets near it are lit in the dark.",
	turn.ThingMob:      "A crowd of civilians.",
	turn.ThingBoss:     "The boss.",
	turn.ThingShape:    "Where a shapeshifter will stand in its next shape.",
}

// A state is a word for a model, where it holds.
type state struct {
	holds bool
	word  string
}

// model returns a model as a thing.
func (l *look) model(m int8) scene.Thing {
	x := &l.t.Models[m]
	t := scene.Thing{ID: modelID(m), Name: l.called(m), Kind: "model", Corner: l.name(m)}
	mark := func(words string) { t.Marks = append(t.Marks, words) }
	if l.c.Heroes && l.knows(m) {
		t.Suit = turn.KindNames[x.Kind]
		if x.Leader != turn.Nobody {
			mark(t.Suit + " of " + l.name(x.Leader))
		} else {
			mark(t.Suit)
		}
	}
	if l.t.InPlay.Has(m) {
		at := "at " + l.g.Where(x.At)
		if h := l.t.Feet(m); h > 0 {
			at += ", " + h.String() + " up"
		}
		mark(at)
	}
	is := func(flag uint16) bool { return x.Flags&flag != 0 }
	for _, f := range [...]state{
		{m == l.subject, "its turn"},
		{x.Status == turn.Waiting, "waits outside"},
		{x.Status == turn.Prone || l.t.Street.Lying.Has(m), "prone"},
		{x.Status == turn.Gone, "removed"},
		{x.Status == turn.Melted, "melted with the crowd"},
		{is(turn.FlagJammed), "weapon jammed"},
		{is(turn.FlagActed) && l.t.InPlay.Has(m), "has acted"},
		{is(turn.FlagEngaged), "was in a Duel"},
		{is(turn.FlagAimed), "takes aim"},
		{is(turn.FlagFresh), "is back this round"},
		{x.Status == turn.Away && is(turn.FlagRecovered), "has recovered"},
		{l.t.Boss.Called.Has(m) && l.g.Scenario.Sorts != nil, "to rise for the boss"},
		{l.t.Carrier == m, "carries the treasure"},
	} {
		if f.holds {
			mark(f.word)
		}
	}
	l.moreOfModel(m, mark)
	if l.knows(m) {
		l.hero(m, mark)
	}
	l.duelist(m, mark)
	if x.Status != turn.Waiting && x.Status != turn.Gone {
		t.Icons = l.arms(m)
	}
	add := func(on bool, meter scene.Meter) {
		if on {
			meter.Kind = "pips"
			t.Meters = append(t.Meters, meter)
		}
	}
	add(x.Status != turn.Waiting && x.Status != turn.Gone, scene.Meter{ID: "dice", Name: "dice", Value: float64(l.g.DiceOfKind(x.Kind)), Good: 1})
	tough := x.Toughness > 0 || !l.t.Drafting && l.t.Bears(m, turn.TraitToughness) || l.c.Scenario == ScenarioBossFight && m == l.g.FirstOf(l.g.Players)
	add(tough && l.knows(m), scene.Meter{ID: "toughness", Name: "toughness", Value: float64(x.Toughness), Good: 1})
	add(x.Hits > 0, scene.Meter{ID: "hits", Name: "hits", Value: float64(x.Hits), Good: -1})
	return t
}

// moreOfModel tells the states of a model that have a number or a name in them.
func (l *look) moreOfModel(m int8, mark func(string)) {
	x := &l.t.Models[m]
	if x.Status == turn.Away {
		mark(fmt.Sprintf("back in round %d", max(int(x.Out)+l.c.RoundsAway(), int(l.t.Round))))
	}
	if x.Status == turn.Mingled {
		for i := range l.t.Street.Crowds {
			if scenarios.Mob(l.t, i).Members.Has(m) {
				mark(fmt.Sprintf("part of mob %d", i+1))
			}
		}
	}
	if x.Owed > 0 {
		mark(scene.Count(int(x.Owed), "Duel") + " to come")
	}
	if x.Flags&turn.FlagClimbing != 0 {
		mark("climbs, " + x.Climbed.String() + " up")
	}
	if x.Facing >= 0 {
		mark("shield " + turn.DirectionNames[x.Facing])
	}
	if x.Upgrade != 0 {
		mark(turn.UpgradeNames[x.Upgrade])
	}
	if x.Bid != 0 && l.mine(m) || l.p >= 0 && observation.BidKnown(l.t, int(l.p), m) {
		mark("bid " + strconv.Itoa(int(x.Bid)))
	}
	if l.c.Scenario == ScenarioFlags {
		for side := range int8(turn.Teams) {
			if l.t.Flags[side].Carrier == m {
				mark("carries " + l.g.SideWhose(side) + " flag")
			}
		}
	}
}

// hero tells the states of a Hero or follower that come from feats and traits.
func (l *look) hero(m int8, mark func(string)) {
	if !l.c.Heroes {
		return
	}
	x := &l.t.Models[m]
	if k := heroes.ToField(l.t, m); k >= turn.Ganger {
		mark("is to field " + turn.KindNames[k] + "s")
	}
	if x.Flags&turn.FlagFrail != 0 {
		mark("frail")
	}
	for i, n := range x.Marks {
		switch {
		case n == 1:
			mark(turn.MarkNames[i])
		case n > 1:
			mark(turn.MarkNames[i] + " " + strconv.Itoa(int(n)))
		}
	}
	for i, of := range x.Bonds {
		if of != turn.Nobody {
			mark(turn.BondNames[i] + ": " + l.name(of))
		}
	}
	if n := l.t.Waits(m); n > 0 {
		mark(scene.Count(n, "feat") + " to come")
	}
	if n := l.t.Due.Hits[m]; n > 0 {
		mark(fmt.Sprintf("is to take %d", n))
	}
	if x.Struck != 0 {
		mark("has interrupted " + namesOf(l.g, x.Struck))
	}
	l.shapes(m, mark)
}

// shapes tells the feats and traits of a Hero's other shapes.
func (l *look) shapes(m int8, mark func(string)) {
	for k := range heroes.OtherShapes(l.t, m) {
		r := &l.t.WardrobeOf(m).Shapes[k]
		if l.t.Drafting && r.Set == 0 {
			continue
		}
		text := fmt.Sprintf("as shape %d", k+1)
		sign := ": "
		for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
			if !r.Set.Has(id) || id.OfHero() {
				continue
			}
			text += sign + id.Title()
			if id.Trait() {
				text += " " + strconv.Itoa(int(r.Traits[id-turn.FirstTrait]))
			}
			sign = ", "
		}
		if sign == ": " {
			text += ": nothing"
		}
		mark(text)
	}
}

// armWords holds the signs of a model's weapons.
var (
	rangedIcons = [...]scene.Icon{config.ThrownWeapon: {ID: "ranged-thrown", Words: "thrown weapon"}, config.OneHandedWeapon: {ID: "ranged-one_handed", Words: "one-handed gun"}, config.TwoHandedWeapon: {ID: "ranged-two_handed", Words: "two-handed gun"}}
	meleeIcons  = map[string]scene.Icon{OneHanded: {ID: "melee-one_handed", Words: "one-handed blade"}, TwoHanded: {ID: "melee-two_handed", Words: "two-handed blade"}, Pair: {ID: "melee-pair", Words: "a blade in each hand"}}
)

// arms returns the signs of a model's equipment, as far as a rule uses it.
func (l *look) arms(m int8) (icons []scene.Icon) {
	b, c := l.t.Build(m), l.c
	add := func(on bool, icon scene.Icon) {
		if on && icon.Words != "" {
			icons = append(icons, icon)
		}
	}
	add(c.Armory || c.WeaponRange || c.DeadZone || c.Melee, rangedIcons[b.Ranged])
	add(c.Melee, meleeIcons[reachNames[b.Melee]])
	add(c.Armory && b.Shield, scene.Icon{ID: "shield", Words: "shield: cover from its front"})
	add(c.Protection && b.Protection > 0, scene.Icon{ID: "light", Words: "light protection: +1 on its dice, on dice against it, and an inch more"})
	add(c.Protection && b.Protection < 0, scene.Icon{ID: "heavy", Words: "heavy protection: -1 on its dice, on dice against it, and an inch less"})
	add(c.Specialization && b.Brawler, scene.Icon{ID: "brawler", Words: "brawler"})
	add(c.Specialization && b.Gunslinger, scene.Icon{ID: "gunslinger", Words: "gunslinger"})
	return icons
}

// kit returns the feats and traits of a model as things.
func (l *look) kit(m int8, in string) scene.Zone {
	z := scene.Zone{ID: fmt.Sprintf("kit:%d", m), Title: l.name(m) + " has", Kind: "row", Seat: l.seatOf(l.t.Owner(m)), In: in}
	if !l.c.Heroes || !l.knows(m) {
		return z
	}
	x := &l.t.Models[m]
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		if !l.t.Bears(m, id) {
			continue
		}
		t := l.skill(skillThing(m, id), id)
		t.Under = modelID(m)
		if id.Trait() {
			t.Corner = strconv.Itoa(l.t.Trait(m, id))
		}
		z.Things = append(z.Things, t)
	}
	for _, id := range observation.Limited {
		if !(x.Spent | x.Used).Has(id) {
			continue
		}
		at := -1
		for i := range z.Things {
			if z.Things[i].ID == skillThing(m, id) {
				at = i
			}
		}
		if at < 0 { // of another shape
			t := l.skill(skillThing(m, id), id)
			t.Under, at = modelID(m), len(z.Things)
			z.Things = append(z.Things, t)
		}
		z.Things[at].Marks = append(z.Things[at].Marks, "spent")
	}
	return z
}

func skillThing(m int8, id Skill) string { return fmt.Sprintf("skill:%d:%s", m, id) }

// skill returns a feat or trait as a thing.
func (l *look) skill(thing string, id Skill) scene.Thing {
	t := scene.Thing{ID: thing, Name: scene.Sentence(id.Title()), Text: skillTexts[id], Kind: skillKind(id)}
	if l.g.InGame.Has(id) {
		t.Of = skillEntry(id)
	}
	return t
}
