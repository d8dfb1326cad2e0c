package heist

import (
	"fmt"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/layout"
	"ringer/env/wrap"
)

// What the value 1 stands for.
const (
	cardScale = 4
	cards4    = "4 cards"
)

// An Observer adds the fields of the wrapper "prospects": how well a seat's crew
// and Cons can be dealt out over each Job, and which card of its own changes that.
// They follow from the facts, but only by solving a matching problem. It implements
// wrap.Observer.
type Observer struct {
	fields []env.Field
	at     spans
	seats  layout.Seats

	kinds   []heist.Kind
	talents []uint8 // skills of each role of Personnel
}

// spans says where each field lies, from the first float of the wrapper.
type spans struct {
	lacking, covered, leftOver, tight layout.Span
	crewLacking, crewTight            layout.Span
	helps, keeps                      layout.Span
}

// NewObserver returns the observer for a configuration of HEIST. It returns an
// error when the game is another one.
func NewObserver(game env.Game) (wrap.Observer, error) {
	g, ok := game.(*heist.Game)
	if !ok {
		return nil, fmt.Errorf("heist: prospects of %s", game.Spec())
	}
	o := &Observer{seats: layout.Seats(g.Spec().Players), kinds: g.Kinds(), talents: make([]uint8, len(g.Talents()))}
	for _, k := range o.kinds {
		if k.Talent >= 0 {
			o.talents[k.Talent] = k.Skills
		}
	}
	most, longest := float32(g.Cards())/cardScale, float32(g.LongestLine())
	names, skillNames := o.seats.Names(), heist.Skills()
	seatsOf := func(high float32, unit string) layout.Table { return layout.Scaled(0, high, unit, names...) }
	var b layout.Builder
	add := func(f layout.Field) layout.Span {
		f.Items = heist.ItemsOf(o.seats, f.Rows, f.Columns)
		return b.Add(f)
	}
	o.at.lacking = add(layout.Field{
		Name: "lacking", Columns: seatsOf(longest/cardScale, cards4),
		Doc: "cards of each Job that the observer's crew and Cons leave over, dealt out as well as possible",
	})
	o.at.covered = add(layout.Field{Name: "covered", Columns: o.seats.Flags(), Doc: "whether they leave nothing of a Job over"})
	o.at.leftOver = add(layout.Field{
		Name: "left_over", Columns: seatsOf(most, cards4),
		Doc: "how many more useful tools the observer has than each Job has cards",
	})
	o.at.tight = add(layout.Field{
		Name: "tight", Rows: names, Columns: layout.Flags(skillNames[:]...),
		Doc: "skills at their limit: one more card of that Job with such a skill would be left over, and so would a card if a tool with this skill alone were missing",
	})
	o.at.crewLacking = add(layout.Field{
		Name: "crew_lacking", Columns: seatsOf(longest/cardScale, cards4),
		Doc: "cards of its own Job that each crew leaves over without Cons",
	})
	o.at.crewTight = add(layout.Field{
		Name: "crew_tight", Rows: names, Columns: layout.Flags(skillNames[:]...),
		Doc: "skills of which each crew without Cons would leave one more card of its own Job over",
	})
	if talents := g.Talents(); len(talents) > 0 {
		o.at.helps = add(layout.Field{
			Name: "helps", Columns: layout.Counted(longest, talents...), Vocab: heist.TalentVocabulary,
			Doc: "how many fewer cards of its Job the observer would leave over with one more such Personnel, when it is asked for Personnel",
		})
	}
	if roles := g.Roles(); len(roles) > 0 {
		o.at.keeps = add(layout.Field{
			Name: "keeps", Columns: layout.Counted(1, roles...), Vocab: heist.RoleVocabulary,
			Doc: "tools of the observer that overcome the next card of the line without leaving more of the rest over",
		})
	}
	o.fields = b.Fields()
	return o, nil
}

// Name implements wrap.Observer.
func (o *Observer) Name() string { return "prospects" }

// Version implements wrap.Observer.
func (o *Observer) Version() int { return 1 }

// Fields implements wrap.Observer.
func (o *Observer) Fields() []env.Field { return o.fields }

// NewWriter implements wrap.Observer.
func (o *Observer) NewWriter() wrap.Writer { return &writer{Observer: o} }

// A writer writes the fields of an Observer.
type writer struct {
	*Observer
	own, crew Kit
	line      [heist.MaxCards]uint8
	list      [heist.MaxCards]int
}

// Write implements wrap.Writer.
func (w *writer) Write(position env.State, player env.Player, dst []float32) {
	s, p := position.(heist.Position).Table(), int(player)
	w.own.Read(s, p, true)
	tools := w.own.tally(Change{})
	for k := range int(w.seats) {
		seat := w.seats.Absolute(p, k)
		if !s.HasJob(seat) {
			continue
		}
		needs := sums(s.Obstacles(seat, w.line[:0]))
		w.crew.Read(s, seat, false)
		crew := w.crew.tally(Change{})
		own, bare := coverOf(&tools, &needs), coverOf(&crew, &needs)
		w.at.lacking.In(dst)[k] = float32(own.lacking) / cardScale
		w.at.covered.In(dst)[k] = layout.Bit(own.lacking == 0)
		w.at.leftOver.In(dst)[k] = float32(max(0, useful(&tools)-needs.at(allSkills))) / cardScale
		w.at.crewLacking.In(dst)[k] = float32(bare.lacking) / cardScale
		markStrained(w.at.tight.Row(dst, k), own)
		markStrained(w.at.crewTight.Row(dst, k), bare)
		switch {
		case seat == s.Executed() && p == s.Turn():
			w.writeKeeps(s, p, own, w.at.keeps.In(dst))
		case seat == p && asksForPersonnel(s, player):
			w.writeHelps(own, &needs, w.at.helps.In(dst))
		}
	}
}

// asksForPersonnel returns whether a seat is to choose Personnel, or to agree to a
// trade.
func asksForPersonnel(s *heist.State, p env.Player) bool {
	if s.CurrentPlayer() != p {
		return false
	}
	switch s.Question() {
	case heist.AskRecruit, heist.AskGive, heist.AskWant, heist.AskAnswer, heist.AskPerson:
		return true
	}
	return false
}

// markStrained marks the skills of which a line bears no further card.
func markStrained(dst []float32, c cover) {
	for i := range skills {
		dst[i] = layout.Bit(c.strains(1 << i))
	}
}

// writeKeeps marks the executor's tools that overcome the next card of the line and
// leave no more of the rest over.
func (w *writer) writeKeeps(s *heist.State, p int, c cover, dst []float32) {
	need := s.Next()
	if need == 0 {
		return
	}
	mark := func(k *heist.Kind, tool uint8) {
		if tool&need != 0 && !c.wastes(tool, need) {
			dst[k.Role] = 1
		}
	}
	for _, kind := range s.Unspent(w.list[:0]) {
		k := &w.kinds[kind]
		mark(k, k.Skills)
	}
	have := w.own.skillsOf()
	for _, kind := range s.Hand(p, w.list[:0]) {
		if k := &w.kinds[kind]; k.Type == heist.TypeCon {
			mark(k, k.Skills&have)
		}
	}
}

// writeHelps writes, for every role of Personnel, how many fewer cards of its Job
// the seat would leave over with one more of it. A new skill makes Cons useful too.
func (w *writer) writeHelps(c cover, needs *tally, dst []float32) {
	have, idle := w.own.skillsOf(), uint8(0)
	for _, m := range w.own.cons.all() {
		idle |= m &^ have
	}
	for i, m := range w.talents {
		switch {
		case m&idle != 0:
			tools := w.own.tally(Change{Joins: m})
			dst[i] = float32(c.lacking - lacking(&tools, needs))
		case c.helps(m):
			dst[i] = 1
		}
	}
}
