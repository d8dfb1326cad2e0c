package payday

import (
	"slices"

	"ringer/env"
)

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	var buffer [512]env.Action
	if _, legal := slices.BinarySearch(s.LegalActions(buffer[:0]), a); !legal {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	s.note(a)
	s.answer(a)
	s.reap()
	if !s.over() {
		s.proceed()
	}
	return nil
}

// note logs an action for those who see it: the setup of the heist is for the
// Police alone (PAY-19), draws and secret discards log themselves.
func (s *State) note(a env.Action) {
	e := event{kind: evAct, seat: int8(s.actor), seen: seenByAll, value: uint16(a)}
	switch s.node {
	case nodeLootAt, nodeHard, nodeObstacle, nodeObstacleAt, nodeGuard, nodeGuardAt:
		e.seen = 1 << Police
	case nodeDraw:
		return
	case nodeSwap:
		if a < s.game.actions.heister {
			return
		}
	}
	s.record(e)
}

// answer carries out a legal action.
func (s *State) answer(a env.Action) {
	ids := &s.game.actions
	end := a == ids.step+stepEnd
	switch s.node {
	case nodeSize, nodePaydays, nodeKey, nodeLootAt, nodeHard, nodeObstacle, nodeObstacleAt, nodeGuard, nodeGuardAt:
		s.answerSetup(a)
	case nodeRedraw:
		s.redraw(a == ids.step+stepRedraw)
	case nodeSwap:
		if !end {
			s.swap(uint8(a))
			return
		}
		s.redrawn = true
		s.draws[Police] += s.swapped
	case nodeCard:
		s.answerCard(a)
	case nodeWhere:
		s.answerWhere(a)
	case nodeTarget, nodeDash, nodeRedeploy, nodeRecover:
		s.answerEffect(a)
	case nodeMove:
		if end {
			s.phase = phaseTransfers
			return
		}
		i, dir := ids.asMove(a)
		s.step(i, dir)
		s.heisters[i].moved = true
	case nodeTransfer:
		if end {
			s.phase = phaseEscapes
			return
		}
		s.transfer(ids.asTransfer(a))
	case nodeEscape:
		if end {
			s.phase = phaseDraw
			return
		}
		s.escape(int(a - ids.heister))
	case nodeMoveFrom, nodeMoveWho, nodeMoveTo:
		s.answerPoliceMove(a)
	case nodeHandLimit:
		s.leaveHand(uint8(a))
		s.discardCard(uint8(a))
	case nodeBattle, nodeCombat, nodeAttacker, nodeAttack, nodeFire:
		s.answerCombat(a)
	case nodePay:
		s.answerPay(a == ids.step+stepPay)
	case nodeRegroup:
		s.answerRegroup(a == ids.step+stepHand)
	case nodeLoot:
		s.answerLoot(a)
	case nodeDraw:
		s.drawn(uint8(a))
	case nodeDrop:
		side := s.game.deck.side(uint8(a))
		s.drops[side]--
		s.leaveHand(uint8(a))
		s.discardCard(uint8(a))
	}
}

func (s *State) answerSetup(a env.Action) {
	ids, d := &s.game.actions, &s.game.deck
	switch s.node {
	case nodeSize:
		s.loots = int8(a-ids.number) + 1
	case nodePaydays:
		s.choosePaydays(int(a-ids.number) + 1)
	case nodeKey:
		i := d.kinds[a].loot
		s.inHeist[i], s.unplaced[i], s.keyAt = 1, 1, int8(i)+1
	case nodeLootAt:
		i := d.kinds[a].loot
		s.unplaced[i]--
		s.cols[s.placed].loot = i
		s.placed++
	case nodeHard:
		kind := d.hard[s.nextHard()]
		col, depth := s.asPlace(a)
		s.insert(kind, col, depth)
	case nodeObstacle, nodeGuard:
		s.placing = uint8(a)
	case nodeObstacleAt:
		col, depth := s.asPlace(a)
		s.insert(s.placing, col, depth)
		s.placing = none
	case nodeGuardAt:
		col, depth := s.asPlace(a)
		s.cols[col].guards[depth][s.guardsAt(col, depth)] = s.placing
		s.placed++
		s.placing = none
	}
}

// drawn puts a card that chance has drawn into its hand.
func (s *State) drawn(k uint8) {
	z, i := s.zonesOf(k)
	side := s.game.deck.side(k)
	z.pile[i]--
	z.left--
	z.hand[i]++
	z.size++
	s.draws[side]--
	s.record(event{kind: evDraw, seat: int8(side), value: uint16(k), seen: 1 << side})
}

// proceed goes on until someone has to choose, or chance.
func (s *State) proceed() {
	for !s.over() {
		switch {
		case s.chances():
			return
		case s.frame.kind != none:
			if s.runFrame() {
				return
			}
		case s.advance():
			return
		}
		s.reap()
	}
}

// chances rolls what has to be drawn or dropped before anything else.
func (s *State) chances() bool {
	for seat := range s.draws {
		if s.draws[seat] == 0 {
			continue
		}
		z := &s.zones[seat]
		if z.left == 0 && s.phase > phaseFirstHands {
			s.refill(seat)
		}
		if z.left == 0 { // PAY-18: both empty, no card
			s.draws[seat] = 0
			continue
		}
		return s.roll(nodeDraw)
	}
	for seat := range s.drops {
		if s.drops[seat] > 0 && s.zones[seat].size > 0 {
			return s.roll(nodeDrop)
		}
		s.drops[seat] = 0
	}
	return false
}

// advance runs the phase; true when it asks.
func (s *State) advance() bool {
	switch s.phase {
	case phaseSetup:
		return s.setUp()
	case phaseFirstHands:
		return s.dealHands()
	case phaseCards:
		return s.ask(nodeCard, int(s.turn))
	case phaseMoves:
		return s.askMoves()
	case phaseTransfers:
		return s.askTransfers()
	case phaseEscapes:
		return s.askEscapes()
	case phaseDraw:
		return s.endTurn()
	case phaseCombat:
		return s.fight()
	case phaseUpdate:
		return s.update()
	}
	return s.takeLoot()
}
