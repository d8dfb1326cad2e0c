package play

import (
	"ringer/env"
	"ringer/env/scene"
)

// seen is a table as it can be put on a screen: in words of any level of scene.Writer, and
// with its picture; nil where it has none.
type seen struct {
	scene   *scene.Scene
	writer  scene.Writer
	picture func(width, height int) []string
	after   []string // lines below the words
}

// see returns what seat p sees of a state; env.Terminal sees everything.
func (s *screen) see(b scene.Builder, state env.State, p env.Player, name func(env.Player) string) *seen {
	v := &seen{writer: scene.Writer{Reading: env.As(p, name)}}
	if s.color {
		v.writer.Paint = s.colours
	}
	if p >= 0 {
		v.scene = b.Scene(state, p)
	} else {
		v.scene = scene.Open(b, state)
	}
	if v.scene.Map != nil && v.scene.Map.Step > 0 {
		v.picture = func(width, height int) []string { return scene.Draw(v.scene, width, height) }
	}
	return v
}

// words returns the table in words, with fewer lines the higher the level is.
func (v *seen) words(level int) []string {
	v.writer.Level = level
	lines := v.writer.Lines(v.scene)
	if legend := v.writer.Legend(v.scene); legend != "" {
		lines = append(lines, "On the map: "+legend+".")
	}
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	if level > 0 && v.hasPast() {
		lines = append(lines, "… what is past: type table")
	}
	return append(lines, v.after...)
}

func (v *seen) hasPast() bool {
	for i := range v.scene.Zones {
		if z := &v.scene.Zones[i]; z.Past && len(z.Things) > 0 {
			return true
		}
	}
	return len(v.scene.Past) > 0
}

// label returns what the person calls an action.
func (t *terminal) label(s env.State, a env.Action) string {
	return t.Scenes.Scene(s, t.seat).Ask.Labels(env.As(t.seat, scene.SeatName))(s.ActionString(a))
}

// saying returns what the person calls the actions at the task of the puzzle.
func (t *terminal) saying() func(name string) string {
	s := t.table.Game().NewInitialState()
	for _, step := range t.table.Record().Steps[:len(t.Puzzle.Steps)] {
		if s.Apply(step.Action) != nil {
			return func(name string) string { return name }
		}
	}
	return t.Scenes.Scene(s, t.seat).Ask.Labels(env.As(t.seat, scene.SeatName))
}
