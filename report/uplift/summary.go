package uplift

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ringer/env/things"
	"ringer/internal/numbers"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// study sums the blocks up.
func (c *Config) study(blocks []Block) *Study {
	s := &Study{
		Game: c.Game.Spec().String(), Seed: c.Seed, Blocks: len(blocks), Margin: c.Margin, Rate: c.Rate, Part: "game", Unit: "share of the win",
	}
	if p := c.Things.Part; p != nil {
		s.Part, s.Unit = p.Name, p.Unit
	}
	for _, e := range c.Entries {
		s.Agents = append(s.Agents, e.Name)
	}
	s.Settled = c.settled(blocks)
	usual := newUsual(len(c.Things.Things))
	for i := range blocks {
		s.Forks += len(blocks[i].Forks)
		usual.plus(blocks[i].Usual)
	}
	s.Games = usual.Games
	forced := c.forced(blocks)
	had, played := c.uplifts(blocks, Had), c.uplifts(blocks, Played)
	for t, thing := range c.Things.Things {
		r := Row{
			Thing: thing, Had: had[t], Played: played[t],
			WhenHeld: c.figure(&usual.Held[t], "outcome when held"), WhenDrawn: c.figure(&usual.Drawn[t], "outcome when drawn"), WhenPlayed: c.figure(&usual.Played[t], "outcome when played"),
		}
		usual.Taken[t].Name, usual.Taken[t].Share = "play rate when legal", true
		r.PlayRate = usual.Taken[t].Figure()
		if x := forced[t].Figure(); x.Of >= fewestForks {
			x.Name = "worth when played on purpose"
			r.Forced = x
		}
		switch {
		case thing.Kind == things.KindNothing:
		case r.WhenHeld.Of == 0 && r.WhenPlayed.Of == 0 && r.PlayRate.Of == 0:
			s.NeverMet = append(s.NeverMet, thing)
		case r.WhenPlayed.Of == 0 && r.PlayRate.Of > 0:
			s.NeverPlayed = append(s.NeverPlayed, thing)
		}
		s.Things = append(s.Things, r)
	}
	slices.SortStableFunc(s.Things, compareRows)
	tier(s.Things, func(r *Row) *Uplift { return r.Had })
	tier(s.Things, func(r *Row) *Uplift { return r.Played })
	s.raise()
	return s
}

// figure returns a mean outcome.
func (c *Config) figure(r *ratio.Ratio, name string) ratio.Figure {
	r.Name = name
	r.Share, r.Signed = c.Things.Part == nil, c.Things.Part != nil
	return r.Figure()
}

// compareRows puts flags first, then the things that are worth most.
func compareRows(a, b Row) int {
	rank := func(r *Row) (flag int, worth float64) {
		for _, u := range []*Uplift{r.Had, r.Played} {
			if u != nil {
				switch u.Flag {
				case FlagDominant:
					flag = max(flag, 2)
				case FlagDead:
					flag = max(flag, 1)
				}
			}
		}
		switch {
		case r.Had != nil:
			return flag, 10 + r.Had.Value
		case r.Played != nil:
			return flag, -10 + r.Played.Value
		}
		return flag, -20
	}
	fa, wa := rank(&a)
	fb, wb := rank(&b)
	return cmp.Or(fb-fa, cmp.Compare(wb, wa))
}

// tier numbers the tiers of one experiment: a thing belongs to the tier of the first thing
// whose interval it overlaps.
func tier(rows []Row, of func(*Row) *Uplift) {
	var list []*Uplift
	for i := range rows {
		if u := of(&rows[i]); u != nil {
			list = append(list, u)
		}
	}
	slices.SortStableFunc(list, func(a, b *Uplift) int { return cmp.Compare(b.Value, a.Value) })
	n, low := 0, 0.
	for _, u := range list {
		if n == 0 || u.High < low {
			n, low = n+1, u.Low
		}
		u.Tier = n
	}
}

// raise lists the flags, with the games that show them.
func (s *Study) raise() {
	s.Flags = []flag.Flag{}
	for i := range s.Things {
		r := &s.Things[i]
		for _, x := range []struct {
			u     *Uplift
			words string
		}{
			{r.Had, "%s “%s”: a seat that gets it in place of another gains %s of the %s, in %d forks"},
			{r.Played, "%s “%s”: to play it in place of another that the agents play as gladly gains %s of the %s, in %d forks"},
		} {
			if x.u == nil || x.u.Flag == "" {
				continue
			}
			f := flag.Flag{Kind: x.u.Flag, Subject: r.Name, Effect: x.u.Value, Low: x.u.Low, High: x.u.High, N: x.u.Forks}
			f.Words = fmt.Sprintf(x.words, r.Kind, r.Name, s.amount(f.Effect, f.Low, f.High), s.Part, f.N)
			for _, e := range x.u.Examples {
				f.Examples = append(f.Examples, flag.Example{History: slices.Concat(e.Before, e.With), At: len(e.Before)})
			}
			s.Flags = append(s.Flags, f)
		}
	}
}

// amount returns a worth and its interval in words.
func (s *Study) amount(x, low, high float64) string {
	if strings.HasPrefix(s.Unit, "share") {
		return numbers.Points(x, low, high) + " points"
	}
	return numbers.Signed(x, low, high) + " stakes"
}
