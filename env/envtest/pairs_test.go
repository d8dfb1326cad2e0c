package envtest

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"ringer/env"
)

// pairs is a small game with everything the laws speak of: chance that is not
// uniform, hidden cards, hidden simultaneous bids, a set field, a vocabulary.
// Each of two seats is dealt one of four cards; twice both bid up to the rank of
// their card, at most 2, revealed together; the larger sum of card and bids wins.
//
// A fault planted in it breaks one law; see mutants_test.go.
type pairs struct {
	spec   *env.Spec
	fault  string
	starts int
	cache  []float32 // of a fault only
}

func newPairs(fault string) *pairs {
	g := &pairs{fault: fault}
	g.spec = g.describe()
	if fault != "spec: unsealed" {
		g.spec.Seal()
	}
	return g
}

func (g *pairs) is(fault string) bool { return g.fault == fault }

func (g *pairs) describe() *env.Spec {
	s := &env.Spec{
		Name: "pairs", Title: "Pairs", Version: 1, Players: 2, MinPlayers: 2, MaxPlayers: 2,
		Actions:           []env.Block{{Name: "bid", Shape: []int{3}, Kind: "bid"}},
		MaxChanceOutcomes: 4, MaxGameLength: 4, MaxChanceNodes: 2,
		Observation: []env.Field{
			{Name: "hand", Shape: []int{4}, Vocab: "cards", Max: 1},
			{Name: "unseen", Shape: []int{4}, Vocab: "cards", Max: 1},
			{Name: "own", Shape: []int{2, 3}, Max: 1, Rows: []string{"first", "second"}},
			{Name: "shown", Shape: []int{4, 3}, Set: true, Max: 2, Columns: []env.Column{
				{Name: "is there", Max: 1}, {Name: "own", Max: 1}, {Name: "bid", Max: 2},
			}},
		},
		Utility: env.ZeroSum, MinUtility: -1, MaxUtility: 1,
	}
	switch g.fault {
	case "spec: duplicate block":
		s.Actions = []env.Block{{Name: "bid", Shape: []int{1}}, {Name: "bid", Shape: []int{2}}}
	case "kinds: a block without":
		s.Actions = []env.Block{{Name: "low", Shape: []int{2}}, {Name: "high", Shape: []int{1}, Kind: "bid"}}
	case "spec: players":
		s.MinPlayers = 3
	case "length: decisions":
		s.MaxGameLength = 3
	case "length: chance":
		s.MaxChanceNodes = 1
	case "chairs: rolls for some":
		s.MaxChanceNodes = 3
	case "labels: too few columns":
		s.Observation[3].Columns = s.Observation[3].Columns[:2]
	case "labels: too many rows":
		s.Observation[2].Rows = []string{"first", "second", "third"}
	case "labels: a column twice":
		s.Observation[3].Columns[1].Name = "bid"
	case "labels: a row without a name":
		s.Observation[2].Rows[1] = ""
	case "labels: wider than the field":
		s.Observation[3].Columns[2].Max = 3
	case "vocabularies: size":
		s.Observation[1] = env.Field{Name: "unseen", Shape: []int{2, 2}, Vocab: "cards", Max: 1}
	case "sets: a hole in a sequence":
		s.Observation[3].Set, s.Observation[3].Sequence = false, true
	case "returns vary: general":
		s.Utility = env.GeneralSum
	case "returns: team":
		s.Utility, s.Teams = env.TeamSum, []int{0, 0}
	case "legal: beyond the blocks":
		s.Actions[0].Shape[0] = 2
	case "frames: an action twice", "frames: an element twice", "frames: another way back", "frames: another corner", "frames: bounds":
		s.Frames = g.frames()
	}
	return s
}

// frames returns what could turn the observation if the first card were a corner, with a fault.
func (g *pairs) frames() *env.Frames {
	t := &env.Turn{Own: []env.Action{1, 0, 2}, Table: []env.Action{1, 0, 2}}
	for i := range int32(4 + 4 + 6 + 12) {
		t.From = append(t.From, i)
	}
	t.From[0], t.From[1] = 1, 0
	switch g.fault {
	case "frames: an action twice":
		t.Own[1] = 1
	case "frames: an element twice":
		t.From[2] = 3
	case "frames: another way back":
		t.Table = []env.Action{0, 1, 2}
	case "frames: another corner":
		t.From[0], t.From[1] = 0, 1
	case "frames: bounds":
		t.Flip = []env.Flip{{At: 1, Size: 3, When: [2]int32{0, 0}}}
	}
	return &env.Frames{Placed: 0, X: 0, MiddleX: 0.5, Y: 1, MiddleY: 0.5, Turns: [4]*env.Turn{1: t}}
}

// rarePairs names an event that changes the sum.
type rarePairs struct{ *pairs }

func (rarePairs) GeneralSumWhen() string { return "the moon is blue" }

// hardPairs names the event that wins.
type hardPairs struct{ *pairs }

func (hardPairs) WonWhen() string { return "pigs fly" }

func (g *pairs) Spec() *env.Spec {
	if g.is("spec: pointer") {
		return g.describe().Seal()
	}
	return g.spec
}

func (g *pairs) NewInitialState() env.State {
	g.starts++
	s := &pairsState{g: g, cards: [2]int{-1, -1}, bids: make([]int, 0, 8)}
	if g.is("replay: counts games") {
		s.nonce = g.starts
	}
	return s
}

type pairsState struct {
	g     *pairs
	cards [2]int // -1: not dealt
	bids  []int  // in the order of play
	nonce int    // set by faults only

	rolled bool // by a fault only
}

func (s *pairsState) is(fault string) bool { return s.g.fault == fault }

// shown returns how many bids are revealed.
func (s *pairsState) shown() int { return len(s.bids) / 2 * 2 }

func (s *pairsState) CurrentPlayer() env.Player {
	switch {
	case s.cards[1] < 0:
		return env.Chance
	case s.is("chairs: rolls for some") && len(s.bids) == 2 && !s.rolled:
		return env.Chance
	case len(s.bids) == 4:
		return env.Terminal
	case s.is("actors: seat out of range") && len(s.bids) == 3:
		return 2
	}
	return env.Player(len(s.bids) % 2)
}

func (s *pairsState) LegalActions(dst []env.Action) []env.Action {
	from := len(dst)
	switch p := s.CurrentPlayer(); {
	case p == env.Chance:
		for a := range 4 {
			if a != s.cards[0] {
				dst = append(dst, env.Action(a))
			}
		}
	case p == env.Terminal:
		if s.is("legal: after the end") {
			dst = append(dst, 0)
		}
	default:
		top := min(2, s.cards[len(s.bids)%2])
		if s.is("chairs: an absolute action") && p == 1 {
			top = min(top, 1)
		}
		if s.is("leak: legal") && p == 0 && s.cards[1] == 0 {
			top = 0
		}
		for a := range top + 1 {
			dst = append(dst, env.Action(a))
		}
		switch {
		case s.is("legal: descending"):
			slices.Reverse(dst[from:])
		case s.is("legal: repeats"):
			dst = append(dst, dst[len(dst)-1])
		case s.is("legal: empty") && top == 0:
			dst = dst[:from]
		}
	}
	if s.is("legal: overwrites") {
		return slices.Clone(dst[from:])
	}
	return dst
}

func (s *pairsState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	total := 0.0
	for a := range 4 {
		if a != s.cards[0] {
			total += float64(a + 1)
		}
	}
	for a := range 4 {
		if a == s.cards[0] {
			if !s.is("chance: impossible outcome") {
				continue
			}
			dst = append(dst, env.Outcome{Action: env.Action(a), Prob: 0})
			continue
		}
		prob := float64(a+1) / total
		if s.is("chance: sum") && s.cards[0] < 0 && a == 0 {
			prob /= 2
		}
		dst = append(dst, env.Outcome{Action: env.Action(a), Prob: prob})
	}
	if s.is("chance: not the legal actions") {
		dst[len(dst)-1].Prob += dst[len(dst)-2].Prob
		dst = slices.Delete(dst, len(dst)-2, len(dst)-1)
	}
	return dst
}

func (s *pairsState) Apply(a env.Action) error {
	p := s.CurrentPlayer()
	if !slices.Contains(s.LegalActions(nil), a) {
		switch {
		case s.is("mask: accepts more") && p >= 0 && a == 2,
			s.is("actors: goes on") && p == env.Terminal && a == 0:
			s.bids = append(s.bids[:min(3, len(s.bids))], int(a))
			return nil
		case s.is("illegal: type"):
			return errors.New("no")
		case s.is("illegal: changes") && p >= 0 && a == 2:
			s.cards[p] = 3
		case s.is("illegal: negative") && p >= 0 && a == -1:
			return nil
		}
		return &env.IllegalActionError{Game: "pairs", Player: p, Action: a}
	}
	if s.is("mask: refuses") && p == 1 && a == 2 {
		return &env.IllegalActionError{Game: "pairs", Player: p, Action: a}
	}
	if s.is("seed: own dice") && p == env.Chance {
		s.nonce += rand.IntN(1000)
	}
	switch {
	case p == env.Chance && s.cards[0] < 0:
		s.cards[0] = int(a)
	case p == env.Chance && s.cards[1] >= 0:
		s.rolled = true
	case p == env.Chance:
		s.cards[1] = int(a)
	default:
		s.bids = append(s.bids, int(a))
	}
	s.skipForced()
	return nil
}

func (s *pairsState) Observe(p env.Player, dst []float32) {
	if s.is("panics: observe at the end") && s.CurrentPlayer() == env.Terminal {
		panic("nothing to see")
	}
	if !s.is("observations: not written") {
		clear(dst)
	}
	if card := s.cards[p]; card >= 0 {
		dst[card] = 1
	}
	for card := range 4 {
		if card != s.cards[p] {
			dst[4+card] = 1
		}
	}
	for i := int(p); i < len(s.bids); i += 2 {
		dst[8+i/2*3+s.bids[i]] = 1
	}
	s.writeShown(p, dst[14:])
	switch {
	case s.is("observations: bounds"):
		dst[0] *= 3
	case s.is("observations: column bounds") && s.shown() > 0:
		dst[14+3+1] = 2
	case s.is("observations: infinite") && s.cards[p] == 3:
		dst[3] = float32(math.Inf(1))
	case s.is("observations: adds"):
		dst[1] += dst[2] * float32(s.g.starts%2)
		s.g.starts++
	case s.is("sets: absent row"):
		dst[14+3*3+2] = 1
	case s.is("sets: a hole in a sequence") && s.shown() > 0:
		copy(dst[14+3*3:], dst[14:14+3])
		clear(dst[14 : 14+3])
	case s.is("sets: half there"):
		dst[14] /= 2
	case s.is("chairs: shown by seat") && p == 0:
		dst[4] = 0.5
	case s.is("leak: observation") && s.cards[1-p] == 3,
		s.is("leak: at a chance node") && s.CurrentPlayer() == env.Chance && s.cards[1-p] == 3,
		s.is("leak: at the end") && s.CurrentPlayer() == env.Terminal && s.cards[1-p] == 3:
		dst[4] = 0.5
	case s.is("parallel: a shared cache"):
		s.g.cache = append(s.g.cache[:0], dst...)
		runtime.Gosched()
		copy(dst, s.g.cache)
	}
}

// writeShown writes a row for each revealed bid: for each round the bid of p, then the bid
// of the other seat.
func (s *pairsState) writeShown(p env.Player, dst []float32) {
	shown := s.shown()
	if s.is("siblings: a field left out") || s.is("told: a reveal is in neither observation nor text") || s.is("told: the observation may forget") {
		shown = 0
	}
	if s.is("chairs: asked in order") {
		shown = len(s.bids)
	}
	for i := range shown {
		own := i%2 == int(p)
		row := dst[3*(i/2*2):]
		if !own {
			row = row[3:]
		}
		if s.is("chairs: an absolute seat") {
			own = i%2 == 0
		}
		row[0], row[2] = 1, float32(s.bids[i])
		if own {
			row[1] = 1
		}
	}
}

// Rotated implements env.Rotator. No scene can be moved between the two steps of a
// deal or of a hidden bid.
func (s *pairsState) Rotated(by int) env.State {
	if by != 1 || len(s.bids)%2 == 1 || s.cards[0] >= 0 && s.cards[1] < 0 || s.is("chairs: nobody moves") ||
		s.is("chairs: rolls for some") && len(s.bids) == 2 {
		return nil
	}
	c := s.Clone().(*pairsState)
	c.rolled = true
	c.cards[0], c.cards[1] = s.cards[1], s.cards[0]
	for i := range c.bids {
		c.bids[i] = s.bids[i^1]
	}
	if s.is("chairs: changes the receiver") {
		s.nonce++
	}
	return c
}

// ChanceSeat implements env.ChanceSeater.
func (s *pairsState) ChanceSeat() env.Player {
	if s.cards[0] < 0 {
		return 0
	}
	return 1
}

func (s *pairsState) total(p int) int {
	t := s.cards[p]
	for i := p; i < len(s.bids); i += 2 {
		t += s.bids[i]
	}
	return t
}

// won returns what seat 0 wins.
func (s *pairsState) won() float64 {
	switch a, b := s.total(0), s.total(1); {
	case a > b, a == b && s.is("chairs: ties go to seat 0"):
		return 1
	case a < b:
		return -1
	}
	return 0
}

func (s *pairsState) Returns(dst []float64) {
	if s.CurrentPlayer() != env.Terminal {
		if s.is("returns: early") && len(s.bids) == 3 {
			dst[0], dst[1] = 1, -1
			return
		}
		clear(dst)
		return
	}
	won := s.won()
	dst[0], dst[1] = won, -won
	switch s.g.fault {
	case "returns: bounds":
		dst[0], dst[1] = 2*won, -2*won
	case "returns: sum":
		dst[1] = 0
	case "returns: not written":
		dst[0] = math.NaN()
	case "returns vary: constant":
		dst[0], dst[1] = 1, -1
	case "returns vary: nobody":
		dst[0], dst[1] = 0, 0
	}
}

func (s *pairsState) Clone() env.State {
	c := *s
	if !s.is("clones: shared") {
		c.bids = append(make([]int, 0, 8), s.bids...)
	}
	if s.is("clones: forgets") {
		c.cards[0] = -1
	}
	return &c
}

func (s *pairsState) CopyFrom(src env.State) {
	from := src.(*pairsState)
	bids := append(s.bids[:0], from.bids...)
	cards := s.cards
	*s = *from
	s.bids = bids
	switch {
	case s.is("copies: shared"):
		s.bids = from.bids
	case s.is("copies: forgets"):
		s.cards = cards
	}
}

func (s *pairsState) ActionString(a env.Action) string {
	if s.CurrentPlayer() == env.Chance {
		return fmt.Sprintf("deal %d", a)
	}
	switch {
	case s.is("strings: twice"):
		return "bid"
	case s.is("strings: lines"):
		return fmt.Sprintf("bid\n%d", a)
	case s.is("strings: empty") && a == 0:
		return ""
	case s.is("leak: names"):
		return fmt.Sprintf("bid %d against %d", a, s.cards[1-s.CurrentPlayer()])
	case s.is("strings: unstable"):
		s.g.starts++
		return fmt.Sprintf("bid %d at %d", a, s.g.starts)
	}
	if s.is("events: a name holds the other card") {
		return fmt.Sprintf("bid %d against %d", a, s.cards[1-s.CurrentPlayer()])
	}
	return fmt.Sprintf("bid %d", a)
}

func (s *pairsState) String() string { return fmt.Sprintf("%v %v %d", s.cards, s.bids, s.nonce) }

func (s *pairsState) InformationState(p env.Player) string {
	var own []int
	for i := int(p); i < len(s.bids); i += 2 {
		own = append(own, s.bids[i])
	}
	shown := s.bids[:s.shown()]
	card := s.cards[p]
	switch s.g.fault {
	case "leak: information state":
		card += 10 * s.cards[1-p]
	case "information: too coarse":
		card = min(card, 2)
	case "recall: forgets":
		own, shown = nil, nil
	case "told: a reveal is in no information state":
		shown = nil
	}
	return fmt.Sprintf("card %d own %v shown %v", card, own, shown)
}

func (s *pairsState) Text(p env.Player) string {
	if s.is("leak: text") {
		return s.String()
	}
	if s.is("told: a reveal is in neither observation nor text") || s.is("told: the observation may forget") {
		text, _, _ := strings.Cut(s.InformationState(p), " shown")
		return text
	}
	return strings.ReplaceAll(s.InformationState(p), " own", "\nown")
}

func (s *pairsState) Conservation() error {
	if s.is("conservation: a card is lost") && len(s.bids) == 2 {
		return errors.New("3 of 4 cards are there")
	}
	if s.cards[0] >= 0 && s.cards[0] == s.cards[1] {
		return fmt.Errorf("card %d is there twice", s.cards[0])
	}
	return nil
}

func (s *pairsState) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := s.Clone().(*pairsState)
	switch {
	case s.is("resample: changes nothing"),
		s.is("odds: the truth to seat 1") && p == 1,
		s.is("odds: the truth half of the time") && rng.IntN(2) == 0:
		return c
	case s.is("resample: changes the receiver"):
		s.nonce++
	}
	other := 1 - int(p)
	if s.cards[other] < 0 {
		return c
	}
	c.cards[other] = s.draw(other, rng)
	if len(s.bids) > s.shown() && other == 0 { // a bid made in secret
		c.bids[len(c.bids)-1] = rng.IntN(min(2, c.cards[other]) + 1)
	}
	return c
}

// draw draws a card of a seat by Bayes' rule, from what the other one knows.
func (s *pairsState) draw(seat int, rng env.Rand) int {
	var weights [4]float64
	total := 0.0
	for card := range weights {
		w := *s
		w.cards[seat] = card
		weights[card] = w.weight(seat)
		if s.is("odds: a card is never dealt") && card == 3 && w.cards[1-seat] != 2 ||
			s.CurrentPlayer() == env.Terminal && w.won() != s.won() { // which the seat knows
			weights[card] = 0
		}
		total += weights[card]
	}
	if total == 0 {
		return s.cards[seat]
	}
	card := 0
	for u := rng.Float64()*total - weights[0]; u >= 0 && card < 3; u -= weights[card] {
		card++
	}
	return card
}

// weight returns how likely the cards and the bids of a seat are.
func (s *pairsState) weight(seat int) float64 {
	if s.is("resampled: impossible world") {
		return 1
	}
	if s.cards[0] == s.cards[1] {
		return 0
	}
	x := float64(s.cards[0] + 1)
	if s.cards[1] >= 0 {
		x *= float64(s.cards[1]+1) / float64(9-s.cards[0])
	}
	for i := seat; i < s.shown(); i += 2 {
		top := min(2, s.cards[seat])
		if s.bids[i] > top {
			return 0
		}
		x /= float64(top + 1)
	}
	if s.is("odds: all alike") {
		return 1
	}
	return x
}
