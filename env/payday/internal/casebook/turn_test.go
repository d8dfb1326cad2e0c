package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/payday"
)

const quiet = `columns: [{loot: payday, obstacles: [steel-gate, locked-door]}]
`

// PAY-8: one free card a turn, any number that cost cash; the turn ends with a
// card drawn and the hand cut down to 8.
func TestCriminalTurnPAY8(t *testing.T) {
	b := one(t, quiet+`
cash: {criminal: 4}
hands: {criminal: [ghost, fast-talker, fence, casing, planning, planning, scavenge, toughness, die-hard, pack-mule, quick-hands, two-fisted]}`)
	b.do("play Ghost", "column 1", "play Fast Talker", "Ghost")
	assert.False(t, b.can("play Fence"), "one free card a turn")
	b.do("play Toughness", "Ghost", "play Die Hard", "Ghost")
	assert.Equal(t, 2, b.Cash(payday.Criminal))
	b.do("end")
	assert.Equal(t, payday.AskHandLimit, b.Question(), "9 and the card drawn")
	before := b.HandSize(payday.Criminal)
	for b.Question() == payday.AskHandLimit { // PAY-45: one card at a time, with no end before the limit
		assert.False(t, b.can("end"))
		b.do(b.legal()[0])
	}
	assert.Equal(t, 9, before)
	assert.Equal(t, 8, b.HandSize(payday.Criminal))
	assert.Equal(t, env.Player(payday.Police), b.CurrentPlayer())
	assert.Equal(t, 1, b.Cash(payday.Police), "PAY-12: gain 1 cash")
	b.until(payday.Criminal, payday.AskCard)
	assert.Equal(t, 3, b.Cash(payday.Criminal), "gain 1 cash")
}

// PAY-22: a Loot played first pays towards one card, with cash on top; what is left
// of it is lost. It is not the free card.
func TestLootPAY22(t *testing.T) {
	b := one(t, quiet+`
cash: {criminal: 1}
hands: {criminal: [ghost, jewelry, petty-cash, toughness, two-fisted, rifle, fast-talker]}
heisters: [{id: driver, column: 1}]`)
	b.do("play Jewelry")
	assert.Equal(t, 3, b.Pending())
	assert.False(t, b.can("play Petty Cash"), "PAY-8: one Loot a turn")
	b.do("play Battle Rifle", "Driver")
	assert.Equal(t, 1, b.Cash(payday.Criminal), "the Loot paid it all")
	assert.Equal(t, 0, b.Pending())
	assert.True(t, b.can("play Fast Talker"), "the free card is still there")

	b = one(t, quiet+`
cash: {criminal: 2}
hands: {criminal: [petty-cash, rifle, toughness, jewelry]}
heisters: [{id: driver, column: 1}]`)
	b.do("play Petty Cash", "play Battle Rifle", "Driver")
	assert.Equal(t, 1, b.Cash(payday.Criminal), "cash on top")

	b = one(t, quiet+`
cash: {criminal: 2}
hands: {criminal: [bearer-bonds, toughness, die-hard]}
heisters: [{id: driver, column: 1}]`)
	b.do("play Bearer Bonds", "play Toughness", "Driver", "play Die Hard", "Driver")
	assert.Equal(t, 1, b.Cash(payday.Criminal), "3 of the 4 were lost: the second card was paid in cash")

	b = one(t, quiet+`
cash: {criminal: 2}
hands: {criminal: [toughness, petty-cash]}
heisters: [{id: driver, column: 1}]`)
	b.do("play Toughness", "Driver")
	assert.False(t, b.can("play Petty Cash"), "a Loot comes first or not at all")

	// Unless the card says otherwise: clean bills are kept.
	b = one(t, quiet+`
hands: {criminal: [clean-bills, toughness, die-hard]}
heisters: [{id: driver, column: 1}]`)
	b.do("play Clean Bills", "play Toughness", "Driver", "play Die Hard", "Driver")
	assert.Equal(t, 0, b.Cash(payday.Criminal))
}

// PAY-9: a heister played while none is on the table costs nothing and is not the
// free card; another costs its price and 1 for each on the table. At most 4, one
// copy of each.
func TestHeistersPAY9(t *testing.T) {
	b := one(t, quiet+`
cash: {criminal: 9}
hands: {criminal: [mastermind, enforcer, enforcer, ghost, driver, fixer, casing]}`)
	b.do("play Mastermind", "column 1")
	assert.Equal(t, 9, b.Cash(payday.Criminal))
	assert.True(t, b.can("play Casing the Place"), "the free card is still there")
	b.do("play Enforcer", "column 1")
	assert.Equal(t, 9-(1+1), b.Cash(payday.Criminal))
	assert.False(t, b.can("play Enforcer"), "one copy of each")
	b.do("play Ghost", "column 1", "play Driver", "column 1")
	assert.Equal(t, 7-(0+2)-(0+3), b.Cash(payday.Criminal))
	assert.True(t, b.can("play Casing the Place"), "a heister that costs only what the others add is no free card")
	b.do("end").until(payday.Criminal, payday.AskCard)
	assert.False(t, b.can("play Fixer"), "four are enough")
}

// PAY-10, PAY-24: one perk, weapon and armor each; a new one replaces the old. They
// go on any heister, wherever it is. An asset stays in its column; each use takes a
// token, and it goes with the last.
func TestAttachmentsPAY10(t *testing.T) {
	b := two(t, key+`
cash: {criminal: 9}
hands: {criminal: [pistol, long-gun, toughness, die-hard, ballistic-vest, combined-vest, medic-bag]}
heisters: [{id: driver, column: 1}, {id: ghost, column: 2, damage: 5}]`)
	b.do("play Pistol", "Driver", "play Long Gun", "Driver", "play Toughness", "Ghost", "play Die Hard", "Ghost")
	g := b.Game()
	assert.Equal(t, kindOf(g, "long-gun"), b.heister(0).Weapon)
	assert.Equal(t, kindOf(g, "die-hard"), b.heister(1).Perk)
	b.do("play Medic Bag", "column 2", "use Medic Bag in column 2")
	assert.Equal(t, 2, b.heister(1).Damage)
	assert.False(t, b.can("use Medic Bag in column 1"))
	assert.Equal(t, 1, b.ColumnAt(1).Uses)
	b.do("use Medic Bag in column 2") // PAY-25: any number of uses in a turn
	assert.Equal(t, 0, b.heister(1).Damage)
	assert.Equal(t, -1, b.ColumnAt(1).Asset)
	b.do("end", "end").until(payday.Police, payday.AskCard)
	assert.Contains(t, b.discards(payday.Criminal), "Pistol")
	assert.Contains(t, b.discards(payday.Criminal), "Toughness")
	assert.Contains(t, b.discards(payday.Criminal), "Medic Bag")
}

const key = `columns: [{loot: key-card, obstacles: [steel-gate, locked-door]}, {loot: payday, obstacles: [steel-gate, turnstile]}]
`

// PAY-24: an ability is passive or used once a turn.
func TestAbilitiesPAY24(t *testing.T) {
	b := two(t, key+`heisters: [{id: hacker, column: 1}]`)
	assert.Equal(t, 2, b.heister(0).Effort, "passive: +1 progress")
	b.do("ability of Hacker", "column 2")
	_, up := b.ObstacleAt(1, 0)
	assert.True(t, up)
	assert.False(t, b.can("ability of Hacker"))
	b.until(payday.Criminal, payday.AskMove).do("end").until(payday.Criminal, payday.AskCard)
	assert.True(t, b.can("ability of Hacker"), "again in the next turn")
}

// PAY-25: one asset in a column, a new one replaces it; only heisters there use it;
// one for combat is used in combat only.
func TestAssetsPAY25(t *testing.T) {
	b := two(t, key+`
cash: {criminal: 9}
hands: {criminal: [medic-bag, ammo-bag, big-drill]}
heisters: [{id: driver, column: 1, damage: 3}]`)
	b.do("play Medic Bag", "column 2")
	assert.False(t, b.can("use Medic Bag in column 2"), "nobody is there")
	b.do("play Ammo Bag", "column 2", "play Big Drill", "column 1")
	assert.Equal(t, kindOf(b.Game(), "ammo-bag"), b.ColumnAt(1).Asset)
	assert.True(t, b.can("use Big Drill in column 1"))

	b = one(t, `
columns: [{loot: payday, obstacles: [steel-gate, locked-door], asset: ammo-bag, police: [swat-shield]}]
heisters: [{id: ghost, column: 1}]`)
	assert.False(t, b.can("use Ammo Bag in column 1"))
	b.until(payday.Criminal, payday.AskCombat)
	assert.Equal(t, 2, b.heister(0).Strength)
	b.do("use Ammo Bag in column 1", "pass", "use Ammo Bag in column 1")
	assert.Equal(t, 4, b.heister(0).Strength)
}

// PAY-11: a heister moves one column a turn and not over the edge; who moved does
// not escape. PAY-45: the steps end when the Criminal says so.
func TestMovementPAY11(t *testing.T) {
	b := two(t, `
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}, {loot: payday, gone: 2, taken: true, obstacles: [steel-gate, turnstile]}]
heisters: [{id: driver, column: 1, loot: payday}, {id: ghost, column: 2, loot: key-card}, {id: fixer, column: 1}]`)
	b.do("end")
	assert.Equal(t, []string{"Driver goes right", "Ghost goes left", "Fixer goes right", "end"}, b.legal())
	b.do("Driver goes right")
	assert.NotContains(t, b.legal(), "Driver goes left", "one step a turn")
	assert.Equal(t, 1, b.heister(0).Column)
	b.do("end")
	assert.Equal(t, payday.AskTransfer, b.Question())
	b.do("end")
	assert.NotEqual(t, payday.AskEscape, b.Question(), "it has moved")
	b.until(payday.Criminal, payday.AskEscape)
	assert.Equal(t, []string{"escape with Driver", "end"}, b.legal(), "from the rightmost column")
}

// PAY-11, PAY-28: escaping secures the PAYDAY; the heister with its cards goes into
// the draw pile, its damage is gone. The game is won with the last PAYDAY (PAY-17).
func TestEscapePAY28(t *testing.T) {
	g := still(t, "loot_cards=3")
	b := boardOf(t, g, `
step: escapes
columns:
  - {loot: payday, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}
  - {loot: key-card, obstacles: [locked-door, locked-door]}
  - {loot: payday, gone: 2, taken: true, obstacles: [steel-gate, turnstile]}
heisters:
  - {id: driver, column: 1, loot: payday, weapon: pistol, armor: sharp-suit, perk: fence, damage: 3}
  - {id: ghost, column: 3, loot: payday}
  - {id: fixer, column: 2}`)
	pile := 80 - 2 - 4 - 0
	assert.Contains(t, b.Text(payday.Criminal), "Criminal · Cash $0 · has the turn · to act\n  Your hand (0 cards, at most 8)\n  Draw pile (74 cards)\n")
	assert.Equal(t, 74, pile)
	b.do("escape with Driver")
	assert.Equal(t, 1, b.Secured())
	assert.Contains(t, b.Text(payday.Criminal), "Draw pile (78 cards)")
	_, there := b.HeisterAt(0)
	assert.False(t, there)
	b.do("escape with Ghost") // one after the other
	b.won(payday.Criminal)

	// PAY-28: a single column is both ends.
	b = one(t, `
step: escapes
columns: [{loot: payday, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}]
heisters: [{id: driver, column: 1, loot: payday}]`)
	b.do("escape with Driver")
	b.won(payday.Criminal)
}

// PAY-17: escaping with the only heister before the last PAYDAY loses, and is not
// masked.
func TestTheLastHeisterEscapesPAY17(t *testing.T) {
	b := boardOf(t, still(t, "loot_cards=3"), `
step: escapes
columns:
  - {loot: payday, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}
  - {loot: key-card, obstacles: [locked-door, locked-door]}
  - {loot: payday, obstacles: [steel-gate, turnstile]}
heisters: [{id: driver, column: 1, loot: payday}]`)
	b.do("escape with Driver")
	b.won(payday.Police)
}

// PAY-27, PAY-40: weapon, armor and Loot change hands within a column, exchanged
// where the receiver has one; perks stay. Each card moves once a turn.
func TestTransfersPAY27(t *testing.T) {
	b := two(t, `
step: transfers
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}, {loot: payday, obstacles: [steel-gate, turnstile]}]
heisters:
  - {id: driver, column: 1, weapon: pistol, perk: fence}
  - {id: ghost, column: 1, weapon: rifle, loot: key-card}
  - {id: fixer, column: 2, armor: ballistic-vest}`)
	assert.Equal(t, []string{"Driver hands the weapon to Ghost", "Ghost hands the weapon to Driver", "Ghost hands the Loot to Driver", "Ghost lays the Loot down", "end"}, b.legal())
	b.do("Ghost hands the weapon to Driver")
	g := b.Game()
	assert.Equal(t, kindOf(g, "rifle"), b.heister(0).Weapon)
	assert.Equal(t, kindOf(g, "pistol"), b.heister(1).Weapon, "exchanged")
	assert.Equal(t, kindOf(g, "fence"), b.heister(0).Perk)
	b.do("Ghost hands the Loot to Driver")
	assert.Equal(t, payday.AskCard, b.Question(), "nothing is left that may move: the step is over (PAY-40)")

	b = two(t, `
step: transfers
columns: [{loot: key-card, gone: 2, taken: true, obstacles: [steel-gate, locked-door]}, {loot: payday, obstacles: [steel-gate, turnstile]}]
heisters: [{id: ghost, column: 1, loot: key-card}]`)
	b.do("Ghost lays the Loot down")
	assert.Equal(t, 1, b.Lying(0, kindOf(g, "key-card")))
}

// PAY-23: free means a printed cost of 0; combat cards are for combat only.
func TestFreeCardsPAY23(t *testing.T) {
	b := one(t, quiet+`
cash: {criminal: 9}
hands: {criminal: [pistol, sprint, adrenaline, machine-pistol, casing]}
heisters: [{id: ghost, column: 1, perk: fence}]`)
	assert.False(t, b.can("play Adrenaline"))
	b.do("play Machine Pistol", "Ghost")
	assert.Equal(t, 8, b.Cash(payday.Criminal), "discounted by 1")
	b.do("play Pistol", "Ghost")
	assert.False(t, b.can("play Sprint"))
	assert.False(t, b.can("play Casing the Place"))
}

// PAY-43: played cards reach the discard pile at the end of the turn only.
func TestPlayedCardsWaitPAY43(t *testing.T) {
	b := one(t, quiet+`
cash: {criminal: 9}
hands: {criminal: [planning, scavenge]}
heisters: [{id: ghost, column: 1}]`)
	b.do("play Careful Planning")
	assert.Equal(t, "none", b.discards(payday.Criminal))
	b.do("play Scavenge") // nothing to take back: it fizzles (PAY-39)
	assert.Equal(t, payday.AskCard, b.Question())
	b.do("end")
	assert.Contains(t, b.discards(payday.Criminal), "Careful Planning, Scavenge")
}

// PAY-18: the discards are shuffled into an empty pile; with both empty there is
// no card.
func TestEmptyPilePAY18(t *testing.T) {
	g := shipped(t, "mini")
	b := boardOf(t, g, `
columns: [{loot: payday, obstacles: [door, door]}]
discards: {criminal: [burglar, burglar, burglar, burglar, burglar, gun, gun, gun, gun, gun]}`)
	assert.Contains(t, b.Text(payday.Criminal), "Draw pile (0 cards)")
	b.do("end")
	assert.Equal(t, 1, b.HandSize(payday.Criminal))
	assert.Contains(t, b.Text(payday.Criminal), "Draw pile (9 cards)")

	b = boardOf(t, g, `
columns: [{loot: payday, obstacles: [door, door]}]
hands: {criminal: [burglar, burglar, burglar, burglar, burglar, gun, gun, gun, gun, gun]}`)
	b.do("end")
	assert.NotContains(t, b.Text(payday.Criminal), "11 cards")
}

// shipped builds a shipped configuration with some settings on top.
func shipped(t testing.TB, file string, settings ...string) *payday.Game {
	c := payday.Defaults()
	sources := []configs.Source{configs.Named("games/payday/decks", "even")}
	if file != "" {
		sources = append(sources, configs.Named("games/payday", file))
	}
	require.NoError(t, configs.ReadAll(&c, append(sources, configs.Assignments("test", settings...))...))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// deckOf builds a game with a shipped deck.
func deckOf(t testing.TB, name string, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday/decks", name), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

// still builds a game with decks that do not change when the shipped ones are tuned.
func still(t testing.TB, settings ...string) *payday.Game {
	c := payday.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/payday", "testdata/deck.yaml"), configs.Assignments("test", settings...)))
	g, err := payday.New(c)
	require.NoError(t, err)
	return g
}

func TestRandomGames(t *testing.T) {
	for _, settings := range [][]string{nil, {"setup=random"}, {"loot_cards=0"}, {"payday=choose"}, {"loot_cards=1"}} {
		g := shipped(t, "", settings...)
		rng := env.Stream(1, "random games")
		decisions, wins, rounds := 0, 0, 0
		var legal []env.Action
		var outcomes []env.Outcome
		games := 2
		if long {
			games = 60
		}
		for range games {
			s := g.NewInitialState().(*payday.State)
			for s.CurrentPlayer() != env.Terminal {
				if s.CurrentPlayer() == env.Chance {
					outcomes = s.ChanceOutcomes(outcomes[:0])
					require.NoError(t, s.Apply(env.SampleOutcome(outcomes, rng)))
				} else {
					legal = s.LegalActions(legal[:0])
					require.NotEmpty(t, legal, s.String())
					require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
					decisions++
				}
				require.NoError(t, s.Conservation())
			}
			r := make([]float64, 2)
			s.Returns(r)
			if r[0] > 0 {
				wins++
			}
			rounds += s.Round()
		}
		t.Log(settings, "decisions a game", decisions/games, "criminal wins", wins, "rounds", rounds/games, "observation", g.Spec().ObservationSize(), "actions", g.Spec().NumActions(), "bound", g.Spec().MaxGameLength)
	}
}
