package warm

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
	"ringer/train"
)

// A CarryError says why a bot cannot be carried to another version of its game.
type CarryError struct {
	Bot    string
	Game   string   // as this build makes it
	Faults []string // in words
}

func (e *CarryError) Error() string {
	return fmt.Sprintf("bot %q cannot be carried to %s:\n%s", e.Bot, e.Game, strings.Join(e.Faults, "\n"))
}

// Carry returns a bot that was made for an older version of its game, written anew for
// spec, which is the game as it is now. Actions and inputs are found by their names; inputs
// that the bot does not know get zero weights, so that the bot plays as it did wherever they
// are zero: bit for bit, unless a new field stands between fields of cards, which changes the
// order of sums and with it their last bits. was is the game's spec of that older version, with the names of
// its columns; where it is nil, a field of the same shape has the same columns, and none may
// have another shape. The manifest notes what the bot was in carried, whose SHA256 and
// Ringer are for the caller.
//
// The error is a *CarryError where the actions differ, a field's columns are not known, or
// the network's layers are others.
func Carry(bot *botfile.Bot, was, spec *env.Spec) (*botfile.Bot, error) {
	fail := &CarryError{Bot: bot.Manifest.Name, Game: spec.String()}
	if bot.Weights == nil {
		fail.Faults = []string{"it is no network: want one that was trained"}
		return nil, fail
	}
	game, _, _ := strings.Cut(bot.Manifest.Game, "(")
	if strings.TrimSpace(game) != spec.Name {
		fail.Faults = []string{"it plays " + bot.Manifest.Game}
		return nil, fail
	}
	network, err := train.NewNetwork(spec, train.NetworkConfigOf(bot.Weights.Network))
	if err != nil {
		return nil, err
	}
	weights := models.Init(network, 1)
	clear(weights.Flat)
	m := newMatcher(network, spec, &Network{Weights: bot.Weights, Blocks: bot.Manifest.Blocks, Spec: was})
	noted := botfile.Carried{SpecHash: bot.Manifest.SpecHash}
	if was != nil {
		noted.FactsHash, noted.Version = was.FactsHash, was.Version
	}
	noted.New, noted.Lost = m.strangers()
	fail.Faults = m.carryFaults(was)
	for _, f := range m.layers() {
		fail.Faults = append(fail.Faults, f.Error())
	}
	if len(fail.Faults) > 0 {
		return nil, fail
	}
	m.src.unit, m.dst.unit = 0, 0 // the value stays in the unit that it was trained in
	if taken := m.copy(weights, bot.Weights); taken != len(bot.Weights.Flat) && len(noted.Lost) == 0 {
		return nil, fmt.Errorf("warm: %d of the %d weights of bot %q have a place", taken, len(bot.Weights.Flat), bot.Manifest.Name)
	}
	carried := *bot
	carried.Weights = weights
	describe(&carried.Manifest, spec)
	carried.Manifest.Carried = append(slices.Clone(bot.Manifest.Carried), noted)
	return &carried, weights.Finite()
}

// describe makes a manifest describe a bot for spec.
func describe(m *botfile.Manifest, spec *env.Spec) {
	m.Game, m.SpecHash, m.Rules, m.Blocks = spec.String(), spec.Hash, spec.Configuration, nil
	for _, b := range spec.Actions {
		m.Blocks = append(m.Blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	m.Temperatures = m.Temperatures.Only(spec.Kinds(), spec.Players)
}

// strangers counts the inputs that only the run has, and those that only the bot has, by
// field.
func (m *matcher) strangers() (fresh, lost []botfile.Columns) {
	note := func(list *[]botfile.Columns, field string, n int) {
		if n > 0 {
			*list = append(*list, botfile.Columns{Field: field, Count: n})
		}
	}
	kept := make([]int, len(m.src.net.Fields)) // inputs of each field of the bot
	for i, f := range m.dst.net.Fields {
		both := known(m.rows[i]) * known(m.columns[i])
		note(&fresh, f.Name, f.Size()-both)
		if j := m.field[i]; j != none {
			kept[j] = min(both, m.src.net.Fields[j].Size())
			if f.Set && m.src.net.Fields[j].Set { // entities share their weights
				kept[j] = m.src.net.Fields[j].Shape[0] * known(m.columns[i])
			}
		}
	}
	for j, f := range m.src.net.Fields {
		note(&lost, f.Name, f.Size()-kept[j])
	}
	return fresh, lost
}

// carryFaults says what keeps a bot from being carried, the layers aside.
func (m *matcher) carryFaults(was *env.Spec) (faults []string) {
	actions := func(blocks []botfile.Block) string {
		var parts []string
		for _, b := range blocks {
			parts = append(parts, fmt.Sprintf("%s %v", b.Name, b.Shape))
		}
		return strings.Join(parts, ", ")
	}
	if ours, theirs := m.dst.net.Actions, m.src.net.Actions; known(m.actions) != ours || ours != theirs {
		faults = append(faults, fmt.Sprintf("the actions are others: want %s, as the bot has them; here %s", actions(m.src.blocks), actions(m.dst.blocks)))
	}
	for i, f := range m.dst.net.Fields {
		j := m.field[i]
		if j == none || slices.Equal(f.Shape, m.src.net.Fields[j].Shape) {
			continue
		}
		if was == nil || known(m.rows[i])*known(m.columns[i]) == 0 {
			faults = append(faults, fmt.Sprintf("the field %s has the shape %v, and %v in the bot, whose names of columns are not known", f.Name, f.Shape, m.src.net.Fields[j].Shape))
		}
	}
	return faults
}
