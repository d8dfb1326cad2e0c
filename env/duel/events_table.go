package duel

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// This file tells what everybody sees happen on the table: it compares the state before
// an action with the one after it.

// tellFights tells of attacks that were counted and of rolls to avoid hits.
func (t *teller) tellFights() {
	was, is := &t.was.Duel, &t.is.Duel
	if was.By == turn.Nobody || was.Waiting >= uint8(len(is.Attacks)) {
		return
	}
	for m := range int8(t.game.Models) {
		if n := is.Defense[m]; n > 0 && was.Defense[m] == 0 && is.Avoiding.Has(m) {
			t.by(m, "stops hits of %d or more", n)
		}
	}
	if i, ok := is.Mob(); ok {
		t.tellMob(turn.MobTarget(i))
	}
	x := &is.Attacks[was.Waiting]
	if *x == was.Attacks[was.Waiting] || is.Set != was.Set || x.By == x.At {
		return
	}
	hits := x.Hits
	if is.Waiting <= was.Waiting { // it has taken effect
		hits = x.Scored
	}
	switch {
	case hits == 0:
		t.by(x.By, "does not hit %s", t.name(x.At))
	default:
		t.by(x.By, "hits %s%s", t.name(x.At), times(int(hits)))
	}
}

// tellMob tells of the score of the mob in a Duel, and of its roll to avoid hits.
func (t *teller) tellMob(m int8) {
	was, is := &t.was.Duel, &t.is.Duel
	if is.Set.Has(m) && !was.Set.Has(m) {
		t.by(m, "%s", scoreWords(true, int(is.Score[m])))
	}
	if n := is.Defense[m]; n > 0 && was.Defense[m] == 0 {
		t.by(m, "stops hits of %d or more", n)
	}
}

// times says how often, of what happens more than once.
func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf(" %d times", n)
}

// tellModels tells what has become of the models.
func (t *teller) tellModels() {
	for m := range int8(t.game.Models) {
		if t.was.Unfielded(m) && t.is.Unfielded(m) {
			continue
		}
		t.tellModel(m)
	}
}

// fates holds the words for a model that comes to another status.
var fates = [...]string{
	turn.Waiting: "waits outside", turn.Standing: "stands", turn.Prone: "falls prone", turn.Gone: "is taken out",
	turn.Away: "is out, and will be back", turn.Mingled: "is among a mob", turn.Melted: "melts with the crowd",
}

func (t *teller) tellModel(m int8) {
	was, is := &t.was.Models[m], &t.is.Models[m]
	if n := int(was.Toughness) - int(is.Toughness); n > 0 && was.Status != turn.Waiting {
		t.by(m, "loses %d toughness", n)
	}
	if is.Hits > was.Hits && is.Status == was.Status {
		t.by(m, "takes a hit")
	}
	if is.Seat != was.Seat {
		t.by(m, "goes over to %s", t.game.SideName(t.is.SideOf(m)))
	}
	switch {
	case is.Status == was.Status:
	case is.Status == turn.Standing && was.Status == turn.Prone:
		t.by(m, "gets up")
	case (is.Status == turn.Standing || is.Status == turn.Gone) && t.to.Has(m):
	case is.Status == turn.Standing:
		t.by(m, "comes into play at %s", t.game.Where(is.At))
	default:
		t.by(m, "%s", fates[is.Status])
	}
	if was.Status != turn.Mingled && t.is.Lies(m) != t.was.Lies(m) && is.Status == turn.Mingled {
		t.by(m, "falls prone")
	}
	if t.was.InPlay.Has(m) && t.is.InPlay.Has(m) && is.At != was.At && !t.to.Has(m) {
		t.by(m, "comes to %s", t.game.Where(is.At))
	}
	for _, f := range [...]struct {
		flag    uint16
		on, off string
	}{
		{turn.FlagJammed, "has a jammed weapon", "has its weapon unjammed"},
		{turn.FlagClimbing, "hangs on the terrain", ""},
		{turn.FlagRecovered, "has recovered", ""},
	} {
		switch on, before := is.Flags&f.flag != 0, was.Flags&f.flag != 0; {
		case on == before:
		case on:
			t.by(m, "%s", f.on)
		case f.off != "" && is.Status == was.Status:
			t.by(m, "%s", f.off)
		}
	}
	switch {
	case is.Upgrade == was.Upgrade:
	case is.Upgrade != 0:
		t.by(m, "has %s", turn.UpgradeNames[is.Upgrade])
	case is.Status == turn.Standing || is.Status == turn.Prone:
		t.by(m, "has spent its %s", turn.UpgradeNames[was.Upgrade])
	}
	t.tellHeroics(m)
}

// tellHeroics tells of the dice and switches beside a Hero, and of what its feats are
// about.
func (t *teller) tellHeroics(m int8) {
	if !t.game.Config.Heroes {
		return
	}
	was, is := &t.was.Models[m], &t.is.Models[m]
	for i := range is.Marks {
		switch n := is.Marks[i]; {
		case n == was.Marks[i] || turn.Mark(i) == turn.MarkNative:
		case n == 0 && (is.Status == turn.Standing || is.Status == turn.Prone):
			t.by(m, "is no longer %s", turn.MarkNames[i])
		case n > 1:
			t.by(m, "is marked: %s %d", turn.MarkNames[i], n)
		case n == 1:
			t.by(m, "is marked: %s", turn.MarkNames[i])
		}
	}
	for i, e := range is.Bonds {
		if e != was.Bonds[i] && e != turn.Nobody {
			t.by(m, "has %s as its %s", t.name(e), turn.BondNames[i])
		}
	}
}

// tellThings tells of what scenarios are won with, and of terrain.
func (t *teller) tellThings() {
	g, was, is := t.game, t.was, t.is
	for i := range g.Hooks.Things {
		switch g.Hooks.Things[i].Kind {
		case turn.ThingTreasure:
			t.tellTreasure()
		case turn.ThingFlag:
			t.tellFlags()
			t.tellPoints("flags brought home")
		case turn.ThingHill:
			if is.Hill != was.Hill && is.Hill != turn.Nobody && was.Round > 0 {
				t.side(is.Hill, "takes", "take", "the hill")
			}
			t.tellPoints("Victory Points")
		case turn.ThingCounter:
			for k, x := range is.Counters {
				if x.Side != was.Counters[k].Side && x.Side != turn.Nobody {
					t.say(env.Chance, "the counter at %s goes to %s", g.Where(x.At), g.SideName(x.Side))
				}
			}
		case turn.ThingMob:
			t.tellMobs()
		}
	}
	for i := range g.Scene.Pieces() {
		switch {
		case is.Land.Gone>>i&1 != 0 && was.Land.Gone>>i&1 == 0:
			t.say(env.Chance, "piece %d (%s) is gone", i+1, g.Scene.TypeOf(i).ID)
		case is.Damage[i] > was.Damage[i]:
			t.say(env.Chance, "piece %d (%s) takes %d of %d dice", i+1, g.Scene.TypeOf(i).ID, is.Damage[i], g.Config.FragileHits)
		}
	}
}

// side tells what the seats of a side do.
func (t *teller) side(side int8, one, several, what string) {
	t.say(env.Chance, "%s %s %s", t.game.SideName(side), t.game.SideDoes(side, one, several), what)
}

func (t *teller) tellTreasure() {
	was, is := t.was, t.is
	switch {
	case is.Carrier != was.Carrier && is.Carrier != turn.Nobody:
		t.by(is.Carrier, "takes the treasure")
	case is.Carrier != was.Carrier:
		t.by(was.Carrier, "drops the treasure at %s", t.game.Where(is.Treasure))
	case is.Carrier == turn.Nobody && is.Treasure != was.Treasure:
		t.say(env.Chance, "the treasure lies at %s", t.game.Where(is.Treasure))
	}
}

// tellPoints tells of what the sides count.
func (t *teller) tellPoints(what string) {
	for side, n := range t.is.Points {
		if n != t.was.Points[side] {
			t.side(int8(side), "has", "have", fmt.Sprintf("%d %s", n, what))
		}
	}
}

func (t *teller) tellFlags() {
	for i := range t.is.Flags {
		x, was := &t.is.Flags[i], &t.was.Flags[i]
		flag := t.game.SideWhose(int8(i)) + " flag"
		switch {
		case x.Carrier != was.Carrier && x.Carrier != turn.Nobody:
			t.by(x.Carrier, "takes %s", flag)
		case x.Carrier == turn.Nobody && (x.Carrier != was.Carrier || x.At != was.At) && x.At == x.Home:
			t.say(env.Chance, "%s is in its place", flag)
		case x.Carrier == turn.Nobody && (x.Carrier != was.Carrier || x.At != was.At):
			t.say(env.Chance, "%s lies at %s", flag, t.game.Where(x.At))
		}
	}
}

func (t *teller) tellMobs() {
	for i := range t.is.Street.Crowds {
		x, was := &t.is.Street.Crowds[i], &t.was.Street.Crowds[i]
		switch {
		case x.Size() == 0 && was.Size() > 0:
			t.say(env.Chance, "mob %d is gone", i+1)
		case x.Size() == 0:
		case was.Size() == 0:
			t.say(env.Chance, "mob %d gathers at %s", i+1, t.game.Where(x.At))
		case x.At != was.At:
			t.say(env.Chance, "mob %d goes to %s", i+1, t.game.Where(x.At))
		}
		if x.Size() > 0 && x.Civilians < was.Civilians {
			t.say(env.Chance, "mob %d has %d left of its civilians", i+1, x.Civilians)
		}
	}
}

// tellTurn tells of corners, the order of seats, rounds, the next Duel, and the end.
func (t *teller) tellTurn() {
	g, was, is := t.game, t.was, t.is
	if is.Corner != was.Corner || was.Round == 0 && is.Round > 0 {
		for seat := range g.Players {
			if c := is.Corner[seat]; c >= 0 {
				t.does(env.Player(seat), "starts", " in the "+turn.CornerNames[c])
			}
		}
	}
	for seat := range g.Players {
		if is.Lost[seat] && !was.Lost[seat] {
			t.does(env.Player(seat), "is", " out")
		}
	}
	switch {
	case is.Node == turn.NodeOver:
		t.tellOver()
		return
	case is.Round != was.Round:
		t.say(env.Chance, "round %d begins", is.Round)
	}
	if is.Seated > 1 && is.Round > 0 && t.ordered() {
		var seats []string
		for _, seat := range is.Order[:is.Seated] {
			seats = append(seats, g.SeatName(int(seat)))
		}
		t.say(env.Chance, "the order is %s", strings.Join(seats, ", "))
	}
	if d := &is.Duel; d.By != turn.Nobody && was.Duel.By == turn.Nobody && is.Responders() != 0 {
		with := ""
		if d.Melee {
			with = " hand to hand"
		}
		t.say(t.of(is.Initiator()), "%s %s%s with %s", namesOf(g, is.Initiators()), duels(is.Initiators()), with, namesOf(g, is.Responders()))
	}
}

// ordered reports whether the seats have been put in their order of the round.
func (t *teller) ordered() bool {
	return t.was.OrdersSeats() && !t.is.OrdersSeats() || t.was.BidsHidden && !t.is.BidsHidden
}

// tellOver tells how the game has ended.
func (t *teller) tellOver() {
	won := false
	for seat := range t.game.Players {
		won = won || !t.is.Won[seat]
	}
	for seat := range t.game.Players {
		switch {
		case t.is.Won[seat] && won:
			t.does(env.Player(seat), "wins", "")
		case t.is.Won[seat]:
			t.does(env.Player(seat), "ties", "")
		}
	}
	if t.is.Capped {
		t.say(env.Chance, "the last round is over")
	}
}
