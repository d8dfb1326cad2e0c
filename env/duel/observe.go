package duel

import (
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
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
func (l *layout) decisionsOf(g *turn.Game) (n int) {
	for x := range turn.NodeDecisions {
		switch {
		case x >= turn.NodeMobWay && !g.Config.Plays(config.AddOnCityBrawl), x >= turn.NodeBuy && x < turn.NodeMobWay && !g.Config.Heroes:
			continue
		}
		l.asking[x] = n
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

	size       int
	asking     [turn.NodeDecisions]int // columns of the decisions
	kindColumn [turn.ThingKinds]int    // columns of the kinds of things
	moreThings bool                    // there are other kinds than the core game has
	pieces     []piece
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
func (l *layout) observed(g *turn.Game) []env.Field {
	l.readPieces(g)
	var fields []env.Field
	size := 0
	add := func(at *int, low, high float32, set bool, name, doc string, shape ...int) {
		*at = size
		f := env.Field{Name: name, Shape: shape, Min: low, Max: high, Set: set, Doc: doc}
		size += f.Size()
		fields = append(fields, f)
	}
	tokens := l.tokenColumns(g)
	l.decisions, l.modelWidth, l.tokenWidth, l.terrainWidth = l.decisionsOf(g), len(modelFeatures)+g.Seats, len(tokens), len(terrainFeatures)
	models := strings.Join(modelFeatures, ", ") + "; owner one-hot"
	if g.Config.Heroes {
		l.modelWidth += len(heroFeatures)
		models += "; " + strings.Join(heroFeatures, ", ")
	}
	add(&l.decision, 0, 1, false, "decision", "one-hot: corner, bid, pick a model, place, action, destination, shoot or fight, into a melee, score, target, reroll, reroll against cover, aim, direction, swap; of heroes buy, kind of followers, Special Attack, instead of hits, use it, whom, where, how much; of city brawls way of a mob, which mob, leave it, duel it, step aside; chance; over", l.decisions+2)
	add(&l.actor, 0, 1, false, "actor", "one-hot: who decides", g.Players)
	add(&l.round, 0, 1, false, "round", "share of the rounds begun", 1)
	add(&l.order, 0, 1, false, "order", "row: position in the order of Initiative; one-hot: the seat", g.Turns, g.Seats)
	add(&l.first, 0, 1, false, "first", "one-hot: the first player, under bids", g.Turns)
	add(&l.context, -farthest, farthest, false, "context", strings.Join(contextNames, ", "), len(contextNames))
	add(&l.dice, -1, turn.MaxDice, false, "dice", "dice of the roll under way by face; what is added to each / 12", 7)
	add(&l.frame, 0, 1, false, "frame", "1 when the question is about a place", 1)
	add(&l.column, 0, 1, false, "column", "one-hot: column of the lattice that the question is about", g.Columns)
	add(&l.row, 0, 1, false, "row", "one-hot: row of the lattice", g.Rows)
	add(&l.models, -farthest, farthest, true, "models", "models, own seat first: "+models, g.Models, l.modelWidth)
	if n := g.ThingRows(); n > 0 {
		add(&l.tokens, -farthest, farthest, true, "tokens", strings.Join(tokens, ", "), n, l.tokenWidth)
	}
	if n := g.Scene.Pieces(); n > 0 {
		add(&l.terrain, -farthest, farthest, true, "terrain", "pieces of the map: "+strings.Join(terrainFeatures, ", "), n, l.terrainWidth)
	}
	if g.Sights != nil && !g.Actions.Absolute {
		add(&l.exposed, 0, 1, false, "exposed", "by destination of the block offset, for the seat that decides: share of the standing enemies that would see the model there", g.Actions.Disc.Len())
	}
	if names := factNames(g); len(names) > 0 {
		add(&l.facts, -1, 1, false, "scenario", strings.Join(names, ", "), len(names))
	}
	if g.Config.Heroes {
		add(&l.skill, 0, 1, false, "skill", "one-hot: the feat or trait that the question is about", int(turn.SkillIDs)-1)
	}
	if n := g.Shapely() * g.MostShapes; n > 0 {
		l.shapeWidth = len(shapeFeatures) + g.Seats + g.Heroes
		add(&l.shapes, -farthest, farthest, true, "shapes", "shapes of Heroes besides the present ones: "+strings.Join(shapeFeatures, ", ")+"; owner one-hot; Hero one-hot", n, l.shapeWidth)
	}
	l.size = size
	return fields
}

// factNames are the names of what the rules keep count of.
func factNames(g *turn.Game) (names []string) {
	for i := range g.Hooks.Facts {
		names = append(names, g.Hooks.Facts[i].Names...)
	}
	return names
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	l := s.game.layout
	if len(dst) != l.size {
		panic("duel: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	centre := centre(&s.t)
	l.observeProgress(&s.t, int(p), centre, dst)
	l.observeModels(&s.t, int(p), centre, dst)
	l.observeTokens(&s.t, int(p), centre, dst)
	l.observeFacts(&s.t, int(p), dst)
	l.observeTerrain(&s.t, centre, dst)
	if s.t.Asked != turn.NoSkill && s.t.Node != turn.NodeOver {
		dst[l.skill+int(s.t.Asked)-1] = 1
	}
	if l.shapeWidth > 0 {
		l.observeShapes(&s.t, p, dst)
	}
	if s.t.Actor == p && (s.t.Node == turn.NodeAct || s.t.Node == turn.NodeGo || s.t.Node == turn.NodePlace) {
		l.observeExposure(&s.t, dst)
	}
}

// centre is the point that the question is about: where the model asked about
// is, or the corner that it is placed from.
func centre(s *turn.State) space.Point {
	switch {
	case s.Node == turn.NodePlace, s.Node == turn.NodeCrowd, s.Node == turn.NodeAside, s.Node == turn.NodeMobWay:
		return s.Origin
	case s.Subject != turn.Nobody && s.Node != turn.NodeOver && s.Models[s.Subject].At != space.Nowhere && s.InPlay.Has(s.Subject):
		return s.Models[s.Subject].At
	}
	return space.Nowhere
}

func (l *layout) observeProgress(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	switch {
	case s.Node == turn.NodeOver:
		dst[l.decision+l.decisions+1] = 1
	case s.Actor == env.Chance:
		dst[l.decision+l.decisions] = 1
	case hidden(s) && int(s.Actor) != p:
		dst[l.decision+l.asking[turn.NodeBuy]] = 1
		dst[l.actor+distance(g, p, int(s.Actor))] = 1
	default:
		dst[l.decision+l.asking[s.Node]] = 1
		dst[l.actor+distance(g, p, int(s.Actor))] = 1
	}
	dst[l.round] = float32(s.Round) / float32(g.Config.Rounds)
	for i, seat := range s.Order[:s.Seated] {
		dst[l.order+i*g.Seats+distance(g, p, int(seat))] = 1
	}
	if g.Bidding && s.Round > 0 {
		dst[l.first+distance(g, p, int(s.First))] = 1
	}
	d := &s.Duel
	flags := [...]bool{s.Act.Exhausting, s.Act.Long, d.By != turn.Nobody, d.Melee, d.Revealed, d.OneDie, d.AvoidOnly, d.Charge, d.Leaving, d.By != turn.Nobody && s.Owner(s.Initiator()) == p}
	c := dst[l.context:]
	if s.Act.M != turn.Nobody {
		c[0], c[1] = float32(s.Act.Left.Inches())/lengthScale, float32(s.Act.Moved.Inches())/lengthScale
		c[2], c[3] = oneIf(flags[0]), oneIf(flags[1])
	}
	if d.By != turn.Nobody {
		for i, f := range flags[2:] {
			c[4+i] = oneIf(f)
		}
	}
	if s.Corner[p] >= 0 {
		home := g.Corners[s.Corner[p]]
		if centre != space.Nowhere {
			c[12], c[13] = scaled(g, int(home.X)-int(centre.X)), scaled(g, int(home.Y)-int(centre.Y))
		}
	}
	if d.By != turn.Nobody && d.Rolled > 0 && d.Faces[0] > 0 { // the dice have fallen
		for _, f := range d.Faces[:d.Rolled] {
			dst[l.dice+int(f)-1]++
		}
		dst[l.dice+6] = min(float32(d.Bonus)/scoreScale, 1)
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
func scaled(g *turn.Game, steps int) float32 {
	return float32(steps) * float32(g.Step) / float32(space.Inch) / lengthScale
}

// relative is the k-th seat to the left of p; distance is its inverse. Automata
// keep their places after the players.
func relative(g *turn.Game, p, k int) int {
	if k >= g.Players {
		return k
	}
	return (p + k) % g.Players
}

func distance(g *turn.Game, p, seat int) int {
	if seat >= g.Players {
		return seat
	}
	if seat -= p; seat < 0 {
		seat += g.Players
	}
	return seat
}

func (l *layout) observeModels(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	rows := dst[l.models:]
	for k := range g.Seats {
		seat := relative(g, p, k)
		for j := range g.Fields(seat) {
			m := g.FirstOf(seat) + int8(j)
			row := rows[:l.modelWidth]
			rows = rows[l.modelWidth:]
			l.observeModel(s, p, m, centre, row)
			row[len(modelFeatures)+distance(g, p, s.Owner(m))] = 1
			if g.Config.Heroes && (!hidden(s) || seat == p) {
				l.observeHero(s, m, row[len(modelFeatures)+g.Seats:])
			}
		}
	}
}

func (l *layout) observeModel(s *turn.State, p int, m int8, centre space.Point, row []float32) {
	g, x, d := s.Game, &s.Models[m], &s.Duel
	b := s.Build(m)
	row[0] = 1
	if s.InPlay.Has(m) {
		if centre != space.Nowhere {
			row[1], row[2] = scaled(g, int(x.At.X)-int(centre.X)), scaled(g, int(x.At.Y)-int(centre.Y))
		}
		row[3], row[4] = scaled(g, int(x.At.X)), scaled(g, int(x.At.Y))
		row[5] = float32(s.Feet(m).Inches()) / lengthScale
	} else if x.Status == turn.Mingled {
		row[3], row[4] = scaled(g, int(x.At.X)), scaled(g, int(x.At.Y))
	}
	row[6+int(min(x.Status, turn.Away))] = 1
	row[11] = float32(x.Hits) / turn.HitsToRemove
	row[12], row[13] = oneIf(m == about(s, env.Player(p))), oneIf(m == s.Other && s.Node != turn.NodeOver)
	if d.By != turn.Nobody {
		row[14], row[15] = oneIf(s.Initiates(m)), oneIf(s.Responders().Has(m))
	}
	for i, f := range [...]uint16{turn.FlagActed, turn.FlagEngaged, turn.FlagRested, turn.FlagJammed, turn.FlagOwesDuel, turn.FlagAimed} {
		row[16+i] = oneIf(x.Flags&f != 0)
	}
	row[22] = oneIf(s.Burden(m) != "")
	if q := s.Subject; q != turn.Nobody && q != m && s.Node != turn.NodeOver && s.InPlay.Has(m) && s.InPlay.Has(q) {
		row[23] = float32(g.Scene.Distance(x.At, s.Models[q].At)) / lengthScale
		row[24] = oneIf(s.Sees(q, m))
		if g.Config.Melee {
			row[25] = oneIf(s.InContact(q, m))
		}
	}
	if d.By != turn.Nobody && d.Set.Has(m) && (d.Revealed || s.Owner(m) == p) {
		row[26], row[27] = 1, float32(d.Score[m])/scoreScale
		row[28] = oneIf(d.Avoiding.Has(m))
		row[29] = float32(d.Defense[m]) / (2 * scoreScale)
	}
	if bidKnown(s, p, m) {
		row[30] = float32(x.Bid) / scoreScale
	}
	if b.Ranged != config.NoWeapon {
		row[30+int(b.Ranged)] = 1
	}
	if b.Melee >= config.OneHandedWeapon {
		row[34+int(b.Melee-config.OneHandedWeapon)] = 1
	}
	row[36], row[37] = oneIf(b.Shield), float32(b.Protection)
	row[38], row[39] = oneIf(b.Brawler), oneIf(b.Gunslinger)
	if x.Facing >= 0 {
		row[40], row[41] = float32(turn.DirectionSteps[x.Facing][0]), float32(turn.DirectionSteps[x.Facing][1])
	}
	if x.Upgrade >= turn.Armour && x.Upgrade <= turn.Scope {
		row[41+int(x.Upgrade)] = 1
	}
	row[45] = float32(x.Climbed.Inches()) / lengthScale
}

// bidKnown says whether a seat knows a model's bid of this round: its own, or
// all once the bids are shown.
func bidKnown(s *turn.State, p int, m int8) bool {
	return s.Models[m].Bid != 0 && (s.Owner(m) == p || !s.BidsHidden)
}

// tokenColumns are the features of a thing: those of the core game, the further
// kinds that this game has, and whose they are.
func (l *layout) tokenColumns(g *turn.Game) []string {
	columns := slices.Clone(tokenFeatures)
	for kind := range l.kindColumn {
		l.kindColumn[kind] = 1 + kind
	}
	for i := range g.Hooks.Things {
		if kind := g.Hooks.Things[i].Kind; kind >= turn.CoreThings {
			l.kindColumn[kind] = len(columns)
			columns = append(columns, turn.ThingNames[kind])
		}
	}
	if len(columns) > len(tokenFeatures) {
		l.moreThings = true
		columns = append(columns, "the own side's", "another side's")
	}
	return columns
}
