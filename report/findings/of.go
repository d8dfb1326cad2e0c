package findings

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ringer/env/things"
	"ringer/internal/numbers"
	"ringer/report/balance"
	"ringer/report/ends"
	"ringer/report/evidence"
	"ringer/report/ratio"
	"ringer/report/seats"
	"ringer/report/uplift"
)

// Sizes from which on something is worth telling.
const (
	mostStanding = 3    // things at either end of the ranking that are told though none is flagged
	mostShunned  = 5    // things that nobody plays which are told one by one
	fewestForced = 20   // forks from which they say what it gains to play a thing on purpose
	solvedShare  = 0.95 // of the decisions in which a thing could be played
	seldom       = 0.01 // of the games: what surely happens less often never happens
	fewestGames  = 100  // in which a thing could be played, to tell how often it is
	manyTimes    = 4    // the longest game of ten, in shortest ones
)

// OfReport returns what stands out in a report: things, seats, endings and lengths, whatever of it was
// studied.
func OfReport(r *balance.Report) []Finding {
	base := Finding{Game: r.Game, Command: r.Command, Bots: r.Bots, Stamp: r.Stamp}
	if len(r.Agents) > 0 {
		base.Agents = r.Agents[0].Name
		if n := len(r.Agents) - 1; n > 0 {
			base.Agents += fmt.Sprintf(" and %d more", n)
		}
	}
	var out []Finding
	if r.Things != nil {
		out = append(out, ofThings(base, r)...)
	}
	if r.Seats != nil {
		out = append(out, ofLevels(base, r.Seats.Levels)...)
	}
	if r.Ends != nil {
		out = append(out, ofEnds(base, r.Ends.Ends)...)
		for _, x := range r.Ends.Rules {
			out = append(out, never(base, x.Name, x.Met)...)
		}
	}
	if r.Lengths != nil {
		out = append(out, ofLength(base, &r.Lengths.Choices)...)
	}
	for i := range out {
		for k := range r.Flags {
			if f := &r.Flags[k]; f.Subject == out[i].Subject && len(out[i].Replays) == 0 {
				out[i].Replays = f.Replays
			}
		}
		if len(out[i].Replays) == 0 {
			out[i].Replays = r.Shown
		}
	}
	return out
}

// OfBalance returns what stands out in the record of a report.
func OfBalance(r *balance.Record) []Finding {
	base := Finding{Game: r.Game, Command: r.Command, Bots: r.Bots, Stamp: r.Stamp}
	if n := len(r.Levels); n > 0 {
		base.Agents = r.Levels[n-1].Agent
	}
	out := append(ofLevels(base, r.Levels), ofEnds(base, r.Ends)...)
	if r.Choices != nil {
		out = append(out, ofLength(base, r.Choices)...)
	}
	return out
}

// OfEvidence returns what a bot never does, of the cases of a study whose rows are shares of all games.
func OfEvidence(r *evidence.Record) (out []Finding) {
	if r.Study != "duel-treasure" {
		return nil
	}
	base := Finding{Game: r.Game, Command: fmt.Sprintf("ringer evidence %s", r.Bot), Agents: "bot(" + r.Bot + ")", Stamp: r.Stamp}
	for i := range r.Rows {
		if f, ok := r.Rows[i].Cell(evidence.Ringer); ok && strings.HasSuffix(r.Rows[i].Label, "of all games") {
			out = append(out, never(base, "the treasure: "+r.Rows[i].Label, f)...)
		}
	}
	return out
}

func ofThings(base Finding, r *balance.Report) (out []Finding) {
	s := r.Things
	add := func(kind Kind, row *uplift.Row, figure string, unit Unit, value, low, high, even float64, n int, of string) {
		f := base
		f.Kind, f.Subject, f.Figure, f.Unit, f.Value, f.Low, f.High, f.Even, f.N, f.Of = kind, row.Name, figure, unit, value, low, high, even, n, of
		out = append(out, f)
	}
	var standing []*uplift.Row
	shunned := 0
	for i := range s.Things {
		row := &s.Things[i]
		if u := row.Had; u != nil && s.Part == "game" {
			standing = append(standing, row)
		}
		rate := row.PlayRate
		switch {
		case row.Kind == things.KindNothing || rate.Games < fewestGames:
		case rate.Value <= 0 && row.WhenPlayed.Of == 0 && rate.High < seldom:
			add(Dead, row, fmt.Sprintf("how often the %s “%s” is played when it can be, along with something else", row.Kind, row.Name), Share, rate.Value, rate.Low, rate.High, seldom, rate.Of, "decisions")
			shunned++
			if x := row.Forced; x.Of >= fewestForced && s.Part == "game" {
				add(Dead, row, fmt.Sprintf("what the %s “%s” gains, played on purpose where agents do something else", row.Kind, row.Name), Points, x.Value, x.Low, x.High, 0, x.Of, "forks")
				out[len(out)-1].Subject += ", played on purpose"
			}
		case rate.Low > solvedShare:
			add(Solved, row, fmt.Sprintf("how often the %s “%s” is played when it can be, along with something else", row.Kind, row.Name), Share, rate.Value, rate.Low, rate.High, solvedShare, rate.Of, "decisions")
		}
	}
	if shunned > mostShunned {
		out = together(out)
	}
	slices.SortStableFunc(standing, func(a, b *uplift.Row) int { return compareHad(b, a) })
	for i, row := range standing {
		u := row.Had
		top, bottom := i < mostStanding && u.Value > 0, i >= len(standing)-mostStanding && u.Value < 0
		kind := Dominant
		if u.Value < 0 {
			kind = Dead
		}
		if (top || bottom || u.Flag != "") && (u.Low > 0 || u.High < 0) && (u.Confirmed || u.Flag != "") {
			add(kind, row, fmt.Sprintf("what a seat gains that gets the %s “%s” in place of another", row.Kind, row.Name), Points, u.Value, u.Low, u.High, 0, u.Forks, "forks")
		}
	}
	return out
}

// together makes one finding of all things that nobody plays, with the widest of their intervals and the
// fewest of their decisions.
func together(list []Finding) (out []Finding) {
	var all Finding
	var names []string
	for _, f := range list {
		if f.Kind != Dead || f.Unit != Share {
			out = append(out, f)
			continue
		}
		names = append(names, f.Subject)
		if len(names) == 1 {
			all = f
		}
		all.High, all.N = max(all.High, f.High), min(all.N, f.N)
	}
	all.Subject = fmt.Sprintf("%d things that nobody plays", len(names))
	all.Figure = fmt.Sprintf("how often each of %d things is played when it can be, along with something else (%s and %d more)", len(names), strings.Join(names[:mostShunned], ", "), len(names)-mostShunned)
	return append(out, all)
}

func compareHad(a, b *uplift.Row) int {
	switch {
	case a.Had.Value < b.Had.Value:
		return -1
	case a.Had.Value > b.Had.Value:
		return 1
	}
	return 0
}

// ofLevels tells of the seat of the strongest agents that is furthest from even, by each way to tell seats
// apart.
func ofLevels(base Finding, levels []seats.Level) (out []Finding) {
	if len(levels) == 0 {
		return nil
	}
	top := &levels[len(levels)-1]
	seen := map[string]bool{}
	for _, role := range top.Roles {
		even := 1 / float64(len(role.Cells))
		var best *seats.Cell
		for i := range role.Cells {
			if c := &role.Cells[i]; best == nil || c.Wins.Value > best.Wins.Value {
				best = c
			}
		}
		if best == nil || seen[fmt.Sprint(best.Wins.Value)] || best.Wins.Low <= even && best.Wins.High >= even {
			continue // nothing stands out; or the same figure by another name
		}
		seen[fmt.Sprint(best.Wins.Value)] = true
		f := base
		f.Kind, f.Subject, f.Unit, f.Even = Seat, best.Name, Share, even
		f.Figure = fmt.Sprintf("wins of “%s”, of %d that differ by %s, with %s in every seat", best.Name, len(role.Cells), role.Name, top.Agent)
		f.Value, f.Low, f.High, f.N, f.Of = best.Wins.Value, best.Wins.Low, best.Wins.High, top.Games, "games"
		out = append(out, f)
	}
	return out
}

func ofEnds(base Finding, list []ends.End) (out []Finding) {
	for _, e := range list {
		if !e.Minor {
			out = append(out, never(base, e.Name, e.Share)...)
		}
	}
	return out
}

// never tells of something that happened in no game, of enough to know that it is rare.
func never(base Finding, name string, share ratio.Figure) []Finding {
	if share.Value > 0 || share.High >= seldom {
		return nil
	}
	f := base
	f.Kind, f.Subject, f.Unit, f.Even = Never, name, Share, seldom
	f.Figure = "games in which it happens that " + name
	if strings.Contains(name, ": ") {
		f.Figure = "games in which " + name[:strings.Index(name, ":")] + " decides them"
	}
	f.Value, f.Low, f.High, f.N, f.Of = share.Value, share.Low, share.High, share.Of, "games"
	return []Finding{f}
}

// ofLength tells of games whose lengths differ many times.
func ofLength(base Finding, s *ratio.Spread) []Finding {
	if s.P10 <= 0 || s.P90/s.P10 < manyTimes {
		return nil
	}
	f := base
	f.Kind, f.Subject, f.Unit, f.Even = Length, "length", Times, 1
	f.Figure = fmt.Sprintf("a long game in short ones: eight of ten ask for %s choices or more and %s or fewer, half of all for %s or fewer, and %s on average", count(s.P10), count(s.P90), count(s.Median), s.Mean.String())
	f.Value = s.P90 / s.P10
	f.Low, f.High = f.Value, f.Value
	f.N, f.Of = s.Mean.Games, "games"
	return []Finding{f}
}

// count writes a number of choices.
func count(x float64) string { return numbers.Count(int(math.Round(x))) }
