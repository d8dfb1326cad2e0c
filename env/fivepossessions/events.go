package fivepossessions

import (
	"fmt"

	"ringer/env"
	"ringer/env/scene"
)

// Tell implements env.Teller. Tosses, choices of a side and opened lanes are told to
// both seats. A hand is told when its last card is drawn: the cards to their owner,
// their number to the other. A seat is told each of its own cards as it places it, the
// other only that all are placed, as one event (FP-8). A card that is never opened is
// never named to the other seat (FP-7, FP-10).
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	next := after.(*State)
	switch s.node {
	case nodeToss:
		return append(dst, env.Event{Player: env.Player(a), Text: env.Does(env.Player(a), "wins") + " the toss"})
	case nodeChoose:
		return append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "takes") + " the " + Side(a-s.game.sideAt).String()})
	case nodeDraw:
		return s.tellHand(dst, p, s.game.cards.number[a])
	case nodePlace:
		dst = s.tellPlaced(dst, p, int(a))
		if s.side == Defense && int(s.now.put[Defense])+1 == int(s.now.drawn[Defense]) {
			dst = s.tellOpening(dst, p, next)
		}
	}
	return dst
}

// tellHand tells of a hand when its last card is drawn.
func (s *State) tellHand(dst []env.Event, p env.Player, last Card) []env.Event {
	q, owner := &s.now, env.Player(s.now.seatOf(s.side))
	size := s.game.handSize[q.line]
	if int(q.drawn[s.side])+1 < size {
		return dst
	}
	text := scene.Count(size, "card")
	if p == owner {
		names := make([]string, 0, size)
		for _, card := range q.hand[s.side][:size-1] {
			names = append(names, s.game.name(s.side, card))
		}
		text = scene.List(append(names, s.game.name(s.side, last)), "and")
	}
	return append(dst, env.Event{Player: owner, Text: env.Does(owner, "draws") + " " + text})
}

// tellPlaced tells the owner of a card where it lies, and the other seat of all cards
// of the line when the last one lies: on which lanes, where not all of them are used.
func (s *State) tellPlaced(dst []env.Event, p env.Player, lane int) []env.Event {
	q := &s.now
	if p == s.actor {
		name := s.game.name(s.side, q.hand[s.side][q.put[s.side]])
		return append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "puts") + fmt.Sprintf(" %s on lane %d, face down", name, lane+1)})
	}
	size := s.game.handSize[q.line]
	switch {
	case int(q.put[s.side])+1 < size:
		return dst
	case size == s.game.lanes:
		return append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "puts") + " " + scene.Count(size, "card") + " on the lanes, face down"})
	}
	var used []string
	for i, card := range q.placed[s.side][q.line][:s.game.lanes] {
		if card != NoCard || i == lane {
			used = append(used, fmt.Sprint(i+1))
		}
	}
	lanes := "lane"
	if len(used) > 1 {
		lanes = "lanes"
	}
	return append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "puts") + fmt.Sprintf(" %s on %s %s, face down", scene.Count(size, "card"), lanes, scene.List(used, "and"))})
}

// tellOpening tells how the lanes of the line were opened, lane by lane, and the
// outcome.
func (s *State) tellOpening(dst []env.Event, p env.Player, after *State) []env.Event {
	g, line := s.game, int(s.now.line)
	played := after.now
	over := after.played > s.played
	if over {
		g.unpack(after.past, int(after.played)-1, &played)
	}
	attacker, defender := env.Player(played.seatOf(Offense)), env.Player(played.seatOf(Defense))
	for lane := range int(played.reached[line]) {
		o, d := played.placed[Offense][line][lane], played.placed[Defense][line][lane]
		switch g.fate(&played, line, lane) {
		case laneEmpty:
			dst = append(dst, env.Event{Player: env.Chance, Text: fmt.Sprintf("lane %d is not contested", lane+1)})
		case laneDead:
			text := env.Does(attacker, "has") + fmt.Sprintf(" a dead card on lane %d", lane+1)
			if p == attacker {
				text += ": " + g.name(Offense, o)
			}
			dst = append(dst, env.Event{Player: attacker, Text: text})
		case laneLost:
			dst = append(dst, env.Event{Player: defender, Text: env.Does(defender, "stops") + fmt.Sprintf(" %s on lane %d with %s", g.name(Offense, o), lane+1, g.name(Defense, d))})
		case laneWon:
			text := env.Does(attacker, "wins") + fmt.Sprintf(" lane %d with %s, undefended", lane+1, g.name(Offense, o))
			if d != NoCard {
				text = env.Does(attacker, "beats") + fmt.Sprintf(" %s on lane %d with %s", g.name(Defense, d), lane+1, g.name(Offense, o))
			}
			dst = append(dst, env.Event{Player: attacker, Text: text})
		}
	}
	if !over {
		return append(dst, env.Event{Player: attacker, Text: env.Does(attacker, "goes") + fmt.Sprintf(" on to line %d of %d", line+2, g.config.Lines)})
	}
	if g.scored(&played) {
		dst = append(dst, env.Event{Player: attacker, Text: fmt.Sprintf("%s and %s %d yards", env.Does(attacker, "scores"), env.Does(attacker, "gets"), g.config.ScoreYards)})
	} else {
		dst = append(dst, env.Event{Player: defender, Text: fmt.Sprintf("%s the possession in line %d and %s %d yards", env.Does(defender, "stops"), line+1, env.Does(defender, "gets"), g.config.StopYards)})
	}
	return after.tellNext(dst)
}

// tellNext tells what follows a possession: the other's, sudden death, or the end of
// the game.
func (s *State) tellNext(dst []env.Event) []env.Event {
	switch {
	case s.node == nodeToss:
		return append(dst, env.Event{Player: env.Chance, Text: fmt.Sprintf("both have %d yards: sudden death", s.yards[0])})
	case s.node != nodeOver:
		return append(dst, env.Event{Player: env.Player(s.now.attacker), Text: env.Does(env.Player(s.now.attacker), "attacks") + fmt.Sprintf(" in possession %d", s.played+1)})
	case s.won[0] && s.won[1]:
		return append(dst, env.Event{Player: env.Chance, Text: "the last possession has been played: the game is shared"})
	case s.won[0]:
		return append(dst, env.Event{Player: 0, Text: env.Does(0, "wins") + " the game"})
	}
	return append(dst, env.Event{Player: 1, Text: env.Does(1, "wins") + " the game"})
}
