package session

import (
	"bytes"
	"slices"

	"ringer/env"
	"ringer/env/scene"
	"ringer/play"
	"ringer/play/odds"
)

// watch is a client at a seat.
type watch struct {
	client *Client
	table  *table
	seat   env.Player
	looks  bool   // on: with the eyes of the seat, as nobody
	every  bool   // a view after each action that the seat is told of
	told   int    // events that the client has
	shown  []byte // the last view
}

// watch takes a client on, who has the first events already.
func (t *table) watch(w *watch, after int) {
	t.used.Store(true)
	t.broken = nil // whatever it was, it is tried again
	comes := !slices.Contains(t.watches, w)
	if comes {
		t.watches = append(t.watches, w)
		t.pins.Add(1)
	}
	w.told, w.shown = min(max(after, 0), len(t.told[w.seat+1])), nil
	if t.cancel != nil {
		t.catchUp(w)
		t.showTo(w) // the agent may think for long
	}
	if comes {
		t.people()
	}
}

func (t *table) unwatch(w *watch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.watches, w); i >= 0 {
		t.watches = slices.Delete(t.watches, i, i+1)
		defer t.letGo()
		t.people()
	}
	t.endJobs(w.client)
}

// people shows everybody who is here now, at a table whose people are not all at one screen.
func (t *table) people() {
	if t.invites() && !t.running {
		t.show()
	}
}

// inform sends new events to those who watch, and a view where they want one or have none.
func (t *table) inform() {
	for _, w := range t.watches {
		if told := t.catchUp(w); told && w.every || w.shown == nil {
			t.showTo(w)
		}
	}
}

// catchUp sends a client the events that it has not, and reports whether there were any.
func (t *table) catchUp(w *watch) bool {
	list := t.told[w.seat+1]
	if w.told == len(list) {
		return false
	}
	m := &events{Table: t.id, You: w.seat, Events: list[w.told:]}
	if w.looks {
		m.You, m.Events = openSeat, slices.Clone(m.Events)
		for i, e := range m.Events {
			m.Events[i] = t.read(openSeat, e.of, e.N, e.Step)
		}
	}
	w.client.post(m)
	w.told = len(list)
	return true
}

// show sends the table to all its clients.
func (t *table) show() {
	for _, w := range t.watches {
		t.catchUp(w)
		t.showTo(w)
	}
}

// showTo sends the table to one client, unless it has it already.
func (t *table) showTo(w *watch) {
	line, err := encode(t.view(w.seat, w.looks))
	if err != nil {
		w.client.post(&failure{Error: "the table cannot be shown: " + err.Error(), Table: t.id})
		return
	}
	if bytes.Equal(line, w.shown) {
		return
	}
	w.shown = line
	w.client.send(line)
}

// view returns the table as a seat sees it, or as somebody does who looks on with its eyes.
func (t *table) view(seat env.Player, looks bool) *view {
	reader, acts := seat, seat >= 0 && !looks && t.seats[seat].Agent == ""
	if looks {
		reader = openSeat
	}
	spec, s := t.play.Game().Spec(), t.play.State()
	v := &view{
		Table: t.id, Game: spec.String(), Step: t.stepOf(seat), You: reader, Over: t.isOver(), Next: t.next,
		Practice: t.head.Practice, Daily: t.head.Daily, Puzzle: t.head.Puzzle, Branch: t.head.Branch, Seats: make([]viewSeat, spec.Players),
	}
	if text, ok := odds.Of(t.head.Position); ok {
		v.Odds = &viewOdds{text, odds.Words(t.hall.game, text, t.name)}
	}
	for p := range v.Seats {
		v.Seats[p] = t.sitter(env.Player(p))
		if spec.Teams != nil {
			v.Seats[p].Team = &spec.Teams[p]
		}
	}
	switch {
	case t.ended >= 0:
		ended := t.ended
		v.Scene, v.Resigned, v.Verdict = scene.Open(t.hall.builder, s), &ended, t.resignation(reader)
	case v.Over:
		v.Scene = scene.Open(t.hall.builder, s)
		v.Returns = t.play.Record().Returns
		v.Verdict = play.Verdict(v.Returns, spec.Teams, reader, t.name)
	case seat == openSeat:
		v.Scene = scene.Open(t.hall.builder, s)
		v.Can.Step = true
	default:
		v.Scene = t.hall.builder.Scene(s, seat)
		if !acts {
			v.Scene.Ask = nil
		} else if s.CurrentPlayer() == seat {
			v.Legal = structured(spec, s.LegalActions(nil))
		}
	}
	if t.open() {
		for _, value := range t.values {
			if value != nil {
				v.Values = append(v.Values, *value)
			}
		}
	}
	scene.Read(v.Scene, t.reading(reader))
	v.Guided = t.head.Guided
	if looks {
		v.Eyes = &seat
		return v
	}
	v.Task, v.Lesson = t.taskOf(seat), t.lessonOf(seat)
	v.Can.Undo = acts && t.mayUndo(seat) == nil
	v.Can.Retry = acts && t.mayRetry(seat) == nil
	v.Can.Resign = acts && t.mayResign(seat) == nil
	v.Takeback, v.Can.Takeback = t.back, acts && t.mayAsk(seat) == nil
	v.Can.Hint = v.Scene.Ask != nil
	v.Can.Record = v.Over || t.open()
	v.Can.Review = v.Over
	return v
}
