package play

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/env"
	"ringer/env/games"
	"ringer/play/opponents"
	"ringer/play/scene/scenes"
	"ringer/play/session"
)

// TableConfig returns all that tables are built from: the games and agents inside the
// program. Nothing that a client names is opened as a file or started as a program.
func TableConfig() session.Config {
	return session.Config{
		Version:   buildinfo.ThisVersion().Version,
		Games:     tableGames(),
		Puzzles:   session.ShippedPuzzles(tableGames()),
		Game:      func(text string, rules json.RawMessage) (env.Game, error) { return games.Restore(text, rules) },
		Opponents: tableOpponents,
		Adviser:   opponents.Adviser,
		Agent:     opponents.Agent,
		Scenes:    scenes.Of,
		Begin:     func(g env.Game, text string) (env.Game, error) { return lookup.GameAt(g, "position", text) },
		Seed:      freshSeed,
		Secret:    rand.Text,
		Today:     func() string { return time.Now().UTC().Format(time.DateOnly) },
	}
}

// FirstGames are shown before the others: those of rule books.
var FirstGames = []string{"heat", "heist", "fourdowns", "fivepossessions", "payday", "duel"}

// tableGames lists the games that a table offers: each game as it is, and the other
// configurations that a bot ships for.
func tableGames() []string {
	var list []string
	names := slices.Concat(FirstGames, slices.DeleteFunc(games.Names(), func(n string) bool { return slices.Contains(FirstGames, n) }))
	for _, name := range names {
		list = append(list, name)
		for _, rated := range opponents.Table() {
			if of, _, _ := strings.Cut(rated.Game, "("); of == name && !slices.Contains(list, rated.Game) {
				list = append(list, rated.Game)
			}
		}
	}
	return list
}

// tableOpponents lists whom a game can be played against.
func tableOpponents(g env.Game) []session.Opponent {
	var list []session.Opponent
	for _, o := range slices.Backward(opponents.Of(g)) { // the strongest first
		opponent := session.Opponent{Agent: o.Agent, Name: o.Name, Words: o.Words, Default: o.Default}
		if o.Games > 0 {
			opponent.Rating, opponent.Low, opponent.High = &o.Rating, &o.Low, &o.High
		}
		list = append(list, opponent)
	}
	return list
}
