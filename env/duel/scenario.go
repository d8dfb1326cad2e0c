package duel

import (
	"strconv"

	"ringer/env"
	"ringer/env/duel/space"
)

// A scenario says what a game is about (DUEL-16): a rule with what it puts on the
// table and how it is won, and who plays against whom.
type scenario struct {
	name    string
	about   string // what wins, in a few words
	rule    *rule
	players []int // numbers of players that it is for
	teams   bool  // the seats are two teams in turn, else everyone plays alone
	lost    bool  // the players have no opponents but automata: they lose at the round cap
	// automata is how many seats nobody plays, and how many models one of them has;
	// nil: none. They come after those of the players.
	automata func(c *Config) (seats, models int)
	// idle automata have no turns in the order of Initiative.
	idle bool
	// sides sorts the seats into sides and counts them; nil: everyone is alone.
	sides func(g *Game) int
	// corners deals the corners; nil: as in the core.
	corners func(s *State)
	// answer leaves of the legal set what an automaton may choose.
	answer func(s *State)
	// enlist makes automata what they are, arms is what they carry, and bases are
	// the sizes of models that there can be; nil: as players' are.
	enlist func(s *State)
	arms   *build
	bases  []space.Base
	// call names an automaton's model; nil: like a player's.
	call func(g *Game, m int8) string
	// start begins something else than rounds; nil: rounds.
	start func(s *State)
	// needs reports what the scenario cannot be played with, or without.
	needs func(c *Config, f *env.Faults)
}

// scenarioTable lists the scenarios.
var scenarioTable = []*scenario{
	&treasureScenario, &standoffScenario, &hillScenario, &tugScenario, &flagScenario, &gangScenario, &solitaireScenario, &bossScenario,
}

func scenarioNames() (names []string) {
	for _, x := range scenarioTable {
		names = append(names, x.name)
	}
	return names
}

// scenario is the one that is played; nil when there is none of that name.
func (c *Config) scenario() *scenario {
	for _, x := range scenarioTable {
		if x.name == c.Scenario {
			return x
		}
	}
	return nil
}

// validateScenario refuses what does not go with the scenario (DUEL-18).
func (c *Config) validateScenario(f *env.Faults) {
	x := c.scenario()
	if x == nil {
		return
	}
	allowed := false
	for _, n := range x.players {
		allowed = allowed || c.Players == n
	}
	if !allowed && c.Players >= MinPlayers && c.Players <= MaxPlayers {
		f.Add("players", c.Players, "one of %v in the scenario %s", x.players, x.name)
	}
	if x.needs != nil {
		x.needs(c, f)
	}
}

// playerChoices are the numbers of players that the scenario is for.
func (c *Config) playerChoices() (choices []string) {
	for _, n := range c.scenario().players {
		choices = append(choices, strconv.Itoa(n))
	}
	return choices
}

// respawnPlaces are the settings of respawn_at that the scenario has.
func (c *Config) respawnPlaces() []string {
	places := []string{RespawnCorner, RespawnPoints}
	if c.Scenario == ScenarioTugOfWar {
		places = append(places, RespawnCounter)
	}
	return places
}

// canonical is the configuration without the numbers of scenarios that are not
// played, and of Heroes where there are none: they change nothing, and are left out
// of what a spec is known by.
func (c *Config) canonical() *Config {
	d := *c
	if !c.Heroes {
		d.Warband, d.MaxModels, d.MaxShapes, d.ResourcePoints, d.HeroDice = "", 0, 0, 0, 0
	}
	if c.Scenario != ScenarioHill {
		d.VictoryPoints, d.HillRadius = 0, 0
	}
	if c.Scenario != ScenarioBossFight {
		d.BossAbilities, d.MaxZvergs, d.BossMove, d.BossLongMove = nil, 0, 0, 0
	}
	if c.Scenario != ScenarioSolitaire {
		d.Opponents = 0
	}
	if !c.plays(AddOnNightRaid) {
		d.DarkFrom, d.LightRadius = 0, 0
	}
	if !c.plays(AddOnCityBrawl) {
		d.MobRadius = 0
	}
	return &d
}
