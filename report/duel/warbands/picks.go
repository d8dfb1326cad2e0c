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
	Place    *eval.Place           // where the games are played; nil: in this process
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
		Game: c.Game, Entries: c.Entries, Games: c.Games, Keep: c.Games, Seed: c.Seed, Workers: c.Workers, Place: c.Place, Progress: c.Progress,
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

// describe counts the choices of one agent, deal by deal, in time that grows with the
// choices made and not with the number of different ones.
func describe(name string, deals [][]hero) Drafter {
	wins, heroes := ratio.Ratio{Name: "wins", Share: true}, ratio.Ratio{}
	skills, builds := tallies{by: map[string]*tally{}}, tallies{by: map[string]*tally{}}
	for _, deal := range deals {
		for _, h := range deal {
			wins.Add(h.wins, 1)
			builds.add(h.name, 1, h.wins)
			for skill, level := range h.build {
				skills.add(skill, level, h.wins)
			}
			heroes.Count(true)
		}
		skills.end(len(deal))
		builds.end(len(deal))
		wins.Close()
		heroes.Close()
	}
	return Drafter{Name: name, Wins: wins.Figure(), Skills: skills.picks(&heroes), Builds: builds.picks(&heroes)}
}

// tallies counts picks by name.
type tallies struct {
	by   map[string]*tally
	open []*tally // those of the deal under way
}

// tally counts one pick. held is closed only for deals in which the pick was made.
type tally struct {
	held, wins ratio.Ratio
	picked     int // of the Heroes of the deal under way
	levels     int
}

// add counts a Hero that has a pick.
func (all *tallies) add(name string, level int, wins float64) {
	t := all.by[name]
	if t == nil {
		t = &tally{held: ratio.Ratio{Name: "heroes", Share: true}, wins: ratio.Ratio{Name: "wins", Share: true}}
		all.by[name] = t
	}
	if level == 0 {
		return
	}
	if t.picked == 0 {
		all.open = append(all.open, t)
	}
	t.picked++
	t.levels += level
	t.wins.Add(wins, 1)
}

// end ends a deal with this many Heroes.
func (all *tallies) end(heroes int) {
	for _, t := range all.open {
		t.held.Add(float64(t.picked), float64(heroes))
		t.held.Close()
		t.wins.Close()
		t.picked = 0
	}
	all.open = all.open[:0]
}

// picks returns the figures, the most frequent first; heroes counts all Heroes.
func (all *tallies) picks(heroes *ratio.Ratio) []Pick {
	list := make([]Pick, 0, len(all.by))
	for name, t := range all.by {
		t.held.Among(heroes)
		p := Pick{Name: name, Heroes: t.held.Figure(), Wins: t.wins.Figure()}
		p.Level = float64(t.levels) / float64(max(1, p.Wins.Of))
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Pick) int {
		return cmp.Or(-cmp.Compare(a.Heroes.Value, b.Heroes.Value), strings.Compare(a.Name, b.Name))
	})
	return list
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
