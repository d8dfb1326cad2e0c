package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// Numbers holds numbers of the things of a kind: for instance of fighter among the feats.
// Their keys are fixed.
type Numbers map[string]Values

// Values holds the numbers of one thing, by their names.
type Values map[string]float64

// FixedKeys marks the keys as those that there are.
func (Numbers) FixedKeys() {}

// FixedKeys marks the keys as those that there are.
func (Values) FixedKeys() {}

// A Number is a number of a feat, a trait, a scenario or an optional rule that a designer
// can turn. Table says what it is.
type Number uint8

const (
	BerserkerStrength Number = iota
	BerserkerWeakness
	BerserkerMove
	BerserkerLongMove
	BodyguardReach
	ChainedShotReach
	CoordinateReach
	EvisceratePips
	ExtremeReactionMove
	FighterWeakness
	HurlFar
	HurlPerHit
	ImmobilizeRounds
	IrresponsibleFrom
	JuggernautHits
	LargeStrength
	LeapHeavy
	LeapMedium
	LeapLight
	MarkPips
	NodeReach
	OffHandDice
	PrecisionStrength
	PrecisionWeakness
	QuakeHits
	UnderdogStrength
	UnderdogEnemies
	WingmanReach
	WingmanFriends
	ZealousReach
	AbsorbHealthPoints
	RaiseDeadAtOnce

	BossToughness
	BossWeakness
	AggressiveStrength
	BossArmourHits
	BounceInches
	ZvergsEach

	MobHears
	MobFlees
	MobHits
	MobPanics
	MobAttacks

	ChargeStrength
	BrawlerStrength
	BrawlerWeakness
	GunslingerStrength
	GunslingerWeakness
	JamOn
	JamTwoHandedOn
	TrapHits
	LaserHits
	ScopeStrength
	JumpRise
	JumpLightWidth
	JumpLightRise
	JumpHeavyWidth
	JumpHeavyRise
	ClimbCost
	ClimbAidCost
	NumberCount
)

// Sections of a configuration that hold numbers.
const (
	SectionFeats   = "feats"
	SectionTraits  = "traits"
	SectionBoss    = "boss"
	SectionMobs    = "mobs"
	SectionOptions = "options"
)

// An Entry says where a number stands in a configuration, and what it is.
type Entry struct {
	Section, Thing, Name string
	Usual, Low, High     float64
	Inches               bool // it may be a fraction
	Doc                  string
}

// Table lists the numbers of things that have some of their own.
var Table = [NumberCount]Entry{
	BerserkerStrength:   {SectionFeats, "berserker", "strength", 2, 0, 6, false, "added to each of its dice in a Duel, once it has recovered"},
	BerserkerWeakness:   {SectionFeats, "berserker", "weakness", 1, 0, 6, false, "added to each die of its opponents, once it has recovered"},
	BerserkerMove:       {SectionFeats, "berserker", "move", 2, 0, 3, true, "inches that it moves further, once it has recovered"},
	BerserkerLongMove:   {SectionFeats, "berserker", "long_move", 3, 0, 3, true, "inches that it moves further under one_and_half_actions"},
	BodyguardReach:      {SectionFeats, "bodyguard", "reach", 2, 0, 48, true, "inches from which the bodyguard takes hits"},
	ChainedShotReach:    {SectionFeats, "chained_shot", "reach", 2, 0, 48, true, "inches from one target to the next"},
	CoordinateReach:     {SectionFeats, "coordinate", "reach", 4, 0, 48, true, "inches to the models that act together"},
	EvisceratePips:      {SectionFeats, "eviscerate", "pips", 6, 1, 6, false, "the highest face of the die"},
	ExtremeReactionMove: {SectionFeats, "extreme_reaction", "move", 1, 0, 1, true, "inches of the reaction"},
	FighterWeakness:     {SectionFeats, "fighter", "weakness", 2, 0, 6, false, "taken from each of its dice that avoid hits, when its score is the single highest"},
	HurlFar:             {SectionFeats, "hurl", "far", 8, 1, 8, true, "inches of the longest throw"},
	HurlPerHit:          {SectionFeats, "hurl", "per_hit", 2, 1, 8, false, "inches for each hit"},
	ImmobilizeRounds:    {SectionFeats, "immobilize", "pips", 6, 1, 6, false, "the highest face of the die"},
	IrresponsibleFrom:   {SectionFeats, "irresponsible", "from", 4, 0, 48, true, "inches from others at which it goes astray"},
	JuggernautHits:      {SectionFeats, "juggernaut", "hits", 2, 1, 4, false, "hits of a natural 6 in a melee"},
	LargeStrength:       {SectionFeats, "large", "strength", 1, 0, 6, false, "added to each die in a melee with a smaller model"},
	LeapHeavy:           {SectionFeats, "leap", "heavy", 2, 0, 12, true, "inches of a leap with heavy protection"},
	LeapMedium:          {SectionFeats, "leap", "medium", 4, 0, 12, true, "inches of a leap with medium protection"},
	LeapLight:           {SectionFeats, "leap", "light", 6, 0, 12, true, "inches of a leap with light protection"},
	MarkPips:            {SectionFeats, "mark", "pips", 6, 1, 6, false, "the highest face of the die"},
	NodeReach:           {SectionFeats, "node", "reach", 5, 0, 48, true, "inches to the models that use its sight"},
	OffHandDice:         {SectionFeats, "off_hand_weapon", "dice", 1, 0, 2, false, "dice more in a melee"},
	PrecisionStrength:   {SectionFeats, "precision_shot", "strength", 2, 0, 6, false, "added to each of its dice"},
	PrecisionWeakness:   {SectionFeats, "precision_shot", "weakness", 1, 0, 6, false, "added to each die against it"},
	QuakeHits:           {SectionFeats, "quake", "hits", 1, 1, 4, false, "hits on a model that is stopped"},
	UnderdogStrength:    {SectionFeats, "underdog", "strength", 1, 0, 6, false, "added to each die of a Duel that it initiates in sight of many enemies"},
	UnderdogEnemies:     {SectionFeats, "underdog", "enemies", 2, 1, 12, false, "enemies that see it then"},
	WingmanReach:        {SectionFeats, "wingman", "reach", 4, 0, 48, true, "inches to the friends that it helps"},
	WingmanFriends:      {SectionFeats, "wingman", "friends", 3, 1, 12, false, "friends that it helps in a round"},
	ZealousReach:        {SectionFeats, "zealous", "reach", 8, 0, 48, true, "inches to the friend that acts once more"},
	AbsorbHealthPoints:  {SectionFeats, "absorb_health", "toughness", 1, 0, 3, false, "toughness for each model that it removes"},
	RaiseDeadAtOnce:     {SectionTraits, "raise_dead", "at_once", 2, 1, 2, false, "models raised at once"},

	BossToughness:      {SectionBoss, "boss", "toughness", 1, 1, 4, false, "toughness for each player"},
	BossWeakness:       {SectionBoss, "boss", "weakness", 2, 0, 6, false, "taken from each of the boss's dice that avoid hits, when its score is the single highest"},
	AggressiveStrength: {SectionBoss, "aggressive", "strength", 1, 0, 6, false, "added to each die of attacks, of zvergs too"},
	BossArmourHits:     {SectionBoss, "armour", "hits", 1, 1, 4, false, "hits of the first attack of a round that do nothing"},
	BounceInches:       {SectionBoss, "bounce", "inches", 1, 1, 4, false, "inches that everybody in contact is pushed back"},
	ZvergsEach:         {SectionBoss, "zverg", "each", 4, 1, 4, false, "zvergs for each player and for the boss, where max_zvergs is 0"},

	MobHears:   {SectionMobs, "mob", "hears", 6, 0, 48, true, "inches from a Duel within which a mob reacts"},
	MobFlees:   {SectionMobs, "mob", "flees", 6, 0, 24, true, "inches that a mob in panic runs"},
	MobHits:    {SectionMobs, "mob", "hits", 4, 2, 6, false, "die of a mob that hits"},
	MobPanics:  {SectionMobs, "mob", "panics", 5, 2, 7, false, "die of a mob that panics"},
	MobAttacks: {SectionMobs, "mob", "attacks", 3, 2, 7, false, "die of a mob that attacks, when it does not panic"},

	ChargeStrength:     {SectionOptions, "charge", "strength", 1, 0, 6, false, "added to each die of a charge"},
	BrawlerStrength:    {SectionOptions, "brawler", "strength", 2, 0, 6, false, "added to each die of a brawler's attack in a melee"},
	BrawlerWeakness:    {SectionOptions, "brawler", "weakness", 1, 0, 6, false, "added to each die that shoots at a brawler"},
	GunslingerStrength: {SectionOptions, "gunslinger", "strength", 1, 0, 6, false, "added to each die of a gunslinger's shot"},
	GunslingerWeakness: {SectionOptions, "gunslinger", "weakness", 2, 0, 6, false, "added to each die against a gunslinger in a melee"},
	JamOn:              {SectionOptions, "jamming", "on", 6, 2, 7, false, "jam die that jams a weapon"},
	JamTwoHandedOn:     {SectionOptions, "jamming", "two_handed_on", 5, 2, 7, false, "jam die that jams a two-handed weapon, with armory"},
	TrapHits:           {SectionOptions, "trap", "hits", 1, 1, 4, false, "hits of a trap"},
	LaserHits:          {SectionOptions, "laser", "hits", 1, 1, 4, false, "hits of a laser barrier"},
	ScopeStrength:      {SectionOptions, "scope", "strength", 1, 0, 6, false, "added to each die of a Duel by the upgrade scope"},
	JumpRise:           {SectionOptions, "jump", "rise", 1, 0, 3, true, "inches up that a jump leads"},
	JumpLightWidth:     {SectionOptions, "jump", "light_width", 3, 0, 8, true, "inches of the widest jump with light protection"},
	JumpLightRise:      {SectionOptions, "jump", "light_rise", 1.5, 0, 3, true, "inches up that a jump leads with light protection"},
	JumpHeavyWidth:     {SectionOptions, "jump", "heavy_width", 1, 0, 8, true, "inches of the widest jump with heavy protection"},
	JumpHeavyRise:      {SectionOptions, "jump", "heavy_rise", 0.5, 0, 3, true, "inches up that a jump leads with heavy protection"},
	ClimbCost:          {SectionOptions, "climbing", "cost", 2, 1, 4, true, "inches of the Move that an inch of height costs"},
	ClimbAidCost:       {SectionOptions, "climbing", "aid_cost", 1, 1, 4, true, "inches of the Move that an inch of height costs with a ladder or a rope"},
}

// Numbers that every feat and trait has.
const (
	Price = "price"
	Limit = "limit"
	Bonus = "bonus"
)

// common returns what a number is that every feat and trait has.
func common(name string, trait bool) Entry {
	switch name {
	case Price:
		return Entry{Name: name, Usual: 1, Low: 1, High: 12, Doc: "points that it costs"}
	case Limit:
		if trait {
			return Entry{Name: name, Usual: 12, Low: 0, High: 12, Doc: "how often a Hero may buy it; 0: never"}
		}
		return Entry{Name: name, Usual: 1, Low: 0, High: 1, Doc: "how often a Hero may buy it; 0: never"}
	}
	return Entry{Name: name, Usual: 0, Low: -6, High: 6, Doc: "added to each die of its bearer in a Duel, besides what it does"}
}

var commons = []string{Price, Limit, Bonus}

// FillNumbers sets all numbers of feats and traits, whose names it takes, and of rules to
// the usual ones.
func (c *Config) FillNumbers(feats, traits []string) {
	c.Feats, c.Traits, c.Boss, c.Mobs, c.Options = Numbers{}, Numbers{}, Numbers{}, Numbers{}, Numbers{}
	for _, list := range []struct {
		names []string
		into  Numbers
		trait bool
	}{{feats, c.Feats, false}, {traits, c.Traits, true}} {
		for _, thing := range list.names {
			list.into[thing] = Values{}
			for _, name := range commons {
				list.into[thing][name] = common(name, list.trait).Usual
			}
		}
	}
	for _, e := range Table {
		section := c.section(e.Section)
		if section[e.Thing] == nil {
			section[e.Thing] = Values{}
		}
		section[e.Thing][e.Name] = e.Usual
	}
}

func (c *Config) section(name string) Numbers {
	switch name {
	case SectionFeats:
		return c.Feats
	case SectionTraits:
		return c.Traits
	case SectionBoss:
		return c.Boss
	case SectionMobs:
		return c.Mobs
	}
	return c.Options
}

// Number returns a number of the table.
func (c *Config) Number(n Number) float64 {
	e := &Table[n]
	if x, ok := c.section(e.Section)[e.Thing][e.Name]; ok {
		return x
	}
	return e.Usual
}

// Whole returns a number of the table that is no fraction.
func (c *Config) Whole(n Number) int { return int(c.Number(n)) }

// OfSkill returns a number that every feat and trait has.
func (c *Config) OfSkill(skill string, trait bool, name string) int {
	section := c.Feats
	if trait {
		section = c.Traits
	}
	if x, ok := section[skill][name]; ok {
		return int(x)
	}
	return int(common(name, trait).Usual)
}

// EntryOf returns the entry of a number by its place in a configuration.
func EntryOf(section, thing, name string) (Entry, bool) {
	for _, e := range Table {
		if e.Section == section && e.Thing == thing && e.Name == name {
			return e, true
		}
	}
	for _, n := range commons {
		if n == name && (section == SectionFeats || section == SectionTraits) {
			e := common(name, section == SectionTraits)
			e.Section, e.Thing = section, thing
			return e, true
		}
	}
	return Entry{}, false
}

// Sections lists the sections that hold numbers.
var Sections = []string{SectionFeats, SectionTraits, SectionBoss, SectionMobs, SectionOptions}

// ValidateNumbers reports every number that is out of its bounds or that nothing has.
func (c *Config) ValidateNumbers(fault func(path string, value any, want string)) {
	for _, name := range Sections {
		for _, thing := range sorted(c.section(name)) {
			for _, number := range sorted(c.section(name)[thing]) {
				path, x := name+"."+thing+"."+number, c.section(name)[thing][number]
				e, ok := EntryOf(name, thing, number)
				switch {
				case !ok:
					fault(path, x, "a number that there is: ringer games duel --knobs lists them")
				case !e.Inches && x != math.Trunc(x), !(x >= e.Low && x <= e.High):
					kind := "a whole number"
					if e.Inches {
						kind = "a length in inches"
					}
					fault(path, x, fmt.Sprintf("%s from %g to %g", kind, e.Low, e.High))
				}
			}
		}
	}
}

// changedNumbers returns the numbers of a section that are not the usual ones; nil for
// none.
func changedNumbers(section string, all Numbers) (changed Numbers) {
	for thing, values := range all {
		for name, x := range values {
			if e, ok := EntryOf(section, thing, name); ok && e.Usual == x {
				continue
			}
			if changed == nil {
				changed = Numbers{}
			}
			if changed[thing] == nil {
				changed[thing] = Values{}
			}
			changed[thing][name] = x
		}
	}
	return changed
}

// sorted lists the keys of a mapping in alphabetical order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
