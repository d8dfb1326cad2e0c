package observation

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/layout"
)

// Observer holds the offsets of the observation's fields. The fields and their
// writers are in the same order.
type Observer struct {
	decision, actor, round, order, first, seats, context, dice, frame, column, row layout.Span
	models, tokens, terrain, exposed, facts, skill, special, shapes                layout.Span

	size       int
	asking     [turn.NodeDecisions]int // columns of the decisions
	onChance   int                     // column of chance
	onEnd      int                     // column of the end
	modelOwner int                     // first column of a model's owner
	modelSort  int                     // first column of what an automaton is; 0: they are alike
	modelFoe   int                     // column of whom the next Duel is with; 0: no game foretells it
	modelPass  int                     // column of who does not interrupt the rest of the Move; 0: no game interrupts any
	modelHero  int                     // first column of a Hero's kind, marks and skills
	owed       int                     // … from there the column of the Duels that it owes; 0: it owes one at most
	toField    int                     // … the first column of the followers that it has chosen in a draft; 0: nobody does
	spent      int                     // … the first column of what a Hero has spent
	number     int                     // … that says which Hero it is or follows
	relations  int                     // … of what Heroes have to do with it
	leaders    int                     // models of a seat that can have feats
	related    []relation
	spendable  []turn.SkillID
	maneuver   bool                 // a seat can announce a high result
	specials   [turn.SkillIDs]int8  // columns of Special Attacks
	most       int                  // column of the number that one keeps
	builder    int                  // first column of whoever built a piece; 0: nobody builds
	added      int                  // rows for pieces put down in play
	land       []float32            // the rows of the pieces of the map
	steps      []int16              // of exposed, by destination: from the index of the point that it is seen from to its own
	kindColumn [turn.ThingKinds]int // columns of the kinds of things
	tokenSide  int                  // first column of a token's side; 0: no token has a side
	shapeOwner int                  // first column of a shape's owner
}

// New lays out the fields of the observation of a game. Seats are relative to the
// observing seat, which comes first, and places to the model, corner or point that the
// question is about.
func New(g *turn.Game) (*Observer, []env.Field) {
	l := &Observer{}
	var b layout.Builder
	seats := SeatNames(g)
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
	l.maneuver = g.InGame.Has(turn.TraitManeuver)
	l.seats = add("seats", "the seats, the observer's first", seatColumns(l.maneuver), seats...)
	l.first = add("first", "one-hot: the first player, under bids", layout.Flags(seats[:g.Turns]...))
	context := contextColumns
	if g.Foretells() {
		context = context.Then(goalColumns)
	}
	if g.Interrupts() {
		context = context.Then(interruptColumns)
	}
	l.context = add("context", "the activation and the Duel under way", context)
	l.dice = add("dice", "dice of the roll under way, by face", diceColumns())
	l.frame = add("frame", "1 when the question is about a place", layout.Flags("a place"))
	l.column = add("column", "one-hot: column of the lattice that the question is about, in inches from the west", layout.Flags(latticeNames(g, g.Columns)...))
	l.row = add("row", "one-hot: row of the lattice, in inches from the south", layout.Flags(latticeNames(g, g.Rows)...))
	l.modelOwner = len(modelColumns)
	models := modelColumns.Then(owners(g))
	if names := g.Scenario.Sorts; len(names) > 0 {
		l.modelSort = len(models)
		models = models.Then(layout.Flags(names...), layout.Flags("is to rise"))
	}
	l.modelHero = len(models)
	if g.Config.Heroes {
		models = models.Then(l.heroColumns(g))
	}
	if g.Foretells() {
		l.modelFoe = len(models)
		models = append(models, flag("the next Duel is with it alone"))
	}
	if l.modelPass = 0; g.Interrupts() {
		l.modelPass = len(models)
		models = append(models, flag("does not interrupt the rest of the Move"))
	}
	l.models = set("models", "models, the observer's first", models, ModelNames(g, seats))
	if n := g.ThingRows(); n > 0 {
		l.tokens = set("tokens", "what lies on the table besides models and terrain", l.tokenTable(g), layout.Numbered("token", n))
	}
	if pieces := l.pieceNames(g); len(pieces) > 0 {
		l.terrain = set("terrain", "pieces of the map, and what is put down in play", l.terrainTable(g), pieces)
	}
	if g.Sights != nil && !g.Actions.Absolute {
		l.exposed = add("exposed", "by destination of the block offset, for the seat that decides: share of the standing enemies that would see the model there", layout.Flags(DestNames(g)...))
		for id := range g.Actions.Dests() {
			o := g.Scene.Disc().Offset(id)
			l.steps = append(l.steps, int16(o.Y)*int16(g.Columns)+int16(o.X))
		}
	}
	if names := factNames(g); len(names) > 0 {
		l.facts = add("scenario", "what the scenario and its rules keep count of", layout.Scaled(-1, 1, "", names...))
	}
	if g.Config.Heroes {
		l.skill = add("skill", "one-hot: the feat or trait that the question is about", layout.Flags(turn.SkillWords[1:]...))
	}
	if names := l.specialNames(g); len(names) > 0 {
		l.special = add("special", "one-hot: the Special Attack of the Duel under way, or of the next", layout.Flags(names...).Then(layout.Table{amount("number that it keeps", inValues)}))
	}
	if n := g.Shapely() * g.MostShapes; n > 0 {
		t := shapeColumns(owners(g), g.Heroes)
		l.shapeOwner = len(t) - g.Seats - g.Heroes
		l.shapes = set("shapes", "shapes of Heroes besides the present ones", t, layout.Numbered("shape", n))
	}
	l.size = b.Size()
	l.readPieces(g)
	return l, b.Fields()
}

// decisions returns the columns of the field "decision": the questions that the
// game has, chance and the end.
func (l *Observer) decisions(g *turn.Game) layout.Table {
	var asked layout.Table
	for x := range turn.NodeDecisions {
		switch {
		case x == turn.NodeTerrain && g.Yard == nil, x >= turn.NodeMobWay && x < turn.NodeTerrain && !g.Config.Plays(config.AddOnCityBrawl), x >= turn.NodeBuy && x < turn.NodeMobWay && !g.Config.Heroes:
			continue
		}
		l.asking[x] = len(asked)
		asked = append(asked, questionColumns[x])
	}
	l.onChance, l.onEnd = len(asked), len(asked)+1
	return asked.Then(layout.Flags("chance", "over"))
}

// factNames returns the names of the facts that the rules keep count of.
func factNames(g *turn.Game) (names []string) {
	for i := range g.Hooks.Facts {
		names = append(names, g.Hooks.Facts[i].Names...)
	}
	return names
}

// Observe writes what seat p may know of a state into dst, whose size is the size of the fields.
func (l *Observer) Observe(s *turn.State, p env.Player, dst []float32) {
	if len(dst) != l.size {
		panic("duel: Observe needs a vector of the size that the spec says")
	}
	clear(dst)
	centre := Centre(s)
	ahead := s.Ahead()
	l.observeProgress(s, &ahead, int(p), centre, dst)
	l.observeSeats(s, &ahead, int(p), dst)
	l.observeModels(s, &ahead, int(p), centre, dst)
	l.observeTokens(s, int(p), centre, dst)
	l.observeFacts(s, int(p), dst)
	if l.terrain.Exists() {
		l.observeTerrain(s, int(p), centre, dst)
	}
	if s.Asked != turn.NoSkill && s.Node != turn.NodeOver {
		l.skill.In(dst)[s.Asked-1] = 1
	}
	if l.special.Exists() {
		l.observeSpecial(s, &ahead, dst)
	}
	if l.shapes.Exists() {
		l.observeShapes(s, p, dst)
	}
	if s.Actor == p && (s.Node == turn.NodeAct || s.Node == turn.NodeGo || s.Node == turn.NodePlace) {
		l.observeExposure(s, dst)
	}
}

// Centre returns the point that the question is about: the place of the model
// asked about, or the corner from which it is placed.
func Centre(s *turn.State) space.Point {
	switch {
	case s.Node == turn.NodePlace, s.Node == turn.NodeCrowd, s.Node == turn.NodeAside, s.Node == turn.NodeMobWay:
		return s.Origin
	case s.Subject != turn.Nobody && s.Node != turn.NodeOver && s.Models[s.Subject].At != space.Nowhere && s.InPlay.Has(s.Subject):
		return s.Models[s.Subject].At
	}
	return space.Nowhere
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

// tokenTable returns the columns of a token: the columns of every game, the further kinds
// that this game has, and the token's side.
func (l *Observer) tokenTable(g *turn.Game) layout.Table {
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

// TokensHaveSides reports whether the game has tokens that belong to a side.
func (l *Observer) TokensHaveSides() bool { return l.tokenSide > 0 }
