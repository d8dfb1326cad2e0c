package echo

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
)

// ActionString implements env.State: a sign, as in "B", what chance shows, as in "show B", and the habit
// that it deals, as in "answer 2 ago +1".
func (s *State) ActionString(a env.Action) string {
	switch {
	case a < 0 || int(a) >= s.outcomes():
		return fmt.Sprintf("action %d", a)
	case s.actor == 0:
		return signName(int(a))
	case s.habit == none:
		return "answer " + s.game.habitName(int8(a))
	}
	return "show " + signName(int(a))
}

func (g *Game) habitName(habit int8) string {
	lag, add := g.decode(habit)
	return fmt.Sprintf("%d ago +%d", lag, add)
}

// String implements env.State: the habit and all rounds, as in "2 ago +1: AB BB A".
func (s *State) String() string {
	if s.habit == none {
		return "?"
	}
	return s.game.habitName(s.habit) + ":" + string(s.appendRounds(nil))
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	g := s.game
	over := s.actor == env.Terminal
	seat := scene.Seat{Seat: 0}
	sc := &scene.Scene{Layout: "echo", Viewer: p, Phase: fmt.Sprintf("Round %d of %d", int(s.round)+1, g.config.Rounds)}
	if over {
		sc.Phase = "The game is over"
	}
	if s.actor == 0 {
		seat.Acts, seat.Marks = true, []string{scene.ToAct}
	}
	sc.Seats = []scene.Seat{seat}
	past := scene.Zone{ID: "past", Title: "Rounds before, the newest first (and the sign)", Kind: "row"}
	rows := min(g.spans.past.Rows, int(s.round))
	if over || p == env.Terminal {
		rows = int(s.round) // nothing is left to guess
	}
	for i := range rows {
		round := int(s.round) - 1 - i
		guess, shown := signName(int(s.guesses[round])), signName(int(s.shown[round]))
		t := scene.Thing{ID: fmt.Sprintf("round:%d", round), Name: "guess " + guess, Text: "You guessed " + guess + ", and the echo showed " + shown + ".", Kind: "round", Corner: shown}
		if guess == shown {
			t.Marks = []string{"right"}
		}
		past.Things = append(past.Things, t)
	}
	if len(past.Things) > 0 {
		sc.Zones = []scene.Zone{past}
	}
	if sc.Ask = scene.Ask(g, s, p); sc.Ask != nil {
		sc.Ask.Text = "Which sign does the echo show?"
		sc.Ask.Help = "It answers one of your guesses before, always from as many rounds ago and in the same way, but for a few rounds."
		for i := range sc.Ask.Choices {
			c := &sc.Ask.Choices[i]
			c.Label = "Guess " + signName(g.Decode(c.Action).Sign)
		}
		return sc
	}
	switch {
	case over:
		sc.Waits = fmt.Sprintf("%s of %d right.", scene.Count(s.Right(), "round"), g.config.Rounds)
	case s.habit == none:
		sc.Waits = "The echo gets its habit."
	case s.guess != none && p >= 0:
		sc.Waits = "You guess " + signName(int(s.guess)) + "; the echo is to show its sign."
	default:
		sc.Waits = "The echo is to show its sign."
	}
	return sc
}

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	ago := make([]string, g.config.Lag)
	for i := range ago {
		ago[i] = fmt.Sprint(i + 1)
	}
	course := []string{
		fmt.Sprintf("In each of %d rounds you guess one of the signs %s, and then the echo shows one.", g.config.Rounds, strings.Join(g.signNames(), ", ")),
		fmt.Sprintf("The echo has a habit, which you are not told: it answers your guess of %s rounds ago, always the same number, with that sign or always as many signs further (after the last one comes %s).", scene.List(ago, "or"), signName(0)),
		"As long as there is no such guess yet, it shows any sign.",
	}
	if g.config.Noise > 0 {
		course = append(course, fmt.Sprintf("In %d rounds of 100 it forgets its habit and shows any sign.", g.config.Noise))
	}
	return &scene.Rules{Title: g.Spec().Title, Goal: "Guess the sign that the echo shows as often as you can.", Course: course}
}

// Tell implements env.Teller. The habit is told to nobody at the table.
func (s *State) Tell(p env.Player, a env.Action, _ env.State, dst []env.Event) []env.Event {
	switch {
	case s.actor == 0:
		return append(dst, env.Event{Player: 0, Text: env.Does(0, "guesses") + " " + signName(int(a))})
	case s.habit != none:
		return append(dst, env.Event{Player: env.Chance, Text: "the echo shows " + signName(int(a))})
	case p < 0:
		return append(dst, env.Event{Player: env.Chance, Text: "the echo is to answer " + s.game.habitName(int8(a))})
	}
	return append(dst, env.Event{Player: env.Chance, Text: "the echo gets its habit"})
}
