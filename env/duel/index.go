package duel

//go:generate go test -run TestRulesIndexPage -update

import (
	"slices"
	"strings"
)

// A Part is a part of the rule book.
type Part string

// The parts of the rule book, in its order.
const (
	PartCore     Part = "Core rules"
	PartOption   Part = "Optional rules"
	PartFeat     Part = "Feats"
	PartTrait    Part = "Traits"
	PartScenario Part = "Scenarios"
)

// An Entry is a rule as the rule book's index or one of its lists has it, and
// where to find it here.
type Entry struct {
	Part      Part
	Title     string
	Parameter string   // of the game that switches it on; empty: always on
	Files     []string // of this package that hold it
	Rulings   []int    // numbers of the DUEL rulings on it
	Cases     string   // file of testdata with positions that show it at work; empty: none
}

// Index lists every rule of the rule book: core rules, optional rules, feats,
// traits and scenarios. The caller owns it.
func Index() []Entry {
	list := slices.Concat(coreIndex, optionIndex)
	for id := noSkill + 1; id < skillIDs; id++ {
		e := Entry{
			Part: PartFeat, Title: sentence(id.String()), Parameter: "feats of a Hero: " + id.String(),
			Files: []string{"feat_" + id.String() + ".go"}, Cases: "feats/" + id.String() + ".yaml",
		}
		if id.trait() {
			e.Part, e.Parameter = PartTrait, "traits of a Hero: "+id.String()
			e.Files = []string{"trait_" + id.String() + ".go"}
		}
		list = append(list, e)
	}
	for _, x := range scenarioTable {
		if x.name != ScenarioStandoff { // one Duel, for solvers: not of the rule book
			list = append(list, scenarioEntry(x.name, "scenario: "+x.name, "scenario_"))
		}
	}
	for _, x := range addOnTable {
		if !slices.Contains(scenarioNames(), x.name) {
			list = append(list, scenarioEntry(x.name, "add_ons: ["+x.name+"]", "addon_"))
		}
	}
	return list
}

func scenarioEntry(name, parameter, prefix string) Entry {
	e := Entry{
		Part: PartScenario, Title: sentence(name), Parameter: parameter,
		Files: []string{prefix + name + ".go"}, Cases: "casebook/" + name + ".yaml", Rulings: scenarioRulings[name],
	}
	if name == ScenarioTreasure {
		e.Cases = ""
	}
	return e
}

// sentence writes a name of a parameter as a title.
func sentence(name string) string {
	title := strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(title[:1]) + title[1:]
}

var coreIndex = []Entry{
	{Part: PartCore, Title: "Setup and winning", Files: []string{"setup.go", "scenario_treasure.go"}, Rulings: []int{9, 33}},
	{Part: PartCore, Title: "Initiative", Files: []string{"round.go"}, Rulings: []int{6}},
	{Part: PartCore, Title: "Upkeep", Files: []string{"round.go"}, Rulings: []int{6}},
	{Part: PartCore, Title: "First placement", Files: []string{"setup.go"}, Rulings: []int{7, 111}},
	{Part: PartCore, Title: "Move", Files: []string{"move.go", "walk.go"}, Rulings: []int{3, 5, 24}},
	{Part: PartCore, Title: "Interact", Files: []string{"act.go"}, Rulings: []int{7, 32, 110}},
	{Part: PartCore, Title: "Duel", Files: []string{"duel.go", "attack.go", "dice.go"}, Rulings: []int{7, 8, 10, 26}},
	{Part: PartCore, Title: "Terrain", Files: []string{"table.go", "space/terrain.go", "space/sight.go"}, Rulings: []int{2, 4}},
}

// option is the entry of an optional rule.
func option(title, parameter string, rulings []int, files ...string) Entry {
	name, _, _ := strings.Cut(parameter, " ")
	return Entry{Part: PartOption, Title: title, Parameter: parameter, Files: files, Rulings: rulings, Cases: "casebook/" + name + ".yaml"}
}

var optionIndex = []Entry{
	option("1.5 Actions", "one_and_half_actions", []int{37}, "one_and_half.go"),
	option("Armory", "armory", []int{38, 39}, "armory.go"),
	option("Avoid hits", "avoid_hits", []int{21, 40}, "duel.go"),
	option("Bid for Initiative", "bid_initiative", []int{41, 42}, "bid.go"),
	option("Charge", "charge", []int{43}, "charge.go"),
	option("Climbing", "climbing", []int{44}, "climbing.go"),
	option("Cover", "cover", []int{45}, "cover.go"),
	option("Dead zone", "dead_zone", []int{46}, "dead_zone.go"),
	option("Exhaust", "exhaust", []int{47}, "exhaust.go"),
	option("Falling", "falling", []int{48}, "falling.go"),
	option("More than one model a player", "models_per_player", []int{31}, "setup.go"),
	option("Heroes", "heroes", []int{19, 49}, "heroes.go", "kinds.go", "hits.go"),
	option("Interactive terrain", "interactive_terrain", []int{50, 51, 52}, "terrain_water.go", "terrain_fragile.go", "terrain_laser.go", "terrain_tree.go"),
	option("Jamming weapons", "jamming", []int{53}, "jamming.go"),
	option("Jump", "jump", []int{54}, "jump.go"),
	option("Melee", "melee", []int{34, 55, 56, 57}, "melee.go"),
	option("One up", "one_up", []int{58}, "warband.go"),
	option("Place randomly", "place_randomly", []int{59}, "place_randomly.go"),
	option("More than two players", "players", []int{33}, "sides.go"),
	option("Protection", "protection", []int{60}, "protection.go"),
	option("Respawn", "respawn", []int{61}, "respawn.go"),
	option("Spawn points", "spawn_points", []int{61}, "respawn.go"),
	option("Specialization", "specialization", []int{62}, "specialization.go"),
	option("Take aim", "take_aim", []int{63}, "take_aim.go"),
	option("Upgrades", "upgrades", []int{64}, "upgrades.go"),
	option("Weapon range", "weapon_range", []int{65}, "weapon_range.go"),
}

// scenarioRulings are those on each scenario.
var scenarioRulings = map[string][]int{
	ScenarioTreasure:    {9},
	ScenarioBossFight:   {99, 100, 101},
	ScenarioFlags:       {102, 112},
	ScenarioGangWarfare: {106},
	ScenarioHill:        {106},
	ScenarioSolitaire:   {108},
	ScenarioTugOfWar:    {109},
	AddOnCityBrawl:      {103, 104, 105, 118},
	AddOnNightRaid:      {107},
}
