package payday

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// compile turns the cards of a configuration into tables; nil when a card is
// faulty. Faults are added to f.
func compile(c *Config, f *env.Faults) *deck {
	before := len(*f)
	d := &deck{}
	ids, titles := map[string]string{}, map[string]string{}
	for side, list := range [][]Card{c.Criminal, c.Police, c.Heist} {
		d.base[side] = len(d.kinds)
		for i := range list {
			path := at(sideNames[side], i)
			unique(f, ids, path+".id", list[i].ID)
			unique(f, titles, path+".title", list[i].Title)
			k := compileCard(&list[i], side, path, f)
			d.kinds = append(d.kinds, k)
			if side != Heist {
				d.size[side] += int(k.copies)
			}
		}
	}
	d.base[3] = len(d.kinds)
	d.linkKeys(c, f)
	if len(*f) > before {
		return nil
	}
	for i := range d.kinds {
		k := &d.kinds[i]
		if k.text == "" {
			k.text = d.words(k)
		}
		for _, p := range k.passives {
			bits := uint16(1) << p.stat
			if p.cond >= ifAgainst {
				bits |= asksSubtype
			}
			d.lasts[i] |= bits
			if k.side == Criminal {
				d.crewLasts[p.scope] |= bits
			} else {
				d.policeLasts[p.scope] |= bits
			}
		}
	}
	return d
}

func unique(f *env.Faults, seen map[string]string, path, text string) {
	if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\r\t") {
		f.Add(path, text, "one line of text")
	} else if other, twice := seen[text]; twice {
		f.Add(path, text, "something that no other card has (%s has it)", other)
	}
	seen[text] = path
}

// linkKeys numbers the Loot kinds and joins each key item to its hard obstacle.
func (d *deck) linkKeys(c *Config, f *env.Faults) {
	d.loots = append(d.ofType(TypePayday), d.ofType(TypeKey)...)
	d.hard = make([]uint8, len(d.loots))
	for i, k := range d.loots {
		d.kinds[k].loot = uint8(i)
		d.hard[i] = none
	}
	for i := range c.Heist {
		k := d.base[Heist] + i
		if d.kinds[k].typ != TypeHard {
			continue
		}
		path := at(sideNames[Heist], i) + ".key"
		j := slices.IndexFunc(d.loots, func(l uint8) bool { return d.kinds[l].typ == TypeKey && d.kinds[l].id == c.Heist[i].Key })
		switch {
		case j < 0:
			f.Add(path, c.Heist[i].Key, "the id of a key item")
		case d.hard[j] != none:
			f.Add(path, c.Heist[i].Key, "a key item without a hard obstacle (%s has it)", d.kinds[d.hard[j]].id)
		default:
			d.hard[j] = uint8(k)
			d.kinds[k].req.key = uint8(j)
		}
	}
	for j, l := range d.loots {
		if d.kinds[l].typ == TypeKey && d.hard[j] == none {
			f.Add(sideNames[Heist], d.kinds[l].id, "a hard obstacle for this key item")
		}
	}
}

// compileCard compiles one card of a side.
func compileCard(x *Card, side int, path string, f *env.Faults) kind {
	k := kind{
		id: x.ID, title: x.Title, text: x.Text, side: uint8(side), copies: uint8(min(max(x.Copies, 0), maxDeck)), cost: uint8(x.Cost),
		damage: int8(x.Damage), health: int8(x.Health), armor: int8(x.Armor), targets: int8(x.Targets),
		value: uint8(x.Value), uses: uint8(x.Uses), keep: x.Keep, combat: x.Combat, every: uint8(x.Every), loot: none,
		reach: 1<<subtypes - 1,
		req: requirement{
			progress: uint8(x.Requires.Progress), present: uint8(x.Requires.Present), cash: uint8(x.Requires.Cash),
			clear: x.Requires.Clear, key: none,
		},
	}
	t := typeOn(x.Type, side)
	if t < 0 {
		var names []string
		for _, info := range typeInfos {
			if info.side == side {
				names = append(names, info.name)
			}
		}
		f.Add(path+".type", x.Type, "one of %s", strings.Join(names, ", "))
		return k
	}
	k.typ = CardType(t)
	x.validateFields(&typeInfos[t], path, f)
	if len(x.Reach) > 0 {
		k.reach = 0
	}
	for i, name := range x.Reach {
		if j := slices.Index(subtypeNames[:], name); j < 0 {
			f.Add(at(path+".reach", i), name, "one of %s", strings.Join(subtypeNames[:], ", "))
		} else {
			k.reach |= 1 << j
		}
	}
	if x.Subtype != "" || k.typ == TypeOfficer {
		if j := slices.Index(subtypeNames[:], x.Subtype); j < 0 {
			f.Add(path+".subtype", x.Subtype, "one of %s", strings.Join(subtypeNames[:], ", "))
		} else {
			k.subtype = uint8(j)
		}
	}
	if k.typ == TypeFunding {
		if j := slices.Index(triggerNames, x.Trigger); j < 0 {
			f.Add(path+".trigger", x.Trigger, "one of %s", strings.Join(triggerNames, ", "))
		} else {
			k.trigger = uint8(j)
		}
		if active := k.trigger != triggerImmediate; active != (x.Uses > 0) {
			f.Add(path+".uses", x.Uses, "a number from 1 for active Funding, none for immediate")
		}
		if (k.trigger == triggerEvery) != (x.Every > 0) {
			f.Add(path+".every", x.Every, "the turns between payments, with trigger every only")
		}
	}
	x.compileEffects(&k, side, path, f)
	return k
}

// validateFields tests the numbers of a card and that its type takes them.
func (x *Card) validateFields(info *typeInfo, path string, f *env.Faults) {
	allowed := strings.Fields(info.fields)
	number := func(name string, v, low, high int) {
		switch takes := slices.Contains(allowed, name); {
		case !takes && v != 0:
			f.Add(path+"."+name, v, "nothing: a %s has no %s", info.name, name)
		case takes && (v < low || v > high):
			f.Add(path+"."+name, v, "a number from %d to %d", low, high)
		}
	}
	word := func(name string, set bool) {
		if set && !slices.Contains(allowed, name) {
			f.Add(path+"."+name, "set", "nothing: a %s has no %s", info.name, name)
		}
	}
	switch {
	case info.side == Heist && x.Copies != 0:
		f.Add(path+".copies", x.Copies, "nothing: heist cards are there as often as needed")
	case info.side != Heist && (x.Copies < 1 || x.Copies > maxDeck):
		f.Add(path+".copies", x.Copies, "a number from 1 to %d", maxDeck)
	}
	number("cost", x.Cost, 0, maxAmount)
	number("damage", x.Damage, 0, maxAmount)
	number("health", x.Health, 1, maxAmount)
	number("armor", x.Armor, 0, maxAmount)
	number("targets", x.Targets, 0, slots)
	number("value", x.Value, 1, maxAmount)
	low := 1
	if info.name == "funding" {
		low = 0
	}
	number("uses", x.Uses, low, maxAmount)
	number("every", x.Every, 0, maxAmount)
	word("reach", len(x.Reach) > 0)
	word("subtype", x.Subtype != "")
	word("keep", x.Keep)
	word("combat", x.Combat)
	word("trigger", x.Trigger != "")
	word("key", x.Key != "")
	word("requires", x.Requires != (Requirement{}))
	if slices.Contains(allowed, "requires") {
		x.Requires.validate(f, path+".requires", info.name == "hard")
	}
	if len(x.Effects) > maxEffects {
		f.Add(path+".effects", len(x.Effects), "at most %d effects", maxEffects)
	}
	if info.once && len(x.Effects) == 0 {
		f.Add(path+".effects", "none", "at least one effect")
	}
}

// validate tests a requirement (PAY-42: what cannot be met is refused).
func (r *Requirement) validate(f *env.Faults, path string, hard bool) {
	within := func(name string, x, high int) {
		if x < 0 || x > high {
			f.Add(path+"."+name, x, "a number from 0 to %d", high)
		}
	}
	within("progress", r.Progress, maxAmount)
	within("present", r.Present, maxPresent)
	within("cash", r.Cash, maxCashAsked)
	if *r == (Requirement{}) && !hard {
		f.Add(path, "nothing", "at least one of progress, present, clear and cash")
	}
}

// compileEffects sorts the effects of a card by when they act.
func (x *Card) compileEffects(k *kind, side int, path string, f *env.Faults) {
	info := &typeInfos[k.typ]
	actor := side
	if side == Heist {
		actor = Police // guards
	}
	returned := 0
	for i := range x.Effects {
		where := at(path+".effects", i)
		e, ok := parseEffect(&x.Effects[i], actor, func(field string, value any, want string) {
			f.Add(where+"."+field, value, "%s", want)
		})
		if !ok {
			continue
		}
		lasts := operations[e.op].act == nil
		when := x.Effects[i].When
		switch {
		case when != "" && (lasts || !slices.Contains(info.when, when)):
			f.Add(where+".when", when, "nothing, or for what a heister or an officer does once: %s", strings.Join(info.when, ", "))
		case lasts && !info.lasting, !lasts && !info.once && when == "":
			f.Add(where+".op", x.Effects[i].Op, "an operation that fits a %s: those that last need a card that stays, others one that is played, used, or has a when", info.name)
		case lasts:
			o := &operations[e.op]
			k.passives = append(k.passives, passive{stat: o.stat, scope: e.on, cond: e.cond, of: e.of, amount: e.amount})
			continue
		}
		if e.here() && (k.typ == TypeSkill || k.typ == TypeOrder) && !k.combat || e.here() && k.typ == TypeFunding {
			f.Add(where+".on", x.Effects[i].On, "a target that is chosen: this card has no column of its own")
		}
		if k.typ == TypePoliceAsset && e.on == onHeister { // PAY-29
			f.Add(where+".on", x.Effects[i].On, "heister_here or heisters_here: an asset of the Police reaches the heisters of its column only")
		}
		if (e.op == opBoost || e.op == opBrace || e.op == opStun) && !k.combat {
			f.Add(where+".op", x.Effects[i].Op, "a card marked combat: it acts on one combat")
		}
		if e.op == opRefill && (k.typ == TypeAsset || k.typ == TypePoliceAsset) { // PAY-43
			f.Add(where+".op", x.Effects[i].Op, "another operation: an asset that refills assets never ends")
		}
		if k.typ == TypeFunding && e.op != opGain && e.op != opDraw {
			f.Add(where+".op", x.Effects[i].Op, "gain or draw: Funding has no target")
		}
		switch when {
		case "enter":
			k.enter = append(k.enter, e)
		case "turn":
			k.turn = append(k.turn, e)
		default:
			k.once = append(k.once, e)
		}
		if e.op == opGain && when != "turn" {
			returned += int(e.amount) * max(1, x.Uses)
		}
	}
	if returned > 0 && returned >= x.Cost && k.typ != TypeFunding { // PAY-43
		f.Add(path+".effects", fmt.Sprintf("gains $%d", returned), "less than the cost $%d: no card returns its own cost or more", x.Cost)
	}
}
