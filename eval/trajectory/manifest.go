package trajectory

import (
	"encoding/json"
	"fmt"
)

// Format names the version of the files.
const Format = "ringer-trajectories/1"

// ManifestName is the file of a recording that describes it.
const ManifestName = "manifest.json"

// Manifest describes recorded trajectories. All but Shards and Complete follows from the
// command.
type Manifest struct {
	Format   string          `json:"format"`
	Game     string          `json:"game"`
	SpecHash string          `json:"spec_hash"`
	Rules    json.RawMessage `json:"rules"` // resolved configuration of the game
	Seed     uint64          `json:"seed"`
	Games    int             `json:"games"`
	Files    string          `json:"files"` // npz or parquet

	Agents  []Agent  `json:"agents"` // in the order of the numbers in the column agent
	Kinds   []string `json:"kinds"`  // of decisions, likewise
	Fields  []Field  `json:"fields"` // of an observation, in its order
	Actions []Block  `json:"actions"`
	Columns []Column `json:"columns"`

	EpisodesPerShard int     `json:"episodes_per_shard"`
	Shards           []Piece `json:"shards"`
	Rows             int     `json:"rows"`
	Complete         bool    `json:"complete"`

	// Build says which build began the recording; another build may round otherwise.
	Build json.RawMessage `json:"build"`
}

// Agent is an agent that was recorded. Identity is the SHA-256 of a bot's file.
type Agent struct {
	Name     string `json:"name"`
	Identity string `json:"identity,omitempty"`
}

// Field is a part of an observation, from Offset on.
type Field struct {
	Name   string `json:"name"`
	Offset int    `json:"offset"`
	Shape  []int  `json:"shape"`
}

// Block is a run of action ids.
type Block struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
}

// Column says what an array of a shard holds.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"` // of numpy
	Doc  string `json:"doc"`
}

// Piece is one shard.
type Piece struct {
	File     string `json:"file"`
	Episodes int    `json:"episodes"`
	Rows     int    `json:"rows"`
	SHA256   string `json:"sha256"`
}

// columnDocs say what the columns are.
var columnDocs = map[string]string{
	"observation":   "what the seat that decides may see, before it acts",
	"mask":          "true for the legal actions",
	"action":        "the action that was taken",
	"probabilities": "of the agent's policy, over all actions; 0 for illegal ones",
	"return":        "of the seat at the end of the episode",
	"seat":          "that decides, from 0",
	"kind":          "of decision, as an index into kinds",
	"agent":         "as an index into agents",
	"episode":       "its number; those of one deal follow one another, with the seats rotated",
	"step":          "decisions of the episode before this one, of all seats",
}

// Columns describes the arrays of every shard.
func Columns() []Column {
	var list []Column
	for _, c := range (&Shard{}).columns() {
		list = append(list, Column{c.name, c.kind, columnDocs[c.name]})
	}
	return list
}

// Same reports whether two manifests are of the same recording, as far as it has come.
func (m *Manifest) Same(other *Manifest) bool {
	key := func(m Manifest) string {
		m.Shards, m.Rows, m.Complete, m.Build = nil, 0, false, nil
		text, err := json.Marshal(m)
		if err != nil {
			return err.Error()
		}
		return string(text)
	}
	return key(*m) == key(*other)
}

// ParseManifest reads a manifest. Errors name the field.
func ParseManifest(text []byte) (*Manifest, error) {
	m := &Manifest{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	if m.Format != Format {
		return nil, fmt.Errorf("format %q: want %q", m.Format, Format)
	}
	return m, nil
}
