package duel

import (
	"strings"

	"ringer/env/duel/internal/turn"
)

// The Version of a game is the version of the rules that it plays with: a rule that changes
// raises it where that rule is on, and nowhere else, so that bots and replays of all other
// games stay what they are.

// firstVersion is the version of a game that no change concerns.
const firstVersion = 2

// A change is one change of the rules, or of what seats observe.
type change struct {
	version int // of the games that it concerns, at least
	what    string
	needs   []string // what they all have: see Game.has; none: every game
}

// changes lists the changes since firstVersion, the oldest first.
var changes = []change{
	{3, "a mob is the target of the one attack", []string{"city_brawl"}},
	{3, "a natural 6 that scores below 7 is rolled again for cover", []string{"juggernaut", "cover"}},
	{3, "a natural 6 that scores below 7 is no miss to roll again", []string{"juggernaut", "grudge"}},
	{3, "models that vanish with the Hero that raised them have been removed by nobody", []string{"absorb_health", "raise_dead"}},
	{3, "models that vanish with the Hero that raised them have been removed by nobody", []string{"daemon", "raise_dead"}},
	{3, "recovery outside of the area starts a Berserker", []string{"berserker", "respawn"}},
	{3, "a Hero that could shoot blind has its Duel to come", []string{"zero_vision_shooting", "bid_initiative"}},
	{3, "a Hero whose Duel to come is with nobody may help others", []string{"wingman", "bid_initiative"}},
	{3, "a fast model that leaves a melee has its second action", []string{"bid_initiative", "melee", "fast"}},
	{3, "each of its activations brings a model a Duel", []string{"bid_initiative", "awesomeness"}},
	{3, "each of its activations brings a model a Duel", []string{"bid_initiative", "zealous"}},
	{3, "each of its activations brings a model a Duel", []string{"bid_initiative", "raise_dead"}},
	{3, "a mob in panic runs behind cover", []string{"city_brawl"}},
	{3, "models that come back at a counter do so in the next round", []string{"respawn_at=counter"}},
	{4, "nobody has a corner before it is known", []string{"warband=draft"}},
	{4, "nobody has a corner before it is known", []string{"bodyguard"}},
	{4, "nobody has a corner before it is known", []string{"grudge"}},
	{4, "nobody has a corner before it is known", []string{"manhunt"}},
	{4, "nobody has a corner before it is known", []string{"yin_yang"}},
	{4, "a fast model that leaves a mob has its second action", []string{"city_brawl", "fast"}},
	{4, "only what is fielded plays", []string{"scenario=capture_the_flag", "warband=draft"}},
	{4, "only what is fielded plays", []string{"scenario=capture_the_flag", "warband=random"}},
	{4, "only what is fielded plays", []string{"scenario=capture_the_flag", "follower"}},
	{5, "seats see how far an interrupted Move has gone, and who does not interrupt it again", []string{"xtra_attack"}},
}

// versionOf returns the version of the rules of a game that has some things.
func versionOf(changes []change, has func(name string) bool) int {
	version := firstVersion
	for _, c := range changes {
		concerned := true
		for _, name := range c.needs {
			concerned = concerned && has(name)
		}
		if concerned {
			version = max(version, c.version)
		}
	}
	return version
}

// has reports whether the game plays with something: an optional rule or an add-on by its
// name, a feat or a trait that somebody in it can have, or a parameter=value as in the game
// string.
func (g *Game) has(name string) bool {
	if parameter, value, ok := strings.Cut(name, "="); ok {
		c := g.Config()
		for _, p := range c.Parameters() {
			if p.Name == parameter {
				return p.Value == value
			}
		}
		return false
	}
	for _, r := range g.t.Rules {
		if r.Name == name {
			return true
		}
	}
	id, ok := turn.SkillNamed(name)
	return ok && g.t.InGame.Has(id)
}
