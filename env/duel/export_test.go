package duel

// Has reports whether the game plays with something that a change names.
func (g *Game) Has(name string) bool { return g.has(name) }
