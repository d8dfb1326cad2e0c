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
	"ringer/report/choices"
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

// Drafter lists the choices of one agent: first those whose Heroes win clearly more than others.
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

	// Worth is the share of the wins of Heroes that have it, less the share of Heroes without it;
	// of no cases where less than leastDeals have, or have not. Choice confounds it.
	Worth ratio.Figure `json:"worth"`
}

// leastDeals is the number of deals with Heroes that have a thing, and with Heroes that have it not,
// below which nobody can tell what it is worth.
const leastDeals = 20

// Picks plays the games and returns the figures. The same configuration gives the same study.
// Errors: env.Faults for a configuration that is wrong, and the errors of eval.PlayMatch;
// beside the context's error there may be a study of the games that were over.
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
	for seat, e := range game.Entries {
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

// Groups of picks.
const (
	ofSkills = iota
	ofBuilds
	groups
)

// describe counts the choices of one agent, deal by deal.
func describe(name string, deals [][]hero) Drafter {
	wins := ratio.Ratio{Name: "wins", Share: true}
	counts := make([]choices.Counts, len(deals))
	levels := map[string]int{}
	for i, deal := range deals {
		c := choices.New(groups)
		pick := func(group int, name string, level int, wins float64) {
			if n, _ := c.At(group, name); level > 0 {
				n.Taken++
				n.Worth += wins
			}
		}
		for _, h := range deal {
			wins.Add(h.wins, 1)
			c.Groups[ofSkills].Asked++
			c.Groups[ofBuilds].Asked++
			pick(ofBuilds, h.name, 1, h.wins)
			for skill, level := range h.build {
				pick(ofSkills, skill, level, h.wins)
				levels[skill] += level
			}
		}
		counts[i] = c
		wins.Close()
	}
	return Drafter{
		Name: name, Wins: wins.Figure(),
		Skills: picks(counts, ofSkills, levels, deals, func(h *hero, name string) bool { return h.build[name] > 0 }),
		Builds: picks(counts, ofBuilds, nil, deals, func(h *hero, name string) bool { return h.name == name }),
	}
}

// worth returns what the Heroes that have something win beyond those that have it not: a difference
// of two ratios, linearized over deals.
func worth(deals [][]hero, has func(h *hero) bool) ratio.Figure {
	var with, without ratio.Pair
	for _, deal := range deals {
		for i := range deal {
			if has(&deal[i]) {
				with.Add(deal[i].wins)
			} else {
				without.Add(deal[i].wins)
			}
		}
		with.Close()
		without.Close()
	}
	return with.Beyond(&without, leastDeals)
}

// picks returns the figures of a group: first what is worth most at the lower end of its interval,
// then what is of unknown worth, the most frequent first. levels are the levels of all Heroes
// together; nil: one each.
func picks(counts []choices.Counts, group int, levels map[string]int, deals [][]hero, has func(h *hero, name string) bool) []Pick {
	list := []Pick{}
	for _, a := range choices.Sum(counts, group, 1).Actions {
		p := Pick{Name: a.Words, Heroes: a.Share, Wins: a.Worth}
		p.Heroes.Name = "heroes"
		p.Worth = worth(deals, func(h *hero) bool { return has(h, a.Words) })
		all := a.Taken
		if levels != nil {
			all = levels[a.Words]
		}
		p.Level = float64(all) / float64(max(1, a.Taken))
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b Pick) int {
		if a.Worth.Of > 0 && b.Worth.Of > 0 {
			return cmp.Or(-cmp.Compare(a.Worth.Low, b.Worth.Low), strings.Compare(a.Name, b.Name))
		}
		return cmp.Or(-cmp.Compare(min(a.Worth.Of, 1), min(b.Worth.Of, 1)), -cmp.Compare(a.Heroes.Value, b.Heroes.Value), strings.Compare(a.Name, b.Name))
	})
	return list
}

// nameOf returns a text of all that a Hero has.
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
