package heat

import "ringer/env"

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
