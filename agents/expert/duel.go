package expert

import (
	"context"
	"fmt"
	"math"

	"ringer/agents"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// Duel plays DUEL for one configuration. Its rules:
//
//   - with the treasure, run for the nearest edge; next to it, grab it; else get
//     nearer to it, or into sight of an enemy who has it;
//   - shoot whoever lies prone, before it gets up;
//   - end a Move out of sight of standing enemies when that costs little, and in
//     cover otherwise;
//   - of the scores that are sound in the Duel at hand, play those that punish
//     mistakes most;
//   - of several targets take the one that is removed most surely.
type Duel struct {
	game   *duel.Game
	config duel.Config
	scores *scoreBook
}

// NewDuel builds the expert for a configuration of DUEL.
func NewDuel(game *duel.Game) *Duel {
	c := game.Config()
	return &Duel{game: game, config: c, scores: newScoreBook(c.HitOn)}
}

// How sharply the expert decides: differences smaller than this, in fighters, are
// played either way.
const duelTemperature = 0.005

// Decide implements agents.Agent.
func (d *Duel) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	decisions := agents.Decisions(views)
	var scores []float64
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
		b := d.look(v.Resample(v.Rand).(*duel.State), int(v.Seat))
		if b.s.Question() == duel.AskScore {
			b.chooseScore(v.Legal, decisions[i].Probs)
			continue
		}
		scores = append(scores[:0], make([]float64, len(v.Legal))...)
		b.rate(v.Legal, scores)
		softmax(scores, duelTemperature, decisions[i].Probs)
	}
	return decisions, nil
}

// A field is what the expert sees of one decision.
type field struct {
	d        *Duel
	s        *duel.State
	me       int // seat
	subject  int
	fighters []duel.Fighter
	treasure space.Point
	carrier  int
}

func (d *Duel) look(s *duel.State, seat int) *field {
	b := &field{d: d, s: s, me: seat, subject: s.Subject(), treasure: s.Treasure(), carrier: s.Carrier()}
	for m := range d.game.Models() {
		b.fighters = append(b.fighters, s.Fighter(m))
	}
	return b
}

func (b *field) inPlay(m int) bool { return b.fighters[m].Standing || b.fighters[m].Prone }

func (b *field) mine(m int) bool { return b.fighters[m].Seat == b.me }

// rate scores each legal action, in fighters.
func (b *field) rate(legal []env.Action, scores []float64) {
	for i, a := range legal {
		switch b.s.Question() {
		case duel.AskAct, duel.AskGo, duel.AskPlace:
			scores[i] = b.rateAct(a)
		case duel.AskTarget:
			if m, ok := b.s.Target(a); ok {
				scores[i] = b.prey(m)
			}
		case duel.AskPick:
			if m, ok := b.s.Target(a); ok {
				scores[i] = b.urgency(m)
			}
		default:
			scores[i] = b.rateOther(a)
		}
	}
}

// Prices, in fighters.
const (
	duelWin       = 20.0
	grabPrice     = 1.2
	contactPrice  = 0.25 // to stand where the treasure can be grabbed
	stepPrice     = 0.1  // an inch nearer
	preyPrice     = 0.9  // to see an enemy who is prone
	robberPrice   = 0.5  // to see an enemy who carries the treasure
	exposedPrice  = 0.03 // to be seen by a standing enemy
	doomedPrice   = 0.25 // … who is still to act in this round
	edgeRisk      = 20.0 // to leave without the treasure
	exhaustPrice  = -0.6
	unjamPrice    = 0.3
	aimPrice      = 0.1
	chargePrice   = 0.25
	skirmishPrice = -0.05
	topplePrice   = -0.4
)

// rateAct scores an action or a destination of the model asked about.
func (b *field) rateAct(a env.Action) float64 {
	if to, ok := b.s.Destination(a); ok {
		return b.ratePlace(to)
	}
	name := b.s.ActionString(a)
	if m, ok := b.s.Target(a); ok {
		return chargePrice + 0.3*b.prey(m) + b.ratePlace(b.fighters[m].At)
	}
	here := b.ratePlace(b.fighters[b.subject].At)
	switch name {
	case "interact":
		return here + grabPrice
	case "leave to the south", "leave to the east", "leave to the north", "leave to the west":
		if b.carrier == b.subject {
			return duelWin
		}
		return -edgeRisk
	case "skirmish":
		return here + skirmishPrice
	case "exhaust":
		return here + exhaustPrice
	case "take aim":
		return here + aimPrice
	case "unjam":
		return here + unjamPrice
	case "disengage", "climb here":
		return here - 0.2
	}
	return here + topplePrice
}

// ratePlace scores being at a point.
func (b *field) ratePlace(to space.Point) float64 {
	g := b.d.game
	scene := g.Scene()
	x := 0.
	switch {
	case b.carrier == b.subject:
		x -= stepPrice * 2 * b.toEdge(to)
	case b.carrier >= 0 && b.mine(b.carrier):
		x -= 0.3 * stepPrice * scene.Distance(to, b.treasure) // escort
	default:
		far := scene.Distance(to, b.treasure)
		x -= stepPrice * far
		if b.carrier < 0 && b.nearestToTreasure() && far <= contactReach(g.Scene().Step()) {
			x += contactPrice
		}
	}
	for m := range b.fighters {
		if b.mine(m) || !b.inPlay(m) || !g.SeenFrom(to, b.fighters[m].At) {
			continue
		}
		switch {
		case b.s.Question() == duel.AskPlace: // no Duel follows
			x -= exposedPrice
		case b.fighters[m].Prone:
			x += preyPrice
		case m == b.carrier:
			x += robberPrice
		case !b.fighters[m].Acted:
			x -= doomedPrice
		default:
			x -= exposedPrice
		}
	}
	return x
}

// contactReach is how near to the treasure a fighter must be to grab it.
func contactReach(step space.Length) float64 { return 0.75 + step.Inches()/2 }

// nearestToTreasure says whether the model asked about is the one of its seat to
// get the treasure.
func (b *field) nearestToTreasure() bool {
	scene := b.d.game.Scene()
	at := b.fighters[b.subject].At
	if at == space.Nowhere {
		return true
	}
	own := scene.Distance(at, b.treasure)
	for m := range b.fighters {
		if m != b.subject && b.mine(m) && b.fighters[m].Standing && scene.Distance(b.fighters[m].At, b.treasure) < own-1e-9 {
			return false
		}
	}
	return true
}

// toEdge is how far a point is from the nearest edge, in inches.
func (b *field) toEdge(p space.Point) float64 {
	nx, ny := b.d.game.Scene().Size()
	d := min(int(p.X), int(p.Y), nx-1-int(p.X), ny-1-int(p.Y))
	return float64(d) * b.d.game.Scene().Step().Inches()
}

// prey is how good a target a model is.
func (b *field) prey(m int) float64 {
	f := &b.fighters[m]
	x := 0.
	switch {
	case f.Prone && f.Hits > 0:
		x = 1
	case f.Prone:
		x = 0.8
	default:
		x = 0.4
	}
	if m == b.carrier {
		x += 0.3
	}
	if f.Seat == b.me {
		x -= 2
	}
	return x
}

// urgency says which model to activate first.
func (b *field) urgency(m int) float64 {
	if m == b.carrier {
		return 2
	}
	if b.fighters[m].Waiting {
		return 0.5
	}
	return 1 - 0.05*b.d.game.Scene().Distance(b.fighters[m].At, b.treasure)
}

// rateOther scores what is not about places or targets.
func (b *field) rateOther(a env.Action) float64 {
	name := b.s.ActionString(a)
	switch b.s.Question() {
	case duel.AskReroll, duel.AskCover:
		return b.rateReroll(name)
	case duel.AskWeapon:
		if name == "fight hand to hand" {
			return 0.1
		}
	case duel.AskInto:
		if name == "no" {
			return 0.3
		}
	case duel.AskAim:
		return b.rateAim(name)
	case duel.AskFace:
		return b.rateFacing(name)
	case duel.AskBid:
		return []float64{0, 0.02, 0.05, 0.07, 0.07, 0.05}[int(name[len(name)-1]-'1')%6]
	}
	return 0
}

// rateReroll prefers the lowest die that misses; against cover, the lowest that
// hits.
func (b *field) rateReroll(name string) float64 {
	var face int
	if _, err := fmt.Sscanf(name, "roll a %d again", &face); err != nil {
		return 0 // done
	}
	_, bonus := b.s.Faces()
	if b.s.Question() == duel.AskReroll && face+bonus >= b.d.config.HitOn {
		return -0.5
	}
	return 0.3 - 0.05*float64(face)
}

// rateAim moves the score below the other's when it is just above, and up when
// nobody shoots back first.
func (b *field) rateAim(name string) float64 {
	mine, _, _ := b.s.Score(b.subject)
	change := map[string]int{"aim lower": -1, "keep the score": 0, "aim higher": 1}[name]
	x := 0.05 * float64(change) // a higher score hits more
	for m := range b.fighters {
		if theirs, avoids, known := b.s.Score(m); known && m != b.subject && !avoids {
			before := compare(mine, theirs)
			x += 0.2 * float64(before-compare(mine+change, theirs))
		}
	}
	return x
}

func compare(a, b int) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

var compass = map[string][2]float64{
	"face east": {1, 0}, "face northeast": {.7, .7}, "face north": {0, 1}, "face northwest": {-.7, .7},
	"face west": {-1, 0}, "face southwest": {-.7, -.7}, "face south": {0, -1}, "face southeast": {.7, -.7},
}

// rateFacing turns a shield to the nearest enemies.
func (b *field) rateFacing(name string) float64 {
	to := compass[name]
	at := b.fighters[b.subject].At
	x := 0.
	for m := range b.fighters {
		if b.mine(m) || !b.fighters[m].Standing {
			continue
		}
		dx, dy := float64(b.fighters[m].At.X-at.X), float64(b.fighters[m].At.Y-at.Y)
		far := math.Hypot(dx, dy)
		if far > 0 {
			x += (dx*to[0] + dy*to[1]) / far / (1 + far/10)
		}
	}
	return x
}
