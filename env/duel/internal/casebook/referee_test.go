package casebook_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/scene"
)

// A referee looks over the shoulders of those who play, with the rule book in hand: it counts
// the dice of every roll in a Duel, what is added to them, what is rolled again, and the hits. It
// was written from the book, without the engine, and sees what everybody at the table sees: the
// models, the words of the Duel, and what is told.
type referee struct {
	t       testing.TB
	g       *duel.Game
	c       duel.Config
	label   func() string
	checked map[string]int // how often what was compared

	second string // a fast model that leaves a melee as its first action

	// the Duel under way
	defense map[string]int // what stops hits, by who rolled it
	// the roll under way
	rolling  *duel.Rolling
	by, on   string // names
	faces    []int
	thrown   int // dice
	bonus    int
	shelter  bool   // terrain covers the target
	again    string // "", or the reroll that is being chosen
	rerolled map[string]int
}

func newReferee(t testing.TB, g *duel.Game, label func() string) *referee {
	return &referee{t: t, g: g, c: g.Config(), label: label, checked: map[string]int{}}
}

func (r *referee) fault(s *duel.State, format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf("%s\n%s\n%s", fmt.Sprintf(format, args...), s.Text(0), r.label())
}

func (r *referee) equal(s *duel.State, want, got int, what string, args ...any) {
	r.t.Helper()
	if want != got {
		r.fault(s, "%s: the book says %d, the game %d", fmt.Sprintf(what, args...), want, got)
	}
}

// duelOf returns the Duel under way as everybody sees it.
func duelOf(sc *scene.Scene) *scene.Zone {
	if i := slices.IndexFunc(sc.Zones, func(z scene.Zone) bool { return z.ID == "duel" }); i >= 0 {
		return &sc.Zones[i]
	}
	return &scene.Zone{}
}

// thingOf returns a thing of a scene by its id; an empty one where it is not there.
func thingOf(sc *scene.Scene, id string) *scene.Thing {
	for i := range sc.Zones {
		if k := slices.IndexFunc(sc.Zones[i].Things, func(x scene.Thing) bool { return x.ID == id }); k >= 0 {
			return &sc.Zones[i].Things[k]
		}
	}
	return &scene.Thing{}
}

// withMark returns the names of the models with a mark.
func withMark(sc *scene.Scene, mark string) (names []string) {
	for i := range sc.Zones {
		for k := range sc.Zones[i].Things {
			if x := &sc.Zones[i].Things[k]; x.Kind == "model" && slices.Contains(x.Marks, mark) {
				names = append(names, x.Corner)
			}
		}
	}
	return names
}

// active returns the activated model and what is told of its activation; empty for none.
func active(sc *scene.Scene) (name, words string) {
	for _, note := range sc.Notes {
		if m := activeModel.FindStringSubmatch(note); m != nil {
			return m[1], note
		}
	}
	return "", ""
}

// mobScore returns the score with which a mob avoids hits.
func mobScore(sc *scene.Scene, mob int) int {
	for _, x := range duelOf(sc).Things {
		if x.Name == fmt.Sprintf("Score of mob %d", mob) {
			score, _ := strconv.Atoi(x.Corner)
			return score
		}
	}
	return 0
}

// duelWords matches how the words of a Duel begin.
var (
	duelWords   = regexp.MustCompile(`^(.+?) duels? ?(.*?)(?:by ([a-z ]+?)(?: \((\d+)\))?(?: \([^)]*\))? )?with (.*?)(?:, which has lost \d+)?$`)
	toldHits    = regexp.MustCompile(`^(\S+) (?:hits (.+?)(?: (\d+) times)?|does not hit (.+))$`)
	activeModel = regexp.MustCompile(`^(\S+) is activated`)
	rolledWords = regexp.MustCompile(`^roll((?: \d)+)$`)
	rollAgain   = regexp.MustCompile(`^roll a (\d) again$`)
)

// A bout is a Duel in words.
type bout struct {
	initiators, others []string
	special            string
	much               int
	charge, leaving    bool
	oneDie             bool
	mob                int // 0: none
}

func (r *referee) bout(s *duel.State) (b bout) {
	note := duelOf(s.Scene(0)).Note
	words := strings.NewReplacer(" with one die", " in haste", " with its bid", "", " with its reroll spent", "").Replace(note)
	m := duelWords.FindStringSubmatch(words)
	if m == nil {
		r.fault(s, "the Duel cannot be read: %q", note)
	}
	b.initiators, b.others, b.special = strings.Split(m[1], " and "), strings.Split(m[5], " and "), m[3]
	b.much, _ = strconv.Atoi(m[4])
	b.charge, b.leaving, b.oneDie = strings.Contains(m[2], "in a charge"), strings.Contains(m[2], "to get away"), strings.Contains(m[2], "in haste")
	if text, ok := strings.CutPrefix(m[5], "mob "); ok {
		b.mob, _ = strconv.Atoi(text)
	}
	return b
}

func has(f *duel.Fighter, feat string) bool { return slices.Contains(f.Feats, feat) }

// contact reports whether the bases of two models are in contact.
func (r *referee) contact(s *duel.State, a, b int) bool {
	f, g := s.Plain(a), s.Plain(b)
	field := s.Field()
	return r.g.Scene().Contact(space.Model{At: f.At, Base: f.Base}, space.Model{At: g.At, Base: g.Base}, &field)
}

func (r *referee) enemies(s *duel.State, a, b int) bool {
	return r.g.Side(s.OwnerOf(a)) != r.g.Side(s.OwnerOf(b))
}

// berserk and precise say whether feats count in the Duel.
func berserk(f *duel.Fighter) bool { return has(f, "berserker") && f.Marks["berserk"] > 0 }

func (b *bout) precise(f *duel.Fighter) bool {
	return f.Marks["precise"] > 0 && !berserk(f) && (!slices.Contains(b.initiators, f.Name) || b.special == "precision shot")
}

// expect returns the dice of a roll and what is added to each, by the book; dice -1 where they
// are shared out.
func (r *referee) expect(s *duel.State, roll duel.Rolling) (dice, bonus int) {
	b, c := r.bout(s), &r.c
	melee := s.HandToHand()
	foes := func() (list []duel.Fighter) { // whom the roll is against
		if roll.Against >= 0 {
			return []duel.Fighter{s.Fighter(roll.Against)}
		}
		for m := range r.g.Models() {
			if b.mob == 0 && s.InDuel(m) && m != roll.By {
				list = append(list, s.Fighter(m))
			}
		}
		return list
	}()
	weak := 0 // what the foes bring upon themselves
	angry, exact, marked := false, false, 0
	for i := range foes {
		f := &foes[i]
		angry, exact, marked = angry || berserk(f), exact || b.precise(f), max(marked, f.Marks["marked"])
	}
	if angry {
		weak++
	}
	if exact {
		weak++
	}
	weak += marked
	if roll.By < 0 { // a mob avoids hits with a die a model
		sc := s.Scene(0)
		for i := range sc.Zones {
			for _, x := range sc.Zones[i].Things {
				if x.Kind != "mob" || x.Corner != strconv.Itoa(b.mob) {
					continue
				}
				at := slices.IndexFunc(sc.Map.Bases, func(b scene.Base) bool { return b.Thing == x.ID })
				dice = int(x.Meters[0].Value) + len(withMark(sc, fmt.Sprintf("part of mob %d", b.mob)))
				weak += r.unity(s, sc.Map.Bases[at].At)
			}
		}
		return min(dice, 6), mobScore(sc, b.mob) + weak
	}

	me := s.Fighter(roll.By)
	initiates := slices.Contains(b.initiators, me.Name)
	score, _, _ := s.Score(roll.By)
	bonus = score + weak
	dice = r.own(&me)
	add := func(on bool, n int) {
		if on {
			bonus += n
		}
	}
	add(c.Protection, me.Protection)
	add(berserk(&me), 2)
	add(b.precise(&me), 2)
	add(initiates && b.special == "wicked", b.much)
	add(slices.Contains(withMark(s.Scene(0), "with a scope"), me.Name), 1)
	seen := 0
	for m := range r.g.Models() {
		f := s.Plain(m)
		if !f.Standing {
			continue
		}
		if r.enemies(s, roll.By, m) && s.Sees(m, roll.By) {
			seen++
		}
		if m != roll.By && r.contact(s, roll.By, m) {
			hero := s.Fighter(m)
			add(has(&hero, "unity") && !has(&hero, "irresponsible") && !has(&me, "irresponsible"), 1)
		}
	}
	add(initiates && has(&me, "underdog") && seen > 1, 1)
	if melee && has(&me, "large") {
		smaller := slices.ContainsFunc(foes, func(f duel.Fighter) bool { return f.Base < me.Base })
		add(smaller, 1)
	}
	wing := initiates && me.Marks["wingman"] > 0
	if name, _ := active(s.Scene(0)); wing && name != "" && name != me.Name {
		wing = len(b.initiators) > 1 && !b.leaving // together, within the activation of another
	}
	if wing {
		dice++
	}
	if !roll.Attack {
		highest := has(&me, "fighter")
		for m := range r.g.Models() {
			if x, _, known := s.Score(m); known && m != roll.By && x >= score {
				highest = false
			}
		}
		add(highest, -2)
		return min(dice, 6), bonus
	}

	if me.Climbing {
		dice += 1 - r.own(&me)
	}
	if melee && has(&me, "off_hand_weapon") && !me.Jammed {
		dice++
	}
	if b.oneDie && initiates && len(b.initiators) == 1 {
		dice = 1
	}
	if b.special == "volley" && initiates {
		dice = -1
	}
	add(c.Specialization && melee && me.Brawler, 2)
	add(c.Specialization && !melee && me.Gunslinger, 1)
	add(!initiates, me.Marks["on guard"])
	if roll.Against < 0 {
		return min(dice, 6), bonus
	}
	foe := &foes[0]
	add(c.Protection, foe.Protection)
	add(c.Specialization && melee && foe.Gunslinger, 2)
	add(c.Specialization && !melee && foe.Brawler, 1)
	add(b.charge && melee && initiates, 1)
	if melee && !has(foe, "dauntless") {
		add(c.Melee, r.support(s, &b, roll))
	}
	if slices.Contains(c.AddOns, duel.AddOnNightRaid) && !melee && !has(&me, "night_vision") {
		bonus -= r.darkness(s, roll)
	}
	return min(dice, 6), bonus
}

// unity returns how many Heroes with Unity stand in contact with a mob at a place.
func (r *referee) unity(s *duel.State, at scene.Point) (n int) {
	field, step := s.Field(), r.g.Scene().Step().Inches()
	on := func(inches float64) int8 { return int8(math.Round(inches / step)) }
	for m := range r.g.Models() {
		f := s.Fighter(m)
		if f.Standing && has(&f, "unity") && !has(&f, "irresponsible") && r.g.Scene().ContactAt(space.Model{At: f.At, Base: f.Base}, space.Point{X: on(at.X), Y: on(at.Y)}, space.Inches(r.c.MobRadius), &field) {
			n++
		}
	}
	return n
}

// own returns the dice that a model has by its kind.
func (r *referee) own(f *duel.Fighter) int {
	switch f.Kind {
	case duel.KindHero:
		return r.c.HeroDice
	case duel.KindRookie, duel.KindAnimal:
		return 1
	}
	return r.c.Dice
}

// support returns how many friends with a weapon for it are in contact with the target and with
// no other enemy on its feet.
func (r *referee) support(s *duel.State, b *bout, roll duel.Rolling) (n int) {
	for m := range r.g.Models() {
		f := s.Plain(m)
		if m == roll.By || !f.Standing || f.Melee == duel.None || r.enemies(s, roll.By, m) || !r.contact(s, m, roll.Against) {
			continue
		}
		if _, _, own := s.Score(m); own && !b.leaving {
			continue
		}
		alone := true
		for e := range r.g.Models() {
			if e != roll.Against && r.enemies(s, m, e) && s.Plain(e).Standing && r.contact(s, m, e) {
				alone = false
			}
		}
		if alone {
			n++
		}
	}
	return n
}

// darkness returns what a shot loses in the night: one for each inch begun beyond four.
func (r *referee) darkness(s *duel.State, roll duel.Rolling) int {
	far := s.Gap(roll.By, s.At(roll.By), roll.Against) - r.c.DarkFrom
	if far <= 0 {
		return 0
	}
	field := s.Field()
	f := s.Plain(roll.Against)
	for _, x := range s.Things(nil) {
		if x.Kind == duel.ThingLight && r.g.Scene().RangeTo(space.Model{At: f.At, Base: f.Base}, x.At, 0, &field) <= r.c.LightRadius {
			return 0
		}
	}
	return int(math.Ceil(far))
}

// name returns the word for who rolls or is attacked.
func (r *referee) name(s *duel.State, m int) string {
	if m < 0 {
		return fmt.Sprintf("mob %d", r.bout(s).mob)
	}
	return s.Fighter(m).Name
}

// foreign reports whether a roll is one of those that a boss's own rules change.
func (r *referee) foreign(roll duel.Rolling) bool {
	return r.c.Scenario == duel.ScenarioBossFight && (roll.By >= 0 && r.g.Automatic(roll.By) || roll.Against >= 0 && r.g.Automatic(roll.Against))
}

// see looks at what is asked, and what is chosen: the bid is the score of a Duel that comes
// after the activations, and a fast model that leaves a melee has its second action.
func (r *referee) see(s *duel.State, a env.Action) {
	active, words := active(s.Scene(0))
	if r.second != "" && active != r.second {
		for m := range r.g.Models() {
			if f := s.Fighter(m); f.Name == r.second && f.Standing && f.Acted {
				r.fault(s, "%s is fast, has left a melee, and has had no second action", f.Name)
			}
		}
		r.second = ""
	}
	switch s.Question() {
	case duel.AskAct:
		me := s.Fighter(s.Subject())
		if r.second == me.Name {
			r.second = ""
			r.checked["second actions"]++
		}
		if s.ActionString(a) == "disengage" && has(&me, "fast") && !strings.Contains(words, ", has had an action") {
			r.second = me.Name
		}
	case duel.AskScore:
		if active != "" || r.c.BidInitiative == duel.BidOff || s.Initiator() < 0 {
			return
		}
		b, me := r.bout(s), s.Fighter(s.Subject())
		if has(&me, "manhunt") || has(&me, "valorous") || has(&me, "daemon") {
			return // these have Duels besides, with free scores
		}
		bid := ""
		for _, mark := range thingOf(s.Scene(s.CurrentPlayer()), fmt.Sprintf("model:%d", s.Subject())).Marks {
			if of, ok := strings.CutPrefix(mark, "bid "); ok {
				bid = of
			}
		}
		if len(b.initiators) != 1 || b.initiators[0] != me.Name || bid == "" || b.special == "xtra attack" {
			return
		}
		r.checked["bids"]++
		for _, x := range s.LegalActions(nil) {
			if name := s.ActionString(x); name != "score "+bid && name != "avoid "+bid {
				r.fault(s, "%s has bid %s, and may set %q", me.Name, bid, name)
			}
		}
	}
}

// watch looks at an action: the state before it, and after.
func (r *referee) watch(s *duel.State, a env.Action, after *duel.State) {
	if s.Initiator() < 0 {
		r.rolling, r.defense = nil, map[string]int{}
		return
	}
	if !slices.ContainsFunc(duelOf(s.Scene(0)).Things, func(x scene.Thing) bool { return slices.Contains(x.Marks, "has had its turn") }) {
		r.rolling, r.defense = nil, map[string]int{}
	}
	what := s.ActionString(a)
	automaton := s.CurrentPlayer() == env.Chance && rollAgain.MatchString(what)
	asked := s.Question() == duel.AskReroll || s.Question() == duel.AskCover || automaton
	dice := rolledWords.FindStringSubmatch(what)
	switch {
	case r.rolling != nil && asked:
		r.choose(s, what)
	case dice != nil:
		r.dice(s, dice[1])
	}
	r.count(s, a, after)
}

// dice takes down what chance has thrown.
func (r *referee) dice(s *duel.State, text string) {
	var faces []int
	for _, f := range strings.Fields(text) {
		n, _ := strconv.Atoi(f)
		faces = append(faces, n)
	}
	roll, first := s.Rolling()
	switch {
	case first:
		r.throw(s, roll, faces)
	case r.rolling == nil:
	case r.again != "":
		for r.again == "cover" && len(r.faces)+len(faces) > r.thrown { // more hits, without a choice
			r.removeHit(s)
		}
		r.rethrow(s, faces)
	case r.forced(s, len(faces)):
		r.rethrow(s, faces)
	}
}

// throw takes down the dice of a roll.
func (r *referee) throw(s *duel.State, roll duel.Rolling, faces []int) {
	r.thrown = len(faces)
	r.rolling, r.faces, r.again, r.rerolled, r.bonus = &roll, faces, "", map[string]int{}, s.RollBonus()
	r.by, r.on = r.name(s, roll.By), ""
	if roll.Attack {
		r.on = r.name(s, roll.Against)
	}
	r.shelter = roll.Attack && roll.Against >= 0 && roll.By >= 0 && r.c.Cover != duel.CoverOff && s.CoverOf(roll.By, roll.Against) != space.NoCover
	if r.foreign(roll) {
		return
	}
	dice, bonus := r.expect(s, roll)
	sort := "attack"
	if !roll.Attack {
		sort = "defense"
	}
	if roll.By < 0 || roll.Attack && roll.Against < 0 {
		sort += " with a mob"
	}
	r.checked[sort]++
	if dice >= 0 {
		r.equal(s, dice, len(faces), "dice of the %s of %s on %s", sort, r.by, r.on)
	}
	r.equal(s, bonus, r.bonus, "added to the dice of the %s of %s on %s", sort, r.by, r.on)
}

// scores returns the hits that a die of the roll counts for.
func (r *referee) scores(s *duel.State, f int) int {
	if r.rolling.Attack && f == 6 && s.HandToHand() && r.rolling.By >= 0 {
		if me := s.Fighter(r.rolling.By); has(&me, "juggernaut") {
			return 2
		}
	}
	if f+r.bonus >= r.c.HitOn {
		return 1
	}
	return 0
}

// choose takes a die out that a seat rolls again.
func (r *referee) choose(s *duel.State, what string) {
	kind := "two hands"
	switch {
	case s.Question() != duel.AskReroll: // an automaton has no other reroll
		kind = "cover"
	case s.SkillAsked() != duel.NoSkill:
		kind = s.SkillAsked().Title()
	}
	for _, b := range s.LegalActions(nil) {
		m := rollAgain.FindStringSubmatch(s.ActionString(b))
		if m == nil {
			continue
		}
		f, _ := strconv.Atoi(m[1])
		hit := r.scores(s, f) > 0
		if kind == "cover" && !hit || kind == "grudge" && hit {
			r.fault(s, "%s offers to roll a %d again", kind, f)
		}
	}
	r.rerolled[kind]++
	if kind == "cover" || kind == "grudge" {
		r.checked["reroll: "+kind]++
	}
	if m := rollAgain.FindStringSubmatch(what); m != nil {
		r.again = kind
		r.remove(s, m[1])
	}
}

func (r *referee) remove(s *duel.State, face string) {
	f, _ := strconv.Atoi(face)
	i := slices.Index(r.faces, f)
	if i < 0 {
		r.fault(s, "a %d is rolled again, but the dice are %v", f, r.faces)
	}
	r.faces = slices.Delete(r.faces, i, i+1)
}

// removeHit takes out a die that hits.
func (r *referee) removeHit(s *duel.State) {
	i := slices.IndexFunc(r.faces, func(f int) bool { return r.scores(s, f) > 0 })
	if i < 0 {
		r.fault(s, "a hit is rolled again, but the dice are %v, %+d each", r.faces, r.bonus)
	}
	r.faces = slices.Delete(r.faces, i, i+1)
}

// forced reports whether dice fall again that nobody chose: the only hits, for cover, or all
// that fail, with Quickstep.
func (r *referee) forced(s *duel.State, n int) bool {
	me := duel.Fighter{}
	if r.rolling.By >= 0 {
		me = s.Fighter(r.rolling.By)
	}
	quick := !r.rolling.Attack && has(&me, "quickstep") && r.rerolled["quickstep"] == 0
	cover := r.rolling.Attack && r.c.Cover != duel.CoverOff && r.rerolled["cover"] == 0
	rolled := 0
	for _, x := range duelOf(s.Scene(0)).Things {
		if x.Kind == "die" {
			rolled++
		}
	}
	if rolled == len(r.faces) || !quick && !cover {
		return false // another roll: a jam, a toughness
	}
	left := slices.Clone(r.faces)
	for range n {
		i := slices.IndexFunc(left, func(f int) bool { return (r.scores(s, f) > 0) == cover })
		if i < 0 {
			r.fault(s, "%d dice fall again, but the dice are %v, %+d each", n, r.faces, r.bonus)
		}
		left = slices.Delete(left, i, i+1)
	}
	r.faces = left
	if quick {
		r.rerolled["quickstep"]++
	} else {
		r.rerolled["cover"]++
		r.checked["reroll: cover"]++
	}
	return true
}

// rethrow puts dice back that have been rolled again.
func (r *referee) rethrow(s *duel.State, faces []int) {
	r.faces, r.again = append(r.faces, faces...), ""
	if r.rolling.Attack && r.rolling.Against < 0 && r.rerolled["cover"] > 0 {
		r.fault(s, "a mob has cover")
	}
}

// count compares what is told of an attack with the dice, and takes a defense down.
func (r *referee) count(s *duel.State, a env.Action, after *duel.State) {
	if r.rolling == nil || r.again != "" {
		return
	}
	if !r.rolling.Attack {
		lowest := 0
		for _, f := range slices.Sorted(slices.Values(r.faces)) {
			if f+r.bonus >= r.c.HitOn && lowest == 0 {
				lowest = f + r.bonus
			}
		}
		r.defense[r.by] = lowest
		return
	}
	for _, e := range s.Tell(0, a, after, nil) {
		m := toldHits.FindStringSubmatch(e.Text)
		if m == nil || m[1] != r.by || m[2] != r.on && m[4] != r.on {
			continue
		}
		r.judge(s, m)
		r.rolling = nil
		return
	}
}

// judge compares the hits that are told with the hits of the dice.
func (r *referee) judge(s *duel.State, told []string) {
	if r.foreign(*r.rolling) {
		return
	}
	b := r.bout(s)
	pairs := slices.Clone(r.faces)
	slices.Sort(pairs)
	double := len(slices.Compact(slices.Clone(pairs))) < len(pairs)
	wall := r.wall(s, &b)
	hits := 0
	for _, f := range r.faces {
		if wall == 0 || f+r.bonus < wall {
			hits += r.scores(s, f)
		}
	}
	if b.special == "zero vision shooting" && slices.Contains(b.initiators, r.by) && double {
		hits = 0
	}
	got := 0
	if told[4] == "" {
		if got = 1; told[3] != "" {
			got, _ = strconv.Atoi(told[3])
		}
	}
	upgraded := func(m int) bool { return m >= 0 && (s.Plain(m).Upgrade == "armour" || s.Plain(m).Upgrade == "mirage") }
	if got > hits || got < hits && !upgraded(r.rolling.By) && !upgraded(r.rolling.Against) {
		r.equal(s, hits, got, "hits of %s on %s with %v, %+d each, against a defense of %d", r.by, r.on, r.faces, r.bonus, wall)
	}
	r.checked["hits"]++
	scored := slices.ContainsFunc(r.faces, func(f int) bool { return r.scores(s, f) > 0 })
	two := false
	if r.rolling.By >= 0 && r.c.Armory {
		me := s.Plain(r.rolling.By)
		two = me.Ranged == duel.TwoHanded
		if s.HandToHand() {
			two = me.Melee == duel.TwoHanded
		}
	}
	if r.shelter && scored && !two && r.rerolled["cover"] == 0 {
		r.fault(s, "%s has hit %s in cover, and rolled no die again", r.by, r.on)
	}
	if two && !r.g.Automatic(r.rolling.By) && (r.c.Cover == duel.CoverOff || r.rolling.Against < 0) && r.rerolled["two hands"] == 0 && b.special != "volley" {
		r.fault(s, "%s was not asked to roll a die of its two-handed weapon again", r.by)
	}
}

// wall returns the result from which the target avoids the attack; 0 for none.
func (r *referee) wall(s *duel.State, b *bout) int {
	mine, _, _ := s.Score(r.rolling.By)
	if r.rolling.Against < 0 {
		if mobScore(s.Scene(0), b.mob) < mine {
			return r.defense[r.on]
		}
		return 0
	}
	theirs, avoids, _ := s.Score(r.rolling.Against)
	foe := s.Fighter(r.rolling.Against)
	if avoids && (theirs < mine || theirs != mine && has(&foe, "fighter")) {
		return r.defense[r.on]
	}
	return 0
}
