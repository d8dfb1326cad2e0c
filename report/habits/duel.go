package habits

import (
	"fmt"

	"ringer/env/duel"
	"ringer/eval/matrixgame"
	"ringer/report/evidence"

	tactics "ringer/env/tactics/duel"
)

// fights counts the Duel Scores and the uses of the treasure in DUEL.
type fights struct {
	game       *duel.Game
	situations []situation // of the core game; none in others
	treasure   *sheet
	lost       *sheet

	carriedOff int // the seat whose last action carried the treasure off the table, or -1
}

// situation is a kind of Duel between two fighters of the core game, with its payoffs as
// a matrix game.
type situation struct {
	name    string
	started bool // by the fighter that is asked, where that matters
	waiting bool // the one of the two that did not start it is still to act
	scores  *sheet
	payoffs [][]float64 // by the scores of the fighter and of its enemy, in fighters
	mix     []float64   // the fighter's equilibrium, by score
	value   float64

	// against holds a sheet for each score of the enemy: what the fighter's scores lose
	// against it, below the value.
	against []*sheet
}

// Stakes of a Duel of the core game, in sixteenths of a fighter: going prone costs .4 of a
// fighter, or all of one in sight of an enemy that is still to act (docs/games/duel.md).
const (
	prone = 6
	all   = 16
)

// Rows of the sheet of the treasure.
const (
	takesIt  = "takes it when it may"
	leaves   = "leaves with it when it may"
	winsByIt = "wins by it, of its wins"
	gamesWon = "wins by it, of all games"
)

func newFights(g *duel.Game) *fights {
	f := &fights{game: g, treasure: newSheet("duel-treasure", true, takesIt, leaves, winsByIt, gamesWon), carriedOff: -1}
	c := g.Config()
	if c.Players != 2 || c.ModelsPerPlayer != 1 || c.Heroes || c.AvoidHits || c.Cover != "off" || c.Armory || c.Melee || c.OneAndHalfActions {
		return f
	}
	f.lost = newSheet("duel-losses", false)
	for _, x := range []struct {
		study, name      string
		started, waiting bool
		stakes           tactics.Stakes
	}{
		{"duel-scores-over", "both have acted", true, false, tactics.Stakes{Prone: prone, ProneFree: prone, Out: all, TheyProne: prone, TheyOut: all}},
		{"duel-scores-first", "it starts, the enemy is still to act", true, true, tactics.Stakes{Prone: all, ProneFree: prone, Out: all, TheyProne: prone, TheyOut: all}},
		{"duel-scores-asked", "it is attacked and is still to act", false, true, tactics.Stakes{Prone: prone, ProneFree: prone, Out: all, TheyProne: all, TheyOut: all}},
	} {
		b := tactics.Bout{
			Dice: [2]int8{int8(c.Dice), int8(c.Dice)}, Shooters: [2]int8{1, 1}, Fights: [2]bool{true, true}, Stakes: x.stakes,
		}
		s := situation{name: x.name, started: x.started, waiting: x.waiting, scores: newSheet(x.study, true), payoffs: b.Scores(c.HitOn)}
		solved := matrixgame.Solve(s.payoffs)
		s.value, s.mix = solved.Value, solved.Rows
		s.scores.fixed = map[string]float64{}
		for i, p := range solved.Rows {
			label := fmt.Sprintf("score %d", i+1)
			s.scores.order = append(s.scores.order, label)
			s.scores.fixed[label] = p
			s.against = append(s.against, newSheet("", false))
		}
		f.lost.order = append(f.lost.order, s.name)
		f.lost.worst = append(f.lost.worst, s.against)
		f.situations = append(f.situations, s)
	}
	return f
}

// core reports whether the game is the core game, whose single Duels are solved.
func (f *fights) core() bool { return len(f.situations) > 0 }

func (f *fights) sheets() (list []*sheet) {
	for _, s := range f.situations {
		list = append(list, s.scores)
	}
	if f.lost != nil {
		list = append(list, f.lost)
	}
	return append(list, f.treasure)
}

func (f *fights) decided(d *decision) {
	s := d.state.(*duel.State)
	did := s.Decode(d.action)
	f.carriedOff = -1
	if s.Question() == duel.AskScore {
		f.scored(s, d, did)
		return
	}
	carries := s.Carrier() >= 0 && s.Fighter(s.Carrier()).Seat == d.seat && s.Subject() == s.Carrier()
	may := func(v duel.Verb) bool {
		for _, a := range d.legal {
			if s.Decode(a).Verb == v {
				return true
			}
		}
		return false
	}
	switch {
	case carries && may(duel.Leave):
		f.treasure.count(leaves, d, did.Verb == duel.Leave)
		if did.Verb == duel.Leave {
			f.carriedOff = d.seat
		}
	case s.Carrier() < 0 && may(duel.Interact):
		f.treasure.count(takesIt, d, did.Verb == duel.Interact)
	}
}

// scored counts a Duel Score of a fighter against one standing enemy, while nobody has the
// treasure.
func (f *fights) scored(s *duel.State, d *decision, did duel.Choice) {
	if did.Verb != duel.SetScore {
		return
	}
	x := f.situationOf(s)
	if x == nil {
		return
	}
	for k := range x.payoffs {
		x.scores.count(fmt.Sprintf("score %d", k+1), d, k+1 == did.Number)
	}
	for j, sheet := range x.against {
		sheet.add(x.name, d.agent(), x.value-x.payoffs[did.Number-1][j], 1)
	}
}

// ended counts the wins of a game.
func (f *fights) ended(shares []float64, ringer []bool) {
	for seat, share := range shares {
		agent := evidence.Expert
		if ringer[seat] {
			agent = evidence.Ringer
		}
		off := 0.
		if f.carriedOff == seat {
			off = 1
		}
		f.treasure.add(gamesWon, agent, off, 1)
		if share == 1 {
			f.treasure.add(winsByIt, agent, off, 1)
		}
	}
	f.carriedOff = -1
}
