package payday

import (
	"fmt"

	"ringer/env"
	"ringer/env/layout"
	"ringer/env/payday"
	"ringer/env/wrap"
)

// Columns of the field "forecasts".
const (
	forecastFire = iota
	forecastBehind
	forecastKills
	forecastSurvivors
	forecastLeft
	forecastFalls
	forecastWounds
	forecastMargin
	forecastOpens
)

var forecastColumns = layout.Table{
	forecastFire:      count("fire", 10, "damage of the officers at the top"),
	forecastBehind:    count("behind", 10, "damage of the officers one objective behind"),
	forecastKills:     count("kills", payday.Slots, "officers that the heisters can kill"),
	forecastSurvivors: count("survivors", payday.Slots, "officers and guards that are left then"),
	forecastLeft:      count("left", 10, "damage of the survivors"),
	forecastFalls:     count("falls", payday.MaxHeisters, "heisters that fall"),
	forecastWounds:    count("wounds", 10, "damage on the next heister"),
	forecastMargin:    count("margin", 10, "damage that the next heister can still take"),
	forecastOpens:     layout.Flag("opens", "the obstacle goes, or Loot is turned up or taken"),
}

// Columns of the fields "without" and "prospects".
const (
	prospectSurvivors = iota
	prospectLeft
	prospectFalls
	prospectMargin
	prospectOpens
)

var prospectColumns = layout.Table{
	prospectSurvivors: forecastColumns[forecastSurvivors],
	prospectLeft:      forecastColumns[forecastLeft],
	prospectFalls:     forecastColumns[forecastFalls],
	prospectMargin:    forecastColumns[forecastMargin],
	prospectOpens:     forecastColumns[forecastOpens],
}

// maxShown bounds every column.
const maxShown = 40

// count returns a column that shows a number, in units of what it counts.
func count(name string, unit int, noun string) env.Column {
	return env.Column{Name: name, Max: maxShown, Unit: fmt.Sprint(unit, " ", noun)}
}

// Observer is the observation wrapper "forecast". It shows, for every column, what
// the next combat and the next Update should bring, and for every heister what its
// column would be without it and every column with it.
type Observer struct {
	payday                        int // kind of PAYDAY
	fields                        []env.Field
	forecasts, without, prospects layout.Span
}

// NewObserver returns the wrapper for a configuration of PAYDAY DUEL. The error says
// that the game is another one.
func NewObserver(game env.Game) (wrap.Observer, error) {
	g, ok := game.(*payday.Game)
	if !ok {
		return nil, fmt.Errorf("payday: no forecasts for a game of type %T", game)
	}
	o := &Observer{payday: g.Loots()[0]}
	var b layout.Builder
	heisters, columns := layout.Numbered("heister", payday.MaxHeisters), layout.Numbered("column", g.MaxColumns())
	var moves []string
	for _, heister := range heisters {
		for _, column := range columns {
			moves = append(moves, heister+" "+column)
		}
	}
	o.forecasts = b.Add(layout.Field{Name: "forecasts", Doc: "row: a column: its next combat and Update when no more cards are played", Rows: columns, Columns: forecastColumns, Items: []string{payday.ColumnItems}})
	o.without = b.Add(layout.Field{Name: "without", Doc: "row: a heister's slot: the forecast of its column without it", Rows: heisters, Columns: prospectColumns, Items: []string{payday.HeisterItems}})
	o.prospects = b.Add(layout.Field{Name: "prospects", Doc: "row: a heister's slot and a column: the forecast of that column with it", Rows: moves, Columns: prospectColumns, Items: []string{payday.HeisterItems}})
	o.fields = b.Fields()
	return o, nil
}

// Name implements wrap.Observer.
func (o *Observer) Name() string { return "forecast" }

// Version implements wrap.Observer.
func (o *Observer) Version() int { return 1 }

// Fields implements wrap.Observer.
func (o *Observer) Fields() []env.Field { return o.fields }

// NewWriter implements wrap.Observer.
func (o *Observer) NewWriter() wrap.Writer { return &writer{o: o} }

// writer implements wrap.Writer.
type writer struct {
	o *Observer
	x outlook
}

// Write implements wrap.Writer. There is nothing to forecast before the heist lies on
// the table.
func (w *writer) Write(state env.State, p env.Player, dst []float32) {
	s := state.(*payday.State)
	if !s.Shown() {
		return
	}
	o, x := w.o, &w.x
	x.look(s, int(p), o.payday)
	var at [payday.MaxColumns]uint8 // the crew by column, as bits
	for i := range x.Crew {
		at[x.Heisters[i].Column] |= 1 << i
	}
	var now [payday.MaxColumns]forecast
	for col := range s.Columns() {
		f := &now[col]
		x.forecast(f, col, at[col])
		f.write(o.forecasts.Row(dst, col))
	}
	columns := o.forecasts.Rows
	var then forecast
	for i := range x.Crew {
		h := &x.Heisters[i]
		x.forecast(&then, h.Column, at[h.Column]&^(1<<i))
		then.writeProspect(o.without.Row(dst, h.Slot))
		for col := range s.Columns() {
			f := &now[col]
			if col != h.Column {
				f = &then
				x.forecast(f, col, at[col]|1<<i)
			}
			f.writeProspect(o.prospects.Row(dst, h.Slot*columns+col))
		}
	}
}

func (f *forecast) write(r []float32) {
	r[forecastFire], r[forecastBehind] = scaled(f.fire, 10), scaled(f.behind, 10)
	r[forecastKills], r[forecastSurvivors] = scaled(f.kills, payday.Slots), scaled(f.survivors, payday.Slots)
	r[forecastLeft], r[forecastFalls] = scaled(f.left, 10), scaled(f.falls, payday.MaxHeisters)
	r[forecastWounds], r[forecastMargin], r[forecastOpens] = scaled(f.wounds, 10), scaled(f.margin, 10), layout.Bit(f.opens)
}

func (f *forecast) writeProspect(r []float32) {
	r[prospectSurvivors], r[prospectLeft], r[prospectFalls] = scaled(f.survivors, payday.Slots), scaled(f.left, 10), scaled(f.falls, payday.MaxHeisters)
	r[prospectMargin], r[prospectOpens] = scaled(f.margin, 10), layout.Bit(f.opens)
}

// scaled returns a count in some unit, at most maxShown.
func scaled(n, unit int) float32 { return min(float32(n)/float32(unit), maxShown) }
