package botfile

import (
	"fmt"
	"math"
)

// Level is the place of a bot on a ladder of opponents, from a beginner to the ringer.
type Level struct {
	Level int `json:"level"` // from 1, the weakest
	Of    int `json:"of"`

	// Rating is the bot's Elo among the levels and the agents of RatedWith, the first of
	// which is rated 1000, with a 95% interval; Games is the number of games of each pair.
	Rating    float64  `json:"rating"`
	Low       float64  `json:"low"`
	High      float64  `json:"high"`
	RatedWith []string `json:"rated_with"`
	Games     int      `json:"games"`

	// Below is the share of the wins against the level below, of its very file; nil for
	// the first level.
	Below *Wins `json:"below,omitempty"`

	// Temperature is that at which the bot plays: above 1 weakens it.
	Temperature float64 `json:"temperature"`
}

// Wins is a share of the wins of two bots, with a 95% interval, over games in which both
// held equally many seats: equal bots have 0.5 each, less the games that nobody wins.
type Wins struct {
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// hottest is the highest temperature of a level: nearly random.
const hottest = 1000

// validate notes every fault.
func (l *Level) validate(fault func(path string, value any, want string)) {
	if l.Level < 1 || l.Level > l.Of {
		fault("level.level", fmt.Sprintf("%d of %d", l.Level, l.Of), "a number from 1 to of")
	}
	finite := !math.IsInf(l.Low, 0) && !math.IsInf(l.High, 0)
	if !(l.Low <= l.Rating && l.Rating <= l.High) || !finite {
		fault("level.rating", fmt.Sprintf("rating %v, low %v, high %v", l.Rating, l.Low, l.High), "low <= rating <= high")
	}
	if l.Games < 1 || len(l.RatedWith) == 0 {
		fault("level.games", fmt.Sprintf("%d games with %q", l.Games, l.RatedWith), "games from 1, with at least one agent")
	}
	if b := l.Below; b != nil && !(0 <= b.Low && b.Low <= b.Share && b.Share <= b.High && b.High <= 1) {
		fault("level.below", fmt.Sprintf("share %v, low %v, high %v", b.Share, b.Low, b.High), "0 <= low <= share <= high <= 1")
	}
	if !(l.Temperature > 0 && l.Temperature <= hottest) {
		fault("level.temperature", l.Temperature, fmt.Sprintf("a number above 0, at most %d", hottest))
	}
}
