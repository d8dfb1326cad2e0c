package fivepossessions

import (
	"strconv"

	"ringer/env"
)

// InformationState implements env.InfoStater. It holds all possessions as seat p
// saw them, so it is long in a long game; tabular methods want the mini
// configuration.
//
//	0o | 0: 2,0 ?? 01 | 0: h1 -,1 n0 p0
//
// Seat 0 won the toss and took offense. Then, for each possession, the attacker,
// and for each line p's own cards by lane, the other's (number, ? for one that is
// not opened, - for none), and the fate of each lane; of a line under way p's hand,
// what it has placed, and how many cards the other has placed, or on which lanes.
// The end says what the state waits for.
func (s *State) InformationState(p env.Player) string {
	return string(s.appendInformation(make([]byte, 0, 64+len(s.past)*3), int(p)))
}

// appendInformation appends all that a seat has seen and done.
func (s *State) appendInformation(b []byte, seat int) []byte {
	g := s.game
	b = s.appendToss(b, 0, s.first)
	var old possession
	for i := range len(s.past) / g.stride {
		g.unpack(s.past, i, &old)
		if s.sudden && i == int(s.played)-1 && s.node == nodeOver {
			b = s.appendToss(b, 1, old.attacker)
		}
		b = g.appendPossession(b, &old, seat, int(old.line)+1)
	}
	if s.sudden && s.node != nodeOver {
		b = s.appendToss(b, 1, s.now.attacker)
	}
	if s.node == nodeDraw || s.node == nodePlace {
		b = g.appendPossession(b, &s.now, seat, int(s.now.line))
		b = g.appendLine(b, &s.now, seat)
	}
	switch s.node {
	case nodeToss:
		b = append(b, " toss"...)
	case nodeDraw:
		b = append(b, " d"...)
		b = append(b, s.side.String()[0])
		b = strconv.AppendInt(b, int64(s.now.drawn[s.side]), 10)
	case nodePlace:
		b = append(b, " p"...)
		b = append(b, s.side.String()[0])
		b = strconv.AppendInt(b, int64(s.now.put[s.side]), 10)
	case nodeOver:
		b = append(b, " over"...)
	}
	return b
}

// appendToss appends the i-th toss: the seat that won it, and its choice.
func (s *State) appendToss(b []byte, i int, attacker int8) []byte {
	chooser := s.chooser[i]
	if chooser < 0 {
		return b
	}
	if len(b) > 0 {
		b = append(b, " | "...)
	}
	b = append(b, '0'+byte(chooser))
	switch {
	case s.node == nodeChoose && (i == 1) == s.sudden:
		return append(b, '?')
	case attacker == chooser:
		return append(b, 'o')
	}
	return append(b, 'd')
}

var fateMarks = [...]byte{laneUnseen: '.', laneEmpty: '_', laneDead: 'x', laneLost: '0', laneWon: '1'}

// appendPossession appends the first lines of a possession as a seat saw them.
func (g *Game) appendPossession(b []byte, p *possession, seat, lines int) []byte {
	b = append(b, " | "...)
	b = append(b, '0'+byte(p.attacker), ':')
	own := p.sideOf(seat)
	other := p.sideOf(1 - seat)
	for line := range lines {
		b = append(b, ' ')
		b = g.appendRow(b, &p.placed[own][line], ^uint8(0))
		b = append(b, ' ')
		b = g.appendRow(b, &p.placed[other][line], p.opened[line])
		b = append(b, ' ')
		for lane := range g.lanes {
			b = append(b, fateMarks[g.fate(p, line, lane)])
		}
		b = append(b, '/')
	}
	return b
}

// appendRow appends the cards of a line by lane; cards of lanes that are not visible are
// hidden.
func (g *Game) appendRow(b []byte, row *[MaxLanes]Card, visible uint8) []byte {
	for lane, card := range row[:g.lanes] {
		if lane > 0 {
			b = append(b, ',')
		}
		switch {
		case card == NoCard:
			b = append(b, '-')
		case visible>>lane&1 == 1:
			b = strconv.AppendInt(b, int64(card), 10)
		default:
			b = append(b, '?')
		}
	}
	return b
}

// appendLine appends the line that is under way.
func (g *Game) appendLine(b []byte, p *possession, seat int) []byte {
	own, other := p.sideOf(seat), p.sideOf(1-seat)
	b = append(b, " h"...)
	for k, card := range p.hand[own][:p.drawn[own]] {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(card), 10)
	}
	b = append(b, ' ')
	b = g.appendRow(b, &p.placed[own][p.line], ^uint8(0))
	if int(p.put[other]) == g.handSize[p.line] {
		b = append(b, ' ')
		return g.appendRow(b, &p.placed[other][p.line], 0)
	}
	b = append(b, " n"...)
	return strconv.AppendInt(b, int64(p.put[other]), 10)
}
