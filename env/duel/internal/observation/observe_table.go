package observation

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// This file writes the fields of the observation that describe the table.

func (l *Observer) observeTokens(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	next := 0
	for k := range g.Hooks.Things {
		x := &g.Hooks.Things[k]
		for i := range x.Count {
			row := l.tokens.Row(dst, next)
			next++
			if t := x.Show(s, thingAt(g, x, p, i)); t.There {
				l.observeThing(s, p, x.Kind, t, centre, row)
			}
		}
	}
}

// thingAt returns the number of the thing that a seat observes in a row.
func thingAt(g *turn.Game, x *turn.Things, p, row int) int {
	switch x.Of {
	case turn.OfTeams:
		return (row + int(g.Side[p])) % turn.Teams
	case turn.OfSeats:
		each := x.Count / g.Seats
		return relative(g, p, row/each)*each + row%each
	}
	return row
}

func (l *Observer) observeThing(s *turn.State, p int, kind turn.ThingKind, t turn.Thing, centre space.Point, row []float32) {
	g := s.Game
	row[tokenThere] = 1
	row[l.kindColumn[kind]] = 1
	if centre != space.Nowhere {
		row[tokenDX], row[tokenDY] = scaled(g, int(t.At.X)-int(centre.X)), scaled(g, int(t.At.Y)-int(centre.Y))
	}
	row[tokenX], row[tokenY] = scaled(g, int(t.At.X)), scaled(g, int(t.At.Y))
	row[tokenFree], row[tokenWait] = layout.Bit(t.Free), float32(t.Wait)/2
	if l.tokenSide > 0 {
		row[l.tokenSide+tokenFoe] = layout.Bit(t.Foe)
	}
	if l.tokenSide > 0 && t.Side != turn.Nobody {
		whose := row[l.tokenSide:]
		whose[tokenOurs], whose[tokenTheirs] = layout.Bit(t.Side == g.Side[p]), layout.Bit(t.Side != g.Side[p])
	}
}

// observeFacts writes the facts that the rules count.
func (l *Observer) observeFacts(s *turn.State, p int, dst []float32) {
	facts, at := l.facts.In(dst), 0
	for k := range s.Game.Hooks.Facts {
		f := &s.Game.Hooks.Facts[k]
		for i := range f.Names {
			facts[at] = f.Of(s, p, i)
			at++
		}
	}
}

// observeTerrain writes the pieces of the map that are left, and those put down in play,
// the oldest first.
func (l *Observer) observeTerrain(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	n := g.Scene.Pieces()
	copy(l.terrain.In(dst), l.land)
	x, y := float32(centre.X)*float32(g.Step.Inches())/lengthScale, float32(centre.Y)*float32(g.Step.Inches())/lengthScale
	for i := range n + len(s.Land.Added()) {
		row := l.terrain.Row(dst, i)
		switch {
		case i >= n:
			l.observeAdded(s, p, i-n, row)
		case s.Land.Gone>>i&1 != 0:
			clear(row)
			continue
		default:
			row[terrainDamage] = float32(s.Damage[i]) / float32(g.Config.FragileHits)
		}
		if centre != space.Nowhere {
			row[terrainDX], row[terrainDY] = row[terrainX]-x, row[terrainY]-y
		}
	}
}

// observeAdded writes a log, an obstacle, or a piece that a player has put down before the
// game.
func (l *Observer) observeAdded(s *turn.State, p, i int, row []float32) {
	a := &s.Land.Added()[i]
	placePiece(a.Extent(), a.Top(), row)
	row[terrainSee], row[terrainCover], row[terrainStand] = layout.Bit(a.See()), 1, layout.Bit(a.Stand())
	if by := s.Builders[i] - 1; l.builder > 0 && by >= 0 {
		g := s.Game
		seat := g.SeatOf(by)
		row[l.builder+distance(g, p, seat)] = 1
		row[l.builder+g.Seats] = float32(by-g.FirstOf(seat)+1) / valueScale
	}
}

// observeExposure writes, for each destination that is legal, the share of the
// standing enemies that would see the model there.
func (l *Observer) observeExposure(s *turn.State, dst []float32) {
	g := s.Game
	if !l.exposed.Exists() {
		return
	}
	enemies := s.Enemies(int(s.Actor)) & s.Standing()
	if enemies == 0 {
		return
	}
	exposed := l.exposed.In(dst)
	share := 1 / float32(enemies.Count())
	origin := Centre(s)
	a := &g.Actions
	untouched := s.Land.Untouched()
	var from [turn.MaxModels]space.Point
	var views [turn.MaxModels]space.Sight
	n := 0
	for rest := enemies; rest != 0; rest &= rest - 1 {
		from[n] = s.Models[rest.First()].At
		views[n] = g.Sights.From(g.Scene.Index(from[n]))
		n++
	}
	here := g.Scene.Index(origin)
	legal := s.Legal()
	for id := a.Dest; id < a.Edge; id++ {
		w := legal[id>>6] >> (id & 63)
		if w == 0 {
			id = id | 63
			continue
		}
		if id += env.Action(bits.TrailingZeros64(w)); id >= a.Edge {
			break
		}
		seen := float32(0)
		if untouched {
			at := here + int(l.steps[id-a.Dest])
			for i := range views[:n] {
				if views[i].Has(at) {
					seen += share
				}
			}
		} else {
			to := g.DestOf(origin, id)
			for i := range from[:n] {
				if s.WouldSee(to, from[i]) {
					seen += share
				}
			}
		}
		exposed[id-a.Dest] = min(seen, 1)
	}
}

// pieceNames names the rows of terrain: the pieces of the map, and room for those that
// can be put down.
func (l *Observer) pieceNames(g *turn.Game) []string {
	if trees := bits.OnesCount64(g.Scene.KindSet(space.Tree)); g.Config.Interactive(config.Tree) {
		l.added = trees
	}
	if g.InGame.Has(turn.FeatObstacle) {
		l.added = space.MaxAdded
	}
	l.added += g.Players * g.Config.PlaceTerrain
	return append(layout.Numbered("piece", g.Scene.Pieces()), layout.Numbered("put down", min(l.added, space.MaxAdded))...)
}

// terrainTable returns the columns of a piece of terrain, and of who built it.
func (l *Observer) terrainTable(g *turn.Game) layout.Table {
	t := terrainColumns()
	if g.InGame.Has(turn.FeatObstacle) {
		l.builder = len(t)
		for _, seat := range SeatNames(g) {
			t = append(t, flag("built by "+seat))
		}
		t = append(t, amount("number of whoever built it", "6"))
	}
	return t
}

// readPieces computes the rows of the map's pieces, which do not change in play but for
// what stands in relation to the question.
func (l *Observer) readPieces(g *turn.Game) {
	if !l.terrain.Exists() {
		return
	}
	l.land = make([]float32, l.terrain.Rows*l.terrain.Width)
	for i := range g.Scene.Pieces() {
		t := g.Scene.TypeOf(i)
		f := l.land[i*l.terrain.Width : (i+1)*l.terrain.Width]
		placePiece(g.Scene.ExtentOf(i), g.Scene.TopOf(i), f)
		f[terrainWalk], f[terrainSee], f[terrainCover], f[terrainStand] = layout.Bit(t.Walk), layout.Bit(t.See), layout.Bit(t.Cover), layout.Bit(t.Stand)
		for k, kind := range []space.Kind{space.Water, space.Fragile, space.Laser, space.Tree, space.Gap} {
			f[terrainKind+k] = layout.Bit(t.Kind == kind)
		}
		for k := range g.Homelands {
			if g.Homelands[k].Pieces>>i&1 != 0 {
				f[terrainNative] = float32(k+1) / valueScale
			}
		}
	}
}

// placePiece writes where a piece stands and how far it extends.
func placePiece(x space.Extent, top space.Length, row []float32) {
	row[terrainThere] = 1
	row[terrainX], row[terrainY] = float32(x.At[0])/lengthScale, float32(x.At[1])/lengthScale
	for d, far := range x.Far {
		row[terrainFar+d] = float32(far) / lengthScale
	}
	row[terrainHeight] = float32(top.Inches()) / lengthScale
}

// This file writes the fields of the observation that describe the turn: the question,
// the seats, the activation and the Duel under way.

func (l *Observer) observeProgress(s *turn.State, ahead *turn.Ahead, p int, centre space.Point, dst []float32) {
	g := s.Game
	decision, actor := l.decision.In(dst), l.actor.In(dst)
	switch {
	case s.Node == turn.NodeOver:
		decision[l.onEnd] = 1
	case s.Actor == env.Chance:
		decision[l.onChance] = 1
	case Hidden(s) && int(s.Actor) != p: // which of several others it is would tell of their drafts
		decision[l.asking[turn.NodeBuy]] = 1
		if g.Players == 2 {
			actor[1] = 1
		}
	default:
		decision[l.asking[s.Node]] = 1
		actor[distance(g, p, int(s.Actor))] = 1
	}
	l.round.In(dst)[0] = float32(s.Round) / float32(g.Config.Rounds)
	for i, seat := range s.Order[:s.Seated] {
		l.order.Row(dst, i)[distance(g, p, int(seat))] = 1
	}
	if g.Bidding && s.Round > 0 {
		l.first.In(dst)[distance(g, p, int(s.First))] = 1
	}
	l.observeContext(s, ahead, p, centre, l.context.In(dst))
	d := &s.Duel
	if d.By != turn.Nobody && d.Rolled > 0 && d.Faces[0] > 0 { // the dice have fallen
		dice := l.dice.In(dst)
		for _, f := range d.Faces[:d.Rolled] {
			dice[f-1]++
		}
		dice[diceBonus] = max(-1, min(float32(d.Bonus)/scoreScale, 1))
	}
	if centre != space.Nowhere {
		l.frame.In(dst)[0] = 1
		l.column.In(dst)[centre.X] = 1
		l.row.In(dst)[centre.Y] = 1
	}
}

// observeContext writes the activation and the Duel under way.
func (l *Observer) observeContext(s *turn.State, ahead *turn.Ahead, p int, centre space.Point, c []float32) {
	g, d, act := s.Game, &s.Duel, &s.Act
	if act.M != turn.Nobody {
		c[contextLeft], c[contextMoved] = float32(act.Left.Inches())/lengthScale, float32(act.Moved.Inches())/lengthScale
		c[contextExhausting], c[contextLong] = layout.Bit(act.Exhausting), layout.Bit(act.Long)
		c[contextActions], c[contextProne] = float32(ahead.Actions+int(act.More))/2, layout.Bit(ahead.Prone)
		c[contextSecond], c[contextNoDuel], c[contextGiven] = layout.Bit(act.Second), layout.Bit(act.NoDuel), layout.Bit(act.Given)
		c[contextExtra], c[contextMissed] = layout.Bit(act.Again), layout.Bit(act.Missed())
	}
	if ahead.Moving {
		c[contextMoving] = 1
		if ahead.Leg >= turn.GoLeg {
			c[contextLeg+int(ahead.Leg-turn.GoLeg)] = 1
		}
	}
	if ahead.Duels > 0 {
		c[contextToCome] = float32(ahead.Duels) / 2
		c[contextNextOneDie], c[contextNextAvoidOnly] = layout.Bit(ahead.Duel.OneDie()), layout.Bit(ahead.Duel.AvoidOnly())
	}
	if d.By != turn.Nobody {
		c[contextDuel] = 1
		c[contextMelee], c[contextRevealed], c[contextOneDie] = layout.Bit(d.Melee), layout.Bit(d.Revealed), layout.Bit(d.OneDie)
		c[contextAvoidOnly], c[contextCharge], c[contextLeaving] = layout.Bit(d.AvoidOnly), layout.Bit(d.Charge), layout.Bit(d.Leaving)
		c[contextBid], c[contextTwice] = layout.Bit(d.Fixed != 0), layout.Bit(d.Twice)
		c[contextInitiates] = layout.Bit(s.Owner(s.Initiator()) == p)
	}
	if a, ok := s.Pending(); ok { // also of a fall, or of a trap
		c[contextHits] = float32(a.Hits) / scoreScale
	}
	if l.modelFoe > 0 && ahead.To != space.Nowhere {
		c[contextGoalX], c[contextGoalY] = scaled(g, int(ahead.To.X)), scaled(g, int(ahead.To.Y))
	}
	if l.modelPass > 0 {
		c[contextGone] = float32(ahead.Gone.Inches()) / lengthScale
		if ahead.From != space.Nowhere {
			c[contextFromX], c[contextFromY] = scaled(g, int(ahead.From.X)), scaled(g, int(ahead.From.Y))
		}
	}
	if s.Corner[p] >= 0 && centre != space.Nowhere {
		home := g.Corners[s.Corner[p]]
		c[contextHomeX], c[contextHomeY] = scaled(g, int(home.X)-int(centre.X)), scaled(g, int(home.Y)-int(centre.Y))
	}
}

// observeSeats writes what everybody knows of the seats.
func (l *Observer) observeSeats(s *turn.State, ahead *turn.Ahead, p int, dst []float32) {
	g := s.Game
	for k := range g.Seats {
		seat := relative(g, p, k)
		row := l.seats.Row(dst, k)
		row[seatOut], row[seatAlly] = layout.Bit(s.Lost[seat]), layout.Bit(g.Side[seat] == g.Side[p])
		row[seatNext] = layout.Bit(int(ahead.Next) == seat)
		if c := s.Corner[seat]; c >= 0 {
			row[seatCornered] = 1
			row[seatX], row[seatY] = scaled(g, int(g.Corners[c].X)), scaled(g, int(g.Corners[c].Y))
		}
		if l.maneuver {
			row[seatHigh] = layout.Bit(s.High>>seat&1 != 0)
		}
	}
}

// scaled returns a number of steps in the unit of lengths of the observation.
func scaled(g *turn.Game, steps int) float32 {
	return float32(steps) * float32(g.Step) / float32(space.Inch) / lengthScale
}
