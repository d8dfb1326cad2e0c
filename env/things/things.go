package things

import (
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/fivepossessions"
	"ringer/env/fourdowns"
	"ringer/env/heat"
	"ringer/env/heist"
	"ringer/env/payday"
)

// Thing is a part of a game: something that a seat has, something that it plays, or both.
type Thing struct {
	Kind string `json:"kind"` // card, job, formation, feat, move …
	ID   string `json:"id"`   // of the game's file, or a word of the game
	Name string `json:"name"` // for people
	Text string `json:"text"` // what it does, as the game prints it; may be empty
}

// List holds the things of a game. Its functions are safe for concurrent use. They take
// states of the game, wrapped or not.
type List struct {
	Things []Thing

	// Has adds, for each thing, how many of it a seat has to dst, which has the length of
	// Things. It is nil where seats have nothing that differs.
	Has func(s env.State, seat int, dst []float64)

	// Gets reports whether seats only get and give things at a state, whatever happens
	// there: by chance, or by a choice that does nothing else. Two outcomes of such a
	// state differ in what seats have, and in nothing else.
	Gets func(s env.State) bool

	// Swaps, when not nil, takes the place of Gets where all seats have the same things, or
	// have them from the start: games with another thing in the place of one.
	Swaps []Swap

	// Plays returns the index of the thing that an action of the seat that decides plays,
	// or -1.
	Plays func(s env.State, a env.Action) int

	// Part, when not nil, is the part of a game for which seats have things.
	Part *Part
}

// Swap is a game in which one thing is in the place of another. Its states are asked as the
// states of the list's own game are.
type Swap struct {
	Thing, Other int // Other is in the place of Thing
	Game         func() (env.Game, error)

	// Seat is the one that has the thing. Where things are had for a part of the game, Worth
	// returns what whoever has it got in the part, as Part.Worth does.
	Seat  int
	Worth func(before, after env.State) float64
}

// Part is a part of a game that is played several times: a hand, a possession.
type Part struct {
	Name string // hand, possession
	Unit string // of Worth

	// Margin is the worth up to which a thing counts as ordinary, in units: about the worth of
	// the best things of the shipped decks.
	Margin float64

	// Over returns how many parts are over.
	Over func(s env.State) int

	// Worth returns what a seat got in the part that was under way in before and is over
	// in after.
	Worth func(before, after env.State, seat int) float64
}

// Of returns the things of a game, and false for a game that has none.
func Of(g env.Game) (*List, bool) {
	switch g := env.UnwrapGame(g).(type) {
	case *heat.Game:
		return heatThings(g), true
	case *heist.Game:
		return heistThings(g), true
	case *payday.Game:
		return paydayThings(g), true
	case *fourdowns.Game:
		return fourDownsThings(g), true
	case *fivepossessions.Game:
		return fivePossessionsThings(g), true
	case *duel.Game:
		return duelThings(g), true
	}
	return nil, false
}

// Kinds of things that several games have.
const (
	kindCard      = "card"
	kindFormation = "formation"
	kindMove      = "move"
)

// KindNothing is the kind of the thing that stands for none, where a swap leaves a place
// empty.
const KindNothing = "nothing"

// add appends a thing and returns its index.
func (l *List) add(t Thing) int {
	l.Things = append(l.Things, t)
	return len(l.Things) - 1
}

// move appends a move, which is named by its id.
func (l *List) move(name, text string) int {
	return l.add(Thing{Kind: kindMove, ID: name, Name: name, Text: text})
}
