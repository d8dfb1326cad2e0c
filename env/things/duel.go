package things

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/knobs"
)

// duelMoves are the answers that are things, by their verbs. Verbs that are not here name
// a place or a model.
var duelMoves = []struct {
	verb       duel.Verb
	name, text string
}{
	{duel.Go, "move", "a Move"},
	{duel.NameModel, "duel", "a Duel with a model"},
	{duel.Leave, "leave", "a Move over the edge of the area"},
	{duel.Interact, "interact", "take the treasure, or use what is in contact"},
	{duel.Skirmish, "skirmish", "a Move that is divided around a Duel on one die"},
	{duel.Exhaust, "exhaust", "two actions, then prone"},
	{duel.TakeAim, "take aim", "the Duel Score can be changed by one after the reveal"},
	{duel.Unjam, "unjam", "a jammed weapon is cleared"},
	{duel.Disengage, "disengage", "the model steps out of a melee"},
	{duel.Climb, "climb", "the model climbs"},
	{duel.Shoot, "shoot", "the Duel is fought from afar"},
	{duel.FightInMelee, "fight hand to hand", "the Duel is fought in base contact"},
	{duel.Done, "done", "enough of what is offered"},
}

func duelThings(g *duel.Game) *List {
	config := g.Config()
	l := &List{}
	var skills [duel.Skills]int
	numbers, _ := knobs.List(g) // none: their texts are empty
	for id := range duel.Skills {
		skills[id] = -1
		if !config.Heroes || !g.Offers(id) {
			continue
		}
		kind := "feat"
		if id.Trait() {
			kind = "trait"
		}
		skills[id] = l.add(Thing{kind, id.String(), id.Title(), skillText(numbers, kind, id)})
	}
	var scores, avoids, bids [8]int
	for i := range scores {
		scores[i], avoids[i], bids[i] = -1, -1, -1
	}
	for n := 1; n <= 6; n++ {
		scores[n] = l.move(fmt.Sprintf("score %d", n), fmt.Sprintf("a Duel Score of %d, with a blow", n))
	}
	for n := 1; n <= 6 && config.AvoidHits; n++ {
		avoids[n] = l.move(fmt.Sprintf("avoid hits with %d", n), fmt.Sprintf("a Duel Score of %d, to avoid hits", n))
	}
	for n := 1; n <= 6 && config.BidInitiative != duel.BidOff; n++ {
		bids[n] = l.move(fmt.Sprintf("bid %d", n), fmt.Sprintf("an Initiative Score of %d", n))
	}
	verbs := map[duel.Verb]int{}
	for _, m := range duelMoves {
		verbs[m.verb] = l.move(m.name, m.text)
	}
	corners := duelCorners(g, l)
	if config.Heroes {
		l.Has = func(s env.State, seat int, dst []float64) {
			d := env.UnwrapState(s).(*duel.State)
			for mine := d.Commands(seat); mine != 0; mine &= mine - 1 {
				m := int(mine.First())
				for id, t := range skills {
					if t >= 0 {
						dst[t] += float64(d.Owns(m, duel.Skill(id)))
					}
				}
			}
		}
		l.Gets = func(s env.State) bool { return env.UnwrapState(s).(*duel.State).Drafting() }
	}
	if config.Heroes && config.Warband == duel.WarbandGiven {
		l.Swaps = dropSkills(l, &config)
	}
	l.Plays = func(s env.State, a env.Action) int {
		d := env.UnwrapState(s).(*duel.State)
		c := d.Decode(a)
		switch c.Verb {
		case duel.UseSkill:
			return skills[c.Skill]
		case duel.StartIn:
			return corners[[2]bool{c.To.Y > 0, c.To.X > 0}]
		case duel.SetScore:
			return scores[c.Number]
		case duel.AvoidHits:
			return avoids[c.Number]
		case duel.Bid:
			return bids[c.Number]
		case duel.Shoot, duel.FightInMelee:
			return verbs[c.Verb]
		}
		if t, ok := verbs[c.Verb]; ok && d.Question() == duel.AskAct {
			return t
		}
		return -1
	}
	return l
}

// duelCorners adds the corners of a map that is not alike on all sides, where seats choose in which they start,
// and returns them by whether they lie in the north and in the east.
func duelCorners(g *duel.Game, l *List) map[[2]bool]int {
	corners := map[[2]bool]int{}
	if !slices.ContainsFunc(g.Spec().Actions, func(b env.Block) bool { return b.Name == "corner" }) {
		return corners
	}
	for k, name := range []string{"southwest", "southeast", "northwest", "northeast"} {
		corners[[2]bool{k >= 2, k%2 == 1}] = l.add(Thing{"corner", name, name, "the side starts in this corner of the map"})
	}
	return corners
}

// dropSkills returns the games in which a Hero lacks one of its feats, or a point of a
// trait, and leaves the points unspent.
func dropSkills(l *List, config *duel.Config) (swaps []Swap) {
	nothing := l.add(Thing{KindNothing, "nothing", "nothing", "the points are left unspent"})
	for seat := range config.Players {
		band := config.Warbands[seat%len(config.Warbands)]
		for m := range min(config.ModelsPerPlayer, len(band.Models)) {
			drop := func(name string, change func(*duel.Kit)) {
				game := func() (env.Game, error) { return without(config, seat, m, change) }
				if _, err := game(); err != nil {
					return // what is left is no Hero: a shapeshifter without a shape
				}
				thing := slices.IndexFunc(l.Things, func(t Thing) bool { return t.ID == name && (t.Kind == "feat" || t.Kind == "trait") })
				swaps = append(swaps, Swap{Thing: thing, Other: nothing, Game: game, Seat: seat})
			}
			for i, feat := range band.Models[m].Feats {
				drop(feat, func(k *duel.Kit) { k.Feats = slices.Delete(slices.Clone(k.Feats), i, i+1) })
			}
			for _, trait := range slices.Sorted(maps.Keys(band.Models[m].Traits)) {
				drop(trait, func(k *duel.Kit) {
					k.Traits = maps.Clone(k.Traits)
					if k.Traits[trait]--; k.Traits[trait] == 0 {
						delete(k.Traits, trait)
					}
					if k.Traits[duel.TraitFollower.String()] == 0 {
						k.Followers = nil
					}
				})
			}
		}
	}
	return swaps
}

// without returns the game in which one model of a seat is changed.
func without(config *duel.Config, seat, model int, change func(*duel.Kit)) (env.Game, error) {
	changed := *config
	changed.Bands, changed.Warbands = nil, nil // named ones are in the file
	for s := range config.Players {
		band := config.Warbands[s%len(config.Warbands)]
		if s == seat {
			band.Models = slices.Clone(band.Models)
			change(&band.Models[model])
		}
		changed.Warbands = append(changed.Warbands, band)
	}
	if err := changed.Validate(); err != nil {
		return nil, err
	}
	return duel.New(changed)
}

// skillText returns the numbers of a feat or trait, in words.
func skillText(numbers []knobs.Knob, kind string, id duel.Skill) string {
	var words []string
	for _, k := range numbers {
		if name, ok := strings.CutPrefix(k.Path, kind+"s."+id.String()+"."); ok {
			words = append(words, fmt.Sprintf("%s %v (%s)", strings.ReplaceAll(name, "_", " "), k.Value, k.Doc))
		}
	}
	return strings.Join(words, ", ")
}
