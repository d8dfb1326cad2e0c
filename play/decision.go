package play

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
	"ringer/play/seats"
)

// decision holds the question to a person at one point of the game, and its page.
type decision struct {
	legal []env.Action
	names []string // as the person reads them
	page  page
	next  int  // the first choice of the next part of the list; 0: there is none
	cut   bool // the page leaves rows of the table out
}

// newDecision returns the page of the person's decision.
func (t *terminal) newDecision() *decision {
	state := t.table.State()
	d := &decision{legal: state.LegalActions(nil)}
	for _, a := range d.legal {
		d.names = append(d.names, input.Shown(t.reads.FromOne(state.ActionString(a))))
	}
	d.page = page{
		title: fmt.Sprintf("%s · you are %s", t.spec.Title, seats.Name(t.seat)), note: "? help",
		choices: d.names, numbers: numbersOf(d.names),
	}
	d.page.words, d.page.picture = tableFor(state, t.seat, t.reads)
	t.askOf(d)
	if d.page.picture != nil {
		d.points()
	}
	return d
}

// fewPoints is the number of points that a list shows, though a map shows them too.
const fewPoints = 6

// points leaves the points of the map out of the choices that a small screen shows.
func (d *decision) points() {
	var places []int
	for i, name := range d.names {
		if _, _, ok := placeOf(name); ok {
			places = append(places, i)
		}
	}
	if len(places) <= fewPoints {
		return
	}
	d.page.hidden = make([]bool, len(d.names))
	for _, i := range places {
		d.page.hidden[i] = true
	}
	first := d.names[places[0]]
	d.page.prompt = fmt.Sprintf("%d points, marked · on the map: type one as %s", len(places), first[strings.LastIndexByte(first, ' ')+1:])
}

// tableFor returns the words of a state for seat p, and its picture; nil where it has none.
func tableFor(s env.State, p env.Player, reads seats.Words) (words []string, picture func(width, height int) []string) {
	drawn, ok := env.UnwrapState(s).(env.Pictured)
	if !ok {
		return linesOf(scene.Words(s, p), reads), nil
	}
	return linesOf(drawn.Words(p), reads), func(width, height int) []string {
		lines := drawn.PictureIn(p, width, height)
		for i := range lines {
			lines[i] = input.Shown(lines[i])
		}
		return lines
	}
}

// linesOf returns the lines of a text of a game, with the seats counted from 1.
func linesOf(text string, reads seats.Words) []string {
	return strings.Split(reads.FromOne(input.ShownLines(text)), "\n")
}

// askOf puts the question of a scene, or the one that ends the words, below the table.
func (t *terminal) askOf(d *decision) {
	p := &d.page
	last := len(p.words) - 1
	own := last > 0 && strings.HasPrefix(p.words[last], "You")
	if sc := t.Scenes.Scene(t.table.State(), t.seat); sc.Layout != "plain" && sc.Ask != nil && sc.Ask.Text != "" {
		p.question = input.Shown(sc.Ask.Text)
		if !strings.ContainsAny(p.question[len(p.question)-1:], ".?!") {
			p.question += "."
		}
		if own {
			p.words = p.words[:last]
		} else {
			p.words = withoutQuestion(p.words, p.question)
		}
		return
	}
	if own {
		p.question, p.words = p.words[last], p.words[:last]
	}
}

// withoutQuestion leaves the question out of a first line that tells it after a colon, as "You
// are the Criminal: choose a key item." does.
func withoutQuestion(words []string, question string) []string {
	who, asks, ok := strings.Cut(words[0], ": ")
	explains := strings.Contains(asks, ": ") // what is played does, which the question does not say
	if !ok || explains || !strings.HasPrefix(who, "You ") || !strings.EqualFold(asks[:1], question[:1]) {
		return words
	}
	return append([]string{who + "."}, words[1:]...)
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
