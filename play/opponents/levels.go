package opponents

import (
	"fmt"
	"slices"

	"ringer/env"
)

// Step is the least distance in Elo between the ratings of two levels of a game.
const Step = 150

// FewRange is the reason for less than Step: from random play to the strongest there is no
// room for two levels that are Step apart.
const FewRange = "range"

// alike is the distance in Elo above random play below which a simple player counts as random:
// there is no room for a beginner between the two.
const alike = 60

// Means reports whether a simple player is one that a beginner is to lose to: one that looks at something, whose
// rating is at least 60 points above random play's.
func Means(agent string, above float64) bool {
	return agent != "random" && agent != "first" && above >= alike
}

// Level is one of the players of rising strength of a game. Its rating stands in
// Rated.Ratings, or Rated.Search.
type Level struct {
	Agent string `json:"agent"`
	Wins  []Wins `json:"wins"` // against the simple players, the expert and the level below
}

// Wins is a share of the wins of two agents, with a 95% interval, over games in which both
// held equally many seats: equal agents have 0.5 each, less the games that nobody wins.
type Wins struct {
	Against  string  `json:"against"`
	Share    float64 `json:"share"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Lost     float64 `json:"lost"` // the other's share, with its interval
	LostLow  float64 `json:"lost_low"`
	LostHigh float64 `json:"lost_high"`

	Games int `json:"games"`
}

// ahead reports whether the agent clearly wins more than it loses.
func (w *Wins) ahead() bool { return w.Low > w.LostHigh }

// behind reports whether the agent clearly wins less than it loses.
func (w *Wins) behind() bool { return w.LostLow > w.High }

// Choice says how the levels of a game were chosen: from the ratings of an arena whose deals
// are no others'.
type Choice struct {
	Seed  uint64  `json:"seed"`
	Pairs int     `json:"pairs"` // games of each pair
	Tried []Tried `json:"tried"` // from the strongest setting to the weakest
	Times int     `json:"times"` // that levels were rated: more than once where the first were too close
}

// Tried is a setting of the strongest agent, with the rating that chose it.
type Tried struct {
	Agent  string  `json:"agent"`
	Rating float64 `json:"rating"`
}

// Levels names the agents that are levels of a game, weakest first; the last is the strongest
// that ships. It is empty where nobody rated the game.
func Levels(g env.Game) (names []string) {
	if t := ratedOf(g); t != nil {
		for _, l := range t.Levels {
			names = append(names, l.Agent)
		}
	}
	return names
}

// Faults says what is wrong with the levels of a game: which are too close without a reason,
// which a weaker one beats, and how the beginner does against simple players.
func (t *Rated) Faults() (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(t.Levels) == 0 {
		return []string{"no levels"}
	}
	random, top := t.Of("random"), t.Of(t.Levels[len(t.Levels)-1].Agent)
	for i := range t.Levels {
		l := &t.Levels[i]
		own := t.Of(l.Agent)
		if own.Games == 0 {
			fault("level %d, %s: not rated", i+1, l.Agent)
			continue
		}
		if i == 0 {
			continue
		}
		below := t.Of(t.Levels[i-1].Agent)
		gap := own.Rating - below.Rating
		narrow := len(t.Levels) == 2 && top.Rating-random.Rating < 2*Step
		if gap < Step && !(t.Few == FewRange && narrow && gap > 0) {
			fault("level %d is %.0f points above level %d: want %d or more, or the reason %q where the range is less than %d", i+1, gap, i, Step, FewRange, 2*Step)
		}
		w := l.against(t.Levels[i-1].Agent)
		if w == nil || !w.ahead() {
			fault("level %d does not clearly beat level %d", i+1, i)
		}
	}
	if t.Few != "" && (t.Few != FewRange || len(t.Levels) > 2 || top.Rating-random.Rating >= 2*Step) {
		fault("few %q: want none where the levels are %d points apart", t.Few, Step)
	}
	return append(faults, t.simpleFaults()...)
}

// simpleFaults says what is wrong with the games of the levels against simple players.
func (t *Rated) simpleFaults() (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for i := range t.Levels {
		l := &t.Levels[i]
		for _, w := range l.Wins {
			if i > 0 && w.Against == t.Levels[i-1].Agent {
				continue
			}
			other := t.Of(w.Against)
			means := Means(w.Against, other.Rating-t.Of("random").Rating)
			switch {
			case w.Against == "random" && !w.ahead():
				fault("level %d does not clearly beat random", i+1)
			case i == 0 && len(t.Levels) > 1 && means && !w.behind():
				fault("the beginner does not clearly lose to %s", w.Against)
			case i > 0 && w.behind() && i == len(t.Levels)-1:
				fault("the last level loses to %s", w.Against)
			case w.behind():
				for j := range t.Levels[:i] {
					if lower := t.Levels[j].against(w.Against); lower != nil && lower.ahead() {
						fault("level %d loses to %s, which level %d beats", i+1, w.Against, j+1)
					}
				}
			}
		}
		for _, name := range []string{"random", "first"} {
			if l.against(name) == nil {
				fault("level %d was not played against %s", i+1, name)
			}
		}
	}
	return faults
}

// against returns the games against another agent, nil where there were none.
func (l *Level) against(agent string) *Wins {
	if i := slices.IndexFunc(l.Wins, func(w Wins) bool { return w.Against == agent }); i >= 0 {
		return &l.Wins[i]
	}
	return nil
}

// Of returns the rating of an agent, zero where it has none.
func (t *Rated) Of(agent string) (r Rating) {
	for _, r := range t.Ratings {
		if r.Agent == agent {
			return r
		}
	}
	if t.Search != nil && t.Search.Agent == agent {
		return *t.Search
	}
	return r
}
