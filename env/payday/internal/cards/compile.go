package cards

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// Compile turns the cards of the two sides and of the heist into tables; nil when a card
// is faulty. Faults are added to f.
func Compile(lists [3][]Card, f *env.Faults) *Deck {
	before := len(*f)
	d := &Deck{}
	ids, titles := map[string]string{}, map[string]string{}
	for side, list := range lists {
		d.Base[side] = len(d.Kinds)
		for i := range list {
			path := At(SideNames[side], i)
			unique(f, ids, path+".id", list[i].ID)
			unique(f, titles, path+".title", list[i].Title)
			k := CompileCard(&list[i], side, path, f)
			d.Kinds = append(d.Kinds, k)
			if side != Heist {
				d.Size[side] += int(k.Copies)
			}
		}
	}
	d.Base[3] = len(d.Kinds)
	d.linkKeys(lists[Heist], f)
	if len(*f) > before {
		return nil
	}
	for i := range d.Kinds {
		k := &d.Kinds[i]
		if k.Text == "" {
			k.Text = d.words(k)
		}
		for _, p := range k.Passives {
			bits := uint16(1) << p.Stat
			if p.Cond >= IfAgainst {
				bits |= AsksSubtype
			}
			d.Lasts[i] |= bits
			if k.Side == Criminal {
				d.CrewLasts[p.Scope] |= bits
			} else {
				d.PoliceLasts[p.Scope] |= bits
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
func (d *Deck) linkKeys(heist []Card, f *env.Faults) {
	d.Loots = append(d.OfType(TypePayday), d.OfType(TypeKey)...)
	d.Hard = make([]uint8, len(d.Loots))
	for i, k := range d.Loots {
		d.Kinds[k].Loot = uint8(i)
		d.Hard[i] = None
	}
	for i := range heist {
		k := d.Base[Heist] + i
		if d.Kinds[k].Type != TypeHard {
			continue
		}
		path := At(SideNames[Heist], i) + ".key"
		j := slices.IndexFunc(d.Loots, func(l uint8) bool { return d.Kinds[l].Type == TypeKey && d.Kinds[l].ID == heist[i].Key })
		switch {
		case j < 0:
			f.Add(path, heist[i].Key, "the id of a key item")
		case d.Hard[j] != None:
			f.Add(path, heist[i].Key, "a key item without a hard obstacle (%s has it)", d.Kinds[d.Hard[j]].ID)
		default:
			d.Hard[j] = uint8(k)
			d.Kinds[k].Demand.Key = uint8(j)
		}
	}
	for j, l := range d.Loots {
		if d.Kinds[l].Type == TypeKey && d.Hard[j] == None {
			f.Add(SideNames[Heist], d.Kinds[l].ID, "a hard obstacle for this key item")
		}
	}
}

// CompileCard compiles one card of a side.
func CompileCard(x *Card, side int, path string, f *env.Faults) Kind {
	k := Kind{
		ID: x.ID, Title: x.Title, Text: x.Text, Side: uint8(side), Copies: uint8(min(max(x.Copies, 0), MaxDeck)), Cost: uint8(x.Cost),
		Damage: int8(x.Damage), Health: int8(x.Health), Armor: int8(x.Armor), Targets: int8(x.Targets),
		Value: uint8(x.Value), Uses: uint8(x.Uses), Keep: x.Keep, Combat: x.Combat, Every: uint8(x.Every), Loot: None,
		Reach: 1<<Subtypes - 1,
		Demand: Demand{
			Progress: uint8(x.Requires.Progress), Present: uint8(x.Requires.Present), Cash: uint8(x.Requires.Cash),
			Clear: x.Requires.Clear, Key: None,
		},
	}
	t := typeOn(x.Type, side)
	if t < 0 {
		var names []string
		for _, info := range Types {
			if info.Side == side {
				names = append(names, info.Name)
			}
		}
		f.Add(path+".type", x.Type, "one of %s", strings.Join(names, ", "))
		return k
	}
	k.Type = CardType(t)
	x.validateFields(&Types[t], path, f)
	if len(x.Reach) > 0 {
		k.Reach = 0
	}
	for i, name := range x.Reach {
		if j := slices.Index(SubtypeNames[:], name); j < 0 {
			f.Add(At(path+".reach", i), name, "one of %s", strings.Join(SubtypeNames[:], ", "))
		} else {
			k.Reach |= 1 << j
		}
	}
	if x.Subtype != "" || k.Type == TypeOfficer {
		if j := slices.Index(SubtypeNames[:], x.Subtype); j < 0 {
			f.Add(path+".subtype", x.Subtype, "one of %s", strings.Join(SubtypeNames[:], ", "))
		} else {
			k.Subtype = uint8(j)
		}
	}
	if k.Type == TypeFunding {
		if j := slices.Index(TriggerNames, x.Trigger); j < 0 {
			f.Add(path+".trigger", x.Trigger, "one of %s", strings.Join(TriggerNames, ", "))
		} else {
			k.Trigger = uint8(j)
		}
		if active := k.Trigger != TriggerImmediate; active != (x.Uses > 0) {
			f.Add(path+".uses", x.Uses, "a number from 1 for active Funding, none for immediate")
		}
		if (k.Trigger == TriggerEvery) != (x.Every > 0) {
			f.Add(path+".every", x.Every, "the turns between payments, with trigger every only")
		}
	}
	x.compileEffects(&k, side, path, f)
	return k
}

// validateFields tests the numbers of a card and that its type takes them.
func (x *Card) validateFields(info *TypeInfo, path string, f *env.Faults) {
	allowed := strings.Fields(info.Fields)
	number := func(name string, v, low, high int) {
		switch takes := slices.Contains(allowed, name); {
		case !takes && v != 0:
			f.Add(path+"."+name, v, "nothing: a %s has no %s", info.Name, name)
		case takes && (v < low || v > high):
			f.Add(path+"."+name, v, "a number from %d to %d", low, high)
		}
	}
	word := func(name string, set bool) {
		if set && !slices.Contains(allowed, name) {
			f.Add(path+"."+name, "set", "nothing: a %s has no %s", info.Name, name)
		}
	}
	switch {
	case info.Side == Heist && x.Copies != 0:
		f.Add(path+".copies", x.Copies, "nothing: heist cards are there as often as needed")
	case info.Side != Heist && (x.Copies < 1 || x.Copies > MaxDeck):
		f.Add(path+".copies", x.Copies, "a number from 1 to %d", MaxDeck)
	}
	number("cost", x.Cost, 0, MaxAmount)
	number("damage", x.Damage, 0, MaxAmount)
	number("health", x.Health, 1, MaxAmount)
	number("armor", x.Armor, 0, MaxAmount)
	number("targets", x.Targets, 0, MaxTargets)
	number("value", x.Value, 1, MaxAmount)
	low := 1
	if info.Name == "funding" {
		low = 0
	}
	number("uses", x.Uses, low, MaxAmount)
	number("every", x.Every, 0, MaxAmount)
	word("reach", len(x.Reach) > 0)
	word("subtype", x.Subtype != "")
	word("keep", x.Keep)
	word("combat", x.Combat)
	word("trigger", x.Trigger != "")
	word("key", x.Key != "")
	word("requires", x.Requires != (Requirement{}))
	if slices.Contains(allowed, "requires") {
		x.Requires.validate(f, path+".requires", info.Name == "hard")
	}
	if len(x.Effects) > MaxEffects {
		f.Add(path+".effects", len(x.Effects), "at most %d effects", MaxEffects)
	}
	if info.Once && len(x.Effects) == 0 {
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
	within("progress", r.Progress, MaxAmount)
	within("present", r.Present, MaxPresent)
	within("cash", r.Cash, maxCashAsked)
	if *r == (Requirement{}) && !hard {
		f.Add(path, "nothing", "at least one of progress, present, clear and cash")
	}
}

// compileEffects sorts the effects of a card by when they act.
func (x *Card) compileEffects(k *Kind, side int, path string, f *env.Faults) {
	info := &Types[k.Type]
	actor := side
	if side == Heist {
		actor = Police // guards
	}
	returned := 0
	for i := range x.Effects {
		where := At(path+".effects", i)
		e, ok := parseEffect(&x.Effects[i], actor, func(field string, value any, want string) {
			f.Add(where+"."+field, value, "%s", want)
		})
		if !ok {
			continue
		}
		lasts := Lasts(int(e.Op))
		when := x.Effects[i].When
		switch {
		case when != "" && (lasts || !slices.Contains(info.When, when)):
			f.Add(where+".when", when, "nothing, or for what a heister or an officer does once: %s", strings.Join(info.When, ", "))
		case lasts && !info.Lasting, !lasts && !info.Once && when == "":
			f.Add(where+".op", x.Effects[i].Op, "an operation that fits a %s: those that last need a card that stays, others one that is played, used, or has a when", info.Name)
		case lasts:
			o := &Operations[e.Op]
			k.Passives = append(k.Passives, Passive{Stat: o.stat, Scope: e.On, Cond: e.Cond, Of: e.Of, Amount: e.Amount})
			continue
		}
		if e.here() && (k.Type == TypeSkill || k.Type == TypeOrder) && !k.Combat || e.here() && k.Type == TypeFunding {
			f.Add(where+".on", x.Effects[i].On, "a target that is chosen: this card has no column of its own")
		}
		if k.Type == TypePoliceAsset && e.On == OnHeister { // PAY-29
			f.Add(where+".on", x.Effects[i].On, "heister_here or heisters_here: an asset of the Police reaches the heisters of its column only")
		}
		if (e.Op == OpBoost || e.Op == OpBrace || e.Op == OpStun) && !k.Combat {
			f.Add(where+".op", x.Effects[i].Op, "a card marked combat: it acts on one combat")
		}
		if e.Op == OpRefill && (k.Type == TypeAsset || k.Type == TypePoliceAsset) { // PAY-43
			f.Add(where+".op", x.Effects[i].Op, "another operation: an asset that refills assets never ends")
		}
		if k.Type == TypeFunding && e.Op != OpGain && e.Op != OpDraw {
			f.Add(where+".op", x.Effects[i].Op, "gain or draw: Funding has no target")
		}
		switch when {
		case "enter":
			k.Enter = append(k.Enter, e)
		case "turn":
			k.Turn = append(k.Turn, e)
		default:
			k.Once = append(k.Once, e)
		}
		if e.Op == OpGain && when != "turn" {
			returned += int(e.Amount) * max(1, x.Uses)
		}
	}
	if returned > 0 && returned >= x.Cost && k.Type != TypeFunding { // PAY-43
		f.Add(path+".effects", fmt.Sprintf("gains $%d", returned), "less than the cost $%d: no card returns its own cost or more", x.Cost)
	}
}
