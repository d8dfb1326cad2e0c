package duel

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// This file tells the turn: the changes of the table, the activation and the Duel under way.

// namesOf returns the names of a set of models.
func namesOf(g *turn.Game, set turn.ModelSet) string {
	var names []string
	for rest := set; rest != 0; rest &= rest - 1 {
		names = append(names, g.ModelName(rest.First()))
	}
	return strings.Join(names, " and ")
}

// changes tells what has changed on the table, a sentence each.
func (l *look) changes(notes []string) []string {
	t, table := l.t, l.g.Scene
	for i := range table.Pieces() {
		at := table.ExtentOf(i).At
		switch {
		case t.Land.Gone>>i&1 != 0:
			notes = append(notes, fmt.Sprintf("Piece %d (%s) at %g,%g is gone.", i+1, table.TypeOf(i).ID, at[0], at[1]))
		case t.Damage[i] > 0:
			notes = append(notes, fmt.Sprintf("Piece %d (%s) at %g,%g has taken %d of %d dice.", i+1, table.TypeOf(i).ID, at[0], at[1], t.Damage[i], l.c.FragileHits))
		}
	}
	for i := range t.Land.Added() {
		e := t.Land.Added()[i].Extent()
		text := fmt.Sprintf("%s lies at %g,%g; it extends", l.addedName(i), e.At[0], e.At[1])
		for d, far := range e.Far {
			text += fmt.Sprintf(" %.2g %s", far, turn.DirectionNames[d])
		}
		notes = append(notes, text+".")
	}
	return notes
}

// addedName returns what a piece of terrain is that has been put down.
func (l *look) addedName(i int) string {
	x := &l.t.Land.Added()[i]
	switch {
	case i < int(l.t.PutDown):
		k, _ := l.g.Yard.Lies(x)
		return scene.Sentence(k.String())
	case !x.Stand():
		return "A log"
	case l.t.Builders[i] > 0:
		return "An obstacle of " + l.name(l.t.Builders[i]-1)
	}
	return "An obstacle"
}

// legNames holds the words for the parts of a Move.
var legNames = [turn.MoveKinds]string{
	turn.GoMove: "a Move", turn.GoLeg: "the first leg of two", turn.GoLastLeg: "the last leg of two", turn.GoFree: "a Move out of a melee",
	turn.GoBoost: "a boost", turn.GoCharge: "a charge", turn.GoMirage: "a mirage",
}

// activation tells how far the activation under way has come, and what follows.
func (l *look) activation(notes []string) []string {
	act, ahead, g := &l.t.Act, l.t.Ahead(), l.g
	if l.over() {
		return notes
	}
	if act.M != turn.Nobody {
		text := l.name(act.M) + " is activated"
		for _, f := range [...]state{
			{act.Given, " by a feat"},
			{act.Exhausting, ", exhausts"},
			{act.Long, ", has had the long action"},
			{act.Second, ", has had an action"},
			{act.Again, ", has had a brawler's extra Move"},
			{act.Missed(), ", has missed its charge"},
			{act.NoDuel, ", no Duel follows"},
			{ahead.Prone, ", goes prone at the end"},
		} {
			if f.holds {
				text += f.word
			}
		}
		if n := ahead.Actions + int(act.More); n > 0 {
			text += fmt.Sprintf(", %d more to come", n)
		}
		if act.Moved+act.Left > 0 {
			text += fmt.Sprintf("; %s gone, %s left of its Move", act.Moved, act.Left)
		}
		notes = append(notes, text+".")
	}
	if g.Foretells() && ahead.To != space.Nowhere {
		notes = append(notes, "The interrupted Move leads to "+g.Where(ahead.To)+".")
	}
	if ahead.Moving && ahead.Leg != turn.GoMove {
		notes = append(notes, "It is "+legNames[ahead.Leg]+".")
	}
	if ahead.Gone != 0 {
		text := "The interrupted Move"
		if ahead.From != space.Nowhere {
			text += " began at " + g.Where(ahead.From) + " and"
		}
		notes = append(notes, fmt.Sprintf("%s has gone %s.", text, ahead.Gone))
		if ahead.Refused != 0 {
			notes = append(notes, "Do not interrupt the rest of it: "+namesOf(g, ahead.Refused)+".")
		}
	}
	if ahead.Duels > 0 {
		text := "Duels to come: " + strconv.Itoa(ahead.Duels)
		if ahead.Duel.OneDie() {
			text += ", the first with one die"
		}
		if ahead.Duel.AvoidOnly() {
			text += ", the first to avoid hits only"
		}
		if ahead.With != turn.NoSkill {
			text += ", with " + ahead.With.Title()
		}
		if g.Foretells() && ahead.Only >= 0 && int(ahead.Only) < g.Models {
			text += ", against " + g.ModelName(ahead.Only)
		}
		notes = append(notes, text+".")
	}
	return notes
}

// duel returns the Duel under way, as far as the viewer knows it: who is in it, the scores, face
// down until they are revealed, and the dice.
func (l *look) duel() scene.Zone {
	d := &l.t.Duel
	z := scene.Zone{ID: "duel", Title: "Duel", Kind: "table", Note: l.duelWords()}
	for rest := d.Set; rest != 0; rest &= rest - 1 {
		z.Things = append(z.Things, l.score(rest.First(), scene.HiddenID(z.ID, len(z.Things))))
	}
	if d.Rolled > 0 && d.Faces[0] > 0 {
		for i, face := range d.Faces[:d.Rolled] {
			z.Things = append(z.Things, scene.Thing{ID: dieThing(i), Name: "Die", Kind: "die", Corner: strconv.Itoa(int(face))})
		}
		z.Meters = append(z.Meters, scene.Meter{ID: "bonus", Name: "on each die", Value: float64(d.Bonus), Text: fmt.Sprintf("%+d", d.Bonus)})
	}
	return z
}

func dieThing(i int) string { return "die:" + strconv.Itoa(i) }

// duelWords says who duels with whom, and how.
func (l *look) duelWords() string {
	d := &l.t.Duel
	text := namesOf(l.g, l.t.Initiators()) + " " + duels(l.t.Initiators())
	for _, f := range [...]state{
		{d.Melee, " hand to hand"},
		{d.Charge, " in a charge"},
		{d.Leaving, " to get away"},
		{d.OneDie, " with one die"},
		{d.AvoidOnly, " to avoid hits only"},
		{d.Fixed != 0, " with its bid"},
		{d.Twice, " with its reroll spent"},
	} {
		if f.holds {
			text += f.word
		}
	}
	if d.Special != turn.NoSkill {
		text += " by " + d.Special.Title()
		if d.Much > 0 {
			text += fmt.Sprintf(" (%d)", d.Much)
		}
		if d.Chained != 0 {
			text += fmt.Sprintf(" (%s)", namesOf(l.g, d.Chained))
		}
	}
	text += " with " + namesOf(l.g, l.t.Responders())
	if _, mob := d.Mob(); mob {
		text += fmt.Sprintf(", which has lost %d", l.t.Street.Losses)
	}
	return text
}

// duels returns the verb of those who begin a Duel.
func duels(set turn.ModelSet) string {
	if set&(set-1) != 0 {
		return "duel"
	}
	return "duels"
}

// score returns the Duel Score of a model, or of the mob, as a thing.
func (l *look) score(m int8, hidden string) scene.Thing {
	d := &l.t.Duel
	t := scene.Thing{ID: hidden, Name: "Score of " + l.name(m), Kind: "score"}
	_, mob := turn.MobOf(m)
	if !mob {
		t.Under = modelID(m)
	}
	if !d.Revealed && (mob || !l.mine(m)) {
		t.Face, t.Marks = scene.FaceDown, []string{"in secret"}
		return t
	}
	t.ID, t.Corner = fmt.Sprintf("score:%d", m), strconv.Itoa(int(d.Score[m]))
	if !d.Revealed {
		t.Face, t.Marks = scene.FaceMine, []string{"in secret"}
	}
	if d.Avoiding.Has(m) {
		t.Marks = append(t.Marks, "avoids hits")
	}
	if d.HadTurn().Has(m) {
		t.Marks = append(t.Marks, "has had its turn")
	}
	if d.Defense[m] > 0 {
		t.Marks = append(t.Marks, fmt.Sprintf("stops hits of %d or more", d.Defense[m]))
	}
	return t
}

// duelist tells what a model, or a mob, has to do with the Duel under way.
func (l *look) duelist(m int8, mark func(string)) {
	d := &l.t.Duel
	if d.By == turn.Nobody || l.over() {
		return
	}
	for _, f := range [...]state{
		{(d.Fight &^ d.Set).Has(m), "may attack"},
		{(d.Avoid &^ d.Set).Has(m), "may avoid hits"},
		{d.Scope.Has(m), "with a scope"},
		{d.Target == m, "target"},
	} {
		if f.holds {
			mark(f.word)
		}
	}
	if _, mob := turn.MobOf(m); mob {
		return
	}
	if n := d.AimedAt(m); n > 0 {
		mark(dice(n) + " aimed at it")
	}
	if n := l.t.Threatening(m); n > 0 {
		mark(scene.Count(n, "hit") + " to come")
	}
}

// skillTexts says what each feat and trait does, in a sentence or two for a player.
var skillTexts = [Skills]string{
	FeatAbsorbHealth:       "Whenever it removes another model it gains a point of toughness, even beyond what it began with.",
	FeatAmmunition:         "It and every model in base contact with it, friend or foe, roll two dice to see whether a weapon jams; both must show a jam.",
	FeatBerserker:          "Once it has recovered for the first time it has +2 on each die in a Duel and moves 2 inches further (3 with 1.5 actions). Its opponents have +1 on each die, and it uses no Special Attack.",
	FeatBodyguard:          "All hits on it from one source may go to a team mate named before the game, while that one is in play within 2 inches. It takes them with its own toughness.",
	FeatChainedShot:        "Special Attack: one more enemy joins the ranged Duel, within 2 inches of one that it sees and reaches. That enemy has a score of its own and may be the target.",
	FeatCoordinate:         "When activated it may first move X gangers or 2X rookies within 4 inches, X being its Follower. Those that can then duel with one enemy together, which has one score and one target.",
	FeatDaemon:             "When it removes a model in a Duel that it began, it must make a Move that ends nearer to the nearest enemy, and duels again if it then sees one.",
	FeatDauntless:          "No ally of its attacker supports an attack on it in a melee.",
	FeatEviscerate:         "Special Attack: instead of hitting, the attack lays a die beside the target with the hits it would have dealt. Each Upkeep the die rises by 1, to 6; then two dice are rolled, and each that comes to 7 or more with it is a hit. Recovering with both dice takes it away.",
	FeatExtremeReaction:    "When an enemy ganger or rookie begins a Duel with it, it may move up to 1 inch at once, before the scores. Then it is found anew who is in the Duel.",
	FeatFast:               "Two actions, each a Move or Interact, and one Duel at the end. A charge, Take aim or channelling replaces both.",
	FeatFighter:            "It avoids hits before its enemies attack also when its score is higher than theirs, instead of attacking. Its dice have -2 when its score is the single highest.",
	FeatGrudge:             "When it attacks the enemy Hero that was named before the game, every die that misses may be rolled again once.",
	FeatGuard:              "Channel: until its next activation, or until it is prone or removed, +1 on each die of the attacks with which it returns fire. No Duel follows the channelling.",
	FeatHurl:               "Special Attack, channelled: it throws a model in contact that has a smaller base. An ally lands on its feet up to 8 inches away. With an enemy there is a Duel first: each hit may be 2 inches of the throw instead, and it lands prone.",
	FeatHipshot:            "Special Attack: a Move in two legs with the Duel between them, of full length and with all dice, and no other Duel at the end.",
	FeatImmobilize:         "Special Attack, channelled: instead of hitting, the attack lays a die beside the target with the hits it would have dealt. Each Upkeep it falls by 1. While it lies there the model is not activated, but takes part in Duels.",
	FeatIrresponsible:      "In each Duel at least 4 inches from all other models of its warband, its owner may roll for its score when those of the others are known. No feat passes to it or from it.",
	FeatJuggernaut:         "In a melee each natural 6 of its attack counts as two hits, even if it would not have hit. To avoid it stops both or none.",
	FeatJustice:            "Special Attack: for each hit that it scores in a melee, every other Hero of its owner regains a point of toughness, up to what it has bought. The hits still count.",
	FeatKillerInstinct:     "From when it removes a model until the next Upkeep it cannot go prone; its hits are only summed. Then it is removed if they are enough for that, else it stands.",
	FeatKnockback:          "The target of an attack in which it scores hits is shoved back an inch for each, straight away, after it has gone prone. Also when returning fire.",
	FeatLarge:              "It has a large base, and +1 on each die in a melee with a model on a smaller one.",
	FeatLeap:               "On a Move it may go straight over, or onto, a piece of terrain that is no longer, wider or higher than its Move, if there is room to land. Heights cost nothing.",
	FeatManhunt:            "An enemy Hero is its prey. When the prey ends its activation standing, it may at once make a Move to where it sees the prey, and a Duel follows. Once a round, besides its own activation.",
	FeatMark:               "Instead of hitting, an attack may lay a die beside its target with the hits it would have dealt. Until the next Upkeep all dice rolled against that model gain as much.",
	FeatNightVision:        "Darkness costs its own shots nothing.",
	FeatNode:               "A friend within 5 inches that sees it may use its sight when beginning a Duel, while it stands.",
	FeatObstacle:           "Channel, where nothing could be duelled: a block of an inch beside it. The block stops movement and sight, covers, and can be stood on.",
	FeatOffHandWeapon:      "With a weapon in each hand, one at least for melee, it attacks and fights back in a melee with one more die. A gun among them can jam there too.",
	FeatPrecisionShot:      "Special Attack, channelled: +2 on its dice and +1 on those against it, in the Duel that follows at once and whenever it returns fire until its next activation.",
	FeatPrehensile:         "While it stands, enemies in base contact cannot leave it.",
	FeatQuake:              "Instead of hitting, an attack in a melee may shove all enemies in contact back an inch a hit. One that terrain or another model stops takes a hit.",
	FeatQuickstep:          "To avoid hits, every die that is no defense is rolled again once.",
	FeatReanimate:          "When it ends a Move in base contact with prone friends, they get up at once without a hit, and may be activated in this round if they have not been.",
	FeatRegenerate:         "Prone, it gets up in Upkeep without a roll.",
	FeatSentry:             "With its shield, every other friend in base contact with it is in light cover from everywhere, while it stands.",
	FeatSwift:              "In base contact with one other model it moves away as if nobody held it, and nobody retaliates.",
	FeatTacticalMovement:   "Still standing after a Duel, it may move at once to where no standing enemy sees it.",
	FeatThrall:             "Before the first round some of its followers may become thralls: they win nothing, begin no Duel and only avoid hits. One that ends a Move in contact with it may be spent: the Hero recovers, or regains a point of toughness.",
	FeatUnderdog:           "+1 on each die in a Duel that it begins in sight of more than one standing enemy.",
	FeatUnity:              "Every model in base contact with it, friend or foe, has +1 on each die that it rolls in a Duel.",
	FeatValorous:           "Standing after a Duel in which it returned fire, and not yet activated this round, it may move at once, nearer to an enemy other than the one who began. That is its activation; if it sees another enemy there, it begins a Duel.",
	FeatVolley:             "Special Attack against more than one enemy: when its turn comes each of its dice is given a target before any is rolled.",
	FeatWicked:             "Special Attack: when the scores are revealed it takes X hits, at most one more than its toughness, and has +X on each die in this Duel. Prone when the Duel is over, it is removed.",
	FeatWingman:            "When its activation ends without a Duel of its own it may choose up to three friends within 4 inches: until the end of the round each rolls one more die in Duels that it begins.",
	FeatXenos:              "Friendly Heroes with Xenos may use each other's sight when they begin a Duel, however far apart; the gangers of such a Hero may use its sight.",
	FeatXtraAttack:         "It may interrupt the Move of an enemy that it sees and reaches, each enemy once a round, with a Duel of one die in which the mover may only avoid hits. A mover that goes prone stops there.",
	FeatYellow:             "Between its action and the Duel it may throw itself down; there is no Duel then.",
	FeatYinYang:            "Another model is declared its Yang. The owner of either may send hits on it to the other, as many as he likes, but not hits that the two deal each other.",
	FeatZealous:            "Once a round it gives its activation to another standing ally within 8 inches, which has a whole activation, even if it had one before.",
	FeatZeroVisionShooting: "Special Attack: instead of its Duel it shoots at one enemy anywhere. A target that it does not see may only avoid hits. A pair on the dice hits nobody but itself, twice; three alike remove it.",
	TraitAwesomeness:       "Once a round, after its own action and Duel, up to X different models of its owner are activated once more, itself included.",
	TraitFollower:          "X gangers, or 2X rookies or animals, one kind for all of them.",
	TraitManeuver:          "While it is in play its owner rolls X more dice for Initiative, and says before whether for a high or a low result.",
	TraitNative:            "In X kinds of terrain, named before the first round, nobody sees it until it begins a Duel there; then everybody does until its next activation.",
	TraitRaiseDead:         "X times a game it may spend its action to bring back one or two removed models of any side, beside it. They fight for its owner without feats, the first hit removes them, and they go with it.",
	TraitShapeshifter:      "It has X further shapes with feats and traits of their own. Without a Duel in this round it may spend its activation to lay the marker of another shape beside it; without a hit until its next activation it stands there as that shape.",
	TraitToughness:         "Each hit costs a point of toughness before anything else. Lost toughness does not come back. Prone with toughness left it is only stunned.",
}

// skillKind returns "trait" or "feat".
func skillKind(id Skill) string {
	if id.Trait() {
		return "trait"
	}
	return "feat"
}

// skillEntry returns the id of the entry of a feat or trait.
func skillEntry(id Skill) string { return skillKind(id) + ":" + id.String() }
