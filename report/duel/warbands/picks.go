package warbands

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel"
	"ringer/eval"
	"ringer/report/ratio"
)

// PicksConfig names the agents that draft and play. They take the seats in turn, on shared
// deals, as in a match.
type PicksConfig struct {
	Game     *duel.Game // with Heroes whose feats are chosen or drawn
	Entries  []eval.Entry
	Games    int // rounded up to whole deals
	Seed     uint64
	Workers  int                   // goroutines; 0 means one a processor. Results do not depend on it.
	Progress func(done, total int) // when not nil
}

// Study holds the figures of drafts.
type Study struct {
	Game   string    `json:"game"`
	Games  int       `json:"games"`
	Seed   uint64    `json:"seed"`
	Agents []Drafter `json:"agents"` // in the order of the entries

	// Interrupted says that fewer games were played than asked for.
	Interrupted bool `json:"interrupted,omitempty"`
}

// Drafter lists the choices of one agent, the most frequent first.
type Drafter struct {
	Name   string       `json:"name"`
	Wins   ratio.Figure `json:"wins"`
	Skills []Pick       `json:"skills"` // feats and traits, and kinds of followers
	Builds []Pick       `json:"builds"` // all that a Hero has
}

// Pick is one choice: a feat, a trait, followers, or a whole Hero.
type Pick struct {
	Name   string       `json:"name"`
	Heroes ratio.Figure `json:"heroes"` // the share of the Heroes that have it
	Level  float64      `json:"level"`  // mean level of a trait where it was bought, followers of a kind; 1 for feats
	Wins   ratio.Figure `json:"wins"`   // of the seats that have it
}

// Picks plays the games and returns the figures. The same configuration gives the same study.
// Errors: env.Faults for a configuration that is wrong, and those of
// eval.PlayMatch; beside the context's error there may be a study of the games that
// were over.
func Picks(ctx context.Context, c PicksConfig) (*Study, error) {
	if config := c.Game.Config(); !config.Heroes || config.Warband == duel.WarbandGiven {
		var f env.Faults
		f.Add("game", c.Game.Spec(), "DUEL with heroes=true and warband=draft or random: there is nothing to choose")
		return nil, f.Err()
	}
	m, stopped := eval.PlayMatch(ctx, eval.MatchConfig{
		Game: c.Game, Entries: c.Entries, Games: c.Games, Keep: c.Games, Seed: c.Seed, Workers: c.Workers, Progress: c.Progress,
	})
	if m == nil {
		return nil, stopped
	}
	drafted := make([][][]hero, len(c.Entries)) // [entry][deal]
	for _, deal := range m.FirstDeals {
		heroes := make([][]hero, len(c.Entries))
		for i := range deal.Games {
			if err := replay(&c, &deal.Games[i], heroes); err != nil {
				return nil, fmt.Errorf("deal %d: %w", deal.Deal, err)
			}
		}
		for e := range c.Entries {
			drafted[e] = append(drafted[e], heroes[e])
		}
	}
	s := &Study{Game: m.Game, Games: m.Games, Seed: m.Seed, Interrupted: m.Interrupted}
	for e, entry := range c.Entries {
		s.Agents = append(s.Agents, describe(entry.Name, drafted[e]))
	}
	return s, stopped
}

// A hero holds the choices for one Hero, and the result of its seat.
type hero struct {
	build map[string]int // levels of feats, traits and kinds of followers by name
	wins  float64        // share of the wins that its seat got
	name  string         // of the build
}

// replay takes a game to the end of the draft and notes the Heroes by entry.
func replay(c *PicksConfig, game *eval.Game, heroes [][]hero) error {
	s := c.Game.NewInitialState().(*duel.State)
	for i := 0; i == 0 || s.Drafting(); i++ {
		if err := s.Apply(game.History[i]); err != nil {
			return err
		}
	}
	shares := make([]float64, len(game.Returns))
	eval.WinShares(game.Returns, shares)
	for seat, name := range game.Agents {
		e := slices.IndexFunc(c.Entries, func(e eval.Entry) bool { return e.Name == name })
		for _, build := range builds(c.Game, s, seat) {
			heroes[e] = append(heroes[e], hero{build, shares[seat], nameOf(build)})
		}
	}
	return nil
}

// builds returns the levels of every Hero of a seat, by name.
func builds(g *duel.Game, s *duel.State, seat int) []map[string]int {
	var all []map[string]int
	heroes := map[int]map[string]int{}
	for m := range g.Models() {
		f := s.Fighter(m)
		switch {
		case f.Seat != seat:
		case f.Kind == duel.KindHero:
			build := maps.Clone(f.Traits)
			if build == nil {
				build = map[string]int{}
			}
			delete(build, followerTrait) // the followers are counted
			for _, feat := range f.Feats {
				build[feat] = 1
			}
			heroes[m] = build
			all = append(all, build)
		case heroes[f.Leader] != nil:
			heroes[f.Leader][f.Kind]++
		}
	}
	return all
}

// followerTrait is the trait that fields followers.
const followerTrait = "follower"

// describe counts the choices of one agent, deal by deal.
func describe(name string, deals [][]hero) Drafter {
	d := Drafter{Name: name, Skills: []Pick{}, Builds: []Pick{}}
	wins := ratio.Ratio{Name: "wins", Share: true}
	skills, builds := map[string]bool{}, map[string]bool{}
	for _, heroes := range deals {
		for _, h := range heroes {
			wins.Add(h.wins, 1)
			builds[h.name] = true
			for skill := range h.build {
				skills[skill] = true
			}
		}
		wins.Close()
	}
	d.Wins = wins.Figure()
	for skill := range skills {
		d.Skills = append(d.Skills, count(skill, deals, func(h hero) int { return h.build[skill] }))
	}
	for build := range builds {
		d.Builds = append(d.Builds, count(build, deals, func(h hero) int {
			if h.name == build {
				return 1
			}
			return 0
		}))
	}
	for _, picks := range [][]Pick{d.Skills, d.Builds} {
		slices.SortFunc(picks, func(a, b Pick) int {
			return cmp.Or(-cmp.Compare(a.Heroes.Value, b.Heroes.Value), strings.Compare(a.Name, b.Name))
		})
	}
	return d
}

// count counts one pick, given its level in a Hero: 0 where it was not picked.
func count(name string, deals [][]hero, level func(hero) int) Pick {
	held, wins, levels := ratio.Ratio{Name: "heroes", Share: true}, ratio.Ratio{Name: "wins", Share: true}, 0
	for _, heroes := range deals {
		for _, h := range heroes {
			x := level(h)
			held.Count(x > 0)
			levels += x
			if x > 0 {
				wins.Add(h.wins, 1)
			}
		}
		held.Close()
		wins.Close()
	}
	p := Pick{Name: name, Heroes: held.Figure(), Wins: wins.Figure()}
	p.Level = float64(levels) / float64(max(1, p.Wins.Of))
	return p
}

// String returns a text of all that a Hero has.
func nameOf(build map[string]int) string {
	words := make([]string, 0, len(build))
	for name, level := range build {
		if level > 1 {
			name = fmt.Sprintf("%s %d", name, level)
		}
		words = append(words, name)
	}
	slices.Sort(words)
	return strings.Join(words, ", ")
}
