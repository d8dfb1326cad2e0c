package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// Tell implements env.Teller. All is open but for Duel Scores, bids, and what the others
// buy in a draft. That a score has been set is seen. Bids are told when all are turned up
// (DUEL-41), and a draft when all are done: until then nobody knows how far the others
// are (DUEL-36).
func (s *State) Tell(p env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	n := &after.(*State).t
	t := &teller{game: s.t.Game, was: &s.t, is: n, events: dst}
	if s.t.Actor == env.Chance && s.t.Node > turn.NodeDecisions {
		t.tellChance(s, a)
	} else {
		t.tellChoice(s, p, a)
	}
	t.tellRevealed(p)
	if !s.t.Drafting {
		t.tellFights()
		t.tellModels()
		t.tellThings()
	}
	t.tellTurn()
	return t.events
}

// A teller collects what happens between two states.
type teller struct {
	game    *turn.Game
	was, is *turn.State
	to      turn.ModelSet // models whose way the action itself has told
	events  []env.Event
}

func (t *teller) say(who env.Player, format string, args ...any) {
	t.events = append(t.events, env.Event{Player: who, Text: fmt.Sprintf(format, args...)})
}

// does tells what a seat does, a verb in the third person and more words. An automaton has
// no player: the table tells of it by name.
func (t *teller) does(who env.Player, verb, more string) {
	if int(who) >= t.game.Players {
		t.say(env.Chance, "%s %s%s", t.game.SeatName(int(who)), verb, more)
		return
	}
	t.say(who, "%s%s", env.Does(who, verb), more)
}

// of returns the seat that commands a model, as the one whom an event is about: the table
// for automata, mobs and nobody.
func (t *teller) of(m int8) env.Player {
	if _, mob := turn.MobOf(m); mob || m == turn.Nobody || t.was.Owner(m) >= t.game.Players {
		return env.Chance
	}
	return env.Player(t.was.Owner(m))
}

// by tells what a model does or what becomes of it.
func (t *teller) by(m int8, format string, args ...any) {
	t.say(t.of(m), "%s "+format, append([]any{t.name(m)}, args...)...)
}

// name returns what a model is called: its sign on the table.
func (t *teller) name(m int8) string { return t.game.ModelName(m) }

// tellChoice tells a seat's choice, or an automaton's.
func (t *teller) tellChoice(s *State, p env.Player, a env.Action) {
	c := s.Decode(a)
	if t.was.Actor >= 0 {
		switch own := t.was.Actor == p; t.was.Node {
		case turn.NodeBid:
			if own {
				t.does(p, "bids", fmt.Sprintf(" %d%s, in secret", c.Number, t.forBidder(t.was.Subject)))
			}
			return
		case turn.NodeBuy:
			if own {
				t.by(t.was.Subject, "buys %s", c.Skill.Title())
			}
			return
		case turn.NodeFollowers:
			if own {
				t.by(t.was.Subject, "fields %ss", c.Followers)
			}
			return
		case turn.NodeScore:
			if own {
				t.by(t.was.Subject, "%s, in secret", scoreWords(c.Verb == AvoidHits, c.Number))
			} else {
				t.by(t.was.Subject, "sets a score")
			}
			return
		}
	} else if t.was.Node == turn.NodeScore { // an automaton's, to be turned up with the others
		t.by(t.was.Subject, "sets a score")
		return
	}
	t.tellDeed(s, a, c)
}

// forBidder returns the model that a bid is for, where each has one.
func (t *teller) forBidder(m int8) string {
	if t.game.BidPerModel {
		return " for " + t.name(m)
	}
	return ""
}

func scoreWords(avoids bool, score int) string {
	if avoids {
		return fmt.Sprintf("avoids hits with %d", score)
	}
	return fmt.Sprintf("has score %d", score)
}

// genericDeeds holds the words for actions without an object.
var genericDeeds = [turn.Generics]string{
	turn.DoInteract: "interacts", turn.DoSkirmish: "skirmishes", turn.DoExhaust: "exhausts itself", turn.DoTakeAim: "takes aim",
	turn.DoUnjam: "unjams its weapon", turn.DoDisengage: "disengages", turn.DoClimb: "climbs", turn.DoShoot: "shoots", turn.DoFight: "fights hand to hand",
	turn.DoAimLower: "aims lower", turn.DoAimKeep: "keeps its score", turn.DoAimHigher: "aims higher",
}

// tellDeed tells an open choice.
func (t *teller) tellDeed(s *State, a env.Action, c Choice) {
	w, m := t.was, t.was.Subject
	if id := w.Asked; id != turn.NoSkill { // a feat asks
		t.by(m, "(%s): %s", id.Title(), s.ActionString(a))
		if c.Verb == Leave {
			t.to = turn.Bit(m)
		}
		return
	}
	switch c.Verb {
	case StartIn:
		return // told with the corners
	case NameModel:
		t.tellNaming(int8(c.Model))
		return
	case PutDown:
		t.does(w.Actor, "puts", fmt.Sprintf(" down %s at %s", c.Terrain, t.game.Where(c.To)))
		return
	case Go:
		if w.Node == turn.NodePlace {
			t.by(m, "comes into play at %s", t.game.Where(c.To))
		} else {
			t.by(m, "goes to %s", t.game.Where(c.To))
		}
		t.to = turn.Bit(m)
		return
	case Leave:
		t.by(m, "leaves to the %s", turn.EdgeNames[c.Edge])
		t.to = turn.Bit(m)
		return
	case RollAgain:
		t.by(m, "rolls a %d again", c.Number)
		return
	case UseSkill:
		t.by(m, "uses %s", c.Skill.Title())
		return
	case NameMob:
		if w.Node == turn.NodeMob {
			t.by(m, "comes back on mob %d", c.Number+1)
		} else {
			t.by(m, "duels with mob %d", c.Number+1)
		}
		return
	}
	switch {
	case c.Verb < Verb(turn.Generics) && genericDeeds[c.Verb] != "":
		t.by(m, "%s", genericDeeds[c.Verb])
	case c.Verb == Done && (w.Node == turn.NodeReroll || w.Node == turn.NodeCover):
		t.by(m, "keeps its dice")
	case c.Verb == No && w.Node == turn.NodeInto:
		t.by(m, "does not shoot into the melee")
	case m == turn.Nobody:
		t.say(w.Actor, "%s", s.ActionString(a))
	default:
		t.by(m, "chooses: %s", s.ActionString(a))
	}
}

// tellNaming tells of a model that is chosen.
func (t *teller) tellNaming(e int8) {
	w, m := t.was, t.was.Subject
	switch {
	case w.Node == turn.NodePick && w.Top().Kind == turn.TaskTurns:
		t.by(e, "is activated")
	case w.Node == turn.NodePick:
		t.by(e, "is to duel")
	case w.Node == turn.NodeAct:
		t.by(m, "charges %s", t.name(e))
	case w.Node == turn.NodeTarget:
		t.by(m, "attacks %s", t.name(e))
	case w.Node == turn.NodeInto:
		t.by(m, "shoots into the melee of %s", t.name(e))
	case w.Node == turn.NodeSwap:
		t.by(m, "changes places with %s", t.name(e))
	default:
		t.by(m, "chooses %s", t.name(e))
	}
}

// tellChance tells what chance has done.
func (t *teller) tellChance(s *State, a env.Action) {
	w := t.was
	switch w.Node {
	case turn.ChanceDice, turn.ChanceSeatDie:
		words := s.ActionString(a)[len("roll"):]
		seat, initiative := w.RollsInitiative()
		switch d := &w.Duel; {
		case initiative && seat < t.game.Players:
			t.does(env.Player(seat), "rolls", words+" for Initiative")
		case w.Subject == turn.Nobody:
			t.say(env.Chance, "the dice show%s", words)
		case d.By != turn.Nobody && d.Rolled == uint8(w.Chances) && d.Faces[0] == 0 && d.Bonus != 0:
			t.by(w.Subject, "rolls%s, %+d each", words, d.Bonus)
		default:
			t.by(w.Subject, "rolls%s", words)
		}
	case turn.ChanceFirst:
		t.does(env.Player(a), "is", " the first player")
	case turn.ChanceMember:
		t.say(env.Chance, "%s is drawn from the melee", t.name(int8(a)))
	case turn.ChanceBuy:
		t.by(w.Subject, "gets %s", s.ActionString(a))
	case turn.ChanceMap, turn.ChanceTie: // told with the corners and the order
	default:
		t.say(env.Chance, "%s", s.ActionString(a))
	}
}

// tellRevealed tells what was chosen in secret and has been turned up: all of it since the
// last time.
func (t *teller) tellRevealed(p env.Player) {
	if t.was.Drafting {
		t.tellDrafted(p)
		return
	}
	x := &t.game.Actions
	for i := t.was.Secrets; i < t.is.Secrets; i++ {
		e := &t.is.Log[i]
		if !e.Secret {
			continue
		}
		if _, ok := within(e.Action, x.Bid, turn.Scores); ok {
			t.does(env.Player(e.Actor), "bids", fmt.Sprintf(" %d%s", e.Action-x.Bid+1, t.forBidder(e.About)))
			continue
		}
		k := int(e.Action - x.Score)
		t.by(e.About, "%s", scoreWords(k >= turn.Scores, k%turn.Scores+1))
	}
	d := &t.is.Duel
	if !d.Revealed || t.was.Duel.Revealed && (t.was.Duel.By == d.By || d.By == turn.Nobody) {
		return
	}
	for rest := d.Set; rest != 0; rest &= rest - 1 { // of automata
		if m := rest.First(); t.game.Automatic(m) && !d.Random.Has(m) {
			t.by(m, "%s", scoreWords(d.Avoiding.Has(m), int(d.Score[m])))
		}
	}
}

// tellDrafted tells what the others have bought, when all are done: one event a Hero.
func (t *teller) tellDrafted(p env.Player) {
	if t.is.Drafting {
		return
	}
	var bought [turn.MaxModels][]string
	for i := range t.is.Log[:t.is.Secrets] {
		e := &t.is.Log[i]
		if id, ok := t.game.SkillOf(e.Action); e.Secret && e.Actor != int8(p) {
			word := id.Title()
			if !ok {
				word = turn.KindNames[turn.Ganger+turn.Kind(e.Action-t.game.Actions.Followers)] + "s"
			}
			bought[e.About] = append(bought[e.About], word)
		}
	}
	for m, list := range bought {
		if list != nil {
			t.by(int8(m), "has chosen %s", strings.Join(list, ", "))
		}
	}
}
