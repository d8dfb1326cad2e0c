package heat

import (
	"slices"
	"strings"

	"ringer/env"
)

// A cardType is one kind of card, compiled. All copies of a kind are
// interchangeable, and only kinds appear in actions (HEAT-13).
type cardType struct {
	id, title, text string

	copies  uint8 // with this number of players
	phases  uint8 // bits
	icons   uint8 // bits, printed (HEAT-12)
	tags    uint32
	effects [phases][]effect
	needs   [phases]uint8 // bits: what the card's effects of a phase need before its sums

	// worth is a rough price in dollars, for players who look one step ahead.
	worth float64
}

// What a card needs in a phase.
const (
	needTarget = 1 << iota
	needOption
	needDraws
	needCards
)

// A deck is the cards of a configuration that are used at its player count.
type deck struct {
	types []cardType
	size  int
	tags  []string

	tasks     [phases]int // most tasks that one card queues in a phase
	decisions [phases]int // most decisions that one card causes in a phase
	chances   [phases]int // most chance draws that one card causes in a phase
	extras    [phases]int // most cards that one card adds to a Record in a phase
}

// A vocabulary holds the words that a deck defines itself.
type vocabulary struct{ tags []string }

const maxTags = 32

func (v *vocabulary) tag(name string) (uint8, string) {
	i := slices.Index(v.tags, name)
	if i < 0 {
		return 0, "a tag that some card has: " + joinWords(v.tags)
	}
	return uint8(i), ""
}

func joinWords(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

// maxEffects is the largest number of effects of a card in one phase.
const maxEffects = 6

// compile turns the cards of a configuration into tables. Faults are added to
// f; the deck is then not to be used.
func compile(c Config, f *env.Faults) *deck {
	before := len(*f)
	v := &vocabulary{}
	for i := range c.Cards {
		for j, tag := range c.Cards[i].Tags {
			path := at(at("cards", i)+".tags", j)
			switch {
			case !validTag(tag):
				f.Add(path, tag, "a tag in lower-case letters, digits and :_- that is not an icon or a word of chosen(F)")
			case slices.Contains(c.Cards[i].Tags[:j], tag):
				f.Add(path, tag, "each tag once")
			case !slices.Contains(v.tags, tag):
				v.tags = append(v.tags, tag)
			}
		}
	}
	if len(v.tags) > maxTags {
		f.Add("cards", len(v.tags), "at most %d different tags", maxTags)
		v.tags = v.tags[:maxTags]
	}
	d := &deck{tags: v.tags}
	for i := range c.Cards {
		t := v.compileCard(c, i, f)
		if t.copies > 0 {
			d.types = append(d.types, t)
			d.size += int(t.copies)
		}
	}
	if len(*f) > before {
		return nil
	}
	return d
}

func validTag(tag string) bool {
	if tag == "" || parseIcon(tag) >= 0 || slices.Contains(filterNames, tag) {
		return false
	}
	return !strings.ContainsFunc(tag, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != ':' && r != '_' && r != '-'
	})
}

// compileCard compiles the i-th card.
func (v *vocabulary) compileCard(c Config, i int, f *env.Faults) cardType {
	card := &c.Cards[i]
	path := at("cards", i)
	for j := range i {
		if c.Cards[j].ID == card.ID && card.ID != "" {
			f.Add(path+".id", card.ID, "an id of its own (%s has it)", at("cards", j))
			break
		}
	}
	validateLine(f, path+".id", card.ID)
	validateLine(f, path+".title", card.Title)
	validateCopies(f, path, card)
	t := cardType{id: card.ID, title: card.Title, text: card.Text, copies: uint8(card.copiesWith(c.Players))}
	for _, tag := range card.Tags {
		if j, want := v.tag(tag); want == "" {
			t.tags |= 1 << j
		}
	}
	fault := func(path string, value any, want string) { f.Add(path, value, "%s", want) }
	whole := true
	for j := range card.Effects {
		e, ok := v.parseEffect(card.Effects[j], at(path+".effects", j), fault)
		if !ok {
			whole = false
			continue
		}
		t.phases |= 1 << e.phase
		if icon := operations[e.op].icon; icon != noIcon {
			t.icons |= 1 << icon
		}
		t.effects[e.phase] = append(t.effects[e.phase], e)
		t.needs[e.phase] |= e.needs()
	}
	if len(card.Effects) == 0 {
		f.Add(path+".effects", "none", "at least one effect")
	}
	if whole {
		validatePhases(f, path, card, &t)
	}
	if len(card.Icons) > 0 {
		t.icons = 0
	}
	for j, name := range card.Icons {
		icon := parseIcon(name)
		if icon < 0 {
			f.Add(at(path+".icons", j), name, "one of %s", joinWords(iconNames[:]))
			continue
		}
		t.icons |= 1 << icon
	}
	if t.text == "" {
		t.text = card.words()
	}
	t.worth = t.estimate(&c)
	return t
}

func (e *effect) needs() uint8 {
	var n uint8
	if e.picks() {
		n |= needTarget
	}
	if e.amount.per == perChoice {
		n |= needOption
	}
	switch e.step {
	case stepDraws:
		n |= needDraws
	case stepCards:
		n |= needCards
	}
	return n
}

func validateLine(f *env.Faults, path, text string) {
	if text == "" || strings.TrimSpace(text) != text || strings.ContainsAny(text, "\n\r\t") {
		f.Add(path, text, "one line of text")
	}
}

// validateCopies tests the player counts printed on each copy (HEAT-1).
func validateCopies(f *env.Faults, path string, card *Card) {
	if len(card.Copies) == 0 {
		f.Add(path+".copies", "none", "one list of player counts for each copy, such as [[3, 4, 5]]")
	}
	for j, counts := range card.Copies {
		where := at(path+".copies", j)
		if len(counts) == 0 {
			f.Add(where, "none", "at least one of 3, 4, 5")
		}
		for k, n := range counts {
			if n < MinPlayers || n > MaxPlayers || slices.Contains(counts[:k], n) {
				f.Add(at(where, k), n, "one of 3, 4, 5, each once")
			}
		}
	}
}

// validatePhases tests what the effects of one phase must agree on.
func validatePhases(f *env.Faults, path string, card *Card, t *cardType) {
	for j, name := range card.Phases {
		p := parsePhase(name)
		switch {
		case p < 0 || slices.Contains(card.Phases[:j], name):
			f.Add(at(path+".phases", j), name, "A, B or C, each once")
		case t.phases>>p&1 == 0:
			f.Add(at(path+".phases", j), name, "a phase of the effects")
		}
	}
	for p, list := range t.effects {
		if len(list) > 0 && !slices.Contains(card.Phases, phaseNames[p]) {
			f.Add(path+".phases", card.Phases, "%s too, as some effect has that phase", phaseNames[p])
		}
		if len(list) > maxEffects {
			f.Add(path+".effects", len(list), "at most %d effects in phase %s", maxEffects, phaseNames[p])
		}
		var picked, chooser *effect
		for k := range list {
			e := &list[k]
			if e.picks() {
				if picked != nil && picked.picked() != e.picked() {
					f.Add(path+".effects", "two ways to name a seat", "one in phase %s: a seat is named once for all effects of a phase", phaseNames[p])
				}
				picked = e
			}
			if e.amount.per == perChoice {
				if chooser != nil && chooser.amount.choices != e.amount.choices {
					f.Add(path+".effects", "amounts per choice that end at different numbers",
						"one in phase %s: a number is chosen once for all effects of a phase", phaseNames[p])
				}
				chooser = e
			}
		}
		for k := range list {
			if e := &list[k]; e.cond.kind == ifTargetUses && e.who.kind == whoSelf && picked == nil {
				f.Add(path+".effects", "target_uses without a target", "another effect of phase %s that names a seat", phaseNames[p])
			}
		}
	}
}

// Bounds of the fixed arrays that hold the tasks of one phase.
const (
	maxTasksPerCard = 9
	maxTasks        = maxSeats * maxTasksPerCard
)

// validateBounds measures how much one card can cause and tests it against the
// arrays of a State.
func (d *deck) validateBounds(c Config, f *env.Faults) {
	for i := range d.types {
		t := &d.types[i]
		for p, list := range t.effects {
			var tasks, decisions, chances, extras int
			if t.needs[p]&needTarget != 0 {
				decisions++
			}
			if t.needs[p]&needOption != 0 {
				decisions++
			}
			for k := range list {
				e := &list[k]
				n := 1
				if operations[e.op].amount {
					n = e.amount.ceiling(&c)
				}
				if limit := c.limitOf(e.op); n > limit {
					f.Add("cards", t.id, "amounts of %s that stay at or below %d (this one can reach %d): give it a max", operations[e.op].name, limit, n)
				}
				if e.step == stepSums {
					continue
				}
				n *= mostReached(e.who, c.Players)
				tasks += n
				switch operations[e.op].act.(type) {
				case draw:
					chances += n
				case discard:
					decisions, chances = decisions+n, chances+n
				case swapCard:
					decisions, chances = decisions+2*n, chances+n
				case replace:
					decisions += n
				case extra:
					decisions, extras = decisions+n, extras+n
				}
			}
			if tasks > maxTasksPerCard {
				f.Add("cards", t.id, "fewer cards to draw, look at and move in phase %s: at most %d in all", phaseNames[p], maxTasksPerCard)
			}
			d.tasks[p], d.decisions[p] = max(d.tasks[p], tasks), max(d.decisions[p], decisions)
			d.chances[p], d.extras[p] = max(d.chances[p], chances), max(d.extras[p], extras)
		}
	}
	if n := c.Stages * (1 + d.extras[phaseA] + d.extras[phaseB]); n > maxRecord {
		f.Add("cards", n, "Records of at most %d cards: fewer stages or fewer cards with extra", maxRecord)
	}
}

// limitOf bounds the amount of one effect.
func (c *Config) limitOf(op uint8) int {
	switch operations[op].act.(type) {
	case takeHeat, giveHeat, returnHeat:
		return maxHeatMoved
	case draw, discard:
		return maxTasksPerCard
	}
	return maxMoneyPaid
}

func mostReached(w who, players int) int {
	switch w.kind {
	case whoNeighbours:
		return 2
	case whoOthers, whoSameTag:
		return players - 1
	case whoAll:
		return players
	}
	return 1
}
