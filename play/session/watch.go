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
	every  bool   // a view after each action that the seat is told of
	told   int    // events that the client has
	shown  []byte // the last view
}

// watch takes a client on, who has the first events already.
func (t *table) watch(w *watch, after int) {
	t.used.Store(true)
	t.broken = nil // whatever it was, it is tried again
	if !slices.Contains(t.watches, w) {
		t.watches = append(t.watches, w)
		t.pins.Add(1)
	}
	w.told, w.shown = min(max(after, 0), len(t.told[w.seat+1])), nil
	if t.cancel != nil {
		t.catchUp(w)
		t.showTo(w) // the agent may think for long
	}
}

func (t *table) unwatch(w *watch) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.watches, w); i >= 0 {
		t.watches = slices.Delete(t.watches, i, i+1)
		defer t.letGo()
	}
	t.endJobs(w.client)
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
	w.client.post(&events{Table: t.id, You: w.seat, Events: list[w.told:]})
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
	line, err := encode(t.view(w.seat))
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

// view returns the table as a seat sees it.
func (t *table) view(seat env.Player) *view {
	spec, s := t.play.Game().Spec(), t.play.State()
	v := &view{
		Table: t.id, Game: spec.String(), Step: t.stepOf(seat), You: seat, Over: t.play.Over(),
		Practice: t.head.Practice, Daily: t.head.Daily, Puzzle: t.head.Puzzle, Branch: t.head.Branch, Seats: make([]viewSeat, spec.Players),
	}
	if text, ok := odds.Of(t.head.Position); ok {
		v.Odds = &viewOdds{text, odds.Words(t.hall.game, text, t.name)}
	}
	for p := range v.Seats {
		v.Seats[p] = viewSeat{Seat: env.Player(p), Name: t.name(env.Player(p)), Agent: t.head.Seats[p].Agent, Person: t.head.Seats[p].Agent == ""}
		if spec.Teams != nil {
			v.Seats[p].Team = &spec.Teams[p]
		}
	}
	switch {
	case v.Over:
		v.Scene = scene.Open(t.hall.builder, s)
		v.Returns = t.play.Record().Returns
		v.Verdict = play.Verdict(v.Returns, spec.Teams, seat, t.name)
	case seat == openSeat:
		v.Scene = scene.Open(t.hall.builder, s)
		v.Can.Step = true
	default:
		v.Scene = t.hall.builder.Scene(s, seat)
		if s.CurrentPlayer() == seat {
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
	scene.Read(v.Scene, t.reading(seat))
	v.Task = t.taskOf(seat)
	v.Guided, v.Lesson = t.head.Guided, t.lessonOf(seat)
	v.Can.Undo = seat >= 0 && t.mayUndo(seat) == nil
	v.Can.Retry = seat >= 0 && t.mayRetry(seat) == nil
	v.Can.Hint = v.Scene.Ask != nil
	v.Can.Record = v.Over || t.open()
	v.Can.Review = v.Over
	return v
}
