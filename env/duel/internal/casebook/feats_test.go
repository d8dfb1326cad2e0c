package casebook_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/internal/turn"
)

// A file testdata/feats/NAME.yaml holds the lessons of the feat or trait NAME.
// Each is a position with forced dice, the actions played and their outcome; and
// the same position without the feat, with another outcome:
//
//	lessons:
//	  - rule: in words that a player can check against the rule book
//	    game: duel(…,heroes=true,warband=random)
//	    position: {act: A1, models: […], dice: […]}
//	    actions: […]
//	    expect: {prone: [B1]}
//	    without: {expect: {standing: [B1]}}
//
// Dice and actions of without are the lesson's unless it has its own. A lesson on the
// limits of a feat, where it changes nothing, has no without. One without a position begins
// where the game does, in the draft.
type skillLessons struct {
	Lessons []skillLesson `yaml:"lessons"`
}

type skillLesson struct {
	Rule     string        `yaml:"rule"`
	Game     string        `yaml:"game"`
	Position duel.Position `yaml:"position"`
	Actions  []string      `yaml:"actions"`
	Expect   aftermath     `yaml:"expect"`
	Without  *struct {
		Dice    []string  `yaml:"dice"`
		Actions []string  `yaml:"actions"`
		Expect  aftermath `yaml:"expect"`
	} `yaml:"without"`
}

// An aftermath lists the facts that must hold at the end of a lesson. A fact that
// it does not name may be anything.
type aftermath struct {
	Standing  []string                  `yaml:"standing"`
	Prone     []string                  `yaml:"prone"`
	Removed   []string                  `yaml:"removed"`
	Waiting   []string                  `yaml:"waiting"`
	Jammed    []string                  `yaml:"jammed"` // whose weapon is
	Loaded    []string                  `yaml:"loaded"` // whose weapon is not
	Carrier   string                    `yaml:"carrier"`
	At        map[string][]float64      `yaml:"at"` // inches
	Hits      map[string]int            `yaml:"hits"`
	Toughness map[string]int            `yaml:"toughness"`
	Marks     map[string]map[string]int `yaml:"marks"`
	Can       []string                  `yaml:"can"` // actions that are legal now
	Cannot    []string                  `yaml:"cannot"`
	Turn      string                    `yaml:"turn"`  // the model that the next question is about
	Waits     string                    `yaml:"waits"` // what is offered next: a key of offers, or a feat or trait that is asked about
	Tells     []string                  `yaml:"tells"` // is in the text of the table
}

// faults returns the facts of the aftermath that do not hold.
func (o *aftermath) faults(b *bench) (list []string) {
	miss := func(ok bool, format string, args ...any) {
		if !ok {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	for _, n := range o.Standing {
		miss(b.of(n).Standing, "%s does not stand", n)
	}
	for _, n := range o.Prone {
		miss(b.of(n).Prone, "%s is not prone", n)
	}
	for _, n := range o.Removed {
		miss(b.of(n).Removed, "%s is not removed", n)
	}
	for _, n := range o.Waiting {
		miss(b.of(n).Waiting, "%s does not wait to be placed", n)
	}
	for _, n := range o.Jammed {
		miss(b.of(n).Jammed, "the weapon of %s is not jammed", n)
	}
	for _, n := range o.Loaded {
		miss(!b.of(n).Jammed, "the weapon of %s is jammed", n)
	}
	if o.Carrier != "" {
		miss(b.s.Carrier() >= 0 && b.s.Fighter(b.s.Carrier()).Name == o.Carrier, "%s does not carry the treasure", o.Carrier)
	}
	step := b.g.Scene().Step().Inches()
	for _, n := range slices.Sorted(maps.Keys(o.At)) {
		p := b.of(n).At
		x, y := float64(p.X)*step, float64(p.Y)*step
		miss(o.At[n][0] == x && o.At[n][1] == y, "%s is at %g,%g, not at %v", n, x, y, o.At[n])
	}
	for _, n := range slices.Sorted(maps.Keys(o.Hits)) {
		miss(b.of(n).Hits == o.Hits[n], "%s has %d hits, not %d", n, b.of(n).Hits, o.Hits[n])
	}
	for _, n := range slices.Sorted(maps.Keys(o.Toughness)) {
		miss(b.of(n).Toughness == o.Toughness[n], "%s has toughness %d, not %d", n, b.of(n).Toughness, o.Toughness[n])
	}
	for _, n := range slices.Sorted(maps.Keys(o.Marks)) {
		for k, want := range o.Marks[n] {
			miss(b.of(n).Marks[k] == want, "%s has mark %s %d, not %d", n, k, b.of(n).Marks[k], want)
		}
	}
	seat := b.s.CurrentPlayer() >= 0
	for _, a := range o.Can {
		miss(seat && b.can(a), "%q is not legal", a)
	}
	for _, a := range o.Cannot {
		miss(seat && !b.can(a), "%q is legal", a)
	}
	if o.Turn != "" {
		miss(seat && b.s.Subject() >= 0 && b.s.Fighter(b.s.Subject()).Name == o.Turn, "it is not the turn of %s", o.Turn)
	}
	if o.Waits != "" {
		miss(b.offers(o.Waits), "the offered actions are no answers to %q", o.Waits)
	}
	for _, words := range o.Tells {
		miss(strings.Contains(b.s.Text(max(b.s.CurrentPlayer(), 0)), words), "the text does not tell %q", words)
	}
	return list
}

// offers lists, by the words of lessons, the questions that are no feat's, with the
// verbs of their answers.
var offers = map[string]struct {
	asks  duel.Question
	verbs []duel.Verb
}{
	"Duel Score":         {duel.AskScore, []duel.Verb{duel.SetScore, duel.AvoidHits}},
	"choose an action":   {duel.AskAct, []duel.Verb{duel.Go, duel.Leave, duel.Interact, duel.Skirmish, duel.Exhaust, duel.TakeAim, duel.Unjam, duel.Disengage, duel.Climb, duel.NameModel, duel.Turn, duel.UseSkill}},
	"choose where to go": {duel.AskGo, []duel.Verb{duel.Go, duel.Leave}},
	"choose a model":     {duel.AskPick, []duel.Verb{duel.NameModel}},
	"shoot into a melee": {duel.AskInto, []duel.Verb{duel.Yes, duel.No}},
	"bid":                {duel.AskBid, []duel.Verb{duel.Bid}},
}

// offers reports whether all actions that are offered answer a question.
func (b *bench) offers(words string) bool {
	if b.s.CurrentPlayer() < 0 {
		return false
	}
	x, known := offers[words]
	if !known {
		require.Contains(b.t, turn.SkillNames(), strings.ReplaceAll(words, " ", "_"), "waits: the words are neither a question nor a feat")
		return b.s.SkillAsked() != duel.NoSkill && b.s.SkillAsked().Title() == words
	}
	if b.s.Question() != x.asks || b.s.SkillAsked() != duel.NoSkill {
		return false
	}
	for _, a := range b.s.LegalActions(nil) {
		if !slices.Contains(x.verbs, b.s.Decode(a).Verb) {
			return false
		}
	}
	return true
}

// playLesson plays a position with its dice and actions, all of which must be used.
func playLesson(t *testing.T, game string, p duel.Position, actions []string) *bench {
	t.Helper()
	g, err := gameOf(game)
	require.NoError(t, err)
	b := &bench{t: t, g: g}
	if p.Act == "" {
		b.s = b.g.NewInitialState().(*duel.State)
	} else {
		var err error
		b.s, err = b.g.State(p)
		require.NoError(t, err)
	}
	s, dice := b.s, p.Dice
	for (len(dice) > 0 || len(actions) > 0) && s.CurrentPlayer() != env.Terminal {
		if s.CurrentPlayer() == env.Chance {
			require.NotEmpty(t, dice, "chance decides, but there are no more dice: %s", s.Text(0))
			b.roll(dice[0])
			dice = dice[1:]
			continue
		}
		require.NotEmpty(t, actions, "a seat decides, but there are no more actions: %s", s.Text(s.CurrentPlayer()))
		b.do(actions[0])
		actions = actions[1:]
	}
	assert.Empty(t, dice, "dice that nobody rolled")
	assert.Empty(t, actions, "actions that nobody took")
	return b
}

// struck returns the position without a feat or trait.
func struck(p duel.Position, name string) duel.Position {
	models := make([]duel.Placed, len(p.Models))
	for i, m := range p.Models {
		if m.Kind == "" && len(m.Feats)+len(m.Traits) > 0 {
			m.Kind = duel.KindHero
		}
		m.Feats = slices.DeleteFunc(slices.Clone(m.Feats), func(x string) bool { return x == name })
		m.Traits = maps.Clone(m.Traits)
		delete(m.Traits, name)
		if name == "shapeshifter" {
			m.Shapes, m.Marker = nil, nil
			m.Marks = maps.Clone(m.Marks)
			delete(m.Marks, "shifting shape")
		}
		for k := range m.Shapes {
			m.Shapes = slices.Clone(m.Shapes)
			m.Shapes[k].Feats = slices.DeleteFunc(slices.Clone(m.Shapes[k].Feats), func(x string) bool { return x == name })
		}
		models[i] = m
	}
	p.Models = models
	return p
}

// Every feat and trait has the effect that its lessons name, and without it they
// end otherwise.
func TestSkills(t *testing.T) {
	files, err := filepath.Glob("testdata/feats/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		var l skillLessons
		require.NoError(t, configs.ReadAll(&l, configs.Named("games/duel", file)), file)
		differs := slices.ContainsFunc(l.Lessons, func(x skillLesson) bool { return x.Without != nil })
		require.True(t, differs, "%s: no lesson says what happens without it", file)
		for i := range l.Lessons {
			x := &l.Lessons[i]
			t.Run(fmt.Sprintf("%s/%d", name, i+1), func(t *testing.T) {
				require.NotEmpty(t, x.Rule)
				b := playLesson(t, x.Game, x.Position, x.Actions)
				assert.Empty(t, x.Expect.faults(b), "%s\n%s", x.Rule, b.s.Text(max(b.s.CurrentPlayer(), 0)))

				if x.Without == nil {
					return
				}
				p, actions := struck(x.Position, name), x.Actions
				if x.Without.Dice != nil {
					p.Dice = x.Without.Dice
				}
				if x.Without.Actions != nil {
					actions = x.Without.Actions
				}
				b = playLesson(t, x.Game, p, actions)
				assert.Empty(t, x.Without.Expect.faults(b), "without it\n%s", b.s.Text(max(b.s.CurrentPlayer(), 0)))
				assert.NotEmpty(t, x.Expect.faults(b), "the same comes of it without the feat")
			})
		}
	}
}

// Every feat and trait has lessons, and every file of lessons has the name of one.
func TestEverySkillHasLessons(t *testing.T) {
	files, err := filepath.Glob("testdata/feats/*.yaml")
	require.NoError(t, err)
	var taught []string
	for _, file := range files {
		taught = append(taught, strings.TrimSuffix(filepath.Base(file), ".yaml"))
	}
	assert.ElementsMatch(t, turn.SkillNames(), taught)
}
