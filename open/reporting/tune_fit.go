package reporting

import (
	"context"
	"time"

	"ringer/eval"
	"ringer/internal/input"
	"ringer/report/corpus"
)

// Bounds of a search that fits into a time.
const (
	fitRounds = 2
	fitFinals = 2
	fitSteps  = 1
	fitGames  = 20      // of each candidate in the first round, at least
	mostFit   = 100_000 // of the same

	// fitKnobs is the number of rules at which a search that has little time still looks.
	fitKnobs = 4
)

// FitTune returns a search that takes about as long as a time: with as many games, and as many of its rules, as
// fit by the speed that games have here and now. The search that it returns names all that follows from the time,
// so that its command makes it again. It plays games for about a twentieth of the time.
//
// It returns the errors of TuneRules for a search that is configured wrongly.
func FitTune(ctx context.Context, t Tune, all time.Duration) (Tune, error) {
	t.Steps, t.Rounds, t.Finals, t.Train = fitSteps, fitRounds, fitFinals, 0
	w, err := t.read()
	if err != nil {
		return t, err
	}
	t.Agent = w.Agent
	agent, err := t.Trainer.Opener.Agent(t.Game, w.Agent)
	if err != nil {
		return t, err
	}
	per, began := 0., time.Now()
	for games := 4; per == 0 || time.Since(began) < all/40 && games <= mostFit; games *= 4 {
		from := time.Now()
		c := corpus.Config{Game: t.Game, Entries: []eval.Entry{{Name: w.Agent, Agent: agent}}, Games: games, Seed: t.Seed, Workers: t.Workers, Place: t.Place}
		if _, err := corpus.Play(ctx, c); err != nil {
			return t, input.Bad(err)
		}
		per = time.Since(from).Seconds() / float64(games)
	}
	left := (all - time.Since(began)).Seconds() / per // games
	if len(t.Knobs) == 0 {
		paths := map[string]bool{}
		for i := range w.list {
			if !paths[w.list[i].Path] {
				paths[w.list[i].Path] = true
				t.Knobs = append(t.Knobs, w.list[i].Path)
			}
		}
	}
	each := float64(len(w.list)) / float64(len(t.Knobs)) // candidates of a rule
	most := (left/fitGames - gamesOfFit(0)) / (2 * each)
	if n := max(fitKnobs, int(most)); n < len(t.Knobs) {
		some := make([]string, n)
		for i := range some {
			some[i] = t.Knobs[i*len(t.Knobs)/n]
		}
		t.Knobs = some
	}
	t.Games = min(mostFit, max(fitGames, int(left/gamesOfFit(each*float64(len(t.Knobs))))))
	return t, nil
}

// gamesOfFit returns the games of a search for each game of a candidate in its first round: two rounds of candidates
// with the rules as they are beside them, the second with three times the games for a third of them, and the last
// ones with nine times the games.
func gamesOfFit(candidates float64) float64 {
	return candidates + 1 + candidates + thirds + thirds*thirds*(fitFinals+1)
}
