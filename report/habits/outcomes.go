package habits

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"ringer/env"
	"ringer/eval"
	"ringer/report/evidence"
)

// studyOutcomes names the study of aims by the games that are won after them.
const studyOutcomes = "heat-outcomes"

// An aim is a target that the ringer named.
type aim struct {
	deal, seat int
	state      env.State // before it
	legal      []env.Action
	chosen     int   // index in legal
	best       []int // indices of the best priced targets
}

// mostAims is the number of aims of a card that are played on, in as many games as the
// studies want.
const mostAims = 160

// playouts is the number of games that are played on from the ringer's target, from the
// best priced ones and from all targets.
const playouts = 64

// keep keeps an aim with a card, unless there are enough of them.
func (c *crimes) keep(card string, d *decision, best func(i int) bool) {
	if len(c.kept[card]) == mostAims {
		return
	}
	x := aim{deal: d.deal, seat: d.seat, state: d.state.Clone(), legal: slices.Clone(d.legal), chosen: slices.Index(d.legal, d.action)}
	for i := range d.legal {
		if best(i) {
			x.best = append(x.best, i)
		}
	}
	c.kept[card] = append(c.kept[card], x)
}

// games returns the number of games that are played on from each target: at least as many
// as make playouts together.
func (x *aim) games() []int {
	n := make([]int, len(x.legal))
	among := func(targets int) int { return (playouts + targets - 1) / targets }
	for i := range n {
		n[i] = among(len(n))
	}
	for _, i := range x.best {
		n[i] = max(n[i], among(len(x.best)))
	}
	n[x.chosen] = playouts
	return n
}

// starts returns the games that are played on from the targets, one target after the
// other: entry 0 sits where the ringer sat, entry 1 in the other seats. number is the
// number of the aim, for the seeds, which the targets share.
func (x *aim) starts(config *Config, number int) (starts []eval.Start, err error) {
	seating := slices.Repeat([]int{1}, config.Game.Spec().Players)
	seating[x.seat] = 0
	for target, n := range x.games() {
		s := x.state.Clone()
		if err := s.Apply(x.legal[target]); err != nil {
			return nil, err
		}
		for k := range n {
			seed := env.StreamSeed(config.Seed, purposeAims, uint64(number), uint64(k))
			starts = append(starts, eval.Start{State: s, Seed: binary.LittleEndian.Uint64(seed[:]), Seating: seating})
		}
	}
	return starts, nil
}

// gains returns how much more the seat wins after the target that was named, and after the
// best ones, than after all of them, in points of a hundred games, and the episodes that are
// not of this aim.
func (x *aim) gains(episodes []eval.Episode) (ringer, best float64, rest []eval.Episode) {
	wins := make([]float64, len(x.legal)) // by target
	shares := make([]float64, len(episodes[0].Returns))
	for target, n := range x.games() {
		for _, e := range episodes[:n] {
			eval.WinShares(e.Returns, shares)
			wins[target] += shares[x.seat] / float64(n)
		}
		episodes = episodes[n:]
	}
	mean := 0.
	for _, w := range wins {
		mean += w / float64(len(wins))
	}
	for _, target := range x.best {
		best += wins[target] / float64(len(x.best))
	}
	const points = 100
	return points * (wins[x.chosen] - mean), points * (best - mean), episodes
}

// more implements follower.
func (c *crimes) more(g env.Game) []string {
	if env.UnwrapGame(g) != g {
		return nil // its states are not those that are kept
	}
	return []string{studyOutcomes}
}

// follow implements follower: aims are played on from their targets, the ringer in its
// seat and experts in the others, with equal seeds. The figure is how much more is won than
// after a random target, in points of a hundred games.
func (c *crimes) follow(ctx context.Context, config *Config) ([]*sheet, error) {
	if len(c.more(config.Game)) == 0 {
		return nil, nil
	}
	out := newSheet(studyOutcomes, false)
	most := max(1, mostAims*config.Games/Games(config.Game))
	out.sorted, out.signed, out.least = true, true, min(seldom, most)
	cards := slices.Sorted(maps.Keys(c.kept))
	kept := func(card string) []aim { return c.kept[card][:min(most, len(c.kept[card]))] }
	var starts []eval.Start
	for _, card := range cards {
		for i, x := range kept(card) {
			more, err := x.starts(config, i)
			if err != nil {
				return nil, fmt.Errorf("habits: %s, aim %d: %w", card, i, err)
			}
			starts = append(starts, more...)
		}
	}
	match := eval.MatchConfig{
		Game: config.Game, Entries: []eval.Entry{config.Ringer, config.Expert}, Workers: config.Workers, Place: config.Place, Progress: config.Progress,
	}
	episodes, err := eval.PlayFrom(ctx, match, starts)
	if err != nil {
		return nil, fmt.Errorf("habits: %s: %w", studyOutcomes, err)
	}
	for _, card := range cards {
		for i, x := range kept(card) {
			if i > 0 && x.deal != kept(card)[i-1].deal {
				out.close()
			}
			var ringer, best float64
			ringer, best, episodes = x.gains(episodes)
			out.add(card, evidence.Ringer, ringer, 1)
			out.add(card, evidence.Expert, best, 1)
		}
		out.close()
	}
	return []*sheet{out}, nil
}
