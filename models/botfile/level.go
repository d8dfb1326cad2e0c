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
	// which is rated 1000, with a 95% interval; Games is that of each pair.
	Rating    float64  `json:"rating"`
	Low       float64  `json:"low"`
	High      float64  `json:"high"`
	RatedWith []string `json:"rated_with"`
	Games     int      `json:"games"`

	// Temperature is that at which the bot plays: above 1 weakens it.
	Temperature float64 `json:"temperature"`
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
		fault("level.rating", fmt.Sprintf("%v (%v … %v)", l.Rating, l.Low, l.High), "low <= rating <= high")
	}
	if l.Games < 1 || len(l.RatedWith) == 0 {
		fault("level.games", fmt.Sprintf("%d games with %q", l.Games, l.RatedWith), "games from 1, with at least one agent")
	}
	if !(l.Temperature > 0 && l.Temperature <= hottest) {
		fault("level.temperature", l.Temperature, fmt.Sprintf("a number above 0, at most %d", hottest))
	}
}
