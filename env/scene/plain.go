package scene

import (
	"slices"

	"ringer/env"
)

// Plain makes scenes in words, for any game.
type Plain struct{ Game env.Game }

// Open implements Opener: the words of every seat.
func (b Plain) Open(s env.State) *Scene {
	sc := b.Scene(s, 0)
	sc.Viewer, sc.Ask = env.Terminal, nil
	for p := 1; p < len(sc.Seats); p++ {
		if words := Words(s, env.Player(p)); words != sc.Words && words != "" {
			sc.Words += "\n\n" + words
		}
	}
	return sc
}

// Scene returns the text that seat p may read, and its legal actions by name.
func (b Plain) Scene(s env.State, p env.Player) *Scene {
	spec := b.Game.Spec()
	sc := &Scene{Layout: "plain", Viewer: p, Words: Words(s, p), Seats: make([]Seat, spec.Players)}
	for i := range sc.Seats {
		sc.Seats[i].Seat = env.Player(i)
	}
	sc.Ask = Ask(b.Game, s, p)
	return sc
}

// Rules returns the title of the game, and nothing more.
func (b Plain) Rules() *Rules { return &Rules{Title: b.Game.Spec().Title} }

// Words returns what seat p may read of a state: never the state's String.
func Words(s env.State, p env.Player) string {
	switch s := s.(type) {
	case env.Texter:
		return s.Text(p)
	case env.InfoStater:
		return s.InformationState(p)
	}
	return ""
}

// Ask returns the question with every legal action by its name, and nil when seat p has
// nothing to decide. Builders start from it and fill in words, things and places.
func Ask(g env.Game, s env.State, p env.Player) *Question {
	if p < 0 || s.CurrentPlayer() != p {
		return nil
	}
	legal := s.LegalActions(nil)
	q := &Question{Text: "Choose an action", Choices: make([]Choice, len(legal))}
	for i, a := range legal {
		name := s.ActionString(a)
		q.Choices[i] = Choice{Action: a, Name: name, Label: name}
	}
	return q
}

// Open returns the scene of a table at which nothing is hidden any more: the zones of each
// seat as that seat sees them. It is for games that are over and for agents among
// themselves.
func Open(b Builder, s env.State) *Scene {
	if o, ok := b.(Opener); ok {
		if sc := o.Open(s); sc != nil {
			return sc
		}
	}
	sc := b.Scene(s, 0)
	sc.Ask = nil
	sc.Viewer = env.Terminal
	for p := env.Player(1); int(p) < len(sc.Seats); p++ {
		for _, z := range b.Scene(s, p).Zones {
			if z.Seat == nil || *z.Seat != p {
				continue
			}
			if i := slices.IndexFunc(sc.Zones, func(o Zone) bool { return o.ID == z.ID }); i >= 0 {
				sc.Zones[i] = z
			}
		}
	}
	return sc
}
