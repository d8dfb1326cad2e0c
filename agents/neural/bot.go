package neural

import "fmt"

// SpecError says that a network was made for another game than the one it is
// asked to play.
type SpecError struct {
	Bot            string // name of the bot; empty when it has none
	Made, MadeHash string // game string and spec hash the network was made for
	Game, GameHash string // of the game at hand
}

func (e *SpecError) Error() string {
	bot := "the network"
	if e.Bot != "" {
		bot = fmt.Sprintf("bot %q", e.Bot)
	}
	return fmt.Sprintf("%s was made for %s (spec hash %s), not for %s (spec hash %s)", bot, e.Made, e.MadeHash, e.Game, e.GameHash)
}
