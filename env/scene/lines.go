package scene

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
)

// Levels is the number of ways to write a table in fewer lines than level 0 does.
const Levels = 6

// Writer writes scenes in lines. The zero value writes them as programs read them: with seats
// counted from 0, without colours, with all that there is.
type Writer struct {
	Reading env.Reading

	// Level is from 0 to Levels. From 1 on what is past and what is empty are left out, from 2 on
	// each other seat with all that it has is one paragraph and things alike are counted, from 3
	// on so is each place that belongs to nobody, from 4 on the viewer's cards are named without what they
	// do, from 5 on the viewer's seat is a paragraph too and what belongs to nobody is one, and at 6 zones of which the viewer
	// knows nothing are left out, but for hands.
	Level int

	// Paint colours words of a kind that mean a thing of a family: a seat, or a suit. Nil: it
	// leaves them as they are.
	Paint func(kind Kind, family string, words string) string
}

// Kind is the kind of words that have a colour.
type Kind int

// The kinds of words with a colour. The family of a seat is its number, the family of a
// suit its name.
const (
	KindSeat Kind = iota
	KindSuit
	KindHeat
	KindMark
)

// Text returns all that a scene shows in words, as agents, logs and laws read it. Games that are
// env.Texters return it.
func Text(sc *Scene) string {
	w := Writer{Reading: env.As(sc.Viewer, nil)}
	lines := w.Lines(sc)
	if sc.Map != nil {
		table := *sc
		table.Ask = nil // its points follow from the names of actions
		lines = append(append(lines, Draw(&table, 0, 0)...), w.Legend(sc))
		lines = slices.DeleteFunc(lines, empty)
	}
	switch {
	case sc.Ask != nil:
		lines = append(lines, ended(w.words(sc.Ask.Text)))
		if sc.Ask.Help != "" {
			lines = append(lines, w.words(sc.Ask.Help))
		}
	case sc.Waits != "":
		lines = append(lines, ended(w.words(Sentence(sc.Waits))))
		if sc.Why != "" {
			lines = append(lines, w.words(sc.Why))
		}
	}
	return strings.Join(lines, "\n")
}

// ended returns words with a full stop, where they have no end.
func ended(words string) string {
	if words == "" || strings.ContainsAny(words[len(words)-1:], ".?!") {
		return words
	}
	return words + "."
}

// Lines returns the table in lines, without the question and the map. Lines below another are
// indented.
func (w *Writer) Lines(sc *Scene) []string {
	var lines []string
	head := []string{sc.Phase}
	for _, m := range sc.Clock {
		if text := w.meter(m); !strings.Contains(strings.ToLower(sc.Phase), strings.ToLower(text)) {
			head = append(head, text)
		}
	}
	lines = append(lines, w.words(strings.Join(slices.DeleteFunc(head, empty), " · ")))
	if sc.Words != "" {
		lines = append(lines, strings.Split(w.words(sc.Words), "\n")...)
	}
	first := max(int(sc.Viewer), 0)
	for k := range sc.Seats {
		lines = append(lines, w.seat(sc, (first+k)%len(sc.Seats))...)
	}
	var rest []string
	for i := range sc.Zones {
		if z := &sc.Zones[i]; z.Seat == nil && z.In == "" {
			lines := w.zone(sc, z, "")
			if w.Level >= 3 && len(lines) > 1 {
				lines = paragraph(lines)
			}
			rest = append(rest, lines...)
		}
	}
	for _, note := range sc.Notes {
		rest = append(rest, w.words(note))
	}
	if w.Level == 0 {
		for _, note := range sc.Past {
			rest = append(rest, w.words(note))
		}
	}
	if w.Level >= 5 {
		rest = paragraph(rest)
	}
	lines = append(lines, rest...)
	return slices.DeleteFunc(lines, empty)
}

func empty(s string) bool { return s == "" }

// paragraph joins lines.
func paragraph(lines []string) []string {
	var b strings.Builder
	for _, line := range lines {
		line = strings.TrimSuffix(strings.TrimSpace(line), ".")
		switch before := b.String(); {
		case line == "" || before == "":
		case strings.HasSuffix(before, ":"):
			b.WriteByte(' ')
		default:
			b.WriteString(" · ")
		}
		b.WriteString(line)
	}
	return []string{b.String()}
}

func (w *Writer) words(text string) string { return w.Reading.Words(text) }

func (w *Writer) paint(kind Kind, family, words string) string {
	if w.Paint == nil || words == "" {
		return words
	}
	return w.Paint(kind, family, words)
}

// seat writes a seat and the zones that are its own.
func (w *Writer) seat(sc *Scene, i int) []string {
	s := &sc.Seats[i]
	name := env.Player(i).String()
	if w.Reading.Name != nil {
		name = w.Reading.Name(env.Player(i))
	}
	name = w.paint(KindSeat, strconv.Itoa(i), Sentence(name))
	if w.Reading.You && w.Reading.Viewer == env.Player(i) {
		name += " (you)"
	}
	parts := []string{}
	for _, p := range []string{s.Role, s.Team} {
		if p != "" {
			parts = append(parts, w.paint(KindSuit, p, w.words(p)))
		}
	}
	for _, m := range s.Meters {
		parts = append(parts, w.meter(m))
	}
	parts = append(parts, w.marks(s.Marks)...)
	if s.Acts && !slices.Contains(s.Marks, ToAct) {
		parts = append(parts, w.words(ToAct))
	}
	lines := []string{name}
	if len(parts) > 0 {
		lines[0] += "  " + strings.Join(parts, " · ")
	}
	bare := len(parts) == 0
	for k := range sc.Zones {
		if z := &sc.Zones[k]; z.Seat != nil && *z.Seat == env.Player(i) && z.In == "" {
			lines = append(lines, w.zone(sc, z, "  ")...)
		}
	}
	if bare && len(lines) == 1 && sc.Words != "" {
		return nil // the words say it
	}
	if w.Level >= 2 && (env.Player(i) != sc.Viewer || w.Level >= 5) {
		lines = paragraph(lines)
	}
	return lines
}

// ToAct is the mark of the seat that the table waits for.
const ToAct = "to act"

func (w *Writer) marks(marks []string) []string {
	out := make([]string, len(marks))
	for i, m := range marks {
		out[i] = w.paint(KindMark, "", w.words(m))
	}
	return out
}

// meter writes a number with its name.
func (w *Writer) meter(m Meter) string {
	value := m.Text
	switch {
	case value != "":
	case m.Unit == "$":
		value = "$" + number(m.Value)
		if m.Value < 0 {
			value = "-$" + number(-m.Value)
		}
	default:
		value = number(m.Value)
		if m.Max != nil && m.Kind == "pips" {
			value += " of " + number(*m.Max)
		}
		if m.Unit != "" && !strings.Contains(m.Name, m.Unit) {
			value += " " + m.Unit
		}
	}
	name := m.Name
	if m.Short != "" {
		name = m.Short
	}
	text := w.words(name + " " + value)
	if m.Kind == "thermometer" {
		text = w.paint(KindHeat, "", text)
	}
	return text
}

func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// zone writes a zone and those in it.
func (w *Writer) zone(sc *Scene, z *Zone, indent string) []string {
	if z.Past && w.Level >= 1 || z.Kind == KindChoices {
		return nil
	}
	title := w.words(z.Title)
	if z.Note != "" {
		title += " (" + w.words(z.Note) + ")"
	}
	for _, m := range z.Meters {
		title += " · " + w.meter(m)
	}
	var inside []string
	for i := range sc.Zones {
		if in := &sc.Zones[i]; in.In == z.ID {
			inside = append(inside, w.zone(sc, in, indent+"  ")...)
		}
	}
	own := z.Seat != nil && *z.Seat == sc.Viewer
	whole := z.Kind == "hand" && (w.Level < 2 || own && w.Level < 4)
	things := w.things(z, whole)
	if z.Hidden > 0 && (z.Kind != "pile" || z.Note == "") { // the note of a pile counts its cards
		things = append(things, fmt.Sprintf("%d face down", z.Hidden))
	}
	switch {
	case len(things) == 0 && len(inside) == 0 && z.Note == "" && len(z.Meters) == 0:
		return nil
	case len(things) == 0 && len(inside) == 0 && len(z.Meters) == 0 && w.Level >= 1:
		return nil
	case len(z.Things) == 0 && len(inside) == 0 && w.Level >= Levels && z.Kind != "hand":
		return nil
	case len(things) == 0 && len(inside) == 0:
		return []string{indent + title}
	}
	lines := []string{indent + title + ":"}
	if z.Columns > 0 {
		return append(append(lines, w.grid(z, indent+"  ")...), inside...)
	}
	if z.Kind == KindList && w.Level < 3 || whole && slices.ContainsFunc(z.Things, func(t Thing) bool { return t.Text != "" }) {
		for _, t := range things {
			lines = append(lines, indent+"  "+t)
		}
	} else if len(things) > 0 {
		lines[0] += " " + strings.Join(things, ", ")
	}
	for i := range z.Things {
		if t := &z.Things[i]; t.Now && t.Text != "" && !whole && w.Level < 2 {
			lines = append(lines, indent+"  "+w.words(t.Name+": "+t.Text))
		}
	}
	return append(lines, inside...)
}

// grid writes a board by the corners of its cells.
func (w *Writer) grid(z *Zone, indent string) []string {
	var lines []string
	for row := range slices.Chunk(z.Things, z.Columns) {
		cells := make([]string, len(row))
		for i := range row {
			if cells[i] = row[i].Corner; cells[i] == "" {
				cells[i] = "."
			}
			cells[i] = w.paint(KindSuit, row[i].Suit, cells[i])
		}
		lines = append(lines, indent+strings.Join(cells, " "))
	}
	return lines
}

// things writes the things of a zone; whole: with what they do.
func (w *Writer) things(z *Zone, whole bool) []string {
	var out []string
	for i := range z.Things {
		t := &z.Things[i]
		if t.Under != "" && slices.ContainsFunc(z.Things, func(o Thing) bool { return o.ID == t.Under }) {
			continue
		}
		out = append(out, w.thing(z, t, whole))
	}
	if w.Level < 2 || whole {
		return out
	}
	var words []string
	times := map[string]int{}
	for _, s := range out {
		if times[s]++; times[s] == 1 {
			words = append(words, s)
		}
	}
	for i, s := range words {
		if times[s] > 1 {
			words[i] = fmt.Sprintf("%s ×%d", s, times[s])
		}
	}
	return words
}

// thing writes a thing with its states and what lies on it.
func (w *Writer) thing(z *Zone, t *Thing, whole bool) string {
	var text string
	var more []string
	if t.Short != "" && (!whole || t.Text == "") {
		text = w.paint(KindSuit, t.Suit, w.words(t.Short))
	} else {
		text = w.paint(KindSuit, t.Suit, w.words(t.Name))
		signs := slices.Clone(t.Tags)
		if t.Corner != "" && !whole && !strings.HasPrefix(t.Name+" ", t.Corner+" ") && !(len(t.Meters) == 1 && t.Meters[0].Kind == "pips") {
			signs = append([]string{t.Corner}, signs...)
		}
		if len(signs) > 0 {
			text += " (" + strings.Join(signs, ", ") + ")"
		}
		for _, m := range t.Meters {
			if m.Kind == "pips" && m.Max != nil && len(t.Meters) == 1 { // what it counts is the thing itself
				m.Text, m.Name, m.Short = fmt.Sprintf("%s of %s", number(m.Value), number(*m.Max)), "", ""
			}
			more = append(more, strings.TrimSpace(w.meter(m)))
		}
		more = append(more, w.marks(t.Marks)...)
	}
	for i := range z.Things {
		if on := &z.Things[i]; on.Under == t.ID {
			more = append(more, w.thing(z, on, false))
		}
	}
	if len(more) > 0 {
		text += " [" + strings.Join(more, ", ") + "]"
	}
	if whole && t.Text != "" {
		text += ": " + w.words(t.Text)
	}
	return text
}
