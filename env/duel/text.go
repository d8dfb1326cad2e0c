package duel

import (
	"fmt"
	"strconv"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// questions puts a node into words.
var questions = [nodeOver + 1]string{
	nodeCorner: "choose a corner to start in", nodeBid: "bid an Initiative Score, in secret", nodePick: "choose a model",
	nodeMobWay: "choose which way the mob goes", nodeMob: "choose a mob to come back on", nodeCrowd: "leave the mob, or melt with the crowd",
	nodeAgainst: "duel a mob, or not", nodeAside: "choose where it steps aside", chanceWay: "which way a mob goes", chanceCrowd: "whom the mob loses",
	nodePlace: "choose where it comes into play", nodeAct: "choose an action, or where to move", nodeGo: "choose where to go",
	nodeWeapon: "shoot, or fight hand to hand", nodeInto: "shoot into the melee, or not", nodeScore: "set a Duel Score, in secret",
	nodeTarget: "choose a target", nodeReroll: "choose a die to roll again, or none", nodeCover: "choose a hit to roll again",
	nodeAim: "change the Duel Score, or keep it", nodeFace: "choose where the shield faces", nodeSwap: "choose an enemy to change places with",
	nodeBuy: "buy a feat or trait, in secret", nodeFollowers: "choose the kind of followers, in secret", nodeSpecial: "choose a Special Attack, or none",
	nodeConvert: "choose what the hits become, or let them hit", nodeUse: "use it, or not", nodeWhom: "choose whom it is about",
	nodeWhere: "choose where", nodeHow: "choose how", chanceBuy: "what a Hero has",
	chanceMap: "the corners", chanceFirst: "the first player", chanceSeatDie: "an Initiative die", chanceTie: "the order of a tie",
	chanceDice: "dice", chanceMember: "who of a melee is shot at", chancePoint: "a square of the area", nodeOver: "the game is over",
}

func (s *State) asks() string {
	if s.asked != noSkill {
		return s.asked.title() + ": " + questions[s.node]
	}
	if s.node == nodeBuy {
		return questions[s.node] + s.budget()
	}
	return questions[s.node]
}

// budget says what is left to buy with, and which shape it is for.
func (s *State) budget() string {
	p := s.buying()
	text := fmt.Sprintf(", with %d points left", p.left)
	if p.left == 1 {
		text = ", with the last point"
	}
	if p.shape > 0 {
		text += fmt.Sprintf(" for shape %d", p.shape+1)
	}
	return text
}

// title is how texts write a feat or trait.
func (id skillID) title() string { return strings.ReplaceAll(skillNames[id], "_", " ") }

// modelName is how texts call a model: the seat's letter and a number.
func (g *Game) modelName(m int8) string {
	if m == nobody {
		return "nobody"
	}
	if call := g.scenario.call; call != nil && g.automatic(m) {
		return call(g, m)
	}
	name := string(rune('A' + g.seatOf(m)))
	if g.perSeat > 1 {
		name += strconv.Itoa(int(m-g.firstOf(g.seatOf(m))) + 1)
	}
	return name
}

var edgeNames = [space.Edges]string{"south", "east", "north", "west"}

var cornerNames = [corners]string{"southwest", "southeast", "northeast", "northwest"}

var directionNames = [directions]string{"east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast"}

// ActionString implements env.State.
func (s *State) ActionString(a env.Action) string {
	g := s.game
	if s.actor == env.Chance && s.node > nodeDecisions {
		return s.chanceString(a)
	}
	x := &g.actions
	in := func(base env.Action, n int) bool { return base >= 0 && a >= base && a < base+env.Action(n) }
	switch {
	case a < 0 || a >= x.size:
		return fmt.Sprintf("no action %d", a)
	case in(x.dest, x.dests()):
		return s.destString(a)
	case in(x.edge, space.Edges):
		return "leave to the " + edgeNames[a-x.edge]
	case in(x.generic, int(generics)):
		return genericNames[a-x.generic]
	case in(x.model, g.models):
		return modelVerbs[s.node] + " " + g.modelName(g.modelOf(int(s.asker), a))
	case in(x.bid, scores):
		return fmt.Sprintf("bid %d", a-x.bid+1)
	case in(x.die, 6):
		return fmt.Sprintf("roll a %d again", a-x.die+1)
	case in(x.direction, directions) && s.node == nodeMobWay:
		return "send the mob " + directionNames[a-x.direction]
	case in(x.direction, directions):
		return "face " + directionNames[a-x.direction]
	case in(x.mob, space.MaxMobs):
		return fmt.Sprintf("mob %d", a-x.mob+1)
	case x.mob >= 0 && a == g.doMelt():
		return "melt with the crowd"
	case in(x.corner, corners):
		return "start " + cornerNames[a-x.corner]
	case in(x.skill, int(skillIDs)-1):
		return s.skillString(skillID(a - x.skill + 1))
	case in(x.followers, int(animal-ganger)+1):
		return "field " + kindNames[ganger+kind(a-x.followers)] + "s"
	case in(x.number, maxNumber+1):
		return strconv.Itoa(int(a - x.number))
	case in(x.heroic, int(heroics)):
		return heroicNames[a-x.heroic]
	case int(a-x.score) >= scores:
		return fmt.Sprintf("avoid %d", int(a-x.score)-scores+1)
	}
	return fmt.Sprintf("score %d", a-x.score+1)
}

var modelVerbs = [nodeOver + 1]string{
	nodePick: "choose", nodeAct: "charge", nodeTarget: "attack", nodeSwap: "swap with",
	nodeCorner: "model", nodeBid: "model", nodePlace: "model", nodeGo: "model", nodeWeapon: "model", nodeInto: "model", nodeScore: "model",
	nodeBuy: "model", nodeFollowers: "model", nodeSpecial: "model", nodeConvert: "model", nodeUse: "model", nodeWhom: "choose", nodeWhere: "model", nodeHow: "model",
	nodeMobWay: "model", nodeMob: "model", nodeCrowd: "model", nodeAgainst: "model", nodeAside: "model",
	nodeReroll: "model", nodeCover: "model", nodeAim: "model", nodeFace: "model", nodeOver: "model",
}

// skillString says what an action does with a feat or trait.
func (s *State) skillString(id skillID) string {
	switch k := skills[id]; {
	case s.node == nodeBuy:
		return "buy " + id.title()
	case s.node == nodeAct && k != nil && k.channel:
		return "channel " + id.title()
	}
	return "use " + id.title()
}

// destString names a destination by where it is, in inches from the southwest
// corner.
func (s *State) destString(a env.Action) string {
	g := s.game
	origin := s.centre()
	if origin == space.Nowhere && !g.actions.absolute {
		o := g.actions.disc.Offset(int(a - g.actions.dest))
		return fmt.Sprintf("offset %+g,%+g", float64(o.X)*g.step.Inches(), float64(o.Y)*g.step.Inches())
	}
	p := g.destOf(origin, a)
	where := g.where(p)
	switch {
	case s.node == nodePlace:
		return "place at " + where
	case s.node == nodeCrowd:
		return "step out to " + where
	case s.node == nodeAside:
		return "step aside to " + where
	case p == origin:
		return "stay at " + where
	}
	return "go to " + where
}

// where is a point in inches, x,y from the southwest corner.
func (g *Game) where(p space.Point) string {
	return inches(float64(p.X)*g.step.Inches()) + "," + inches(float64(p.Y)*g.step.Inches())
}

func (s *State) chanceString(a env.Action) string {
	g := s.game
	switch s.node {
	case chanceDice:
		b := []byte("roll")
		if list := throws(int(s.chances)); a >= 0 && int(a) < len(list) {
			for _, f := range list[a].faces[:s.chances] {
				b = append(b, ' ', '0'+f)
			}
		}
		return string(b)
	case chanceSeatDie:
		return fmt.Sprintf("roll %d", a+1)
	case chanceFirst:
		return fmt.Sprintf("first player seat %d", a)
	case chanceMember:
		return "draw " + g.modelName(int8(a))
	case chanceBuy:
		if id, ok := g.skillOf(a); ok {
			return id.title()
		}
		return kindNames[ganger+kind(a-g.actions.followers)] + "s"
	case chanceWay:
		return "the mob goes " + directionNames[a]
	case chanceCrowd:
		if i := int(s.other); int(a) >= int(s.mob(i).civilians) {
			return "the mob loses " + g.modelName(s.memberOf(i, int(a)))
		}
		return fmt.Sprintf("the mob loses civilian %d", a+1)
	case chancePoint:
		return fmt.Sprintf("square %d %d", a%squares+1, a/squares+1)
	}
	return fmt.Sprintf("order %d", a)
}

// InformationState implements env.InfoStater: every action so far, with a
// question mark for what another seat has set in secret and nobody has shown. Of what
// others draft not even the number of choices is known.
func (s *State) InformationState(p env.Player) string {
	b := make([]byte, 0, 8*len(s.log)+8)
	b = append(b, 's')
	b = strconv.AppendInt(b, int64(p), 10)
	for i, e := range s.log {
		if s.drafting && e.secret && e.actor != int8(p) {
			continue
		}
		b = append(b, ' ')
		if e.actor >= 0 {
			b = append(b, 'a'+byte(e.actor))
		}
		if e.secret && i >= int(s.secrets) && e.actor != int8(p) {
			b = append(b, '?')
			continue
		}
		b = strconv.AppendInt(b, int64(e.action), 10)
	}
	return string(b)
}

// String implements env.State.
func (s *State) String() string {
	b := make([]byte, 0, 1024)
	b = fmt.Appendf(b, "%s: %s", s.actor, s.asks())
	b = fmt.Appendf(b, " | round %d order %v dice %v first %d corners %v subject %d other %d chances %d", s.round, s.order[:s.seated], s.die, s.first, s.corner, s.subject, s.other, s.chances)
	for m := range s.game.models {
		b = fmt.Appendf(b, " | %s %+v", s.game.modelName(int8(m)), s.models[m])
	}
	b = fmt.Appendf(b, " | treasure %v carrier %d | act %+v | duel %+v | tokens %v spawns %v land %v damage %v | lost %v won %v capped %t secrets %d | tasks %+v | log",
		s.treasure, s.carrier, s.act, s.duel, s.tokens, s.spawns[:s.spawned], s.land, s.damage[:s.game.scene.Pieces()], s.lost, s.won, s.capped, s.secrets, s.tasks[:s.taskCount])
	if s.game.moreThings {
		b = fmt.Appendf(b, " | flags %v hill %d points %v counters %v lights %v", s.flags, s.hill, s.points, s.counters, s.lights[:s.lit])
	}
	if len(s.wardrobes) > 0 {
		b = fmt.Appendf(b, " | shapes %v", s.wardrobes)
	}
	for _, e := range s.log {
		b = fmt.Appendf(b, " %d:%d", e.actor, e.action)
	}
	return string(b)
}
