package reporting

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/env/things"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play/replay"
	"ringer/report/corpus"
	"ringer/report/findings"
)

// Shown is a game that shows a finding.
type Shown struct {
	Replay  *replay.Replay
	History []env.Action
	At      int // the number of actions before the moment to look at
}

const (
	shownGames = findings.Games
	shownOf    = 12 // games that are played to find those that show it
	shownSeed  = 1
)

// GamesOf plays the games that a finding names, with the agents that it is of, and returns them with their game: of
// some games of a fixed seed those in which its thing is played, or could be and is not, the seat wins, or the
// shortest, the middle and the longest; else the first. It plays them again alike whenever it is called.
//
// A finding whose agents are not here is bad input.
func GamesOf(ctx context.Context, o *open.Opener, f *findings.Finding, workers int) (env.Game, []Shown, error) {
	g, err := games.New(f.Game)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	name := f.Agents
	if name == findings.ShippedBot {
		if len(f.Bots) > 0 {
			name = open.BotCall(f.Bots[0].Name)
		} else if start := startFor(g); start != nil {
			name = start.agent()
		}
	}
	agent, err := o.Agent(g, name)
	if err != nil {
		return nil, nil, input.Badf("%s, %s: %w", f.Game, f.Subject, err)
	}
	c, err := corpus.Play(ctx, corpus.Config{Game: g, Entries: []eval.Entry{{Name: name, Agent: agent}}, Games: shownOf, Seed: shownSeed, Workers: workers})
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	var list []Shown
	for _, k := range chosen(f, g, c) {
		history := c.Games[k.game].History
		r := replay.New(g, shownSeed, slices.Repeat([]string{name}, g.Spec().Players))
		s := g.NewInitialState()
		for _, a := range history {
			r.Add(s, a)
			if err := s.Apply(a); err != nil {
				return nil, nil, err
			}
		}
		r.Returns = c.Games[k.game].Returns
		list = append(list, Shown{r, history, k.at})
	}
	return g, list, nil
}

// pick is one game of a corpus, with its moment.
type pick struct{ game, at int }

// chosen picks the games of a corpus that show a finding.
func chosen(f *findings.Finding, g env.Game, c *corpus.Corpus) (list []pick) {
	all := make([]pick, len(c.Games))
	shows := make([]bool, len(c.Games)) // it
	seat := -1
	if n, err := strconv.Atoi(strings.TrimPrefix(f.Subject, "seat ")); err == nil && f.Kind == findings.Seat {
		seat = n - 1
	}
	for i := range c.Games {
		all[i].game = i
		if seat >= 0 && seat < len(c.Games[i].Shares) {
			shows[i] = c.Games[i].Shares[seat] == 1
			all[i].at = len(c.Games[i].History) - 1
		}
	}
	if thing, l := thingOfFinding(f, g); thing >= 0 {
		for i := range c.Games {
			all[i].at, shows[i] = momentOf(g, l, thing, f.Kind == findings.Dead, c.Games[i].History)
		}
	}
	if f.Kind == findings.Length {
		slices.SortStableFunc(all, func(a, b pick) int {
			return cmp.Compare(len(c.Games[a.game].History), len(c.Games[b.game].History))
		})
		return []pick{all[0], all[len(all)/2], all[len(all)-1]}
	}
	slices.SortStableFunc(all, func(a, b pick) int {
		switch {
		case shows[a.game] == shows[b.game]:
			return 0
		case shows[a.game]:
			return -1
		}
		return 1
	})
	return all[:min(shownGames, len(all))]
}

// thingOfFinding returns the thing that a finding is about; -1 where it is about none.
func thingOfFinding(f *findings.Finding, g env.Game) (int, *things.List) {
	l, ok := things.Of(g)
	if !ok || l.Plays == nil {
		return -1, nil
	}
	name, _, _ := strings.Cut(f.Subject, ", ")
	return slices.IndexFunc(l.Things, func(t things.Thing) bool { return t.Name == name }), l
}

// momentOf returns the first moment at which a thing is played, or, where nobody does, could be played, along with
// something else.
func momentOf(g env.Game, l *things.List, thing int, dead bool, history []env.Action) (at int, ok bool) {
	var table drive.Table
	table.Set(g.NewInitialState())
	for i, a := range history {
		s := table.State()
		if s.CurrentPlayer() >= 0 {
			if dead && slices.ContainsFunc(table.Legal(), func(b env.Action) bool { return l.Plays(s, b) == thing }) || l.Plays(s, a) == thing {
				return i, true
			}
		}
		if err := table.Apply(a); err != nil {
			panic("reporting: " + err.Error()) // a history of the same game
		}
	}
	return 0, false
}
