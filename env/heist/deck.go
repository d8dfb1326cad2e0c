package heist

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
)

// A kind is one kind of card of the Heist deck, compiled. Copies of a kind are
// interchangeable, and only kinds appear in actions.
type kind struct {
	id, title, text string

	typ     CardType
	skills  uint8 // bits
	effects []effect
	person  int8 // number among the kinds of Personnel, or -1

	cards set // its copies
	size  int

	crewBonus, handBonus int
	security, points     int // of a Secondary Job
}

type effect struct {
	op     Operation
	amount uint8
}

// A guard is one kind of card of the Security deck, compiled.
type guard struct {
	id, title string
	skills    uint8
	first     uint8 // number of its first card
	copies    int
}

// A deck holds all cards of a configuration. Cards have numbers in the order of the
// file, so that the cards of one kind have consecutive numbers.
type deck struct {
	jobs     []Job
	jobCards int
	jobOf    [maxJobs]uint8 // kind of a Job

	guards       []guard
	securitySize int
	guardOf      [maxSecurity]uint8 // kind of a Security card
	guardsOf     [skills]uint64     // Security cards for a skill

	kinds  []kind
	size   int
	kindOf [maxCards]uint8
	skills [maxCards]uint8 // of a card
	unique bool            // no kind has two copies

	people []uint8 // kinds of Personnel, in order

	roles      []role
	attachment []uint8         // number of a role among those that can be attached to a Job
	talents    []uint8         // roles of Personnel, in order
	roleOf     [maxCards]uint8 // of a card
	talentOf   [maxCards]uint8 // number of its role among the roles of Personnel

	all     set
	ofType  [cardTypes]set
	crew    set                 // leaders and personnel
	ofSkill [skills]set         // cards with a skill
	bonus   set                 // Personnel that raise the limit of their crew
	roomy   set                 // Personnel that raise the limit of a hand
	wanted  uint8               // skills that some Con has
	most    [operationCount]int // largest amount of an operation
}

// compile reads the cards of a configuration and adds their faults to f.
func compile(c Config, f *env.Faults) *deck {
	d := &deck{jobs: c.JobDeck, unique: true}
	ids, titles := map[string]string{}, map[string]string{}
	name := func(path, id, title string) {
		if id == "" {
			f.Add(path+".id", `""`, "an id")
		} else if other, twice := ids[id]; twice {
			f.Add(path+".id", id, "an id of its own (%s has it)", other)
		}
		if strings.TrimSpace(title) != title || title == "" || strings.ContainsAny(title, "\r\n") {
			f.Add(path+".title", fmt.Sprintf("%q", title), "one trimmed line")
		} else if other, twice := titles[title]; twice {
			f.Add(path+".title", title, "a title of its own (%s has it: give that card more copies)", other)
		}
		ids[id], titles[title] = path, path
	}
	for i, j := range c.JobDeck {
		path := at("job_deck", i)
		name(path, j.ID, j.Title)
		for range readCopies(path, j.Copies, f) {
			if d.jobCards < maxJobs {
				d.jobOf[d.jobCards] = uint8(i)
			}
			d.jobCards++
		}
		for _, x := range []struct {
			name  string
			value int
		}{{"security", j.Security}, {"points", j.Points}} {
			if x.value < 0 || x.value > 40 {
				f.Add(path+"."+x.name, x.value, "a number from 0 to 40")
			}
		}
	}
	for i, s := range c.SecurityDeck {
		path := at("security_deck", i)
		name(path, s.ID, s.Title)
		g := guard{id: s.ID, title: s.Title, skills: readSkills(path, s.Skills, skillsAlways, "a Security card", f), first: uint8(d.securitySize), copies: readCopies(path, s.Copies, f)}
		d.guards = append(d.guards, g)
		for range g.copies {
			if d.securitySize < maxSecurity {
				d.guardOf[d.securitySize] = uint8(i)
				for j := range skills {
					d.guardsOf[j] |= uint64(g.skills>>j&1) << d.securitySize
				}
			}
			d.securitySize++
		}
	}
	for i := range c.HeistDeck {
		path := at("heist_deck", i)
		name(path, c.HeistDeck[i].ID, c.HeistDeck[i].Title)
		d.addKind(&c.HeistDeck[i], path, f)
	}
	return d
}

func readCopies(path string, n int, f *env.Faults) int {
	if n < 0 || n > 40 {
		f.Add(path+".copies", n, "a number from 1 to 40")
		return 1
	}
	return max(n, 1)
}

func readSkills(path string, names []string, rule int, what string, f *env.Faults) uint8 {
	bits := uint8(0)
	for i, n := range names {
		k := slices.Index(skillNames[:], n)
		switch {
		case k < 0:
			f.Add(at(path+".skills", i), n, "one of %s", strings.Join(skillNames[:], ", "))
		case bits>>k&1 != 0:
			f.Add(at(path+".skills", i), n, "each skill once")
		default:
			bits |= 1 << k
		}
	}
	switch {
	case rule == skillsAlways && len(names) == 0:
		f.Add(path+".skills", "[]", "at least one skill for %s", what)
	case rule == skillsNever && len(names) > 0:
		f.Add(path+".skills", names, "no skills for %s", what)
	}
	return bits
}

// addKind compiles one kind of card and gives numbers to its copies.
func (d *deck) addKind(c *Card, path string, f *env.Faults) {
	k := kind{id: c.ID, title: c.Title, person: -1, size: readCopies(path, c.Copies, f)}
	t := slices.Index(typeNames[:], c.Type)
	if t < 0 {
		f.Add(path+".type", c.Type, "one of %s", strings.Join(typeNames[:], ", "))
		t = int(TypeCon)
	}
	k.typ = CardType(t)
	if t := slices.Index(typeNames[:], c.Type); t >= 0 {
		k.skills = readSkills(path, c.Skills, skillsOf[k.typ], "the type "+c.Type, f)
		k.readEffects(c, path, f)
	}
	if k.typ.isPersonnel() {
		k.person = int8(len(d.people))
		d.people = append(d.people, uint8(len(d.kinds)))
	}
	k.text = k.words()
	r := d.role(&k)
	for range k.size {
		if card := uint8(d.size); d.size < maxCards {
			d.kindOf[card], d.skills[card] = uint8(len(d.kinds)), k.skills
			d.roleOf[card], d.talentOf[card] = r, uint8(max(d.roles[r].talent, 0))
			d.roles[r].cards.add(card)
			k.cards.add(card)
		}
		d.size++
	}
	d.unique = d.unique && k.size == 1
	d.all = d.all.or(k.cards)
	d.ofType[k.typ] = d.ofType[k.typ].or(k.cards)
	if k.typ.isPersonnel() {
		d.crew = d.crew.or(k.cards)
	}
	if k.crewBonus > 0 {
		d.bonus = d.bonus.or(k.cards)
	}
	if k.handBonus > 0 {
		d.roomy = d.roomy.or(k.cards)
	}
	for i := range skills {
		if k.skills>>i&1 != 0 {
			d.ofSkill[i] = d.ofSkill[i].or(k.cards)
		}
	}
	if k.typ == TypeCon {
		d.wanted |= k.skills
	}
	d.kinds = append(d.kinds, k)
	for _, e := range k.effects {
		d.most[e.op] = max(d.most[e.op], int(e.amount))
	}
}

func (k *kind) readEffects(c *Card, path string, f *env.Faults) {
	if len(c.Effects) > maxEffects {
		f.Add(path+".effects", len(c.Effects), "at most %d effects", maxEffects)
	}
	for i, e := range c.Effects {
		path := at(path+".effects", i)
		op := slices.IndexFunc(operations[:], func(o opInfo) bool { return o.name == e.Op })
		switch {
		case op < 0 || operations[op].types>>k.typ&1 == 0:
			var may []string
			for _, o := range operations {
				if o.types>>k.typ&1 != 0 {
					may = append(may, o.name)
				}
			}
			f.Add(path+".op", e.Op, "an operation of the type %s: %s", c.Type, orNone(may))
			continue
		case operations[op].amount && (e.Amount < 1 || e.Amount > 20):
			f.Add(path+".amount", e.Amount, "a number from 1 to 20")
		case !operations[op].amount && e.Amount != 0:
			f.Add(path+".amount", e.Amount, "no amount: %s takes none", e.Op)
		}
		k.effects = append(k.effects, effect{Operation(op), uint8(e.Amount)})
		switch Operation(op) {
		case OpCrewLimit:
			k.crewBonus += e.Amount
		case OpHandLimit:
			k.handBonus += e.Amount
		case OpAddSecurity:
			k.security += e.Amount
		case OpAddPoints:
			k.points += e.Amount
		}
	}
	switch {
	case len(c.Effects) > 0:
	case k.typ == TypeCrisis && len(c.Skills) == 0:
		f.Add(path, c.ID, "skills or effects for a crisis")
	case k.typ == TypeEvent || k.typ == TypeReaction:
		f.Add(path+".effects", "[]", "at least one effect for the type %s", c.Type)
	}
}

// guardedTimes returns how often an Event may have Security drawn.
func (d *deck) guardedTimes() int {
	times := 0
	for i := range d.kinds {
		n := 0
		for _, e := range d.kinds[i].effects {
			if d.kinds[i].typ == TypeEvent && e.op == OpAddSecurity {
				n++
			}
		}
		times = max(times, n)
	}
	return times
}

func orNone(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

// jobIDs returns the ids of the Jobs.
func (d *deck) jobIDs() []string {
	ids := make([]string, len(d.jobs))
	for i := range d.jobs {
		ids[i] = d.jobs[i].ID
	}
	return ids
}

// cardIDs returns the ids of the kinds of card of the Heist deck.
func (d *deck) cardIDs() []string {
	ids := make([]string, len(d.kinds))
	for i := range d.kinds {
		ids[i] = d.kinds[i].id
	}
	return ids
}

// peopleIDs returns the ids of the kinds of Personnel.
func (d *deck) peopleIDs() []string {
	ids := make([]string, len(d.people))
	for i, k := range d.people {
		ids[i] = d.kinds[k].id
	}
	return ids
}

// longestLine returns the number of cards that could lie in one line.
func (d *deck) longestLine() int {
	n := d.securitySize
	for i := range d.kinds {
		if k := &d.kinds[i]; k.typ == TypeComplication || k.typ == TypeCrisis && k.skills != 0 {
			n += k.size
		}
	}
	return n
}

// share returns how many Security cards must be in the deck and its discards before
// a Job is drawn: what the setup can give to every seat, but no more than the Job
// with the shortest line needs (HEIST-24).
func (d *deck) share(players int) int {
	n := d.securitySize / players
	for i := range d.jobs {
		n = min(n, d.jobs[i].Security)
	}
	return n
}

// words returns a phrase for a card: "Con: Tech", "Event: draw 3 cards".
func (k *kind) words() string {
	var parts []string
	if s := skillWords(k.skills); s != "" {
		parts = append(parts, s)
	}
	for _, e := range k.effects {
		parts = append(parts, e.words())
	}
	if len(parts) == 0 {
		parts = append(parts, "no skill")
	}
	return typeTitles[k.typ] + ": " + strings.Join(parts, "; ")
}

// words returns a phrase for an effect: "draw 3 cards".
func (e effect) words() string {
	o := &operations[e.op]
	if !o.amount {
		return o.words
	}
	return fmt.Sprintf(strings.ReplaceAll(o.words, "%s", plural(int(e.amount))), e.amount)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// skillWords returns the names of skills of which any one will do: "Tech or Info".
func skillWords(bits uint8) string {
	var names []string
	for i := range skills {
		if bits>>i&1 != 0 {
			names = append(names, skillTitles[i])
		}
	}
	return strings.Join(names, " or ")
}
