package duel

import (
	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env"
	game "ringer/env/duel"
	"ringer/env/duel/space"
	tactics "ringer/env/tactics/duel"
)

// Options holds the settings of the expert. The zero value is the usual expert.
type Options struct {
	DraftAnything bool // in a draft it buys anything, all as likely
}

// New returns the expert for tables of a game.
func New(g *game.Game, o Options) *expert.Agent[*game.State] {
	table := newShared(g, o)
	return expert.New(g, func() expert.Mind[*game.State] {
		b := &mind{shared: table}
		if table.config.Heroes {
			b.after = newFuture(table)
		}
		return b
	})
}

// shared holds what the minds of one expert share. It is safe for concurrent use.
type shared struct {
	Options
	game   *game.Game
	config game.Config
	scores *tactics.ScoreBook
	bare   *ground // the table as the map has it
	built  *builtGrounds
	hasty  bool // the expert grows impatient
	races  bool // removed models come back, and goals win
}

func newShared(g *game.Game, o Options) *shared {
	c, core := g.Config(), game.Defaults()
	return &shared{
		Options: o, game: g, config: c, scores: tactics.NewScoreBook(c.HitOn), bare: newGround(g, space.Field{}), built: &builtGrounds{of: map[space.Field]*ground{}},
		races: c.Respawn && c.Scenario != core.Scenario,
		hasty: c.Heroes || c.Respawn || c.ModelsPerPlayer > 1 || c.Map != core.Map || c.Scenario != core.Scenario || c.WeaponRange || c.PlaceTerrain > 0 || len(c.AddOns) > 0,
	}
}

// temperature is the difference in value below which the expert plays two actions
// about as often, in fighters.
const temperature = 0.005

// mind decides for one seat at a time, and holds what that seat sees. It implements
// expert.Mind.
type mind struct {
	*shared
	s        *game.State
	ground   *ground       // the table as the players have filled it
	choices  []game.Choice // the decoded legal actions
	side     int           // the side of the seat that decides
	subject  int           // the model that the question is about
	fighters []game.Fighter
	worths   []float64 // of the models, without the toughness they have left
	treasure space.Point
	carrier  int     // the model with the treasure; -1 for none
	prize    float64 // the worth of winning with the treasure, in fighters
	urge     float64 // 1, and more when the game has gone on for long

	hunted bool // there is a treasure
	things []game.Thing
	goals  []goal
	home   goal // of the model that has the other side's flag
	runner int  // the model of this side with the other side's flag; -1
	thief  int  // the enemy with this side's flag; -1

	values []float64
	bouts  []valuedBout

	// Where Heroes are played.
	odds  []pairOdds // by pair of models
	after *future    // nil inside a future, which looks no further ahead
}

// Decide implements expert.Mind.
func (b *mind) Decide(world *game.State, v *agents.View, probs []float32) {
	b.look(world, int(v.Seat))
	if world.Question() == game.AskScore {
		b.chooseScore(v.Legal, probs)
		return
	}
	b.values = append(b.values[:0], make([]float64, len(v.Legal))...)
	b.rate(v.Legal, b.values)
	expert.Softmax(b.values, temperature, probs)
}

// look reads the table as a seat sees it.
func (b *mind) look(s *game.State, seat int) {
	b.s, b.side, b.subject, b.treasure, b.carrier = s, b.game.Side(seat), s.Subject(), s.Treasure(), s.Carrier()
	b.ground = b.groundOf(s)
	b.fighters, b.bouts = b.fighters[:0], b.bouts[:0]
	b.worths = b.worths[:0]
	clear(b.odds)
	own := 0.
	for m := range b.game.Models() {
		f := s.Plain(m)
		b.fighters = append(b.fighters, f)
		b.worths = append(b.worths, b.worthOf(m))
		if b.mine(m) && !f.Removed {
			own += b.worths[m]
		}
	}
	b.prize = (1 + own) / 2
	if b.config.Respawn {
		b.prize = respawnPrize
	}
	b.findGoals()
	b.urge = 1
	if late := s.Round() - patience; late > 0 && b.hasty {
		b.urge = min(b.urge+hurry*float64(late), mostUrge)
	}
}

// Where the way is long, or many models shoot at an enemy that comes near, two sides
// may wait for each other for ever: after the round patience, goals count more with
// every round, by the share hurry, and being seen counts less. In the core game, one
// against one on a small table, somebody always takes the risk.
const (
	patience = 7
	hurry    = 0.4
	mostUrge = 20.0
)

// inPlay reports whether a model stands or lies in the area.
func (b *mind) inPlay(m int) bool { return b.fighters[m].Standing || b.fighters[m].Prone }

// mine reports whether a model is on the side of the seat that decides.
func (b *mind) mine(m int) bool { return b.game.Side(b.fighters[m].Seat) == b.side }

// decode decodes the legal actions.
func (b *mind) decode(legal []env.Action) {
	b.choices = b.choices[:0]
	for _, a := range legal {
		b.choices = append(b.choices, b.s.Decode(a))
	}
}

// rate adds the value of each legal action to values, which are zero, in fighters.
func (b *mind) rate(legal []env.Action, values []float64) {
	b.decode(legal)
	switch q := b.s.Question(); q {
	case game.AskAct, game.AskGo, game.AskPlace:
		b.rateActions(values)
		if b.config.Heroes && q == game.AskAct {
			b.rateSkillActions(legal, values)
		}
	case game.AskLeaveMob, game.AskAside, game.AskMobDuel, game.AskMobWay:
		b.rateStreet(values)
	case game.AskTerrain:
		b.rateTerrain(values)
	case game.AskBuy, game.AskFollowers:
		b.rateDraft(values)
	case game.AskSpecial, game.AskConvert, game.AskUse, game.AskWhom, game.AskHow, game.AskWhere:
		b.rateSkill(legal, values)
	case game.AskTarget, game.AskPick:
		of := b.prey
		if q == game.AskPick {
			of = b.urgency
		}
		for i, c := range b.choices {
			if c.Verb == game.NameModel {
				values[i] = of(c.Model)
			}
		}
	default:
		for i, c := range b.choices {
			values[i] = b.rateAnswer(c)
		}
	}
}
