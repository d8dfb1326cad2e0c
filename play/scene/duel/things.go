package duel

import (
	"fmt"
	"slices"

	"ringer/env/duel"
	"ringer/env/scene"
)

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
	if f.Toughness > 0 || f.Traits[duel.TraitToughness.String()] > 0 {
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
