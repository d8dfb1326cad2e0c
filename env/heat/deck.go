package heat

import (
	"slices"
	"strings"

	"ringer/env"
)

// A cardType is one kind of card, as the rules read it. All copies of a kind are
// interchangeable, and only kinds appear in actions (HEAT-13).
type cardType struct {
	id, title, text string

	copies  uint8 // with this number of players
	phases  uint8 // bits
	icons   uint8 // bits, printed (HEAT-12)
	tags    uint32
	effects [Phases][]Clause
	needs   [Phases]uint8 // bits: what the card's effects of a phase need before its sums
}

func (t *cardType) actsIn(p Phase) bool { return t.phases>>p&1 != 0 }
func (t *cardType) shows(i Icon) bool   { return t.icons>>i&1 != 0 }
func (t *cardType) has(tag Tag) bool    { return t.tags>>tag&1 != 0 }

// The needs of a card in a phase, as bits.
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

	tasks     [Phases]int // most tasks that one card queues in a phase
	decisions [Phases]int // most decisions that one card causes in a phase
	chances   [Phases]int // most chance draws that one card causes in a phase
	extras    [Phases]int // most cards that one card adds to a Record in a phase
}

// ids returns the ids of the kinds of card.
func (d *deck) ids() []string {
	ids := make([]string, len(d.types))
	for i := range d.types {
		ids[i] = d.types[i].id
	}
	return ids
}

// maxEffects is the largest number of effects of a card in one phase.
const maxEffects = 6

// compile turns the cards of a configuration into a deck. It adds faults to f;
// the deck is nil when there are any.
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
		t.phases |= 1 << e.Phase
		if icon := laws[e.Op].icon; icon != NoIcon {
			t.icons |= 1 << icon
		}
		t.effects[e.Phase] = append(t.effects[e.Phase], e)
		t.needs[e.Phase] |= e.needs()
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
		if icon == NoIcon {
			f.Add(at(path+".icons", j), name, "one of %s", joinWords(iconNames[:]))
			continue
		}
		t.icons |= 1 << icon
	}
	if t.text == "" && whole { // effects with faults have no words
		t.text = card.words()
	}
	return t
}

// needs returns what an effect needs before the sums of its phase.
func (e *Clause) needs() uint8 {
	var n uint8
	if e.Picks() {
		n |= needTarget
	}
	if e.Amount.Per == PerChoice {
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
		case p == NoPhase || slices.Contains(card.Phases[:j], name):
			f.Add(at(path+".phases", j), name, "A, B or C, each once")
		case !t.actsIn(p):
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
		var picked, chooser *Clause
		for k := range list {
			e := &list[k]
			if e.Picks() {
				if picked != nil && picked.picked() != e.picked() {
					f.Add(path+".effects", "two ways to name a seat", "one in phase %s: a seat is named once for all effects of a phase", phaseNames[p])
				}
				picked = e
			}
			if e.Amount.Per == PerChoice {
				if chooser != nil && chooser.Amount.Choices != e.Amount.Choices {
					f.Add(path+".effects", "amounts per choice that end at different numbers",
						"one in phase %s: a number is chosen once for all effects of a phase", phaseNames[p])
				}
				chooser = e
			}
		}
		for k := range list {
			if e := &list[k]; e.If.Kind == IfTargetUses && e.Who.Kind == WhoSelf && picked == nil {
				f.Add(path+".effects", "target_uses without a target", "another effect of phase %s that names a seat", phaseNames[p])
			}
		}
	}
}

// This file tests a whole deck: against the rules (HEAT-1, HEAT-25) and against
// the fixed arrays of a State.

// Limits of the fixed arrays of a State.
const (
	maxSeats     = MaxPlayers
	maxTypes     = 34 // HEAT-13
	maxCards     = 200
	maxRecord    = 16
	maxHeists    = 12
	maxStages    = 8
	maxRounds    = 6    // of the draft
	maxMoneyPaid = 1000 // largest amount of money of one effect
	maxHeatMoved = 60   // largest amount of Heat of one effect

	maxTasksPerCard = 9 // in one phase
	maxTasks        = maxSeats * maxTasksPerCard
)

// validateDeck tests what only the whole deck can show.
func (c Config) validateDeck(d *deck, f *env.Faults) {
	titles := map[string]int{}
	used := 0
	for i := range c.Cards {
		if j, twice := titles[c.Cards[i].Title]; twice {
			f.Add(at("cards", i)+".title", c.Cards[i].Title, "a title of its own (%s has it: give that card one more entry under copies)", at("cards", j))
		} else {
			titles[c.Cards[i].Title] = i
		}
		if c.Cards[i].copiesWith(c.Players) > 0 {
			used++
		}
	}
	if len(titles) < c.MinTitles { // HEAT-1
		f.Add("cards", len(titles), "at least min_titles = %d different titles", c.MinTitles)
	}
	if used > maxTypes {
		f.Add("cards", used, "at most %d kinds of card with %d players", maxTypes, c.Players)
	}
	for n := MinPlayers; n <= MaxPlayers; n++ {
		size := 0
		for i := range c.Cards {
			size += c.Cards[i].copiesWith(n)
		}
		if size > maxCards {
			f.Add("cards", size, "at most %d cards with %d players", maxCards, n)
		}
		if i := n - MinPlayers; i < len(c.MinCards) && size < c.MinCards[i] { // HEAT-1
			f.Add("cards", size, "at least min_cards[%d] = %d cards with %d players", i, c.MinCards[i], n)
		}
		if need := n * (c.Deal + c.DraftRounds); n == c.Players && size < need { // HEAT-25
			f.Add("cards", size, "at least %d cards for %d players to draft %d each", need, n, c.Deal+c.DraftRounds)
		}
	}
	if d != nil {
		d.validateBounds(c, f)
	}
}

// copiesWith returns the number of copies that are used with this many players.
func (c *Card) copiesWith(players int) int {
	n := 0
	for _, counts := range c.Copies {
		for _, p := range counts {
			if p == players {
				n++
			}
		}
	}
	return n
}

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
				l := &laws[e.Op]
				n := 1
				if l.most > 0 {
					n = e.Amount.ceiling(&c)
				}
				if most := max(l.most, 1); n > most {
					f.Add("cards", t.id, "amounts of %s that stay at or below %d (this one can reach %d): give it a max", e.Op, most, n)
				}
				if e.step == stepSums {
					continue
				}
				n *= e.Who.most(c.Players)
				tasks += n
				decisions, chances, extras = decisions+n*l.asks, chances+n*l.rolls, extras+n*l.adds
			}
			if tasks > maxTasksPerCard {
				f.Add("cards", t.id, "fewer cards to draw, look at and move in phase %s: at most %d in all", phaseNames[p], maxTasksPerCard)
			}
			d.tasks[p], d.decisions[p] = max(d.tasks[p], tasks), max(d.decisions[p], decisions)
			d.chances[p], d.extras[p] = max(d.chances[p], chances), max(d.extras[p], extras)
		}
	}
	if n := c.Stages * (1 + d.extras[PhaseA] + d.extras[PhaseB]); n > maxRecord {
		f.Add("cards", n, "Records of at most %d cards: fewer stages or fewer cards with extra", maxRecord)
	}
}
