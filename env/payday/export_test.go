package payday

import (
	"fmt"

	"ringer/env/payday/internal/cards"
)

// This file lets tests see which effects of which cards have happened.

// watched tells of an operation before it acts.
type watched struct {
	operation
	note func(kind int, what string)
}

func (w watched) apply(s *State, e *cards.Instant, t target) {
	w.note(int(s.frame.kind), cards.Operations[e.Op].Name)
	w.operation.apply(s, e, t)
}

// Watch tells note of every operation that is carried out, until restore is called.
// No other game may be played meanwhile.
func Watch(note func(kind int, what string)) (restore func()) {
	was := acts
	for i, act := range acts {
		acts[i] = watched{act, note}
	}
	return func() { acts = was }
}

// Effects names all effects of a kind of card, as Watch, Asked, Paid and Lasting do.
func (g *Game) Effects(kind int) []string {
	k := &g.deck.Kinds[kind]
	var names []string
	for _, list := range [][]cards.Instant{k.Once, k.Enter, k.Turn} {
		for _, e := range list {
			names = append(names, cards.Operations[e.Op].Name)
		}
	}
	for _, p := range k.Passives {
		names = append(names, nameOf(p))
	}
	return names
}

func nameOf(p cards.Passive) string {
	return fmt.Sprintf("%s if %s", cards.Operations[cards.FirstPassive+int(p.Stat)].Name, cards.ConditionNames[p.Cond])
}

// Asked returns the effect whose question the state asks, of those that act by the
// answer.
func (s *State) Asked() (kind int, what string, ok bool) {
	switch s.question {
	case AskDash, AskRedeploy, AskRecover:
		return int(s.frame.kind), cards.Operations[s.effects()[s.frame.at].Op].Name, true
	}
	return 0, "", false
}

// Paid tells note of active Funding that has paid since an earlier state.
func (s *State) Paid(before *State, note func(kind int, what string)) {
	for i := range s.funds {
		f, was := &s.funds[i], &before.funds[i]
		if was.kind == none || f.kind == was.kind && f.uses == was.uses {
			continue
		}
		for _, e := range s.kindOf(was.kind).Once {
			note(int(was.kind), cards.Operations[e.Op].Name)
		}
	}
}

// Lasting tells note of the lasting operations that act on somebody or something
// now.
func (s *State) Lasting(note func(kind int, what string)) {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none {
			continue
		}
		for _, k := range h.carried() {
			if k == none {
				continue
			}
			for _, p := range s.kindOf(k).Passives {
				if s.helps(p, i) {
					note(int(k), nameOf(p))
				}
			}
		}
	}
	for col := range s.columns() {
		for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
			pl := &s.cols[col].places[d]
			police := 0
			cards := []uint8{pl.mandate}
			for j := range pl.officers {
				if o := &pl.officers[j]; o.kind != none && !o.down {
					police++
					cards = append(cards, o.kind, o.equip)
				}
			}
			for _, k := range cards {
				s.lastingAt(k, police, s.heistersAt(col) > 0 && s.isTop(col, d), note)
			}
		}
	}
}

// lastingAt tells of a card of the Police at a place with officers, and with or
// without heisters before it.
func (s *State) lastingAt(k uint8, police int, before bool, note func(kind int, what string)) {
	if k == none {
		return
	}
	for _, p := range s.kindOf(k).Passives {
		acts := police > 0
		switch {
		case p.Stat == cards.StatIncome:
			acts = true
		case p.Scope == cards.ScopeFoes || p.Stat == cards.StatNeed || p.Stat == cards.StatSlow || p.Stat == cards.StatBlock || p.Stat == cards.StatShield:
			acts = before
		}
		if acts && s.holds(p.Cond, Police) {
			note(int(k), nameOf(p))
		}
	}
}

// helps reports whether a lasting operation of the heister in slot i acts on
// somebody.
func (s *State) helps(p cards.Passive, i int) bool {
	h := &s.heisters[i]
	if p.Cond >= cards.IfAgainst { // somebody of that subtype is before it
		for j := range slots {
			o := s.officer(int(h.col), int(s.cols[h.col].top), j)
			if o.kind != none && !o.down && s.kindOf(o.kind).Subtype == p.Cond-cards.IfAgainst {
				return true
			}
		}
		return false
	}
	for j := range s.heisters {
		t := &s.heisters[j]
		if t.kind == none || p.Scope == cards.ScopeSelf && j != i || p.Scope == cards.ScopeHere && t.col != h.col {
			continue
		}
		if s.holdsFor(p.Cond, j, none) {
			return true
		}
	}
	return false
}

// Income returns the cash that the cards of a seat on the table add to its turns.
func (s *State) Income(seat int) int { return s.income(seat) }

// Placing returns the kind of card that waits for its place in the setup, or -1.
func (s *State) Placing() int {
	switch {
	case s.question == AskHard:
		return int(s.game.deck.Hard[s.nextHard()])
	case s.placing == none:
		return -1
	}
	return int(s.placing)
}
