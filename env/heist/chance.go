package heist

import (
	"math/bits"

	"ringer/env"
)

// This file holds the outcomes of chance and their probabilities (C-2). Ids are
// kinds of Heist cards, kinds of Security cards, Jobs, seats, or numbers of a die
// counted from 0. Where only the highest number matters, 1 stands for it and 0 for
// all others.

// pool returns the Heist cards of which a chance node draws one.
func (s *State) pool() set {
	switch s.node {
	case nodeDeal, nodeDraw:
		return s.deck
	case nodeLose:
		return s.hand[s.who]
	}
	return s.crew[s.turn].without(s.spent) // nodeSpend
}

// chanceActions appends the ids of a chance node to dst.
func (s *State) chanceActions(dst []env.Action) []env.Action {
	if s.actor != env.Chance {
		return dst
	}
	switch s.node {
	case nodeDeal, nodeDraw, nodeLose, nodeSpend:
		for kinds := s.game.deck.kindsOf(s.pool()); !kinds.empty(); {
			dst = append(dst, env.Action(kinds.pop()))
		}
	case nodeFirstSecurity, nodeSecurity:
		last := -1
		for cards := s.security; cards != 0; cards &= cards - 1 {
			if k := int(s.game.deck.guardOf[bits.TrailingZeros64(cards)]); k != last {
				dst = append(dst, env.Action(k))
				last = k
			}
		}
	case nodeFirstJob, nodeNewJob:
		last := -1
		for jobs := s.jobsUnseen; jobs != 0; jobs &= jobs - 1 {
			if k := int(s.game.deck.jobOf[bits.TrailingZeros16(jobs)]); k != last {
				dst = append(dst, env.Action(k))
				last = k
			}
		}
	case nodeThwarter:
		for i := range s.game.players {
			if int8(i) != s.turn {
				dst = append(dst, env.Action(i))
			}
		}
	case nodeDie, nodeCrew:
		dst = append(dst, 0, 1)
	case nodeStart, nodeLieLow:
		n := s.game.players
		if s.node == nodeLieLow {
			n = s.game.config.Die
		}
		for i := range n {
			dst = append(dst, env.Action(i))
		}
	}
	return dst
}

// isPossible returns whether an id is one of chanceActions.
func (s *State) isPossible(a env.Action) bool {
	g := s.game
	switch s.node {
	case nodeDeal, nodeDraw, nodeLose, nodeSpend:
		return int(a) < g.kinds && !s.pool().and(g.deck.kinds[a].cards).empty()
	case nodeFirstSecurity, nodeSecurity:
		return int(a) < len(g.deck.guards) && s.security&g.deck.guards[a].cards() != 0
	case nodeFirstJob, nodeNewJob:
		for jobs := s.jobsUnseen; jobs != 0; jobs &= jobs - 1 {
			if g.deck.jobOf[bits.TrailingZeros16(jobs)] == uint8(a) && int(a) < len(g.deck.jobs) {
				return true
			}
		}
		return false
	case nodeThwarter:
		return int(a) < g.players && int8(a) != s.turn
	case nodeDie, nodeCrew:
		return a <= 1
	case nodeStart:
		return int(a) < g.players
	case nodeLieLow:
		return int(a) < g.config.Die
	}
	return false
}

func (k *guard) cards() uint64 { return (1<<k.copies - 1) << k.first }

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	d := s.game.deck
	switch s.node {
	case nodeDeal, nodeDraw, nodeLose, nodeSpend:
		pool := s.pool()
		each := 1 / float64(pool.count())
		for kinds := d.kindsOf(pool); !kinds.empty(); {
			k := kinds.pop()
			p := each
			if !d.unique {
				p *= float64(pool.and(d.kinds[k].cards).count())
			}
			dst = append(dst, env.Outcome{Action: env.Action(k), Prob: p})
		}
	case nodeFirstSecurity, nodeSecurity:
		each := 1 / float64(bits.OnesCount64(s.security))
		last := -1
		for cards := s.security; cards != 0; cards &= cards - 1 {
			k := int(d.guardOf[bits.TrailingZeros64(cards)])
			if k != last {
				dst = append(dst, env.Outcome{Action: env.Action(k)})
				last = k
			}
			dst[len(dst)-1].Prob += each
		}
	case nodeDie, nodeCrew:
		high := 1 / float64(s.game.config.Die)
		dst = append(dst, env.Outcome{Action: 0, Prob: 1 - high}, env.Outcome{Action: 1, Prob: high})
	case nodeFirstJob, nodeNewJob:
		each := 1 / float64(bits.OnesCount16(s.jobsUnseen))
		last := -1
		for jobs := s.jobsUnseen; jobs != 0; jobs &= jobs - 1 {
			k := int(d.jobOf[bits.TrailingZeros16(jobs)])
			if k != last {
				dst = append(dst, env.Outcome{Action: env.Action(k)})
				last = k
			}
			dst[len(dst)-1].Prob += each
		}
	case nodeThwarter:
		for i := range s.game.players {
			if int8(i) != s.turn {
				dst = append(dst, env.Outcome{Action: env.Action(i), Prob: 1 / float64(s.game.players-1)})
			}
		}
	case nodeStart, nodeLieLow:
		n := s.game.players
		if s.node == nodeLieLow {
			n = s.game.config.Die
		}
		for i := range n {
			dst = append(dst, env.Outcome{Action: env.Action(i), Prob: 1 / float64(n)})
		}
	}
	return dst
}
