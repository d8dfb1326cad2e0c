package duel

import (
	"sync"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/scene"
	tactics "ringer/env/tactics/duel"
)

// Builder makes the scenes of one configuration, with odds beside the choices. It implements
// scene.Builder and is safe for concurrent use.
type Builder struct {
	scene.Shown
	game   *duel.Game
	config duel.Config
	book   *tactics.ScoreBook
	known  *sync.Map // tactics.Bout -> odds
}

// New returns the builder of a game.
func New(g env.Game) scene.Builder {
	game := g.(*duel.Game)
	config := game.Config()
	return &Builder{scene.Shown{Game: g}, game, config, tactics.NewScoreBook(config.HitOn), new(sync.Map)}
}

// Rules implements scene.Builder: the odds have a sign too.
func (b *Builder) Rules() *scene.Rules {
	r := b.Shown.Rules()
	r.Signs = append(r.Signs, scene.Entry{
		ID: "sign:odds", Kind: scene.KindDrawing, Name: "falls 45%",
		Text: "The chance that a model goes prone or is removed in the Duel that a choice would begin, when both choose their scores well, against one enemy at a time. Feats that act in a Duel are not counted; the note names them.",
	})
	return r
}

// look is one scene whose choices get their odds.
type look struct {
	*Builder
	s *duel.State
	p env.Player
}

// Scene implements scene.Builder.
func (b *Builder) Scene(state env.State, p env.Player) *scene.Scene {
	sc := b.Shown.Scene(state, p)
	if sc.Ask == nil {
		return sc
	}
	l := look{b, env.UnwrapState(state).(*duel.State), p}
	if m := l.s.Subject(); m >= 0 {
		for i := range sc.Ask.Choices {
			if note := l.note(m, l.s.Decode(sc.Ask.Choices[i].Action)); note != "" {
				sc.Ask.Choices[i].Note = note
			}
		}
	}
	return sc
}

// note returns the odds of a choice for the model that is asked about; empty where they say
// nothing of it.
func (l *look) note(m int, d duel.Choice) string {
	switch q := l.s.Question(); {
	case d.Verb == duel.Go && l.mine(m) && (q == duel.AskAct || q == duel.AskGo || q == duel.AskPlace || q == duel.AskLeaveMob):
		follows := (q == duel.AskAct || q == duel.AskGo && l.s.Leg() != duel.LastLeg) && !l.s.Exhausting() && l.config.BidInitiative == duel.BidOff
		return l.placeNote(m, d.To, follows)
	case d.Verb == duel.SetScore:
		return l.scoreNote(m, d.Number)
	case d.Verb == duel.AvoidHits:
		return l.avoidNote(m, d.Number)
	case d.Verb == duel.NameModel && q == duel.AskTarget:
		return l.targetNote(m, d.Model)
	}
	return ""
}

func (l *look) mine(m int) bool { return l.s.Commands(int(l.p)).Has(int8(m)) }

func (l *look) enemies(a, b int) bool {
	return l.game.Side(l.s.OwnerOf(a)) != l.game.Side(l.s.OwnerOf(b))
}
