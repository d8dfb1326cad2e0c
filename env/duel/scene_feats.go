package duel

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
