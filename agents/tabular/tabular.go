package tabular

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ringer/agents"
	"ringer/env"
	"ringer/models/botfile"
)

// Agent plays one table. It is safe for concurrent use.
type Agent struct {
	name        string // for messages
	spec        *env.Spec
	temperature float64
	rows        map[key]*botfile.Row
}

type key struct {
	seat  env.Player
	state string
}

// RowError says that a table has no row that fits a decision: it was made for
// another game, or for other rules.
type RowError struct {
	Bot   string
	Seat  env.Player
	State string
	Legal []env.Action // of the view
	Row   []int32      // the actions of the row; nil when there is no row
}

func (e *RowError) Error() string {
	if e.Row == nil {
		return fmt.Sprintf("bot %q: its table has no row for %s, information state %q", e.Bot, e.Seat, e.State)
	}
	return fmt.Sprintf("bot %q: its table has actions %v for %s, information state %q, where %v are legal", e.Bot, e.Row, e.Seat, e.State, e.Legal)
}

// FromBot returns the agent of a bot that is a table, for games of the given
// spec. It keeps the table, which must not be changed any more. It returns a
// *botfile.SpecError, which shows both sides, when the bot was made for another
// game or other rules.
func FromBot(spec *env.Spec, bot *botfile.Bot) (*Agent, error) {
	if err := bot.CheckSpec(spec.String(), spec.Hash); err != nil {
		return nil, err
	}
	if bot.Table == nil {
		return nil, fmt.Errorf("bot %q is no table", bot.Manifest.Name)
	}
	a := &Agent{name: bot.Manifest.Name, spec: spec, temperature: 1, rows: make(map[key]*botfile.Row, len(bot.Table.Rows))}
	for i := range bot.Table.Rows {
		r := &bot.Table.Rows[i]
		if r.Seat >= spec.Players {
			return nil, fmt.Errorf("bot %q: its table has a row for seat %d of %d", a.name, r.Seat, spec.Players)
		}
		a.rows[key{env.Player(r.Seat), r.State}] = r
	}
	return a, nil
}

// WithTemperature returns an agent on the same table whose probabilities are
// sharpened (below 1) or flattened (above 1); 0 always plays the likeliest
// action. It panics when the temperature is negative or not a finite number.
func (a *Agent) WithTemperature(temperature float64) *Agent {
	if !(temperature >= 0) || math.IsInf(temperature, 0) {
		panic(fmt.Sprintf("tabular: temperature %v", temperature))
	}
	b := *a
	b.temperature = temperature
	return &b
}

// Decide looks the views up. Values are 0: a table has none. Errors:
// *botfile.SpecError for a view of another game, agents.ErrNoInformationState, and
// *RowError.
func (a *Agent) Decide(ctx context.Context, views []agents.View) ([]agents.Decision, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	decisions := agents.Decisions(views)
	for i := range views {
		if err := a.decide(&views[i], decisions[i].Probs); err != nil {
			return nil, err
		}
	}
	return decisions, nil
}

func (a *Agent) decide(v *agents.View, probs []float32) error {
	if v.Game != a.spec && v.Game.Hash != a.spec.Hash {
		return &botfile.SpecError{Bot: a.name, BotGame: a.spec.String(), BotHash: a.spec.Hash, Game: v.Game.String(), GotHash: v.Game.Hash}
	}
	if v.InformationState == nil {
		return fmt.Errorf("bot %q: %w", a.name, agents.ErrNoInformationState)
	}
	state := v.InformationState()
	row := a.rows[key{v.Seat, state}]
	if row == nil {
		return &RowError{Bot: a.name, Seat: v.Seat, State: state, Legal: slices.Clone(v.Legal)}
	}
	same := func(r int32, l env.Action) bool { return r == int32(l) }
	if !slices.EqualFunc(row.Actions, v.Legal, same) {
		return &RowError{Bot: a.name, Seat: v.Seat, State: state, Legal: slices.Clone(v.Legal), Row: row.Actions}
	}
	for i, p := range row.Probs {
		probs[i] = float32(p)
	}
	agents.Temper(probs, a.temperature)
	return nil
}
