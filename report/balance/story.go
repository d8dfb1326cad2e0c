package balance

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/scene"
	"ringer/report/flag"
	"ringer/report/page"
)

// Actions that a story tells around its moment.
const (
	toldBefore = 6
	toldAfter  = 12
)

// tell adds an example to a section as a story.
func (r *Report) tell(s *page.Section, title string, e flag.Example) error {
	one, err := r.story(title, e)
	s.Blocks = append(s.Blocks, page.Block{Story: &one})
	return err
}

// Story tells a game, whose moment an example names, in the game's words.
func Story(g env.Game, title string, e flag.Example) (page.Story, error) {
	return (&Report{game: g}).story(title, e)
}

// Telling tells a whole game in its words, an action a line, and its end.
func Telling(g env.Game, history []env.Action) ([]string, error) {
	s, err := (&Report{game: g}).between("", flag.Example{History: history, At: -1}, 0, len(history))
	return s.Lines, err
}

// story tells an example in the game's words: a while before its moment, the moment, what
// followed, and the end.
func (r *Report) story(title string, e flag.Example) (page.Story, error) {
	return r.between(title, e, max(0, e.At-toldBefore), e.At+toldAfter)
}

// between tells the actions of an example from one to another, and the end.
func (r *Report) between(title string, e flag.Example, from, to int) (page.Story, error) {
	g := r.game
	s := page.Story{Title: title}
	now := g.NewInitialState()
	var after env.State
	if from > 0 {
		s.Lines = append(s.Lines, fmt.Sprintf("… %d actions before …", from))
	}
	for i, a := range e.History {
		if i < from || i > to {
			if err := now.Apply(a); err != nil {
				return s, fmt.Errorf("example of %s: action %d: %w", g.Spec(), i, err)
			}
			continue
		}
		after = drive.Copy(after, now)
		if err := after.Apply(a); err != nil {
			return s, fmt.Errorf("example of %s: action %d: %w", g.Spec(), i, err)
		}
		line := told(scene.Of(g), g.Spec().Players, now, a, after)
		if i == e.At {
			line = "Here: " + line
		}
		if line != "" {
			s.Lines = append(s.Lines, line)
		}
		now, after = after, now
	}
	if to < len(e.History)-1 {
		s.Lines = append(s.Lines, fmt.Sprintf("… %d actions more …", len(e.History)-1-to))
	}
	if now.CurrentPlayer() == env.Terminal {
		returns := make([]float64, g.Spec().Players)
		now.Returns(returns)
		var list []string
		for seat, r := range returns {
			list = append(list, fmt.Sprintf("%s %+.3g", scene.SeatName(env.Player(seat)), r))
		}
		s.Lines = append(s.Lines, "Returns: "+strings.Join(list, ", ")+".")
	}
	return s, nil
}

// told returns an action in words, as somebody reads it who sees all cards.
func told(b scene.Builder, players int, before env.State, a env.Action, after env.State) string {
	actor, reader := before.CurrentPlayer(), env.As(env.Chance, scene.SeatName)
	if actor >= 0 {
		return scene.Sentence(scene.SeatName(actor)) + ": " + b.Scene(before, actor).Ask.Labels(reader)(before.ActionString(a))
	}
	var parts []string
	for seat := range players {
		for _, e := range env.Tell(before, env.Player(seat), a, after, nil) {
			text := reader.Words(e.Text)
			if e.Player >= 0 {
				text = scene.SeatName(e.Player) + " " + text
			}
			if !slices.Contains(parts, text) {
				parts = append(parts, text)
			}
		}
	}
	if len(parts) == 0 {
		return "Chance: " + before.ActionString(a)
	}
	return "Chance: " + strings.Join(parts, "; ")
}
