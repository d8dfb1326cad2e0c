package warm

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
)

// Taken tells how much of a network came from a bot.
type Taken struct {
	Bot     string  `json:"bot"`     // name in its manifest
	Weights int     `json:"weights"` // of the run's network
	Taken   int     `json:"taken"`   // of them, the bot's
	Share   float64 `json:"share"`   // Taken / Weights

	// Fields and Actions list the fields of the observation and the blocks of actions
	// that the bot did not know in full.
	Fields  []Match `json:"fields,omitempty"`
	Actions []Match `json:"actions,omitempty"`

	// Dropped lists the fields and blocks of the bot that the run does not have.
	Dropped []string `json:"dropped,omitempty"`
}

// Match counts the inputs of a field, or the ids of a block, that the bot knew.
type Match struct {
	Name  string `json:"name"`
	Taken int    `json:"taken"`
	Of    int    `json:"of"`
}

// String returns the counts in words.
func (m Match) String() string { return fmt.Sprintf("%s %d of %d", m.Name, m.Taken, m.Of) }

// String returns one line for people.
func (t *Taken) String() string {
	s := fmt.Sprintf("%.1f%% of %d weights are those of bot %q", 100*t.Share, t.Weights, t.Bot)
	for _, part := range []struct {
		name string
		of   []Match
	}{{"fields", t.Fields}, {"actions", t.Actions}} {
		if len(part.of) > 0 {
			s += "; " + part.name + " known in part: " + joined(part.of)
		}
	}
	if len(t.Dropped) > 0 {
		s += "; not used: " + strings.Join(t.Dropped, ", ")
	}
	return s
}

func joined(list []Match) string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = m.String()
	}
	return strings.Join(texts, ", ")
}

// FitError says why a run cannot start from a bot.
type FitError struct {
	Bot    string
	Faults env.Faults // keys of the configuration
	Taken  Taken      // what matches and what does not, the layers aside
}

func (e *FitError) Error() string {
	s := fmt.Sprintf("bot %q does not fit this run:\n%v", e.Bot, e.Faults)
	if len(e.Taken.Fields) == 0 && len(e.Taken.Actions) == 0 && len(e.Taken.Dropped) == 0 {
		return s + "\nall fields and actions match"
	}
	if len(e.Taken.Fields) > 0 {
		s += "\nfields that match in part or not at all: " + joined(e.Taken.Fields)
	}
	if len(e.Taken.Actions) > 0 {
		s += "\nactions that match in part or not at all: " + joined(e.Taken.Actions)
	}
	if len(e.Taken.Dropped) > 0 {
		s += "\nof the bot only: " + strings.Join(e.Taken.Dropped, ", ")
	}
	return s
}

// Network is a trained network and what its inputs and outputs mean.
type Network struct {
	Name    string // in messages
	Game    string // the name of the game, without parameters
	Weights *models.Weights
	Blocks  []botfile.Block // of the actions

	// Spec is the spec of the game that the network plays, whose labels tell inputs apart; nil
	// when it is not known.
	Spec *env.Spec
}

// FromBot returns the network of a bot. spec is the spec of the bot's game as this build
// makes it, or nil.
func FromBot(bot *botfile.Bot, spec *env.Spec) (*Network, error) {
	if bot.Weights == nil {
		return nil, fmt.Errorf("bot %q is no network", bot.Manifest.Name)
	}
	game, _, _ := strings.Cut(bot.Manifest.Game, "(")
	weights := bot.Weights
	if t := bot.Manifest.Training.Temperature; t > 0 { // training goes on with the policy that was trained
		weights = weights.Sharpened(1 / t)
	}
	return &Network{Name: bot.Manifest.Name, Game: strings.TrimSpace(game), Weights: weights, Blocks: bot.Manifest.Blocks, Spec: spec}, nil
}

// Start writes into the first weights of a network for games of spec all that it can
// take from a trained one. Errors: *FitError for layers that differ in size, and
// another for a bot of another game; then nothing has changed.
func Start(weights *models.Weights, spec *env.Spec, from *Network) (*Taken, error) {
	if from.Game != spec.Name {
		return nil, fmt.Errorf("bot %q plays %s: want a bot of %s", from.Name, from.Game, spec.Name)
	}
	m := newMatcher(weights.Network, spec, from)
	taken := Taken{Bot: from.Name, Fields: m.partFields(), Actions: m.partActions(), Dropped: m.dropped()}
	if faults := m.layers(); len(faults) > 0 {
		return nil, &FitError{Bot: from.Name, Faults: faults, Taken: taken}
	}
	taken.Taken = m.copy(weights, from.Weights)
	taken.Weights = len(weights.Flat)
	taken.Share = float64(taken.Taken) / float64(taken.Weights)
	return &taken, weights.Finite()
}

// layers returns the faults of a network whose layers are not the bot's.
func (m *matcher) layers() (faults env.Faults) {
	d, s := m.dst.net, m.src.net
	if d.Kind != s.Kind {
		faults.Add("network.kind", d.KindName(), "%s, as in the bot", s.KindName())
		return faults
	}
	for _, setting := range models.ArchitectureOf(d.Kind).Settings() {
		if ours, theirs := d.Setting(setting.Name), s.Setting(setting.Name); ours != theirs {
			faults.Add("network.settings."+setting.Name, ours, "%d, as in the bot", theirs)
		}
	}
	if !slices.Equal(d.Hidden, s.Hidden) {
		faults.Add("network.hidden", d.Hidden, "%v, as in the bot", s.Hidden)
	}
	if d.Activation != s.Activation {
		faults.Add("network.activation", d.Activation, "%s, as in the bot", s.Activation)
	}
	if s.Frame != "" && d.Frame != s.Frame { // what is known of one corner says nothing of the others
		faults.Add("network.frame", models.FrameTable, "%s, as in the bot", s.Frame)
	}
	if d.SharedTrunk && !s.SharedTrunk {
		faults.Add("network.shared_trunk", d.SharedTrunk, "false, as in the bot")
	}
	embedding, sets := false, false
	for i, f := range d.Fields {
		j := m.field[i]
		if j < 0 {
			continue
		}
		embedding = embedding || f.Vocab != "" && s.Fields[j].Vocab == f.Vocab
		sets = sets || f.Set && s.Fields[j].Set
	}
	if embedding && d.Embedding != s.Embedding {
		faults.Add("network.embedding", d.Embedding, "%d, as in the bot", s.Embedding)
	}
	items := slices.ContainsFunc(d.Items, func(it models.Items) bool { return itemsOf(s, it.Name) != nil })
	if (items || d.Kind == models.Attention) && d.ItemHidden != s.ItemHidden {
		faults.Add("network.items", d.ItemHidden, "%d, as in the bot", s.ItemHidden)
	}
	if sets && d.SetHidden != s.SetHidden {
		faults.Add("network.set_hidden", d.SetHidden, "%d, as in the bot", s.SetHidden)
	}
	return faults
}
