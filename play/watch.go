package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ringer/internal/console"

	"ringer/env"
	"ringer/env/scene"
	"ringer/internal/input"
	"ringer/play/replay"
)

// Eyes say through whose eyes a record is seen.
type Eyes struct {
	Seat env.Player
	Open bool // everything is seen, and Seat means nothing
	Kept bool // the eyes cannot be changed: the game is not over
}

// watcher shows a record, moment by moment.
type watcher struct {
	TerminalConfig
	game    env.Game
	record  *replay.Replay
	eyes    Eyes
	screen  screen
	moments []moment
	at      int // index of the moment that is shown
}

// A moment is a point of a record at which the eyes were told of something.
type moment struct {
	state env.State // after step actions; not to be changed
	step  int
	told  []string
}

// Watch lets a person step through the record of a game. Where Out is no screen (Size
// returns zeros), it prints what happened, from the beginning to the end, and reads nothing.
// A record that is not one of the game gives an error.
func Watch(ctx context.Context, g env.Game, record *replay.Replay, eyes Eyes, cfg TerminalConfig) error {
	w := &watcher{TerminalConfig: cfg, game: g, record: record, screen: screen{out: cfg.Out, color: cfg.Color}}
	if w.Scenes == nil {
		w.Scenes = scene.Of(g)
	}
	if err := w.look(eyes); err != nil {
		return err
	}
	w.size()
	if w.screen.height == 0 {
		w.printLog()
		return w.screen.err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	l := newLines(ctx, cfg.In, cfg.Editor)
	w.show()
	for {
		q := question{prompt: w.screen.paint(bold, "> ")}
		if w.Editor == nil && !l.asked {
			w.screen.print(q.prompt)
		}
		if w.screen.err != nil {
			return w.screen.err
		}
		line, resized, ok := l.next(ctx, q, w.Resized)
		switch {
		case !ok:
			w.screen.print("\n")
			return nil
		case resized:
			w.screen.print("\n")
			w.show()
			if w.Editor == nil {
				w.screen.print(q.prompt)
			}
			continue
		}
		if w.Echo {
			w.screen.print(input.Shown(line.text) + "\n")
		}
		again, err := w.command(strings.ToLower(strings.TrimSpace(line.text)))
		if err != nil {
			w.screen.line(alarm, "%v", err)
		}
		if !again {
			return w.screen.err
		}
	}
}

func (w *watcher) size() {
	w.screen.width, w.screen.height = w.Width, w.Height
	if w.Size != nil {
		w.screen.width, w.screen.height = w.Size()
	}
	if w.screen.width <= 0 {
		w.screen.width = 80
	}
	w.screen.width = max(w.screen.width, 20)
}

// look collects the moments of other eyes, and stays at the same point of the game.
func (w *watcher) look(eyes Eyes) error {
	step := 0
	if len(w.moments) > 0 {
		step = w.moments[w.at].step
	}
	moments := []moment{{state: w.game.NewInitialState()}}
	if _, err := w.record.Play(w.game, func(before env.State, s replay.Step) error {
		after := before.Clone()
		if err := after.Apply(s.Action); err != nil {
			return err
		}
		var told []string
		events := env.Tell(before, eyes.Seat, s.Action, after, nil)
		if eyes.Open {
			events = OpenEvents(before, s, after, w.game.Spec().Players)
		}
		for _, e := range events {
			told = append(told, "  · "+w.reading().Event(e))
		}
		if len(told) > 0 {
			moments = append(moments, moment{after, s.Step, told})
		}
		return nil
	}); err != nil {
		return err
	}
	w.moments, w.eyes, w.at = moments, eyes, 0
	for i, m := range moments {
		if m.step <= step {
			w.at = i
		}
	}
	return nil
}

// OpenEvents returns what everybody together is told of an action: of what the actor does
// that it is told, and of chance what each seat is told of itself and all are of the table.
// An action of which nobody is told is called by its name.
func OpenEvents(before env.State, step replay.Step, after env.State, players int) []env.Event {
	var events []env.Event
	if step.Player >= 0 {
		events = env.Tell(before, step.Player, step.Action, after, nil)
	} else {
		for q := range env.Player(players) {
			for _, e := range env.Tell(before, q, step.Action, after, nil) {
				if e.Player == q || e.Player < 0 && !slices.Contains(events, e) {
					events = append(events, e)
				}
			}
		}
	}
	if len(events) == 0 {
		events = []env.Event{{Player: step.Player, Text: step.Name}}
	}
	return events
}

// reading says how the eyes read words: nobody is "you", whose name is told with the agent's.
func (w *watcher) reading() env.Reading { return env.As(env.Terminal, w.who) }

// see returns the table as the eyes see it.
func (w *watcher) see(s env.State) *seen {
	if w.eyes.Open {
		return w.screen.see(w.Scenes, s, env.Terminal, scene.SeatName)
	}
	return w.screen.see(w.Scenes, s, w.eyes.Seat, scene.SeatName)
}

func (w *watcher) who(p env.Player) string {
	agent := w.record.Agents[p]
	if agent == replay.Human {
		agent = "a person"
	}
	return w.screen.named(p) + " (" + input.Shown(agent) + ")"
}

func (w *watcher) command(text string) (again bool, err error) {
	word, rest, _ := strings.Cut(text, " ")
	n, noNumber := strconv.Atoi(strings.TrimSpace(rest))
	last := len(w.moments) - 1
	to := w.at
	switch {
	case word == "q" || word == "quit":
		return false, nil
	case word == "" || word == "n" || word == "next":
		to++
	case word == "b" || word == "back":
		to--
	case word == "start":
		to = 0
	case word == "end":
		to = last
	case word == "jump" && noNumber == nil:
		to = n
	case word == "table":
		w.size()
		w.screen.height = 0
		w.page()
		return true, nil
	case word == "log":
		for i := range w.at + 1 {
			w.tell(i)
		}
		return true, nil
	case word == "open" || word == "seat":
		return true, w.change(word == "open", n, noNumber)
	case word == "?" || word == "help":
		w.help()
		return true, nil
	default:
		if n, err = strconv.Atoi(word); err != nil {
			return true, fmt.Errorf("no command is called %q: type ? for help", text)
		}
		to = n
	}
	if to < 0 || to > last {
		return true, fmt.Errorf("there is no moment %d: they go from 0 to %d", to, last)
	}
	w.at = to
	w.show()
	return true, nil
}

// change looks through other eyes.
func (w *watcher) change(open bool, seat int, noNumber error) error {
	players := w.game.Spec().Players
	switch {
	case w.eyes.Kept:
		return errors.New("the game is not over: it is seen through one seat's eyes only (--open shows all)")
	case !open && (noNumber != nil || seat < 1 || seat > players):
		return fmt.Errorf("want seat N with N from 1 to %d", players)
	}
	if err := w.look(Eyes{Seat: env.Player(seat - 1), Open: open}); err != nil {
		return err
	}
	w.show()
	return nil
}

func (w *watcher) help() {
	for _, c := range []struct{ name, does string }{
		{"Enter, next", "go to the next moment"},
		{"back", "go back one"},
		{"12", "go to moment 12; start and end go there"},
		{"seat 2", "see through the eyes of seat 2"},
		{"open", "see everything"},
		{"log", "show all that happened so far"},
		{"table", "show the whole table"},
		{"q", "leave"},
	} {
		w.screen.entry(12, c.name, c.does)
	}
}

// show prints the moment: what happened, and the table after it.
func (w *watcher) show() {
	w.size()
	w.screen.print("\n")
	w.tell(w.at)
	w.page()
}

func (w *watcher) tell(i int) {
	for _, line := range w.moments[i].told {
		w.screen.line(plain, "%s", line)
	}
}

func (w *watcher) page() {
	m := w.moments[w.at]
	eyes := "open"
	if !w.eyes.Open {
		eyes = "as " + scene.SeatName(w.eyes.Seat) + " saw it"
	}
	spec := w.game.Spec()
	p := &page{title: fmt.Sprintf("%s · moment %d of %d · %s", spec.Title, w.at, len(w.moments)-1, eyes), note: "? help"}
	p.table = w.see(m.state)
	if m.state.CurrentPlayer() == env.Terminal {
		p.table.after = append([]string{""}, resultLines(w.record.Returns, w.who)...)
	}
	w.screen.page(p, len(m.told))
}

// printLog prints all that the eyes were told, and the end.
func (w *watcher) printLog() {
	spec := w.game.Spec()
	w.screen.rule(spec.Title, "")
	for p := range env.Player(spec.Players) {
		w.screen.line(plain, "  %s", w.who(p))
	}
	for i := range w.moments {
		w.tell(i)
	}
	last := w.moments[len(w.moments)-1]
	if w.record.Returns == nil {
		w.screen.line(plain, "The game is not over.")
		return
	}
	w.screen.print("\n")
	p := page{table: w.see(last.state)}
	w.screen.table(p.tableOf(w.screen.width, 0, 0))
	w.screen.print("\n")
	for _, line := range resultLines(w.record.Returns, w.who) {
		w.screen.line(plain, "%s", line)
	}
}

// resultLines returns the returns of the seats, the best first, and who won.
func resultLines(returns []float64, who func(env.Player) string) []string {
	widest := 0
	for p := range returns {
		widest = max(widest, console.Columns(who(env.Player(p))))
	}
	var lines []string
	for _, p := range standing(returns) {
		name := who(env.Player(p))
		lines = append(lines, fmt.Sprintf("  %s%s  %+.4g", name, strings.Repeat(" ", widest-console.Columns(name)), returns[p]))
	}
	if len(returns) == 1 {
		return lines
	}
	won := Verdict(returns, nil, env.Terminal, scene.SeatName)
	return append(lines, strings.ToUpper(won[:1])+won[1:])
}
