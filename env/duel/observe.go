package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// observer holds the offsets of the observation's fields. The fields and their
// writers are in the same order.
type observer struct {
	decision, actor, round, order, first, context, dice, frame, column, row layout.Span
	models, tokens, terrain, exposed, facts, skill, shapes                  layout.Span

	size       int
	asking     [turn.NodeDecisions]int // columns of the decisions
	onChance   int                     // column of chance
	onEnd      int                     // column of the end
	modelOwner int                     // first column of a model's owner
	modelHero  int                     // first column of a Hero's kind, bonds, marks and skills
	kindColumn [turn.ThingKinds]int    // columns of the kinds of things
	tokenSide  int                     // first column of a token's side; 0: no token has a side
	shapeOwner int                     // first column of a shape's owner
	pieces     []piece
}

// fields returns the fields of the observation and sets their offsets. Seats are
// relative to the observing seat, which comes first, and places to the model,
// corner or point that the question is about.
func (l *observer) fields(g *turn.Game) []env.Field {
	l.readPieces(g)
	var b layout.Builder
	seats := seatNames(g)
	add := func(name, doc string, columns layout.Table, rows ...string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: columns, Rows: rows})
	}
	set := func(name, doc string, columns layout.Table, rows []string) layout.Span {
		return b.Add(layout.Field{Name: name, Doc: doc, Columns: columns, Rows: rows, Set: true})
	}
	l.decision = add("decision", "one-hot: what the state waits for", l.decisions(g))
	l.actor = add("actor", "one-hot: the seat that decides", layout.Seats(g.Players).Flags())
	l.round = add("round", "share of the rounds begun", layout.One("rounds", 0, 1, "all rounds"))
	l.order = add("order", "one-hot: the seat that acts at a place in the order of Initiative", layout.Flags(seats...), layout.Numbered("place", g.Turns)...)
	l.first = add("first", "one-hot: the first player, under bids", layout.Flags(seats[:g.Turns]...))
	l.context = add("context", "the activation and the Duel under way", contextColumns)
	l.dice = add("dice", "dice of the roll under way, by face", diceColumns())
	l.frame = add("frame", "1 when the question is about a place", layout.Flags("a place"))
	l.column = add("column", "one-hot: column of the lattice that the question is about", layout.Numbers(0, g.Columns-1))
	l.row = add("row", "one-hot: row of the lattice", layout.Numbers(0, g.Rows-1))
	l.modelOwner = len(modelColumns)
	models := modelColumns.Then(owners(g))
	l.modelHero = len(models)
	if g.Config.Heroes {
		models = models.Then(heroColumns())
	}
	l.models = set("models", "models, the observer's first", models, modelNames(g, seats))
	if n := g.ThingRows(); n > 0 {
		l.tokens = set("tokens", "what lies on the table besides models and terrain", l.tokenTable(g), layout.Numbered("token", n))
	}
	if n := g.Scene.Pieces(); n > 0 {
		l.terrain = set("terrain", "pieces of the map", terrainColumns, layout.Numbered("piece", n))
	}
	if g.Sights != nil && !g.Actions.Absolute {
		l.exposed = add("exposed", "by destination of the block offset, for the seat that decides: share of the standing enemies that would see the model there", layout.Numbers(0, g.Actions.Disc.Len()-1))
	}
	if names := factNames(g); len(names) > 0 {
		l.facts = add("scenario", "what the scenario and its rules keep count of", layout.Scaled(-1, 1, "", names...))
	}
	if g.Config.Heroes {
		l.skill = add("skill", "one-hot: the feat or trait that the question is about", layout.Flags(turn.SkillWords[1:]...))
	}
	if n := g.Shapely() * g.MostShapes; n > 0 {
		t := shapeColumns(owners(g), g.Heroes)
		l.shapeOwner = len(t) - g.Seats - g.Heroes
		l.shapes = set("shapes", "shapes of Heroes besides the present ones", t, layout.Numbered("shape", n))
	}
	l.size = b.Size()
	return b.Fields()
}

// decisions returns the columns of the field "decision": the questions that the
// game has, chance and the end.
func (l *observer) decisions(g *turn.Game) layout.Table {
	var names []string
	for x := range turn.NodeDecisions {
		switch {
		case x >= turn.NodeMobWay && !g.Config.Plays(config.AddOnCityBrawl), x >= turn.NodeBuy && x < turn.NodeMobWay && !g.Config.Heroes:
			continue
		}
		l.asking[x] = len(names)
		names = append(names, questionColumns[x])
	}
	l.onChance, l.onEnd = len(names), len(names)+1
	return layout.Flags(append(names, "chance", "over")...)
}

// modelNames labels the models in the order of their rows.
func modelNames(g *turn.Game, seats []string) (names []string) {
	for k := range g.Seats {
		names = append(names, layout.Numbered(seats[k]+" model", g.Fields(k))...)
	}
	return names
}

// factNames returns the names of the facts that the rules keep count of.
func factNames(g *turn.Game) (names []string) {
	for i := range g.Hooks.Facts {
		names = append(names, g.Hooks.Facts[i].Names...)
	}
	return names
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	l := s.game.observer
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
		l.skill.In(dst)[s.t.Asked-1] = 1
	}
	if l.shapes.Exists() {
		l.observeShapes(&s.t, p, dst)
	}
	if s.t.Actor == p && (s.t.Node == turn.NodeAct || s.t.Node == turn.NodeGo || s.t.Node == turn.NodePlace) {
		l.observeExposure(&s.t, dst)
	}
}

// centre returns the point that the question is about: the place of the model
// asked about, or the corner from which it is placed.
func centre(s *turn.State) space.Point {
	switch {
	case s.Node == turn.NodePlace, s.Node == turn.NodeCrowd, s.Node == turn.NodeAside, s.Node == turn.NodeMobWay:
		return s.Origin
	case s.Subject != turn.Nobody && s.Node != turn.NodeOver && s.Models[s.Subject].At != space.Nowhere && s.InPlay.Has(s.Subject):
		return s.Models[s.Subject].At
	}
	return space.Nowhere
}

func (l *observer) observeProgress(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	decision, actor := l.decision.In(dst), l.actor.In(dst)
	switch {
	case s.Node == turn.NodeOver:
		decision[l.onEnd] = 1
	case s.Actor == env.Chance:
		decision[l.onChance] = 1
	case hidden(s) && int(s.Actor) != p:
		decision[l.asking[turn.NodeBuy]] = 1
		actor[distance(g, p, int(s.Actor))] = 1
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
	l.observeContext(s, p, centre, l.context.In(dst))
	d := &s.Duel
	if d.By != turn.Nobody && d.Rolled > 0 && d.Faces[0] > 0 { // the dice have fallen
		dice := l.dice.In(dst)
		for _, f := range d.Faces[:d.Rolled] {
			dice[f-1]++
		}
		dice[diceBonus] = min(float32(d.Bonus)/scoreScale, 1)
	}
	if centre != space.Nowhere {
		l.frame.In(dst)[0] = 1
		l.column.In(dst)[centre.X] = 1
		l.row.In(dst)[centre.Y] = 1
	}
}

// observeContext writes the activation and the Duel under way.
func (l *observer) observeContext(s *turn.State, p int, centre space.Point, c []float32) {
	g, d := s.Game, &s.Duel
	if s.Act.M != turn.Nobody {
		c[contextLeft], c[contextMoved] = float32(s.Act.Left.Inches())/lengthScale, float32(s.Act.Moved.Inches())/lengthScale
		c[contextExhausting], c[contextLong] = layout.Bit(s.Act.Exhausting), layout.Bit(s.Act.Long)
	}
	if d.By != turn.Nobody {
		c[contextDuel] = 1
		c[contextMelee], c[contextRevealed], c[contextOneDie] = layout.Bit(d.Melee), layout.Bit(d.Revealed), layout.Bit(d.OneDie)
		c[contextAvoidOnly], c[contextCharge], c[contextLeaving] = layout.Bit(d.AvoidOnly), layout.Bit(d.Charge), layout.Bit(d.Leaving)
		c[contextInitiates] = layout.Bit(s.Owner(s.Initiator()) == p)
	}
	if s.Corner[p] >= 0 && centre != space.Nowhere {
		home := g.Corners[s.Corner[p]]
		c[contextHomeX], c[contextHomeY] = scaled(g, int(home.X)-int(centre.X)), scaled(g, int(home.Y)-int(centre.Y))
	}
}

// scaled returns a number of steps in the unit of lengths of the observation.
func scaled(g *turn.Game, steps int) float32 {
	return float32(steps) * float32(g.Step) / float32(space.Inch) / lengthScale
}

// relative returns the k-th seat to the left of p; distance is its inverse. Automata
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

func (l *observer) observeModels(s *turn.State, p int, centre space.Point, dst []float32) {
	g := s.Game
	next := 0
	for k := range g.Seats {
		seat := relative(g, p, k)
		for j := range g.Fields(seat) {
			m := g.FirstOf(seat) + int8(j)
			row := l.models.Row(dst, next)
			next++
			l.observeModel(s, p, m, centre, row)
			row[l.modelOwner+distance(g, p, s.Owner(m))] = 1
			if g.Config.Heroes && (!hidden(s) || seat == p) {
				l.observeHero(s, m, row[l.modelHero:])
			}
		}
	}
}

func (l *observer) observeModel(s *turn.State, p int, m int8, centre space.Point, row []float32) {
	g, x, d := s.Game, &s.Models[m], &s.Duel
	b := s.Build(m)
	row = row[:modelEnd]
	row[modelThere] = 1
	if s.InPlay.Has(m) {
		if centre != space.Nowhere {
			row[modelDX], row[modelDY] = scaled(g, int(x.At.X)-int(centre.X)), scaled(g, int(x.At.Y)-int(centre.Y))
		}
		row[modelX], row[modelY] = scaled(g, int(x.At.X)), scaled(g, int(x.At.Y))
		row[modelHeight] = float32(s.Feet(m).Inches()) / lengthScale
	} else if x.Status == turn.Mingled {
		row[modelX], row[modelY] = scaled(g, int(x.At.X)), scaled(g, int(x.At.Y))
	}
	row[modelWaiting+int(min(x.Status, turn.Away))] = 1
	row[modelHits] = float32(x.Hits) / turn.HitsToRemove
	row[modelAsked], row[modelOther] = layout.Bit(m == about(s, env.Player(p))), layout.Bit(m == s.Other && s.Node != turn.NodeOver)
	if d.By != turn.Nobody {
		row[modelInitiator], row[modelEngaged] = layout.Bit(s.Initiates(m)), layout.Bit(s.Responders().Has(m))
	}
	for i, f := range flagColumns {
		row[modelActed+i] = layout.Bit(x.Flags&f != 0)
	}
	row[modelCarries] = layout.Bit(s.Burden(m) != "")
	if q := s.Subject; q != turn.Nobody && q != m && s.Node != turn.NodeOver && s.InPlay.Has(m) && s.InPlay.Has(q) {
		row[modelDistance] = min(float32(g.Scene.Distance(x.At, s.Models[q].At))/lengthScale, farthest)
		row[modelSeen] = layout.Bit(s.Sees(q, m))
		if g.Config.Melee {
			row[modelContact] = layout.Bit(s.InContact(q, m))
		}
	}
	if d.By != turn.Nobody && d.Set.Has(m) && (d.Revealed || s.Owner(m) == p) {
		row[modelScored], row[modelScore] = 1, float32(d.Score[m])/scoreScale
		row[modelAvoids] = layout.Bit(d.Avoiding.Has(m))
		row[modelDefense] = float32(d.Defense[m]) / (2 * scoreScale)
	}
	if bidKnown(s, p, m) {
		row[modelBid] = float32(x.Bid) / scoreScale
	}
	if b.Ranged != config.NoWeapon {
		row[modelThrown+int(b.Ranged-config.ThrownWeapon)] = 1
	}
	if b.Melee >= config.OneHandedWeapon {
		row[modelOneHandedMelee+int(b.Melee-config.OneHandedWeapon)] = 1
	}
	row[modelShield], row[modelProtection] = layout.Bit(b.Shield), float32(b.Protection)
	row[modelBrawler], row[modelGunslinger] = layout.Bit(b.Brawler), layout.Bit(b.Gunslinger)
	if x.Facing >= 0 {
		row[modelFacingX], row[modelFacingY] = float32(turn.DirectionSteps[x.Facing][0]), float32(turn.DirectionSteps[x.Facing][1])
	}
	if x.Upgrade >= turn.Armour && x.Upgrade <= turn.Scope {
		row[modelArmour+int(x.Upgrade-turn.Armour)] = 1
	}
	row[modelClimbed] = float32(x.Climbed.Inches()) / lengthScale
}

// bidKnown reports whether a seat knows a model's bid of this round: its own, or
// all once the bids are shown.
func bidKnown(s *turn.State, p int, m int8) bool {
	return s.Models[m].Bid != 0 && (s.Owner(m) == p || !s.BidsHidden)
}

// tokenTable returns the columns of a token: those of every game, the further
// kinds that this game has, and the token's side.
func (l *observer) tokenTable(g *turn.Game) layout.Table {
	t := tokenColumns()
	for kind := range turn.CoreThings {
		l.kindColumn[kind] = tokenKind + kind
	}
	every := len(t)
	for i := range g.Hooks.Things {
		if kind := g.Hooks.Things[i].Kind; kind >= turn.CoreThings {
			l.kindColumn[kind] = len(t)
			t = append(t, flag(turn.ThingNames[kind]))
		}
	}
	if len(t) > every {
		l.tokenSide = len(t)
		t = t.Then(tokenSides)
	}
	return t
}
