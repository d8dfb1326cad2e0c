package lessons

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"ringer/configs"
	"ringer/env"
	"ringer/env/scene"
)

// Guide is a first game that teaches, from one seat.
type Guide struct {
	Game      string     `yaml:"game"`      // game string
	Role      string     `yaml:"role"`      // whom the seat plays, where a game has guides for several
	Invites   string     `yaml:"invites"`   // a sentence for people who choose a game
	Seed      uint64     `yaml:"seed"`      // of the deal
	Seat      env.Player `yaml:"seat"`      // of the person who learns
	Within    int        `yaml:"within"`    // decisions of the seat in which somebody who tries what is new meets every kind of them
	Decisions int        `yaml:"decisions"` // that a seat takes in a game among opponents for a first game, the median
	Lessons   []Lesson   `yaml:"lessons"`   // of those whose moment has come the first is told
}

// Lesson explains one new thing.
type Lesson struct {
	ID   string `yaml:"id"`
	When Moment `yaml:"when"`
	Says string `yaml:"says"` // a sentence or two about what is new
	Why  string `yaml:"why"`  // why one would do it
	Rule Rule   `yaml:"rule"`
}

// Moment says when something first matters: at a question to the seat at which all that is given holds.
type Moment struct {
	Decision string `yaml:"decision"` // kind of the decision, of env.Spec.Kinds
	Question string `yaml:"question"` // kind of the question, of scene.Question
	Offers   string `yaml:"offers"`   // kind of a thing that a choice names
	Meter    string `yaml:"meter"`    // id of a number of the seat, or of the clock, that is above 0
	Zone     string `yaml:"zone"`     // id of a zone that holds something
	Point    bool   `yaml:"point"`    // a choice is a place on the map
	Final    bool   `yaml:"final"`    // a choice cannot be made good
}

// Rule names a paragraph of the rules in short (scene.Rules): one of the course by its place from 1,
// or the text of an entry or a sign.
type Rule struct {
	Course int    `yaml:"course"`
	Entry  string `yaml:"entry"`
}

//go:embed *.yaml
var files embed.FS

const ending = ".yaml"

// Names lists the games that have a guide, in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(guides())) }

// Of returns the guides of a game by its name, one a seat: the file GAME.yaml first, then the files GAME.ROLE.yaml in
// alphabetical order. It is empty where the game has none. The caller does not change them.
func Of(name string) []*Guide { return guides()[name] }

var guides = sync.OnceValue(func() map[string][]*Guide {
	list, err := fs.Glob(files, "*"+ending)
	if err != nil {
		panic("lessons: " + err.Error()) // the pattern is ours
	}
	all := map[string][]*Guide{}
	read := func(file string) {
		text, err := files.ReadFile(file)
		g := &Guide{}
		if err == nil {
			err = configs.ReadAll(g, configs.Text(file, text))
		}
		if err != nil {
			panic("lessons: " + err.Error()) // a test reads them all
		}
		name, _, _ := strings.Cut(file, ".")
		all[name] = append(all[name], g)
	}
	isRole := func(file string) bool { return strings.Count(file, ".") > 1 }
	for _, roles := range []bool{false, true} {
		for _, file := range list {
			if isRole(file) == roles {
				read(file)
			}
		}
	}
	return all
})

// Validate returns all faults of a guide.
func (g *Guide) Validate() error {
	var faults env.Faults
	if g.Game == "" {
		faults.Add("game", `""`, "a game string")
	}
	if g.Invites == "" {
		faults.Add("invites", `""`, "a sentence")
	}
	if g.Seat < 0 {
		faults.Add("seat", fmt.Sprint(int(g.Seat)), "a seat from 0")
	}
	if g.Decisions < 1 {
		faults.Add("decisions", fmt.Sprint(g.Decisions), "a number of decisions")
	}
	if g.Within < 1 {
		faults.Add("within", fmt.Sprint(g.Within), "a number of decisions")
	}
	ids := map[string]bool{}
	for i, l := range g.Lessons {
		at := fmt.Sprintf("lessons[%d]", i)
		for _, f := range []struct{ key, value string }{{"id", l.ID}, {"says", l.Says}, {"why", l.Why}} {
			if f.value == "" {
				faults.Add(at+"."+f.key, `""`, "a text")
			}
		}
		if ids[l.ID] {
			faults.Add(at+".id", l.ID, "an id of its own")
		}
		ids[l.ID] = true
		if l.When == (Moment{}) {
			faults.Add(at+".when", "{}", "a moment")
		}
		if (l.Rule.Course > 0) == (l.Rule.Entry != "") {
			faults.Add(at+".rule", fmt.Sprintf("%+v", l.Rule), "either a place of the course from 1 or the id of an entry")
		}
	}
	return faults.Err()
}

// Next returns the index of the lesson for a question to the seat that decides in a state, and -1
// where there is none, or nothing to choose. told has the indices of those that were told before. The scene is the
// seat's own.
func (g *Guide) Next(spec *env.Spec, s env.State, sc *scene.Scene, told []int) int {
	if sc.Ask == nil || len(sc.Ask.Choices) < 2 {
		return -1
	}
	decision := Kind(spec, s)
	for i := range g.Lessons {
		if !slices.Contains(told, i) && g.Lessons[i].When.holds(decision, sc) {
			return i
		}
	}
	return -1
}

// Kind returns the kind of the decision that a state asks a seat for, of env.Spec.Kinds.
func Kind(spec *env.Spec, s env.State) string {
	observation := make([]float32, spec.ObservationSize())
	s.Observe(s.CurrentPlayer(), observation)
	return spec.Kinds()[spec.Kind(observation, s.LegalActions(nil))]
}

func (m *Moment) holds(decision string, sc *scene.Scene) bool {
	if m.Decision != "" && m.Decision != decision || m.Question != "" && m.Question != sc.Ask.Kind {
		return false
	}
	if m.Meter != "" && !slices.ContainsFunc(slices.Concat(sc.Seats[sc.Viewer].Meters, sc.Clock), func(x scene.Meter) bool { return x.ID == m.Meter && x.Value > 0 }) {
		return false
	}
	if m.Zone != "" && !slices.ContainsFunc(sc.Zones, func(z scene.Zone) bool { return z.ID == m.Zone && len(z.Things)+z.Hidden > 0 }) {
		return false
	}
	chooses := func(f func(c *scene.Choice) bool) bool {
		for i := range sc.Ask.Choices {
			if f(&sc.Ask.Choices[i]) {
				return true
			}
		}
		return false
	}
	if m.Offers != "" {
		kinds := map[string]string{} // of things, by id
		for _, z := range sc.Zones {
			for _, t := range z.Things {
				kinds[t.ID] = t.Kind
			}
		}
		if !chooses(func(c *scene.Choice) bool {
			return slices.ContainsFunc(c.Things, func(id string) bool { return kinds[id] == m.Offers })
		}) {
			return false
		}
	}
	return (!m.Point || chooses(func(c *scene.Choice) bool { return c.Point != nil })) &&
		(!m.Final || chooses(func(c *scene.Choice) bool { return c.Final != "" }))
}

// Text returns the paragraph that a rule names, and false where the rules have none.
func (r Rule) Text(rules *scene.Rules) (string, bool) {
	if r.Course > 0 {
		if r.Course > len(rules.Course) {
			return "", false
		}
		return rules.Course[r.Course-1], true
	}
	for _, e := range slices.Concat(rules.Signs, rules.Entries) {
		if e.ID == r.Entry {
			return e.Name + ": " + e.Text, true
		}
	}
	return "", false
}
