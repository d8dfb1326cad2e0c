package play

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// decision holds the question to a person at one point of the game, and its page.
type decision struct {
	legal  []env.Action
	names  []string       // as the person reads them
	formal []string       // as records write them
	points []*scene.Point // of the map that they name
	page   page
	next   int  // the first choice of the next part of the list; 0: there is none
	cut    bool // the page leaves rows of the table out
}

// newDecision returns the page of the person's decision.
func (t *terminal) newDecision() *decision {
	state := t.table.State()
	d := &decision{legal: state.LegalActions(nil)}
	at := t.screen.see(t.Scenes, state, t.seat, scene.SeatName)
	d.page = page{title: fmt.Sprintf("%s · you are %s", t.spec.Title, scene.SeatName(t.seat)), note: "? help", table: at}
	if ask := at.scene.Ask; ask != nil {
		d.page.question = clean(at.writer.Reading.Words(ask.Text))
		if d.page.question != "" && !strings.ContainsAny(d.page.question[len(d.page.question)-1:], ".?!") {
			d.page.question += "."
		}
		for i := range ask.Choices {
			c := &ask.Choices[i]
			d.names = append(d.names, clean(at.writer.Reading.Words(c.Label)))
			d.formal = append(d.formal, c.Name)
			d.points = append(d.points, c.Point)
		}
		d.page.numbers = numbersOf(ask.Choices)
	}
	d.page.choices = d.names
	if at.picture != nil {
		d.hidePoints()
	}
	return d
}

// fewPoints is the number of points that a list shows, though a map shows them too.
const fewPoints = 6

// hidePoints leaves the points of the map out of the choices that a small screen shows.
func (d *decision) hidePoints() {
	d.page.hidden = make([]bool, len(d.names))
	first, n := (*scene.Point)(nil), 0
	for i, at := range d.points {
		if at == nil {
			continue
		}
		if n++; first == nil {
			first = at
		}
		d.page.hidden[i] = true
	}
	if n <= fewPoints {
		d.page.hidden = nil
		return
	}
	d.page.prompt = fmt.Sprintf("%d points, marked · on the map: type one as %g,%g", n, first.X, first.Y)
}

// complete returns what a beginning of a line can only go on with.
func (d *decision) complete(text string) string {
	found := ""
	for i, name := range d.names {
		if len(text) > len(name) || !strings.EqualFold(name[:len(text)], text) {
			continue
		}
		if found == "" {
			found = d.names[i]
			continue
		}
		n := 0
		for n < min(len(found), len(name)) && found[n] == name[n] {
			n++
		}
		found = found[:n]
	}
	if len(found) <= len(text) {
		return text
	}
	return found
}

// spare is the number of lines that pages leave free for what happened before.
const spare = 6

// showPage shows the table and the choices.
func (t *terminal) showPage(d *decision) {
	t.size()
	t.screen.print("\n")
	l := t.screen.page(&d.page, min(t.fresh, spare))
	d.next, d.cut = l.next, l.cut
}

// showTable shows the whole table and all choices, as far as the screen holds them. Enter
// shows the rest.
func (t *terminal) showTable(d *decision) {
	t.size()
	d.page.from, d.next, d.cut = 0, 0, false
	var b strings.Builder
	all := t.screen
	all.out, all.height = &b, 0
	all.page(&d.page, 0)
	t.rest = strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	t.screen.print("\n")
	t.showRest()
}
