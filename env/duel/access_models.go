package duel

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/heroes"
	"ringer/env/duel/internal/observation"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// ModelSet is a set of models, as bits.
type ModelSet = turn.ModelSet

// InPlay returns the models that stand or lie in the area.
func (s *State) InPlay() ModelSet { return s.t.InPlay }

// Commands returns the models that a seat commands, in play or not.
func (s *State) Commands(seat int) ModelSet { return s.t.Own[seat] }

// Status says where a model is in the game.
type Status uint8

// The statuses of a model.
const (
	Waiting  = Status(turn.Waiting)  // it comes into play when it is activated
	Standing = Status(turn.Standing) // on its feet
	Prone    = Status(turn.Prone)
	Removed  = Status(turn.Gone)    // for good
	Away     = Status(turn.Away)    // removed, to respawn
	InMob    = Status(turn.Mingled) // part of a mob
	Melted   = Status(turn.Melted)  // with a mob, to come back on another
)

// Status returns the status of a model.
func (s *State) Status(m int) Status { return Status(s.t.Models[m].Status) }

// At returns where a model is; space.Nowhere when it is not in the area.
func (s *State) At(m int) space.Point { return s.t.Models[m].At }

// Hits returns the hits that a model has taken and not recovered from.
func (s *State) Hits(m int) int { return int(s.t.Models[m].Hits) }

// BossToughness returns the toughness that the boss has left, in boss_fight.
func (s *State) BossToughness() int {
	return int(s.t.Models[s.t.Game.FirstOf(s.t.Game.Players)].Toughness)
}

// Fighter holds what everybody sees of a model.
type Fighter struct {
	Seat                                             int
	Name                                             string // as in texts: A, B2
	At                                               space.Point
	Waiting, Standing, Prone, Removed, Away          bool
	Hits                                             int
	Acted, Engaged, Rested, Jammed, Aiming, Climbing bool
	Facing                                           int // Direction of the shield; -1 for none
	Upgrade                                          string
	Ranged, Melee                                    string // words of a Kit
	Shield, Brawler, Gunslinger                      bool
	Protection                                       int // +1 light, -1 heavy
	Climbed                                          space.Length

	// Where Heroes are played. Drafts in secret are not shown.
	Kind      string
	Base      space.Base
	Toughness int
	Feats     []string
	Traits    map[string]int
	Marks     map[string]int
	Leader    int            // the Hero whose follower it is; -1 for none
	Shapes    []config.Shape // of a shapeshifter, in their order, the one that it has included; nil for others
}

var reachNames = [...]string{config.NoWeapon: config.None, config.ThrownWeapon: config.Thrown, config.OneHandedWeapon: config.OneHanded, config.TwoHandedWeapon: config.TwoHanded}

// Fighter returns what everybody sees of a model.
func (s *State) Fighter(m int) Fighter {
	f := s.Plain(m)
	f.Name = s.t.Game.ModelName(int8(m))
	if s.t.Game.Config.Heroes && !observation.Hidden(&s.t) {
		showSkills(&s.t, int8(m), &f)
	}
	return f
}

// Plain returns what everybody sees of a model, without its name and the lists of
// its feats, traits, marks and shapes: it allocates nothing.
func (s *State) Plain(m int) Fighter {
	x, b := &s.t.Models[m], s.t.Build(int8(m))
	is := func(f uint16) bool { return x.Flags&f != 0 }
	f := Fighter{
		Seat: s.t.Owner(int8(m)), At: x.At,
		Waiting: x.Status == turn.Waiting, Standing: x.Status == turn.Standing, Prone: x.Status == turn.Prone, Removed: x.Status == turn.Gone, Away: x.Status == turn.Away,
		Hits: int(x.Hits), Acted: is(turn.FlagActed), Engaged: is(turn.FlagEngaged), Rested: is(turn.FlagRested), Jammed: is(turn.FlagJammed), Aiming: is(turn.FlagAimed), Climbing: is(turn.FlagClimbing),
		Facing: int(x.Facing), Upgrade: turn.UpgradeNames[x.Upgrade], Ranged: reachNames[b.Ranged], Melee: reachNames[b.Melee],
		Shield: b.Shield, Brawler: b.Brawler, Gunslinger: b.Gunslinger, Protection: int(b.Protection), Climbed: x.Climbed,
		Kind: turn.KindNames[x.Kind], Base: x.Base, Leader: int(x.Leader),
	}
	if s.t.Game.Config.Heroes && !observation.Hidden(&s.t) {
		f.Toughness = int(x.Toughness)
	}
	return f
}

// showSkills writes the feats, traits, marks and shapes of a model into f.
func showSkills(s *turn.State, m int8, f *Fighter) {
	x := &s.Models[m]
	for id := turn.NoSkill + 1; id < turn.SkillIDs; id++ {
		switch {
		case !s.Bears(m, id):
		case !id.Trait():
			f.Feats = append(f.Feats, id.String())
		default:
			if f.Traits == nil {
				f.Traits = map[string]int{}
			}
			f.Traits[id.String()] = s.Trait(m, id)
		}
	}
	if len(s.Wardrobes) > 0 && s.Bears(m, turn.TraitShapeshifter) {
		for k := range 1 + heroes.Further(s, m) {
			f.Shapes = append(f.Shapes, s.WardrobeOf(m).Shapes[k].Show())
		}
	}
	for i, n := range x.Marks {
		if n != 0 {
			if f.Marks == nil {
				f.Marks = map[string]int{}
			}
			f.Marks[turn.MarkNames[i]] = int(n)
		}
	}
}
