package payday

import (
	"fmt"
	"strings"

	"ringer/env/scene"
)

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.config
	r := &scene.Rules{
		Title: g.spec.Title,
		Goal:  fmt.Sprintf("The Criminal wins when every PAYDAY is out. The Police win when no heister is left on the table and a PAYDAY is not out, or after %s.", limit(c)),
		Course: []string{
			"The heist: the Criminal picks key items, the Police lay out a column of obstacles and guards in front of each Loot, face down.",
			fmt.Sprintf("The Criminal's turn: gain $%d; play cards, any number that cost cash and one that is free; move each heister one column; hand over weapons, armor and Loot within a column; escape; draw a card and keep at most %d.", c.Income, c.CriminalLimit),
			fmt.Sprintf("The turn of the Police: gain $%d and what Funding pays; play cards; then %s; draw a card and keep at most %d.", c.Income, scene.Count(c.MoveActions, "move action"), c.PoliceLimit),
			fmt.Sprintf("Combat, column by column, wherever both sides are at the top: combat cards in turn, the Police first, at most %d each; heisters attack; officers whose damage exceeds their armor die; survivors fire, less armor, and that damage stays.", c.CombatCards),
			"Update: top obstacles with heisters are turned up. Each heister adds 1 progress. A face-up top obstacle goes when all that it asks for holds: progress, heisters, no police, cash, its key. Its officers go on or home.",
			"A Loot at a top without officers is turned up and taken. A heister with a PAYDAY in an outermost column, who has not moved, may escape.",
		},
		Signs: []scene.Entry{
			{ID: "damage", Kind: "sign", Name: "Damage", Text: "What a heister or an officer deals in one attack."},
			{ID: "armor", Kind: "sign", Name: "Armor", Text: "An officer dies when the damage of a combat exceeds it. Of damage on a heister it is taken off."},
			{ID: "2/1", Kind: "sign", Name: "2/1", Text: "Of an officer: 2 damage and 1 armor."},
			{ID: "health", Kind: "sign", Name: "Health", Text: "A heister with as much damage as health is out; its Loot stays there."},
			{ID: "targets", Kind: "sign", Name: "Target value", Text: "How many officers a heister attacks in a combat."},
			{ID: "progress", Kind: "sign", Name: "Progress", Text: "Tokens that an obstacle asks for; each heister adds 1 in an Update."},
			{ID: "top", Kind: "sign", Name: "Top", Text: "The first objective of a column that is left. Heisters of the column are there."},
		},
	}
	for i := range g.deck.kinds {
		k := &g.deck.kinds[i]
		kind := k.typ.String()
		if k.typ == TypeOfficer || k.typ == TypeGuard {
			kind += ", " + strings.ReplaceAll(subtypeNames[k.subtype], "_", " ")
		}
		r.Entries = append(r.Entries, scene.Entry{ID: k.id, Kind: kind, Name: k.title, Text: g.explained(uint8(i), kind)})
	}
	return r
}

// explained says what a kind of card costs and does.
func (g *Game) explained(i uint8, kind string) string {
	k := &g.deck.kinds[i]
	if k.typ == TypeKey {
		return "Opens what asks for it: " + scene.List(g.locks(i), "and") + ". A heister carries it there."
	}
	if words := k.says(int(k.cost)); words != "" {
		return words
	}
	return scene.Sentence(kind) + "."
}

// locks names the obstacles that ask for a key item.
func (g *Game) locks(key uint8) (names []string) {
	for i := range g.deck.kinds {
		if r := &g.deck.kinds[i].req; r.key != none && g.deck.loots[r.key] == key {
			names = append(names, g.deck.kinds[i].title)
		}
	}
	return names
}

// limit says after how many rounds the Police win, in words.
func limit(c *Config) string {
	if c.LootCards > 0 {
		return scene.Count(c.RoundsOf(c.LootCards), "round")
	}
	return fmt.Sprintf("%s, and %d more for each Loot card above three", scene.Count(c.Rounds, "round"), c.MoreRounds)
}
