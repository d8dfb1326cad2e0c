package turn

import "ringer/env/duel/space"

// Ahead holds what everybody at the table knows to come, besides the question: of the
// activation under way, and whose turn it is then.
type Ahead struct {
	Next    int8     // the seat whose turn to activate a model comes next; Nobody when the order does not say
	Actions int      // further actions of the activation
	Prone   bool     // the model goes prone after them
	Moving  bool     // a Move is under way, or the rest of one comes
	Leg     MoveKind // … of this sort
	Duels   int      // Duels to come, the one under way left out
	Duel    DuelHow  // how the next of them is initiated
	With    SkillID  // the Special Attack of it
	Only    int8     // the one enemy, or mob, that it is with, where that is settled; Nobody

	To      space.Point  // where the Move under way leads, which something has interrupted; Nowhere
	From    space.Point  // where its path to there begins; Nowhere when no feat has interrupted it
	Gone    space.Length // how far it has gone on that path
	Refused ModelSet     // models that do not interrupt the rest of it
}

// Ahead returns what is to come. It ends its search where the activation under way
// does.
func (s *State) Ahead() (x Ahead) {
	x.Next, x.Only, x.To, x.From = Nobody, Nobody, space.Nowhere, space.Nowhere
	inside := true // the activation under way, not one around it
	for i := int(s.taskCount) - 1; i >= 0; i-- {
		t := &s.tasks[i]
		switch {
		case t.Kind == TaskTurns:
			if s.Seated > 0 && len(s.Game.Hooks.Next) == 0 {
				x.Next = s.Order[int(t.Next)%int(s.Seated)]
			}
			return x
		case !inside:
		case t.Kind == taskFinish:
			inside = false
		case t.Kind == TaskAct && t.Step == Asking:
			x.Actions++
		case t.Kind == TaskProneNow:
			x.Prone = true
		case (t.Kind == TaskGo || t.Kind == taskTravel || s.Node == NodeGo && i == int(s.taskCount)-1) && !x.Moving:
			x.Moving, x.Leg = true, t.Move
			if t.Kind == taskTravel {
				s.foretell(t, &x)
			}
		case t.Kind == TaskDuel:
			if x.Duels == 0 {
				how, only := t.How, t.Other
				x.With = t.With
				if c := &s.Change; c.By == t.M && t.Step == duelLooks {
					how, only, x.With = how|c.How, c.Other, c.With
				}
				x.Duel = how
				if how&(DuelCharge|DuelOnly) != 0 {
					x.Only = only
				}
			}
			x.Duels++
		}
	}
	return x
}

// foretell notes what is left of a Move under way. It leads nowhere any more when the
// mover has been moved by force in the middle of it.
func (s *State) foretell(t *Task, x *Ahead) {
	if t.Step == travelStopped {
		if s.Models[t.M].Status != Standing { // it is over
			return
		}
		x.Gone, x.Refused = space.Length(t.Number)*space.Inch, s.refused
		if s.Models[t.M].At != t.halt {
			return
		}
		x.From = t.from
	}
	x.To = t.To
}

// Interrupts reports whether somebody in the game has a feat that interrupts Moves.
func (g *Game) Interrupts() bool { return len(g.interrupters) > 0 }

// Foretells reports whether somebody can be asked something while it is settled where an
// interrupted Move leads, or whom the next Duel is with.
func (g *Game) Foretells() bool {
	return g.Interrupts() || g.InGame.Has(FeatZeroVisionShooting) || g.InGame.Has(FeatHurl)
}

// OneDie reports whether the initiator of a Duel rolls one die.
func (how DuelHow) OneDie() bool { return how&DuelOneDie != 0 }

// AvoidOnly reports whether the initiator of a Duel may only avoid hits.
func (how DuelHow) AvoidOnly() bool { return how&DuelAvoidOnly != 0 }

// Pending returns the hits that the question is about, or the hits of the attack that has
// been counted last; false when there are none.
func (s *State) Pending() (x Blow, ok bool) {
	d := &s.Duel
	switch {
	case s.taskCount > 0 && s.Top().Kind == taskRedirect:
		return s.Blow, true
	case d.By == Nobody || d.Waiting == 0 || d.Attacks[d.Waiting-1].At >= MaxModels:
		return x, false
	}
	a := &d.Attacks[d.Waiting-1]
	return Blow{By: a.By, At: a.At, Hits: a.Hits}, true
}

// Threatening returns the hits that are rolled against a model, or due, and have not taken
// effect.
func (s *State) Threatening(m int8) (hits int) {
	d := &s.Duel
	if d.By != Nobody {
		for i := range d.Attacks[:d.Waiting] {
			if a := &d.Attacks[i]; a.At == m {
				hits += int(a.Hits)
			}
		}
	}
	return hits + int(s.Due.Hits[m])
}

// HadTurn returns the models whose turn to attack or to avoid hits has come in the Duel
// under way.
func (d *Duel) HadTurn() ModelSet { return d.done }

// Missed reports whether the charge of an activation has failed.
func (a *Activation) Missed() bool { return a.failed }

// Waits returns how many times feats of a model wait to work, for Duels to end.
func (s *State) Waits(m int8) (times int) {
	for i := range s.queue[:s.queued] {
		if s.queue[i].m == m {
			times += int(s.queue[i].times)
		}
	}
	return times
}
