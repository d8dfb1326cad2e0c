package warm

import (
	"slices"

	"ringer/env"
	"ringer/models"
	"ringer/models/botfile"
)

// none marks what the bot does not know.
const none = -1

// side is one of the two networks: the run's or the bot's.
type side struct {
	net    *models.Network
	spec   *env.Spec   // nil when unknown
	labels []env.Field // of net.Fields; empty rows and columns where unknown
	blocks []botfile.Block
	offset []int         // of each field in the observation
	part   []models.Part // of each field
	unit   float64       // return of the value 1; 0 when unknown
}

func newSide(net *models.Network, spec *env.Spec, blocks []botfile.Block) side {
	s := side{net: net, spec: spec, labels: make([]env.Field, len(net.Fields)), blocks: blocks}
	if spec != nil {
		s.unit = max(-spec.MinUtility, spec.MaxUtility)
	}
	parts, _ := net.Parts()
	at := 0
	for i, f := range net.Fields {
		s.offset = append(s.offset, at)
		p := slices.IndexFunc(parts, func(p models.Part) bool {
			return p.Kind != models.Rows && p.From <= at && at < p.From+p.Size()
		})
		if p < 0 { // read through items alone
			s.part = append(s.part, models.Part{Kind: models.Rows})
		} else {
			s.part = append(s.part, parts[p])
		}
		if spec != nil {
			for _, known := range spec.Observation {
				if known.Name == f.Name && slices.Equal(known.Shape, f.Shape) {
					s.labels[i] = known
				}
			}
		}
		at += f.Size()
	}
	return s
}

// width returns the number of columns of a field.
func (s *side) width(field int) int {
	shape := s.net.Fields[field].Shape
	return shape[len(shape)-1]
}

// plain returns the place in the encoding of one element of the field's observation
// that is passed through as it is, or none.
func (s *side) plain(field, row, column int) int {
	p, at := s.part[field], s.offset[field]+row*s.width(field)+column
	switch {
	case p.Kind == models.Plain:
		return p.To + at - p.From
	case p.Kind == models.Counts && s.net.VocabRaw:
		return p.To + p.Rows*s.net.Embedding + at - p.From
	}
	return none
}

// embedded returns the first place in the encoding of the embedded counts of a row of
// the field, or none.
func (s *side) embedded(field, row int) int {
	p := s.part[field]
	if p.Kind != models.Counts {
		return none
	}
	return p.To + ((s.offset[field]-p.From)/p.Width+row)*s.net.Embedding
}

// matcher tells for each input and output of the run's network which one of the bot's
// it is.
type matcher struct {
	dst, src side
	field    []int   // of the run's fields: the bot's, or none
	rows     [][]int // of each field's rows: the bot's, or none
	columns  [][]int // likewise
	actions  []int   // of the run's actions: the bot's, or none
}

func newMatcher(net *models.Network, spec *env.Spec, from *Network) *matcher {
	var blocks []botfile.Block
	for _, b := range spec.Actions {
		blocks = append(blocks, botfile.Block{Name: b.Name, Shape: b.Shape})
	}
	m := &matcher{dst: newSide(net, spec, blocks), src: newSide(from.Weights.Network, from.Spec, from.Blocks)}
	for i, f := range net.Fields {
		j := slices.IndexFunc(m.src.net.Fields, func(g models.Field) bool { return g.Name == f.Name })
		m.field = append(m.field, j)
		width := m.dst.width(i)
		if j == none {
			m.rows, m.columns = append(m.rows, nothing(f.Size()/width)), append(m.columns, nothing(width))
			continue
		}
		g := m.src.net.Fields[j]
		if f.Set && g.Set || m.dst.part[i].Kind == models.Steps && m.src.part[j].Kind == models.Steps {
			// Entities of a set, and rows of a sequence, share one layer: any of them stands for all.
			m.rows = append(m.rows, make([]int, f.Shape[0]))
			m.columns = append(m.columns, pair(width, m.src.width(j), columnNames(m.dst.labels[i]), columnNames(m.src.labels[j])))
			continue
		}
		m.rows = append(m.rows, pair(f.Size()/width, g.Size()/m.src.width(j), m.dst.labels[i].Rows, m.src.labels[j].Rows))
		m.columns = append(m.columns, pair(width, m.src.width(j), columnNames(m.dst.labels[i]), columnNames(m.src.labels[j])))
	}
	for _, b := range blocks {
		m.actions = append(m.actions, m.block(b)...)
	}
	return m
}

func nothing(n int) []int { return slices.Repeat([]int{none}, n) }

func columnNames(f env.Field) []string {
	names := make([]string, len(f.Columns))
	for i, c := range f.Columns {
		names[i] = c.Name
	}
	return names
}

// pair returns for each of n rows or columns the bot's, of which there are from: the
// one of the same name where both sides have names, else the one of the same number
// where there are as many.
func pair(n, from int, names, theirs []string) []int {
	out := nothing(n)
	named := len(names) == n && len(theirs) == from && distinct(names) && distinct(theirs)
	for i := range out {
		switch {
		case named:
			out[i] = slices.Index(theirs, names[i])
		case n == from:
			out[i] = i
		}
	}
	return out
}

func distinct(names []string) bool {
	sorted := slices.Sorted(slices.Values(names))
	return len(slices.Compact(sorted)) == len(names)
}

// block returns for each id of a block the bot's, or none: the id of the same name where
// both sides have names, else the id of the same number in a block of the same shape.
func (m *matcher) block(b botfile.Block) []int {
	out := nothing(size(b.Shape))
	at := 0
	for _, s := range m.src.blocks {
		if s.Name != b.Name {
			at += size(s.Shape)
			continue
		}
		ours, theirs := m.dst.ids(b), m.src.ids(s)
		if (ours == nil || theirs == nil) && !slices.Equal(b.Shape, s.Shape) {
			break
		}
		for id, from := range pair(len(out), size(s.Shape), ours, theirs) {
			if from != none {
				out[id] = at + from
			}
		}
		break
	}
	return out
}

// ids returns the names of a block's ids: those that the spec gives them, else the
// identities of the vocabulary of the block's name, else nil.
func (s *side) ids(b botfile.Block) []string {
	if s.spec == nil {
		return nil
	}
	for _, known := range s.spec.Actions {
		if known.Name == b.Name && slices.Equal(known.Shape, b.Shape) && known.Names != nil {
			return known.Names
		}
	}
	for _, f := range s.labels {
		if f.Vocab != "" && f.Vocab == b.Name && len(f.Columns) == size(b.Shape) {
			if names := columnNames(f); distinct(names) {
				return names
			}
		}
	}
	return nil
}

func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// partFields lists the fields that the bot knows in part or not at all.
func (m *matcher) partFields() (out []Match) {
	for i, f := range m.dst.net.Fields {
		known := known(m.rows[i]) * known(m.columns[i])
		if known < f.Size() {
			out = append(out, Match{f.Name, known, f.Size()})
		}
	}
	return out
}

// partActions lists the blocks that the bot knows in part or not at all.
func (m *matcher) partActions() (out []Match) {
	at := 0
	for _, b := range m.dst.blocks {
		n := size(b.Shape)
		if k := known(m.actions[at : at+n]); k < n {
			out = append(out, Match{b.Name, k, n})
		}
		at += n
	}
	return out
}

func known(from []int) (n int) {
	for _, i := range from {
		if i != none {
			n++
		}
	}
	return n
}

// dropped lists the bot's fields and blocks that the run does not have.
func (m *matcher) dropped() (out []string) {
	for j, f := range m.src.net.Fields {
		if !slices.Contains(m.field, j) {
			out = append(out, "field "+f.Name)
		}
	}
	for _, s := range m.src.blocks {
		if !slices.ContainsFunc(m.dst.blocks, func(b botfile.Block) bool { return b.Name == s.Name }) {
			out = append(out, "block "+s.Name)
		}
	}
	return out
}
