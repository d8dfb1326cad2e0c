package heroes

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// In a draft every Hero's owner buys feats and traits, a point at a time, then
// chooses the kind of the Hero's followers, and buys what each of its further shapes
// has, hidden from the other seats until all are done (DUEL-12, DUEL-36). They do not
// even know how much of it there is. With random warbands chance does it.

// draftAt returns the Hero whose turn in the draft has the number n.
func draftAt(g *turn.Game, n int) int8 {
	return g.FirstOf(n/g.Heroes) + int8(n%g.Heroes)
}

func runDraft(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == turn.Answered {
		m := draftAt(g, int(t.Next))
		draftTake(s, m, purchaseAt(s, m, int(t.Number)), s.Answer)
		t.Number = int16(draftOn(s, m, int(t.Number), s.Answer))
		if int(t.Number) >= purchases(s, m) {
			t.Next, t.Number = t.Next+1, 0
		}
	}
	t.Step = turn.Answered
	s.Drafting = int(t.Next) < g.Drafts()
	if !s.Drafting {
		s.Pop()
		s.Secrets = int32(len(s.Log))
		muster(s)
		return
	}
	m := draftAt(g, int(t.Next))
	t.Number = int16(skip(s, m, int(t.Number)))
	askDraft(s, m, int(t.Number))
}

// draftOn returns where a Hero's draft has come to once it has made a choice: as many
// points further as that costs.
func draftOn(s *turn.State, m int8, n int, a env.Action) int {
	if id, ok := s.Game.SkillOf(a); ok {
		return skip(s, m, n+s.Game.Price(id))
	}
	return skip(s, m, n+1)
}

// skip returns where a Hero's draft comes to, past the points that it can buy nothing with.
func skip(s *turn.State, m int8, n int) int {
	for n < purchases(s, m) {
		p := purchaseAt(s, m, n)
		if draftOptions(s, m, p); p.followers || s.Allowed() {
			break
		}
		n++
	}
	return n
}

// bought returns how often a Hero has bought a trait, for the shape of a purchase.
func bought(s *turn.State, m int8, p purchase, id turn.SkillID) int {
	times := s.Trait(m, id)
	if p.Shape > 0 {
		times = int(s.WardrobeOf(m).Shapes[p.Shape].Traits[id-turn.FirstTrait])
	}
	for _, gift := range s.Game.Gifts {
		if gift == id {
			times--
		}
	}
	return times
}

// Buying returns the purchase that the state waits for.
func Buying(s *turn.State) purchase {
	t := s.Top()
	return purchaseAt(s, draftAt(s.Game, int(t.Next)), int(t.Number))
}

// ToField returns the kind of followers that a Hero has chosen in the draft under way; Fighter
// where it has none.
func ToField(s *turn.State, m int8) turn.Kind {
	if !s.Drafting || !s.Bears(m, turn.TraitFollower) {
		return turn.Fighter
	}
	return s.Models[m].Followers
}

// askDraft waits for the choice of a Hero's draft after this many others.
func askDraft(s *turn.State, m int8, n int) {
	p := purchaseAt(s, m, n)
	draftOptions(s, m, p)
	switch {
	case s.Game.Config.Warband == config.WarbandRandom:
		s.Chance(turn.ChanceBuy, 0, m)
	case p.followers:
		s.Ask(turn.NodeFollowers, s.Owner(m), m, turn.Nobody)
	default:
		s.Ask(turn.NodeBuy, s.Owner(m), m, turn.Nobody)
	}
}

// draftOptions makes what a Hero can buy legal, or the kinds of followers that it
// can have.
func draftOptions(s *turn.State, m int8, p purchase) {
	g, c := s.Game, &s.Game.Config
	s.ForbidAll()
	room := roomFor(s, m)
	x := s.Trait(m, turn.TraitFollower)
	if p.followers {
		for k := turn.Ganger; k <= turn.Animal; k++ {
			if turn.Following(k, x) <= room && (k != turn.Animal || c.Melee) {
				s.Allow(g.Actions.Followers + env.Action(k-turn.Ganger))
			}
		}
		return
	}
	b := s.Build(m)
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		switch {
		case !g.InGame.Has(id), g.Price(id) > p.Left, g.Limit(id) == 0, unfit(c, Skills[id], b, x) != "":
		case id.Trait() && bought(s, m, p, id) >= g.Limit(id):
		case p.Shape > 0 && (id.OfHero() || !id.Trait() && s.WardrobeOf(m).Shapes[p.Shape].Set.Has(id)):
		case p.Shape > 0:
			s.Allow(g.SkillAction(id))
		case id == turn.TraitFollower && x >= room, id == turn.TraitShapeshifter && Further(s, m) >= g.MostShapes:
		case !id.Trait() && s.Bears(m, id):
		default:
			s.Allow(g.SkillAction(id))
		}
	}
}

// roomFor returns how many followers a Hero can have: those drafted before it have
// theirs, those after it need room for gifts (DUEL-111).
func roomFor(s *turn.State, m int8) int {
	g := s.Game
	first := g.FirstOf(s.Owner(m))
	room := g.PerSeat - g.Heroes
	for j := range int8(g.Heroes) {
		switch e := first + j; {
		case e < m:
			room -= turn.Following(s.Models[e].Followers, s.Trait(e, turn.TraitFollower))
		case e > m:
			room -= g.GiftedFollowers
		}
	}
	return room
}

// draftTake enters a choice of the draft.
func draftTake(s *turn.State, m int8, p purchase, a env.Action) {
	switch id, ok := s.Game.SkillOf(a); {
	case !ok:
		s.Models[m].Followers = turn.Ganger + turn.Kind(a-s.Game.Actions.Followers)
	case p.Shape > 0:
		s.WardrobeOf(m).Shapes[p.Shape].Add(id)
	default:
		s.Give(m, id)
	}
}

// Redraft draws, in a world for one seat, what the others may have drafted so far:
// uniformly, choice by choice, of what they could. Nobody sees how far the seat is that
// is at it, so it may be anywhere in its draft.
func Redraft(s *turn.State, p env.Player, rng env.Rand) {
	g := s.Game
	past, deciding := s.Log, int(s.Actor)
	s.Log = make([]turn.Entry, 0, cap(past))
	t := s.Top()
	for seat := range g.Players {
		made := 0
		for i := range past {
			if int(past[i].Actor) == seat {
				made++
			}
		}
		if seat != int(p) && (made > 0 || seat == deciding) {
			redraftSeat(s, seat, deciding, rng)
			continue
		}
		for i := range past {
			if int(past[i].Actor) == seat {
				s.Log = append(s.Log, past[i])
			}
		}
	}
	for i := range past {
		if past[i].Actor < 0 { // automata come last, and their choices are known
			s.Log = append(s.Log, past[i])
		}
	}
	if deciding >= 0 {
		m := draftAt(g, int(t.Next))
		t.Number = int16(skip(s, m, int(t.Number)))
		askDraft(s, m, int(t.Number))
	}
}

// redraftSeat draws the draft of one seat; of the one that is deciding as many choices
// as it may have made.
func redraftSeat(s *turn.State, seat, deciding int, rng env.Rand) {
	g := s.Game
	var options [int(turn.SkillIDs) + int(turn.Kinds)]env.Action
	begun := len(s.Log)
	// The longer a draft is, the more often a seat is found at it: with a number of
	// choices drawn from the most that a draft can have, until one is as long.
	at := rng.IntN(g.Heroes * (g.Config.ResourcePoints*(1+g.MostShapes) + 1))
	for n := seat * g.Heroes; n < (seat+1)*g.Heroes; n++ {
		m := draftAt(g, n)
		restart(s, m)
		for b := skip(s, m, 0); b < purchases(s, m); {
			p := purchaseAt(s, m, b)
			draftOptions(s, m, p)
			legal := s.AppendSet(options[:0])
			a := legal[rng.IntN(len(legal))]
			draftTake(s, m, p, a)
			b = draftOn(s, m, b, a)
			s.Log = append(s.Log, turn.Entry{Action: a, Actor: int8(seat), About: m, Secret: true})
		}
	}
	if seat != deciding {
		return
	}
	if begun+at >= len(s.Log) {
		s.Log = s.Log[:begun]
		redraftSeat(s, seat, deciding, rng)
		return
	}
	kept := s.Log[begun : begun+at]
	s.Log = s.Log[:begun+at]
	t := s.Top()
	t.Next, t.Number = int16(seat*g.Heroes), 0
	for n := range int8(g.Heroes) {
		restart(s, g.FirstOf(seat)+n)
	}
	for _, e := range kept {
		t.Number = int16(skip(s, e.About, int(t.Number)))
		draftTake(s, e.About, purchaseAt(s, e.About, int(t.Number)), e.Action)
		t.Number = int16(draftOn(s, e.About, int(t.Number), e.Action))
		if int(t.Number) >= purchases(s, e.About) {
			t.Next, t.Number = t.Next+1, 0
		}
	}
}

// runDesignate lets Heroes, in seat order, declare the models that their feats are
// about (DUEL-36).
func runDesignate(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == turn.Answered {
		t.Step = turn.Asking
		m := int8(int(t.Next) / len(g.Designators))
		s.Models[m].Bonds[turn.BondIndex(t.With)] = s.Chosen(m)
		t.Next++
	}
	for ; int(t.Next) < g.Models*len(g.Designators); t.Next++ {
		m, id := int8(int(t.Next)/len(g.Designators)), g.Designators[int(t.Next)%len(g.Designators)]
		if ever(s, m, id) == 0 {
			continue
		}
		if set := g.Skills[id].Designate(s, m); set != 0 {
			t.Step, t.With = turn.Answered, id
			s.AskWhom(id, m, set, false)
			return
		}
	}
	s.Pop()
}
