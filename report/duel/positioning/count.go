package positioning

import (
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/report/ratio"
)

// Names of figures.
const (
	wins       = "games won (a tie of two counts half)"
	perGame    = "Duels of a game"
	starts     = "Duels that it starts"
	tooSoon    = "Duels it starts while the enemy is still to act"
	finishing  = "Duels it starts with nobody on his feet"
	distance   = "inches between the two"
	inCover    = "Duels in cover from the enemy"
	enemyCover = "Duels with the enemy in cover"
	unseen     = "Duels in which it would lie unseen by the enemy if it fell"
	grabs      = "times it grabs the treasure, a game"
	carried    = "games that it wins with the treasure"
	overHome   = "of them over an edge at its own corner"
)

// scoreNames names the shares of Duel Scores against standing enemies.
var scoreNames = [...]string{"score 1", "score 2", "score 3", "score 4", "score 5", "score 6"}

// kinds lists the figures in the order in which they are shown. The share figures lie
// between 0 and 1; those that ofDuels are shares of Duels.
var kinds = []struct {
	name           string
	share, ofDuels bool
}{
	{wins, true, false},
	{carried, true, false},
	{overHome, true, false},
	{grabs, false, false},
	{perGame, false, false},
	{starts, true, true},
	{tooSoon, true, true},
	{finishing, true, true},
	{distance, false, false},
	{inCover, true, true},
	{enemyCover, true, true},
	{unseen, true, true},
	{scoreNames[0], true, false},
	{scoreNames[1], true, false},
	{scoreNames[2], true, false},
	{scoreNames[3], true, false},
	{scoreNames[4], true, false},
	{scoreNames[5], true, false},
}

// OfDuels reports whether the figure at an index of Profile.Figures is a share of Duels.
func OfDuels(figure int) bool { return kinds[figure].ofDuels }

func newProfile(name string) Profile {
	p := Profile{Name: name, heat: map[int]int{}}
	for _, k := range kinds {
		p.ratios = append(p.ratios, &ratio.Ratio{Name: k.name, Share: k.share})
	}
	return p
}

// ratio returns the sums behind a figure.
func (p *Profile) ratio(name string) *ratio.Ratio {
	for _, r := range p.ratios {
		if r.Name == name {
			return r
		}
	}
	panic("positioning: no figure is called " + name)
}

// duelBegins counts a Duel for the side that starts it and for every standing
// model in it.
func (w *watch) duelBegins(s *duel.State) {
	g := w.study.game
	by := s.Initiator()
	upright, waiting := false, false // enemies on their feet, enemies still to act
	for m := range g.Models() {
		f := s.Fighter(m)
		if m == by || !s.InDuel(m) || !f.Standing {
			continue
		}
		upright, waiting = true, waiting || !f.Acted
	}
	starter := w.of(s.Fighter(by).Seat)
	starter.ratio(finishing).Count(!upright)
	if upright {
		starter.ratio(tooSoon).Count(waiting)
	}
	for m := range g.Models() {
		f := s.Fighter(m)
		if !s.InDuel(m) || !f.Standing {
			continue
		}
		p := w.of(f.Seat)
		p.ratio(perGame).Add(1, 0)
		p.ratio(starts).Count(m == by)
		p.duels++
		p.heat[g.Scene().Index(w.fromSeat0(f.Seat, f.At))]++
		if m == by {
			w.facing(s, p, m, w.opponent(s, by))
		} else {
			w.facing(s, p, m, by)
		}
	}
}

// opponent returns the enemy nearest to the initiator, of those in the Duel.
func (w *watch) opponent(s *duel.State, by int) int {
	scene, at := w.study.game.Scene(), s.Fighter(by).At
	best := -1
	for m := range w.study.game.Models() {
		if m != by && s.InDuel(m) && (best < 0 || scene.Distance(at, s.Fighter(m).At) < scene.Distance(at, s.Fighter(best).At)) {
			best = m
		}
	}
	return best
}

// facing counts the distance and cover between a model and the enemy that it duels
// with.
func (w *watch) facing(s *duel.State, p *Profile, m, enemy int) {
	scene, field := w.study.game.Scene(), s.Field()
	model := func(m int) space.Model {
		f := s.Fighter(m)
		return space.Model{At: f.At, Base: space.Normal, Prone: f.Prone}
	}
	p.ratio(distance).Add(scene.Range(model(m), model(enemy), &field), 1)
	p.ratio(inCover).Count(scene.Sight(model(enemy), model(m), &field).Cover != space.NoCover)
	fallen := model(m)
	fallen.Prone = true
	p.ratio(unseen).Count(!scene.Sees(model(enemy), fallen, &field))
	p.ratio(enemyCover).Count(scene.Sight(model(m), model(enemy), &field).Cover != space.NoCover)
}

// decided counts the Duel Scores that are set against standing enemies.
func (w *watch) decided(s *duel.State, seat int, a env.Action) {
	if s.Question() != duel.AskScore || !w.upright(s, s.Subject()) {
		return
	}
	score := s.Decode(a).Number
	for i, name := range scoreNames {
		w.of(seat).ratio(name).Count(i+1 == score)
	}
}

// upright reports whether an enemy of a model stands in the Duel under way.
func (w *watch) upright(s *duel.State, m int) bool {
	side := w.study.game.Side(s.Fighter(m).Seat)
	for e := range w.study.game.Models() {
		if f := s.Fighter(e); s.InDuel(e) && f.Standing && w.study.game.Side(f.Seat) != side {
			return true
		}
	}
	return false
}

// ended counts the end of a game: by the last action, of a seat that may have
// carried the treasure.
func (w *watch) ended(s *duel.State, seat, carrier int, a env.Action) {
	g := w.study.game
	returns := make([]float64, g.Config().Players)
	s.Returns(returns)
	winners := 0
	for _, x := range returns {
		if x > 0 {
			winners++
		}
	}
	out := seat >= 0 && carrier >= 0 && s.Decode(a).Verb == duel.Leave && s.Fighter(carrier).Seat == seat
	for k := range returns {
		p := w.of(k)
		share := 0.
		switch {
		case returns[k] > 0:
			share = 1 / float64(winners)
		case winners == 0: // all share
			share = 1 / float64(len(returns))
		}
		p.ratio(wins).Add(share, 1)
		p.ratio(perGame).Add(0, 1)
		p.ratio(grabs).Add(0, 1)
		p.ratio(carried).Count(out && k == seat)
		if out && k == seat {
			p.ratio(overHome).Count(w.atHome(s, k, carrier))
		}
	}
}

// atHome reports whether the carrier that has just left was last nearer to an edge at
// its seat's corner than to the others.
func (w *watch) atHome(s *duel.State, seat, carrier int) bool {
	scene := w.study.game.Scene()
	nx, ny := scene.Size()
	at, home := s.Fighter(carrier).At, s.Corner(seat)
	x, y := int(at.X), int(at.Y)
	if home.X > 0 {
		x = nx - 1 - x
	}
	if home.Y > 0 {
		y = ny - 1 - y
	}
	return min(x, y) <= min(nx-1-x, ny-1-y)
}
