package env

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// UtilityKind names how the returns of the seats relate.
type UtilityKind string

const (
	ZeroSum    UtilityKind = "zero-sum"
	GeneralSum UtilityKind = "general-sum"
	TeamSum    UtilityKind = "team" // all seats of a team share one return
)

// Block is a named run of action ids. Its shape says how an id inside the block
// is to be read: [4, 6] is row*6 + column.
type Block struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`
	Doc   string `json:"doc,omitempty"`

	// Kind names the decisions that an action of the block answers, in one word:
	// bid, draft, play. It is empty for actions that answer more than one kind, such as a
	// pass, and where the columns of a field say more. See Spec.Kind.
	Kind string `json:"kind,omitempty"`

	// Items, when not empty, names the things that the ids of the block speak of,
	// equally many ids for each, one thing after the other, but none for the first
	// SkipItems of them; see Field.Items.
	Items     string `json:"items,omitempty"`
	SkipItems int    `json:"skip_items,omitempty"`

	// Names tells the ids of the block apart, each by what it means whatever their number:
	// the card, the place it leads to. Games of other rules find an id by its name. It is
	// nil when nothing but the index tells ids apart, and no part of what a history means.
	Names []string `json:"-"`
}

// Size returns the number of ids in the block.
func (b Block) Size() int { return product(b.Shape) }

// Field is a named run of the observation, in the order in which it is written.
type Field struct {
	Name  string `json:"name"`
	Shape []int  `json:"shape"`

	// Vocab, when not empty, names a vocabulary of card (or piece) identities:
	// the last dimension counts, for every identity, how many are there. All
	// fields with one vocabulary share an embedding in the network.
	Vocab string `json:"vocab,omitempty"`

	// Set marks an unordered set of entities [n, features]. Feature 0 is 1 for
	// an entity that is there; the row of an entity that is not is all zero.
	Set bool `json:"set,omitempty"`

	// Sequence marks rows [n, features] of what the seat saw one after another, the
	// newest first. Feature 0 is 1 for a row that is there; the rows that are not there
	// are all zero and come last.
	Sequence bool `json:"sequence,omitempty"`

	// Min and Max bound every element.
	Min float32 `json:"min"`
	Max float32 `json:"max"`

	Doc string `json:"doc,omitempty"`

	// Items names the things, such as "lane", that a dimension of Shape runs over,
	// one name a dimension, empty where there is none. All fields and blocks with
	// one name speak of the same things in the same order, so that a network can
	// treat them alike. There are as many of them as the shortest such dimension
	// has; of a longer one each has the same number, side by side. Items are no
	// part of what an observation means.
	Items []string `json:"items,omitempty"`

	// Rows and Columns name the elements. The field is read as rows of
	// columns, where the last dimension counts the columns. Either is nil when
	// nothing but the index tells its elements apart.
	Rows    []string `json:"rows,omitempty"`
	Columns []Column `json:"columns,omitempty"`
}

// Column is one position of a row of a field, for people: package layout makes
// rows from tables of columns.
type Column struct {
	Name string  `json:"name"`
	Min  float32 `json:"min"`
	Max  float32 `json:"max"`
	Unit string  `json:"unit,omitempty"` // of the value 1, when it is not a flag: "12 inches"
	Doc  string  `json:"doc,omitempty"`

	// Kind names the decisions in which the column is not zero, in a field that says
	// what the deciding seat is asked; empty elsewhere. See Spec.Kind.
	Kind string `json:"kind,omitempty"`
}

// Size returns the number of floats in the field.
func (f Field) Size() int { return product(f.Shape) }

// Bounds returns the least and the largest value of element i: the bounds of its column, or
// of the field where columns have no labels.
func (f *Field) Bounds(i int) (low, high float32) {
	if len(f.Columns) > 0 {
		column := &f.Columns[i%len(f.Columns)]
		return column.Min, column.Max
	}
	return f.Min, f.Max
}

// Parameter is one setting that the game was built with.
type Parameter struct {
	Name    string   `json:"name"`
	Value   string   `json:"value"`
	Default string   `json:"default"`
	Choices []string `json:"choices,omitempty"` // empty: see Doc
	Doc     string   `json:"doc"`

	// Files is the folder of configs/games with the shipped files that the value names, one or
	// a list; a path names a file of one's own. Empty for a value that names no file.
	Files string `json:"-"`
}

// Spec describes a game as data. A game fills it once and calls Seal.
type Spec struct {
	Name    string // lower case, as in game strings
	Title   string // for people
	Version int    // of the rules that this configuration plays with: raised when the same history can mean something else

	Players    int
	MinPlayers int // what the rules allow, over all configurations
	MaxPlayers int

	Actions           []Block // in id order, from 0
	MaxChanceOutcomes int     // chance ids are in [0, MaxChanceOutcomes); 0: no chance
	MaxGameLength     int     // upper bound on player decisions in an episode
	MaxChanceNodes    int     // upper bound on chance actions in an episode

	Observation []Field

	// Hidden names the kinds of decisions (Kinds) that a seat makes without the others seeing
	// what it takes: a bid that all turn over at once, a draft that comes to the table later.
	// The others cannot answer such a choice before it counts, only the habits of who makes it.
	// Seal drops kinds that this configuration does not have. It is no part of the hash.
	Hidden []string

	// Frames says how observations and actions turn into the frame of a seat's own corner; nil in a game whose
	// table looks the same from no two corners, or whose seats differ.
	Frames *Frames

	Utility    UtilityKind
	MinUtility float64
	MaxUtility float64
	Teams      []int // team of each seat; nil when everyone is alone

	Parameters []Parameter // see SetParameters

	// OpensPaths says that somebody at the keyboard named the game, so that the files of their own
	// which its string names may be opened again.
	OpensPaths bool

	// Configuration is the resolved configuration in a canonical form (JSON):
	// everything that changes what a history means.
	Configuration json.RawMessage

	// Hash is set by Seal: hex sha256 of name, version, configuration,
	// observation layout and action table. Weights made for one hash must not
	// be used with another.
	Hash string

	// FactsHash is the hash of the game without any observation wrapper: Hash
	// itself where there is none. Agents made for the same facts can sit at one
	// table. Seal sets it unless a wrapper has.
	FactsHash string

	numActions, observationSize int
	kinds                       kinds
}

// Sides returns the seats of each side that wins or loses as one: the seats of a team, the
// teams in the order of their first seats, or every seat by itself where there are none.
// The slices belong to the caller.
func (s *Spec) Sides() [][]Player {
	of, n := s.SideOf()
	sides := make([][]Player, n)
	for p, side := range of {
		sides[side] = append(sides[side], Player(p))
	}
	return sides
}

// SideOf returns for each seat the index of its side in Sides, and the number of sides.
// The slice belongs to the caller.
func (s *Spec) SideOf() (of []int, n int) {
	of = make([]int, s.Players)
	first := map[int]int{} // side by team
	for p := range of {
		team := p
		if s.Teams != nil {
			team = s.Teams[p]
		}
		side, ok := first[team]
		if !ok {
			side = n
			first[team] = side
			n++
		}
		of[p] = side
	}
	return of, n
}

// Seal computes the derived parts of a spec and checks it. It panics on a spec
// that contradicts itself, which is a bug of the game.
func (s *Spec) Seal() *Spec {
	s.numActions, s.observationSize = 0, 0
	for _, b := range s.Actions {
		s.numActions += b.Size()
		if b.Names != nil && (len(b.Names) != b.Size() || len(distinct(b.Names)) != b.Size()) {
			panic(fmt.Sprintf("env: %s: block %q has %d ids: want a name of its own for each, or none", s.Name, b.Name, b.Size()))
		}
	}
	for _, f := range s.Observation {
		s.observationSize += f.Size()
		if f.Set && len(f.Shape) != 2 {
			panic(fmt.Sprintf("env: %s: set field %q needs shape [n, features]", s.Name, f.Name))
		}
		if f.Sequence && (len(f.Shape) != 2 || f.Set || f.Vocab != "") {
			panic(fmt.Sprintf("env: %s: sequence field %q needs shape [n, features], and is neither a set nor of a vocabulary", s.Name, f.Name))
		}
		if f.Min > f.Max {
			panic(fmt.Sprintf("env: %s: field %q has min > max", s.Name, f.Name))
		}
	}
	switch {
	case s.Name == "" || s.Version <= 0:
		panic("env: a spec needs a name and a version")
	case s.Players < 1 || s.numActions < 1 || s.MaxGameLength < 1:
		panic(fmt.Sprintf("env: %s: players, actions and game length must be positive", s.Name))
	case s.MinUtility >= s.MaxUtility:
		panic(fmt.Sprintf("env: %s: empty utility range", s.Name))
	case s.Teams != nil && len(s.Teams) != s.Players:
		panic(fmt.Sprintf("env: %s: one team per seat", s.Name))
	}
	s.sealKinds()
	s.checkItems()
	layout, err := json.Marshal(struct {
		Name          string
		Version       int
		Players       int
		Configuration json.RawMessage
		Actions       []Block
		Chance        int
		Observation   []Field
	}{s.Name, s.Version, s.Players, s.Configuration, undocumentedBlocks(s.Actions), s.MaxChanceOutcomes, undocumentedFields(s.Observation)})
	if err != nil {
		panic(fmt.Sprintf("env: %s: configuration is not JSON: %v", s.Name, err))
	}
	sum := sha256.Sum256(layout)
	s.Hash = hex.EncodeToString(sum[:])
	if s.FactsHash == "" {
		s.FactsHash = s.Hash
	}
	return s
}

// checkItems panics when fields and blocks disagree about how many items of a name
// there are.
func (s *Spec) checkItems() {
	counts := map[string]int{}
	for _, f := range s.Observation {
		if len(f.Items) > len(f.Shape) {
			panic(fmt.Sprintf("env: %s: field %q names items for more than its dimensions", s.Name, f.Name))
		}
		for axis, name := range f.Items {
			if name == "" {
				continue
			}
			if n := counts[name]; n == 0 || f.Shape[axis] < n {
				counts[name] = f.Shape[axis]
			}
		}
	}
	for _, f := range s.Observation {
		for axis, name := range f.Items {
			if name != "" && f.Shape[axis]%counts[name] != 0 {
				panic(fmt.Sprintf("env: %s: field %q has %d rows for %d items %q", s.Name, f.Name, f.Shape[axis], counts[name], name))
			}
		}
	}
	for _, b := range s.Actions {
		if n := counts[b.Items] - b.SkipItems; b.Items != "" && (n < 1 || b.Size()%n != 0) {
			panic(fmt.Sprintf("env: %s: block %q has %d ids for %d items %q", s.Name, b.Name, b.Size(), n, b.Items))
		}
	}
}

// SetParameters replaces the parameters, by which String names the game. Package
// games calls it before anybody else holds the game. Seal derives nothing from
// parameters, so that the hash stays.
func (s *Spec) SetParameters(list []Parameter) { s.Parameters = list }

// NumActions returns the number of distinct actions of seats: ids are in
// [0, NumActions()).
func (s *Spec) NumActions() int { return s.numActions }

// ObservationSize returns the length of the vector that Observe writes.
func (s *Spec) ObservationSize() int { return s.observationSize }

// FieldOffset returns the index of the first float of the named field. It panics
// when there is none.
func (s *Spec) FieldOffset(name string) int {
	at := 0
	for _, f := range s.Observation {
		if f.Name == name {
			return at
		}
		at += f.Size()
	}
	panic(fmt.Sprintf("env: %s has no observation field %q", s.Name, name))
}

// BlockOffset returns the first action id of the named block. It panics when there
// is none.
func (s *Spec) BlockOffset(name string) Action {
	at := 0
	for _, b := range s.Actions {
		if b.Name == name {
			return Action(at)
		}
		at += b.Size()
	}
	panic(fmt.Sprintf("env: %s has no action block %q", s.Name, name))
}

// String returns the game string: the name, with the parameters that differ from
// their defaults. env/games builds the same game from it.
func (s *Spec) String() string {
	var set []string
	for _, p := range s.Parameters {
		if p.Value != p.Default {
			set = append(set, p.Name+"="+p.Value)
		}
	}
	if len(set) == 0 {
		return s.Name
	}
	return s.Name + "(" + strings.Join(set, ",") + ")"
}

// distinct returns the names, each once.
func distinct(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// Documentation is not part of what a history means.
func undocumentedBlocks(blocks []Block) []Block {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		blocks[i].Doc, blocks[i].Kind, blocks[i].Items, blocks[i].SkipItems = "", "", "", 0
	}
	return blocks
}

func undocumentedFields(fields []Field) []Field {
	fields = slices.Clone(fields)
	for i := range fields {
		fields[i].Doc, fields[i].Items, fields[i].Rows, fields[i].Columns = "", nil, nil, nil
	}
	return fields
}
