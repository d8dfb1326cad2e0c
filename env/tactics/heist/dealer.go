package heist

import (
	"math/bits"

	"ringer/env"
	"ringer/env/heist"
	"ringer/env/layout"
	"ringer/env/wrap"
)

// What the value 1 stands for, and the most that is shown.
const (
	threatScale = 15
	mostThreat  = 40
)

// A Dealer adds the fields of the wrapper "dealings": the fields of "prospects", what each
// exchange of Personnel would bring, and how dangerous each other seat is. It implements
// wrap.Observer.
type Dealer struct {
	prospects *Observer
	fields    []env.Field
	at        dealSpans
	leads     []bool // whether a role of Personnel is a Leader's
}

// dealSpans says where each field lies, from the first float after the fields of prospects.
type dealSpans struct{ threat, swap, gives, gets, deal layout.Span }

// NewDealer returns the observer for a configuration of HEIST. It returns an error
// when the game is another one.
func NewDealer(game env.Game) (wrap.Observer, error) {
	base, err := NewObserver(game)
	if err != nil {
		return nil, err
	}
	g := game.(*heist.Game)
	o := &Dealer{prospects: base.(*Observer), leads: make([]bool, len(g.Talents()))}
	for _, k := range g.Kinds() {
		if k.Talent >= 0 {
			o.leads[k.Talent] = k.Type == heist.TypeLeader
		}
	}
	longest, names := float32(g.LongestLine()), o.prospects.seats.Names()
	var b layout.Builder
	add := func(f layout.Field) layout.Span {
		f.Items = heist.ItemsOf(o.prospects.seats, f.Rows, f.Columns)
		return b.Add(f)
	}
	o.at.threat = add(layout.Field{
		Name: "threat", Columns: layout.Scaled(0, mostThreat, "15 points", names...),
		Doc: "how dangerous each other seat is: its points, and the value of its Job, the nearer its crew and its hand, of unknown cards, seem to be",
	})
	o.at.swap = add(layout.Field{
		Name: "swap", Columns: layout.Scaled(0, longest/cardScale, cards4, names...),
		Doc: "how many fewer cards of its Job the observer, when it makes an offer, would leave over after the best exchange of Personnel with each seat; none that takes more skills than it gives, and none of Leaders",
	})
	if talents := g.Talents(); len(talents) > 0 {
		byTalent := func(name, doc string) layout.Span {
			return add(layout.Field{Name: name, Columns: layout.Counted(longest, talents...), Vocab: heist.TalentVocabulary, Doc: doc})
		}
		o.at.gives = byTalent("gives", "the same, in cards, for the best exchange that gives each role of Personnel")
		o.at.gets = byTalent("gets", "the same, in cards, for the best exchange that takes each role of Personnel")
	}
	o.at.deal = add(layout.Field{
		Name: "deal", Columns: layout.One("gain", -longest/cardScale, longest/cardScale, cards4),
		Doc: "how many fewer cards of its Job the observer, when it is offered Personnel for Personnel, would leave over after the exchange",
	})
	o.fields = append(append([]env.Field{}, o.prospects.Fields()...), b.Fields()...)
	return o, nil
}

// Name implements wrap.Observer.
func (o *Dealer) Name() string { return "dealings" }

// Version implements wrap.Observer.
func (o *Dealer) Version() int { return 1 }

// Fields implements wrap.Observer.
func (o *Dealer) Fields() []env.Field { return o.fields }

// NewWriter implements wrap.Observer.
func (o *Dealer) NewWriter() wrap.Writer {
	w := &dealWriter{Dealer: o, prospects: &writer{Observer: o.prospects}}
	for _, f := range o.prospects.fields {
		w.base += f.Size()
	}
	return w
}

// A dealWriter writes the fields of a Dealer.
type dealWriter struct {
	*Dealer
	prospects *writer
	base      int // floats of prospects
	needs     tally
	lacking   int // cards of its own Job that the observer leaves over
}

// Write implements wrap.Writer.
func (w *dealWriter) Write(position env.State, player env.Player, dst []float32) {
	w.prospects.Write(position, player, dst[:w.base])
	dst = dst[w.base:]
	s, p := position.(heist.Position).Table(), int(player)
	seats := w.prospects.seats
	threat := w.at.threat.In(dst)
	for k := 1; k < int(seats); k++ {
		threat[k] = float32(min(mostThreat, w.prospects.crew.Threat(s, seats.Absolute(p, k))/threatScale))
	}
	if s.CurrentPlayer() != player || !s.HasJob(p) {
		return
	}
	w.needs = sums(s.Obstacles(p, w.prospects.line[:0]))
	tools := w.prospects.own.tally(Change{})
	w.lacking = lacking(&tools, &w.needs)
	offer := s.Offer()
	switch s.Question() {
	case heist.AskPartner:
		mine := w.roles(s, p)
		for k := 1; k < int(seats); k++ {
			w.writeSwaps(k, mine, w.roles(s, seats.Absolute(p, k)), dst)
		}
	case heist.AskGive:
		w.writeSwaps(seats.Relative(p, offer.Partner), w.roles(s, p), w.roles(s, offer.Partner), dst)
	case heist.AskWant:
		if offer.FromCrew {
			mine := uint64(1) << w.prospects.kinds[offer.Given].Talent &^ w.leaders()
			w.writeSwaps(seats.Relative(p, offer.Partner), mine, w.roles(s, offer.Partner), dst)
		}
	case heist.AskAnswer:
		if offer.FromCrew && offer.Want >= 0 {
			gain := w.gain(w.prospects.kinds[offer.Want].Skills, w.prospects.kinds[offer.Given].Skills)
			w.at.deal.In(dst)[0] = float32(gain) / cardScale
		}
	}
}

// gain returns how many fewer cards of its Job the observer would leave over with one
// Personnel for another.
func (w *dealWriter) gain(leaves, joins uint8) int {
	tools := w.prospects.own.tally(Change{Leaves: leaves, Joins: joins})
	return w.lacking - lacking(&tools, &w.needs)
}

// leaders returns the roles of Leaders, as bits.
func (w *dealWriter) leaders() (m uint64) {
	for i, leads := range w.leads {
		if leads {
			m |= 1 << i
		}
	}
	return m
}

// roles returns the roles of the Personnel of a crew, Leaders aside, as bits.
func (w *dealWriter) roles(s *heist.State, seat int) (m uint64) {
	for _, kind := range s.Crew(seat, w.prospects.list[:0]) {
		m |= 1 << w.prospects.kinds[kind].Talent
	}
	return m &^ w.leaders()
}

// writeSwaps writes what the exchanges with a seat, k places to the left, would bring.
func (w *dealWriter) writeSwaps(k int, mine, theirs uint64, dst []float32) {
	swap, gives, gets := &w.at.swap.In(dst)[k], w.at.gives.In(dst), w.at.gets.In(dst)
	for ; mine != 0; mine &= mine - 1 {
		i := bits.TrailingZeros64(mine)
		given := w.prospects.talents[i]
		for rest := theirs; rest != 0; rest &= rest - 1 {
			j := bits.TrailingZeros64(rest)
			taken := w.prospects.talents[j]
			if taken == given || bits.OnesCount8(taken) > bits.OnesCount8(given) {
				continue // changes nothing, or nobody would agree
			}
			if n := float32(w.gain(given, taken)); n > 0 {
				*swap, gives[i], gets[j] = max(*swap, n/cardScale), max(gives[i], n), max(gets[j], n)
			}
		}
	}
}
