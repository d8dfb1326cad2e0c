package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// Scales of the observation.
const (
	lengthScale = 12 // inches
	scoreScale  = 12 // dice and scores
	farthest    = 4  // bound of scaled lengths: 48 inches
)

// decisionsOf is how many kinds of decisions a game has. In the observation
// chance and the end follow them.
func (g *Game) decisionsOf() (n int) {
	for x := range nodeDecisions {
		switch {
		case x >= nodeMobWay && !g.config.plays(AddOnCityBrawl), x >= nodeBuy && x < nodeMobWay && !g.config.Heroes:
			continue
		}
		g.asking[x] = n
		n++
	}
	return n
}

// layout holds the offset of every observation field. The fields and their
// writers are in the same order.
type layout struct {
	decision, actor, round, order, first, context, dice, frame, column, row,
	models, tokens, terrain, exposed, facts, skill, shapes int
	decisions, modelWidth, tokenWidth, terrainWidth, shapeWidth int
}

var contextNames = []string{
	"inches left of the Move", "inches moved", "exhausting", "the long action of it is spent", "in a Duel", "hand to hand", "revealed",
	"the initiator rolls one die", "the initiator may only avoid", "charge", "leaving a melee", "the initiator is of the own seat", "own home corner: x", "own home corner: y",
}

var modelFeatures = []string{
	"is there", "x from the centre of the question", "y", "x", "y on the area", "height",
	"waiting", "standing", "prone", "removed", "away", "hits",
	"asked about", "also concerned", "initiator", "engaged", "acted this round", "engaged this round", "rested last round", "jammed", "owes a Duel", "took aim",
	"carries the treasure", "distance to the one asked about", "in sight of it", "in contact with it",
	"has a score that the seat knows", "that score", "avoids hits, as far as the seat knows", "defense", "bid that the seat knows",
	"thrown", "one-handed", "two-handed ranged weapon", "one-handed", "two-handed melee weapon", "shield", "protection", "brawler", "gunslinger",
	"facing x", "facing y", "upgrade armour", "mirage", "scope", "inches climbed",
}

var tokenFeatures = []string{"is there", "treasure", "upgrade", "spawn point", "x from the centre of the question", "y", "x", "y on the area", "to be had", "rounds until it is"}

var terrainFeatures = []string{
	"is there", "x from the centre of the question", "y", "radius", "height", "walked through", "seen through", "covers", "has a top to stand on",
	"water", "fragile", "laser", "tree", "gap", "damage",
}

// observed lays out the observation: everything relative to the seat that
// observes, which comes first, and to the model, corner or point that the
// question is about.
func (g *Game) observed() []env.Field {
	l := &g.layout
	var fields []env.Field
	size := 0
	add := func(at *int, low, high float32, set bool, name, doc string, shape ...int) {
		*at = size
		f := env.Field{Name: name, Shape: shape, Min: low, Max: high, Set: set, Doc: doc}
		size += f.Size()
		fields = append(fields, f)
	}
	tokens := g.tokenColumns()
	l.decisions, l.modelWidth, l.tokenWidth, l.terrainWidth = g.decisionsOf(), len(modelFeatures)+g.seats, len(tokens), len(terrainFeatures)
	models := joined(modelFeatures) + "; owner one-hot"
	if g.config.Heroes {
		l.modelWidth += len(heroFeatures)
		models += "; " + joined(heroFeatures)
	}
	add(&l.decision, 0, 1, false, "decision", "one-hot: corner, bid, pick a model, place, action, destination, shoot or fight, into a melee, score, target, reroll, reroll against cover, aim, direction, swap; of heroes buy, kind of followers, Special Attack, instead of hits, use it, whom, where, how much; of city brawls way of a mob, which mob, leave it, duel it, step aside; chance; over", l.decisions+2)
	add(&l.actor, 0, 1, false, "actor", "one-hot: who decides", g.players)
	add(&l.round, 0, 1, false, "round", "share of the rounds begun", 1)
	add(&l.order, 0, 1, false, "order", "row: position in the order of Initiative; one-hot: the seat", g.turns, g.seats)
	add(&l.first, 0, 1, false, "first", "one-hot: the first player, under bids", g.turns)
	add(&l.context, -farthest, farthest, false, "context", joined(contextNames), len(contextNames))
	add(&l.dice, -1, maxDice, false, "dice", "dice of the roll under way by face; what is added to each / 12", 7)
	add(&l.frame, 0, 1, false, "frame", "1 when the question is about a place", 1)
	add(&l.column, 0, 1, false, "column", "one-hot: column of the lattice that the question is about", g.columns)
	add(&l.row, 0, 1, false, "row", "one-hot: row of the lattice", g.rows)
	add(&l.models, -farthest, farthest, true, "models", "models, own seat first: "+models, g.models, l.modelWidth)
	if n := g.thingRows(); n > 0 {
		add(&l.tokens, -farthest, farthest, true, "tokens", joined(tokens), n, l.tokenWidth)
	}
	if n := g.scene.Pieces(); n > 0 {
		add(&l.terrain, -farthest, farthest, true, "terrain", "pieces of the map: "+joined(terrainFeatures), n, l.terrainWidth)
	}
	if g.sights != nil && !g.actions.absolute {
		add(&l.exposed, 0, 1, false, "exposed", "by destination of the block offset, for the seat that decides: share of the standing enemies that would see the model there", g.actions.disc.Len())
	}
	if names := g.factNames(); len(names) > 0 {
		add(&l.facts, -1, 1, false, "scenario", joined(names), len(names))
	}
	if g.config.Heroes {
		add(&l.skill, 0, 1, false, "skill", "one-hot: the feat or trait that the question is about", int(skillIDs)-1)
	}
	if n := g.shapely() * g.mostShapes; n > 0 {
		l.shapeWidth = len(shapeFeatures) + g.seats + g.heroes
		add(&l.shapes, -farthest, farthest, true, "shapes", "shapes of Heroes besides the present ones: "+joined(shapeFeatures)+"; owner one-hot; Hero one-hot", n, l.shapeWidth)
	}
	return fields
}

// factNames are the names of what the rules keep count of.
func (g *Game) factNames() (names []string) {
	for i := range g.hooks.facts {
		names = append(names, g.hooks.facts[i].names...)
	}
	return names
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	g := s.game
	if len(dst) != g.spec.ObservationSize() {
		panic("duel: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	centre := s.centre()
	s.observeProgress(int(p), centre, dst)
	s.observeModels(int(p), centre, dst)
	s.observeTokens(int(p), centre, dst)
	s.observeFacts(int(p), dst)
	s.observeTerrain(centre, dst)
	if s.asked != noSkill && s.node != nodeOver {
		dst[g.layout.skill+int(s.asked)-1] = 1
	}
	if g.layout.shapeWidth > 0 {
		s.observeShapes(p, dst)
	}
	if s.actor == p && (s.node == nodeAct || s.node == nodeGo || s.node == nodePlace) {
		s.observeExposure(dst)
	}
}

// centre is the point that the question is about: where the model asked about
// is, or the corner that it is placed from.
func (s *State) centre() space.Point {
	switch {
	case s.node == nodePlace, s.node == nodeCrowd, s.node == nodeAside, s.node == nodeMobWay:
		return s.origin
	case s.subject != nobody && s.node != nodeOver && s.models[s.subject].at != space.Nowhere && has(s.inPlay, s.subject):
		return s.models[s.subject].at
	}
	return space.Nowhere
}

func (s *State) observeProgress(p int, centre space.Point, dst []float32) {
	g, l := s.game, &s.game.layout
	switch {
	case s.node == nodeOver:
		dst[l.decision+l.decisions+1] = 1
	case s.actor == env.Chance:
		dst[l.decision+l.decisions] = 1
	case s.hidden() && int(s.actor) != p:
		dst[l.decision+g.asking[nodeBuy]] = 1
		dst[l.actor+g.distance(p, int(s.actor))] = 1
	default:
		dst[l.decision+g.asking[s.node]] = 1
		dst[l.actor+g.distance(p, int(s.actor))] = 1
	}
	dst[l.round] = float32(s.round) / float32(g.config.Rounds)
	for i, seat := range s.order[:s.seated] {
		dst[l.order+i*g.seats+g.distance(p, int(seat))] = 1
	}
	if g.bidding && s.round > 0 {
		dst[l.first+g.distance(p, int(s.first))] = 1
	}
	d := &s.duel
	flags := [...]bool{s.act.exhausting, s.act.long, d.by != nobody, d.melee, d.revealed, d.oneDie, d.avoidOnly, d.charge, d.leaving, d.by != nobody && s.owner(s.initiator()) == p}
	c := dst[l.context:]
	if s.act.m != nobody {
		c[0], c[1] = float32(s.act.left.Inches())/lengthScale, float32(s.act.moved.Inches())/lengthScale
		c[2], c[3] = oneIf(flags[0]), oneIf(flags[1])
	}
	if d.by != nobody {
		for i, f := range flags[2:] {
			c[4+i] = oneIf(f)
		}
	}
	if s.corner[p] >= 0 {
		home := g.corners[s.corner[p]]
		if centre != space.Nowhere {
			c[12], c[13] = g.scaled(int(home.X)-int(centre.X)), g.scaled(int(home.Y)-int(centre.Y))
		}
	}
	if d.by != nobody && d.rolled > 0 && d.faces[0] > 0 { // the dice have fallen
		for _, f := range d.faces[:d.rolled] {
			dst[l.dice+int(f)-1]++
		}
		dst[l.dice+6] = min(float32(d.bonus)/scoreScale, 1)
	}
	if centre != space.Nowhere {
		dst[l.frame] = 1
		dst[l.column+int(centre.X)] = 1
		dst[l.row+int(centre.Y)] = 1
	}
}

func oneIf(b bool) float32 {
	if b {
		return 1
	}
	return 0
}

// scaled is a number of steps as the observation shows lengths.
func (g *Game) scaled(steps int) float32 {
	return float32(steps) * float32(g.step) / float32(space.Inch) / lengthScale
}

// relative is the k-th seat to the left of p; distance is its inverse. Automata
// keep their places after the players.
func (g *Game) relative(p, k int) int {
	if k >= g.players {
		return k
	}
	return (p + k) % g.players
}

func (g *Game) distance(p, seat int) int {
	if seat >= g.players {
		return seat
	}
	if seat -= p; seat < 0 {
		seat += g.players
	}
	return seat
}

func (s *State) observeModels(p int, centre space.Point, dst []float32) {
	g, l := s.game, &s.game.layout
	rows := dst[l.models:]
	for k := range g.seats {
		seat := g.relative(p, k)
		for j := range g.fields(seat) {
			m := g.firstOf(seat) + int8(j)
			row := rows[:l.modelWidth]
			rows = rows[l.modelWidth:]
			s.observeModel(p, m, centre, row)
			row[len(modelFeatures)+g.distance(p, s.owner(m))] = 1
			if g.config.Heroes && (!s.hidden() || seat == p) {
				s.observeHero(m, row[len(modelFeatures)+g.seats:])
			}
		}
	}
}

func (s *State) observeModel(p int, m int8, centre space.Point, row []float32) {
	g, x, d := s.game, &s.models[m], &s.duel
	b := s.build(m)
	row[0] = 1
	if has(s.inPlay, m) {
		if centre != space.Nowhere {
			row[1], row[2] = g.scaled(int(x.at.X)-int(centre.X)), g.scaled(int(x.at.Y)-int(centre.Y))
		}
		row[3], row[4] = g.scaled(int(x.at.X)), g.scaled(int(x.at.Y))
		row[5] = float32(s.feet(m).Inches()) / lengthScale
	} else if x.status == mingled {
		row[3], row[4] = g.scaled(int(x.at.X)), g.scaled(int(x.at.Y))
	}
	row[6+int(min(x.status, away))] = 1
	row[11] = float32(x.hits) / hitsToRemove
	row[12], row[13] = oneIf(m == s.about(env.Player(p))), oneIf(m == s.other && s.node != nodeOver)
	if d.by != nobody {
		row[14], row[15] = oneIf(s.initiates(m)), oneIf(has(s.responders(), m))
	}
	for i, f := range [...]uint16{flagActed, flagEngaged, flagRested, flagJammed, flagOwesDuel, flagAimed} {
		row[16+i] = oneIf(x.flags&f != 0)
	}
	row[22] = oneIf(s.burden(m) != "")
	if q := s.subject; q != nobody && q != m && s.node != nodeOver && has(s.inPlay, m) && has(s.inPlay, q) {
		row[23] = float32(g.scene.Distance(x.at, s.models[q].at)) / lengthScale
		row[24] = oneIf(s.sees(q, m))
		if g.config.Melee {
			row[25] = oneIf(s.inContact(q, m))
		}
	}
	if d.by != nobody && has(d.set, m) && (d.revealed || s.owner(m) == p) {
		row[26], row[27] = 1, float32(d.score[m])/scoreScale
		row[28] = oneIf(has(d.avoiding, m))
		row[29] = float32(d.defense[m]) / (2 * scoreScale)
	}
	if s.bidKnown(p, m) {
		row[30] = float32(x.bid) / scoreScale
	}
	if b.ranged != noWeapon {
		row[30+int(b.ranged)] = 1
	}
	if b.melee >= oneHanded {
		row[34+int(b.melee-oneHanded)] = 1
	}
	row[36], row[37] = oneIf(b.shield), float32(b.protection)
	row[38], row[39] = oneIf(b.brawler), oneIf(b.gunslinger)
	if x.facing >= 0 {
		row[40], row[41] = float32(directionSteps[x.facing][0]), float32(directionSteps[x.facing][1])
	}
	if x.upgrade >= armour && x.upgrade <= scope {
		row[41+int(x.upgrade)] = 1
	}
	row[45] = float32(x.climbed.Inches()) / lengthScale
}

// bidKnown says whether a seat knows a model's bid of this round: its own, or
// all once the bids are shown.
func (s *State) bidKnown(p int, m int8) bool {
	return s.models[m].bid != 0 && (s.owner(m) == p || !s.bidsHidden)
}
