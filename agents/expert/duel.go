package expert

import (
	"context"
	"fmt"
	"sync"

	"ringer/agents"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// Duel plays DUEL for one configuration. It looks one action ahead:
//
//   - a place is worth the Duel that follows there, by the odds of the dice and
//     what each outcome would cost, and what can be done from there next;
//   - who goes prone while an enemy is still to act, and can get to see it, is as
//     good as removed, so Duels are for when the others have acted;
//   - it stands where it would not be seen if it lay: behind a crate it sees and
//     shoots on its feet, and cannot be finished when it falls;
//   - the treasure is worth most in hand, one Move from an edge, out of the reach
//     of enemies;
//   - of the scores that are sound in the Duel at hand, those are played that
//     punish mistakes most;
//   - a model acts first that gains most by it, and the target is the one whose
//     loss counts most;
//   - what feats and traits ask, it answers by playing on with each answer to the end
//     of the Duel or the activation (duel_future.go), and it drafts by measured prices
//     (duel_draft.go);
//   - when nobody has won for long, it dares more.
type Duel struct {
	game         *duel.Game
	config       duel.Config
	scores       *scoreBook
	ground       *ground
	hasty        bool      // whether it grows impatient
	races        bool      // whether who is removed comes back, and goals win
	buysAnything bool      // in a draft
	fields       sync.Pool // *field
}

// NewDuel builds the expert for a configuration of DUEL.
func NewDuel(game *duel.Game) *Duel {
	c := game.Config()
	d := &Duel{game: game, config: c, scores: newScoreBook(c.HitOn), ground: newGround(game)}
	core := duel.Defaults()
	d.races = c.Respawn && c.Scenario != core.Scenario
	d.hasty = c.Heroes || c.Respawn || c.ModelsPerPlayer > 1 || c.Map != core.Map || c.Scenario != core.Scenario
	d.fields.New = func() any {
		b := &field{d: d}
		if c.Heroes {
			b.after = newFuture(d)
		}
		return b
	}
	return d
}

// How sharply the expert decides: differences smaller than this, in fighters, are
// played either way.
const duelTemperature = 0.005

// DraftingAnything returns the expert that, where there is a draft, buys
// anything, all as likely.
func (d *Duel) DraftingAnything() *Duel {
	d.buysAnything = true
	return d
}

// Decide implements agents.Agent.
func (d *Duel) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	b := d.fields.Get().(*field)
	defer d.fields.Put(b)
	for i := range views {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		v := &views[i]
		if v.Game.Hash != d.game.Spec().Hash {
			return nil, fmt.Errorf("expert: built for %s, asked to play %s", d.game.Spec(), v.Game)
		}
		if len(v.Legal) == 1 {
			decisions[i].Probs[0] = 1
			continue
		}
		if v.Resample == nil {
			return nil, fmt.Errorf("expert: %s: %w", v.Game, agents.ErrNoWorlds)
		}
		// What is read from the world is public, so one will do.
		b.look(v.Resample(v.Rand).(*duel.State), int(v.Seat))
		if b.s.Question() == duel.AskScore {
			b.chooseScore(v.Legal, decisions[i].Probs)
			continue
		}
		b.values = append(b.values[:0], make([]float64, len(v.Legal))...)
		b.rate(v.Legal, b.values)
		Softmax(b.values, duelTemperature, decisions[i].Probs)
	}
	return decisions, nil
}

// A field is what the expert sees of one decision.
type field struct {
	d        *Duel
	s        *duel.State
	side     int
	subject  int
	fighters []duel.Fighter
	worths   []float64 // of the models, without what toughness they have left
	treasure space.Point
	carrier  int
	prize    float64 // what the treasure off the table is worth, in fighters
	urge     float64 // 1, and more when the game has gone on for long

	hunted bool // there is a treasure
	things []duel.Thing
	goals  []goal
	home   goal // of the model that has the other side's flag
	runner int  // that model
	thief  int  // the enemy who has the own flag; -1

	values []float64
	bouts  []seenBout

	// Of games with Heroes.
	odds  []pairOdds // by pair of models
	after *future    // nil in a future itself: nobody looks ahead of that
}

// A seenBout is the value of a bout met before in the same decision.
type seenBout struct {
	bout  bout
	value float64
}

func (b *field) look(s *duel.State, seat int) {
	b.s, b.side, b.subject, b.treasure, b.carrier = s, b.d.game.Side(seat), s.Subject(), s.Treasure(), s.Carrier()
	b.fighters, b.bouts = b.fighters[:0], b.bouts[:0]
	b.worths = b.worths[:0]
	clear(b.odds)
	own := 0.
	for m := range b.d.game.Models() {
		f := s.Plain(m)
		b.fighters = append(b.fighters, f)
		b.worths = append(b.worths, b.worthOf(m))
		if b.mine(m) && !f.Removed {
			own += b.worths[m]
		}
	}
	b.prize = (1 + own) / 2
	if b.d.config.Respawn {
		b.prize = respawnPrize
	}
	b.findGoals()
	b.urge = 1
	if late := s.Round() - duelPatience; late > 0 && b.d.hasty {
		b.urge = min(b.urge+duelHurry*float64(late), 20)
	}
}

// Where the way is long, or many shoot at whoever comes near, two sides may wait for
// each other for ever: after so many rounds what there is to win draws more with
// every round, and being seen counts less. One against one on the small table of the
// core game somebody always dares.
const (
	duelPatience = 7
	duelHurry    = 0.4
)

func (b *field) inPlay(m int) bool { return b.fighters[m].Standing || b.fighters[m].Prone }

// mine says whether a model is on the own side.
func (b *field) mine(m int) bool { return b.d.game.Side(b.fighters[m].Seat) == b.side }

// rate says what each legal action is worth, in fighters.
func (b *field) rate(legal []env.Action, values []float64) {
	switch b.s.Question() {
	case duel.AskAct, duel.AskGo, duel.AskPlace:
		b.rateActions(legal, values)
		if b.d.config.Heroes && b.s.Question() == duel.AskAct {
			b.rateSkillActions(legal, values)
		}
	case duel.AskLeaveMob, duel.AskAside, duel.AskMobDuel, duel.AskMobWay:
		b.rateStreet(legal, values)
	case duel.AskBuy, duel.AskFollowers:
		b.rateDraft(legal, values)
	case duel.AskSpecial, duel.AskConvert, duel.AskUse, duel.AskWhom, duel.AskHow, duel.AskWhere:
		b.rateSkill(legal, values)
	case duel.AskTarget:
		for i, a := range legal {
			if m, ok := b.s.Target(a); ok {
				values[i] = b.prey(m)
			}
		}
	case duel.AskPick:
		for i, a := range legal {
			if m, ok := b.s.Target(a); ok {
				values[i] = b.urgency(m)
			}
		}
	default:
		for i, a := range legal {
			values[i] = b.rateOther(a)
		}
	}
}
