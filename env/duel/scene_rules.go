package duel

import (
	"fmt"
	"slices"

	"ringer/env/duel/internal/config"
	"ringer/env/scene"
)

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.t.Config
	r := &scene.Rules{Title: g.spec.Title, Goal: goals[c.Scenario]}
	if r.Goal == "" {
		r.Goal = goals[ScenarioTreasure]
	}
	if c.Scenario == ScenarioHill {
		r.Goal = fmt.Sprintf(r.Goal, c.HillRadius, c.VictoryPoints)
	}
	r.Goal += " " + fmt.Sprintf("After %d rounds the game ends.", c.Rounds)
	r.Course = []string{
		"A round has three parts. Initiative: everybody rolls, and low goes first. Upkeep: each prone fighter rolls to get up. Then, in order, everybody activates one model after the other.",
		fmt.Sprintf("The first activation places a model within %g inches of its corner. Later ones move it up to %g inches, or let it interact with what it touches.", c.PlaceWithin, c.Move),
		fmt.Sprintf("A Duel follows with all enemies that the model then sees, at least %s away. Everyone standing in it sets a score from 1 to 6 in secret.", inchesLong(c.DuelFrom)),
		fmt.Sprintf("From the lowest score up everyone rolls its dice (a fighter %d): each die plus score of %d or more is a hit. The one that began chooses a target; the others shoot back at it. Equal scores roll at the same time.", c.Dice, c.HitOn),
		"The first hit places a fighter prone, and it does not attack any more. The second removes it.",
		fmt.Sprintf("In Upkeep a prone fighter rolls two dice and gets up, unhurt, when one shows %d or more, with %+d after a round without a Duel.", c.RecoverOn, c.RecoverBonus),
	}
	if c.Heroes {
		r.Course = append(r.Course, fmt.Sprintf("Heroes roll %d dice and have feats and traits for %d points. Toughness is lost before anything else. Gangers roll two dice; rookies and animals one, and their first hit removes them.", c.HeroDice, c.ResourcePoints))
	}
	r.Course = append(r.Course, optionsInWords(c)...)
	r.Signs = []scene.Entry{
		{ID: "sign:reach", Kind: scene.KindDrawing, Name: "shaded area", Text: "Where the acting model can go."},
		{ID: "sign:sight", Kind: scene.KindDrawing, Name: "lines from the acting model", Text: "Whole: an enemy in plain sight. Dashed: in cover. Dotted: not seen."},
		{ID: "sign:prone", Kind: scene.KindDrawing, Name: "a base on its side", Text: "A prone model. It does not act; the next hit removes it."},
		{ID: "sign:score", Kind: scene.KindDrawing, Name: "a card face down", Text: "A Duel Score that is set and not revealed yet."},
		{ID: "sign:corner", Kind: scene.KindDrawing, Name: "circle at a corner", Text: "Where a player's models come into play."},
	}
	for id := NoSkill + 1; id < Skills; id++ {
		if g.Offers(id) {
			r.Entries = append(r.Entries, scene.Entry{ID: skillEntry(id), Kind: skillKind(id), Name: scene.Sentence(id.Title()), Text: skillTexts[id]})
		}
	}
	return r
}

// goals says what wins in each scenario.
var goals = map[string]string{
	ScenarioTreasure:    "Carry the treasure off the table, or be the last side with a model in the game.",
	ScenarioStandoff:    "Be better off than the other when the Duels are over.",
	ScenarioHill:        "In Upkeep the side with more models within %g inches of the token in the centre holds it and scores. %d points win, and so does being the last side with a model.",
	ScenarioTugOfWar:    "Turn all three position counters to your side by touching them, or be the last side with a model.",
	ScenarioFlags:       "Bring the other side's flag to your own while that is in its place, or be the last side with a model.",
	ScenarioSolitaire:   "Carry the treasure off the table before the automata do.",
	ScenarioBossFight:   "Remove the boss together. You all lose when no fighter is left.",
	ScenarioGangWarfare: "Be the last gang standing.",
}

// optionsInWords lists the optional rules that are on, a sentence each.
func optionsInWords(c *config.Config) []string {
	var course []string
	for _, o := range []struct {
		on   bool
		text string
	}{
		{c.OneAndHalfActions, fmt.Sprintf("1.5 actions: a Move of %g inches without a Duel in the middle, or a skirmish: two legs with a Duel on one die between them, and one more at the end in which the mover may only avoid hits.", c.LongMove)},
		{c.Armory, "Armory: a two-handed weapon may roll one die again, and a shield is cover from its front."},
		{c.AvoidHits, "Avoid hits: with the score everyone chooses, in secret, to fight or to avoid. A lower score avoids before the attacker rolls: its lowest result that would hit stops all hits that are not lower."},
		{c.BidInitiative != BidOff, "Bids: Initiative is bid in secret. High bids activate first, then the Duels follow, low bids first, with the bid as score of the model that began."},
		{c.Charge, fmt.Sprintf("Charge: up to %g inches straight into contact with an enemy in sight, and +1 on the dice there.", c.ChargeMove)},
		{c.Climbing, "Climbing: heights cost 2 inches of Move an inch, 1 with a ladder."},
		{c.Cover == CoverSimple, "Cover: against a target in cover a die that hit is rolled again."},
		{c.Cover == CoverAdvanced, "Cover: against a target in cover a die that hit is rolled again, two of them when it is more than half hidden and avoids hits."},
		{c.DeadZone, "Dead zone: thrown weapons have no least distance."},
		{c.Exhaust, "Exhaust: two actions without a Duel, then the model goes prone."},
		{c.Falling, fmt.Sprintf("Falling: a fall of more than %g inches hurts; a die an inch.", c.FallFree)},
		{slices.Contains(c.InteractiveTerrain, Water), "Water covers, and drowns a model that goes prone in it."},
		{slices.Contains(c.InteractiveTerrain, Fragile), "Fragile terrain breaks under shots that miss."},
		{slices.Contains(c.InteractiveTerrain, Laser), "A laser hits a model that crosses it."},
		{slices.Contains(c.InteractiveTerrain, Tree), "Trees can be toppled."},
		{c.Jamming, "Jamming: a shot jams the weapon on a 6, and to unjam takes an action."},
		{c.Jump, "Jump: a Move may jump over gaps."},
		{c.Melee, "Melee: models in base contact duel hand to hand. Allies in contact support, a model that leaves is struck at, and shots into the crowd hit anyone in it."},
		{c.PlaceRandomly, "The treasure starts in a random square."},
		{c.Protection, "Protection: light is +1 on the model's dice, on dice against it, and to the inches of its Move; heavy is -1."},
		{c.Respawn, "Respawn: removed models come back two rounds later."},
		{c.SpawnPoints, "There are six spawn points."},
		{c.Specialization, "Specialization: brawlers are better hand to hand, gunslingers from afar."},
		{c.TakeAim, "Take aim: no Move, but the score may be changed by one after it is shown."},
		{c.Upgrades, "Upgrades: four tokens, each a die: armour, mirage, scope, boost, distortion, or a trap."},
		{c.WeaponRange, fmt.Sprintf("Range: thrown weapons carry %g inches, one-handed %g, two-handed %g.", c.ThrownRange, c.OneHandedRange, c.TwoHandedRange)},
		{slices.Contains(c.AddOns, AddOnNightRaid), fmt.Sprintf("Night raid: each die of a shot loses 1 for every inch begun beyond %g, unless the target is within %g inches of a light.", c.DarkFrom, c.LightRadius)},
		{slices.Contains(c.AddOns, AddOnCityBrawl), "City brawl: mobs of civilians hide what is behind them, stroll, and attack or run when there is a Duel near them. A model on a mob is no target."},
	} {
		if o.on {
			course = append(course, o.text)
		}
	}
	return course
}
