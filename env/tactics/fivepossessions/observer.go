package fivepossessions

import (
	"ringer/env"
	"ringer/env/fivepossessions"
	"ringer/env/layout"
	"ringer/env/wrap"
)

// ObserverVersion is part of the hash of wrapped games. Raise it when the same
// position is shown with other numbers.
const ObserverVersion = 1

// Observer adds the level-k model to what a game shows. It implements
// wrap.Observer.
type Observer struct {
	m      *Model
	fields []env.Field

	odds, askedOdds, placedOdds             layout.Span
	expected, askedExpected, placedExpected layout.Span
	shortfall, chance                       layout.Span
}

// NewObserver returns the observer for a game.
func NewObserver(g *fivepossessions.Game) *Observer {
	o := &Observer{m: NewModel(g)}
	lanes := layout.Numbered("lane", o.m.lanes)
	hand := layout.Numbered("card", o.m.lanes)
	var b layout.Builder
	add := func(name, doc string, rows ...string) layout.Span {
		f := layout.Field{Name: name, Doc: doc, Columns: layout.Flags(lanes...), Rows: rows, Items: []string{fivepossessions.LaneItems}}
		if rows != nil {
			f.Items = []string{"", fivepossessions.LaneItems}
		}
		return b.Add(f)
	}
	o.odds = add("odds", "for each card of the seat's own hand that is not placed: its chance to win the lane against a random unseen card that would be alive there; zero where there is nothing to win", hand...)
	o.askedOdds = add("asked_odds", "the odds of the card that is to be placed")
	o.placedOdds = add("placed_odds", "the odds of the seat's own card that lies on the lane")
	o.expected = add("expected_odds", "the odds against what the other will probably put there: the mean over eight hands of its unseen cards, each placed by a logit response to the level-k model", hand...)
	o.askedExpected = add("asked_expected_odds", "the expected odds of the card that is to be placed")
	o.placedExpected = add("placed_expected_odds", "the expected odds of the seat's own card that lies on the lane")
	o.shortfall = add("shortfall", "by how many tenths, at most 1, the chance to have the possession falls short of that of the best way to place the hand, when the card that is to be placed goes there and the rest of the hand as well as it then can")
	o.chance = b.Add(layout.Field{
		Name: "chance", Doc: "the chance to have the possession (to score; to stop it) with the best way to place the hand, by the expected odds; zero when the other is asked",
		Columns: layout.One("best", 0, 1, ""),
	})
	o.fields = b.Fields()
	return o
}

// Name implements wrap.Observer.
func (o *Observer) Name() string { return "levelk" }

// Version implements wrap.Observer.
func (o *Observer) Version() int { return ObserverVersion }

// Fields implements wrap.Observer.
func (o *Observer) Fields() []env.Field { return o.fields }

// NewWriter implements wrap.Observer.
func (o *Observer) NewWriter() wrap.Writer { return &writer{o: o, forecaster: o.m.NewForecaster()} }

// writer implements wrap.Writer.
type writer struct {
	o          *Observer
	forecaster *Forecaster
	ways       ways
}

// Write implements wrap.Writer.
func (w *writer) Write(state env.State, p env.Player, dst []float32) {
	s := state.(*fivepossessions.State)
	if s.Attacker() < 0 {
		return
	}
	o, m := w.o, w.o.m
	own := s.SideOf(int(p))
	asked := s.Question() == fivepossessions.AskPlace && s.Side() == own
	var r rivals
	r.look(m, s, own)
	for k, c := range s.Hand(own) {
		if k < s.Put(own) {
			continue
		}
		odds, expected := o.odds.Row(dst, k), o.expected.Row(dst, k)
		for lane := range odds {
			odds[lane], expected[lane] = r.odds(m, s, c, lane), w.forecaster.wins(s, own, c, lane)
		}
		if asked && k == s.Put(own) {
			copy(o.askedOdds.In(dst), odds)
			copy(o.askedExpected.In(dst), expected)
		}
	}
	for lane := range m.lanes {
		if c := s.Placed(own, lane); c != fivepossessions.NoCard {
			dst[o.placedOdds.At+lane] = r.odds(m, s, c, lane)
			dst[o.placedExpected.At+lane] = w.forecaster.wins(s, own, c, lane)
		}
	}
	if asked {
		w.ways.look(m, s, own, w.forecaster.Foreseen(s, own))
		dst[o.chance.At] = w.ways.shortfalls(o.shortfall.In(dst))
	}
}
