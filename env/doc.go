// Package env is the contract between games and everything that drives them.
//
// A game is a pure, clonable state machine. It holds no clock, no random
// source, no file and no goroutine. Chance is an actor: a state that waits for
// a die or a draw has CurrentPlayer() == Chance and lists the outcomes, and the
// driver of the game rolls. Simultaneous choices are commits made one after the
// other, hidden until the rules reveal them.
//
// The package uses the standard library only and imports nothing of Ringer.
// Games live in env/<game>, the loop that rolls chance in env/drive, the laws in
// env/envtest, Gym-style faces in env/gym, and the table of all games in env/games.
package env
