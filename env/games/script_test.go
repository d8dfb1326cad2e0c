package games_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"ringer/env"
	"ringer/env/drive"
)

// A script is bytes that drive a game: most of them play an action, the others
// ask the state something, try an illegal id, or go on with a copy. A game obeys
// its laws whatever the script says.
type script struct {
	bytes []byte
	at    int
}

// next returns the next byte, or 0 after the end.
func (s *script) next() byte {
	if s.at >= len(s.bytes) {
		return 0
	}
	s.at++
	return s.bytes[s.at-1]
}

// more returns two bytes as a number.
func (s *script) more() int { return int(s.next())<<8 | int(s.next()) }

// What a byte of a script does. Any other byte plays the legal action of that number.
const (
	opIllegal  = 224 + iota // tries an id that is not legal
	opClone                 // plays on with a clone, or leaves a clone behind
	opCopy                  // copies into a state that has been elsewhere
	opResample              // looks at a world that a seat cannot tell from this one, and may go on there
	opLook                  // observes and reads as every seat
	opNames                 // names every action and parses the names back
	opTell                  // tells every seat of the action of the next byte
	opRun                   // plays many actions that the next two bytes draw
	opWide                  // plays the legal action of the number in the next two bytes
	opLast                  // one more than the last of them
)

// A performance is a game that a script drives.
type performance struct {
	game     env.Game
	spec     *env.Spec
	state    env.State
	script   script
	steps    int          // that may still be played
	applied  []env.Action // so far
	chances  int          // of them
	replays  bool         // applied leads from the start to state
	spare    env.State    // has been elsewhere; nil at first
	kept     []env.State  // clones that must stay as they are
	was      []string
	legal    []env.Action
	outcomes []env.Outcome
	first    []float32
	second   []float32
}

// maxSteps bounds what one script plays, chance included.
const maxSteps = 300

// perform plays a script and returns the first law that the game breaks, with what
// is needed to see it again.
func perform(game env.Game, bytes []byte) (err error) {
	p := &performance{game: game, spec: game.Spec(), state: game.NewInitialState(), script: script{bytes: bytes}, steps: maxSteps, replays: true}
	p.first, p.second = make([]float32, p.spec.ObservationSize()), make([]float32, p.spec.ObservationSize())
	defer func() {
		if err != nil {
			at := "after actions"
			if !p.replays {
				at = "in a resampled world, after actions"
			}
			err = fmt.Errorf("%s: %w\n%s %v\nof the script %x", p.spec, err, at, p.applied, bytes)
		}
	}()
	for p.script.at < len(bytes) && p.steps > 0 {
		if err := p.glance(); err != nil {
			return err
		}
		if p.state.CurrentPlayer() == env.Terminal {
			break
		}
		if err := p.do(p.script.next()); err != nil {
			return err
		}
	}
	return p.end()
}

// do follows one byte of the script.
func (p *performance) do(b byte) error {
	switch b {
	case opIllegal:
		return p.tryIllegal(p.script.more())
	case opClone:
		return p.clone(p.script.next())
	case opCopy:
		return p.copy(p.script.next())
	case opResample:
		return p.resample(p.script.next())
	case opLook:
		return p.look()
	case opNames:
		return p.names()
	case opTell:
		return p.tell(p.script.next())
	case opRun:
		how := p.script.more()
		rng := env.Stream(uint64(how), "script")
		for range 1 << (how % 8) {
			if p.state.CurrentPlayer() == env.Terminal || p.steps == 0 {
				break
			}
			if err := p.glance(); err != nil {
				return err
			}
			if err := p.play(p.legal[rng.IntN(len(p.legal))]); err != nil {
				return err
			}
		}
		return nil
	case opWide:
		return p.play(p.legal[p.script.more()%len(p.legal)])
	}
	return p.play(p.legal[int(b)%len(p.legal)])
}

// glance tests what must hold at every state and costs little. It leaves the legal
// actions in p.legal.
func (p *performance) glance() error {
	actor := p.state.CurrentPlayer()
	p.legal = p.state.LegalActions(p.legal[:0])
	limit := p.spec.NumActions()
	switch {
	case actor == env.Terminal:
		if len(p.legal) > 0 {
			return fmt.Errorf("%v are legal after the end", p.legal)
		}
		return p.returns(true)
	case actor == env.Chance:
		limit = p.spec.MaxChanceOutcomes
		if err := p.chance(); err != nil {
			return err
		}
	case actor < 0 || int(actor) >= p.spec.Players:
		return fmt.Errorf("the current player is %d", actor)
	}
	if len(p.legal) == 0 {
		return fmt.Errorf("%s has no legal action", actor)
	}
	for i, a := range p.legal {
		if a < 0 || int(a) >= limit || i > 0 && p.legal[i-1] >= a {
			return fmt.Errorf("the legal actions %v of %s are not ascending within [0, %d)", p.legal, actor, limit)
		}
	}
	return p.returns(false)
}

func (p *performance) chance() error {
	p.outcomes = p.state.(env.Chancer).ChanceOutcomes(p.outcomes[:0])
	total := 0.0
	for i, o := range p.outcomes {
		total += o.Prob
		if !(o.Prob > 0 && o.Prob <= 1) || i >= len(p.legal) || o.Action != p.legal[i] {
			return fmt.Errorf("the outcomes %v do not fit the legal actions %v", p.outcomes, p.legal)
		}
	}
	if math.Abs(total-1) > 1e-9 || len(p.outcomes) != len(p.legal) {
		return fmt.Errorf("the outcomes %v of %v sum to %g", p.outcomes, p.legal, total)
	}
	return nil
}

// returns tests the returns of a state that is over or not.
func (p *performance) returns(over bool) error {
	got := make([]float64, p.spec.Players)
	p.state.Returns(got)
	total := 0.0
	for _, x := range got {
		total += x
		if !over && x != 0 {
			return fmt.Errorf("returns %v before the end", got)
		}
		if !(x >= p.spec.MinUtility-1e-9 && x <= p.spec.MaxUtility+1e-9) && over {
			return fmt.Errorf("returns %v, want them within [%g, %g]", got, p.spec.MinUtility, p.spec.MaxUtility)
		}
	}
	if over && p.spec.Utility == env.ZeroSum && math.Abs(total) > 1e-9 {
		return fmt.Errorf("returns %v sum to %g in a zero-sum game", got, total)
	}
	return nil
}

// play applies a legal action and tests the bounds on the length.
func (p *performance) play(a env.Action) error {
	if p.state.CurrentPlayer() == env.Chance {
		p.chances++
	}
	if err := p.state.Apply(a); err != nil {
		return fmt.Errorf("the legal action %d is refused: %w", a, err)
	}
	p.applied = append(p.applied, a)
	p.steps--
	if p.chances > p.spec.MaxChanceNodes || len(p.applied)-p.chances > p.spec.MaxGameLength {
		return fmt.Errorf("%d decisions and %d chance actions are more than %d and %d",
			len(p.applied)-p.chances, p.chances, p.spec.MaxGameLength, p.spec.MaxChanceNodes)
	}
	return nil
}

// sight returns everything that can be asked of a state, as one text.
func (p *performance) sight(s env.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%v %v\n", s.String(), s.CurrentPlayer(), s.LegalActions(nil))
	for seat := range env.Player(p.spec.Players) {
		b.WriteString(p.sightOf(s, seat))
	}
	return b.String()
}

// sightOf returns what a seat is shown of a state, as one text.
func (p *performance) sightOf(s env.State, seat env.Player) string {
	var b strings.Builder
	observation := make([]float32, p.spec.ObservationSize())
	s.Observe(seat, observation)
	for _, x := range observation {
		fmt.Fprintf(&b, "%x ", math.Float32bits(x))
	}
	if s.CurrentPlayer() == seat {
		fmt.Fprintf(&b, "\n%v", s.LegalActions(nil))
	}
	if i, ok := s.(env.InfoStater); ok {
		fmt.Fprintf(&b, "\n%s", i.InformationState(seat))
	}
	if t, ok := s.(env.Texter); ok {
		fmt.Fprintf(&b, "\n%s", t.Text(seat))
	}
	return b.String()
}

// tryIllegal applies an id that is not legal.
func (p *performance) tryIllegal(pick int) error {
	beyond := []env.Action{-1, env.Action(env.Terminal), math.MinInt32, math.MaxInt32, env.Action(p.spec.NumActions()), env.Action(p.spec.MaxChanceOutcomes)}
	a := env.Action(pick)
	if pick>>8 == 255 {
		a = beyond[pick%len(beyond)]
	} else if n := p.spec.NumActions(); n > 0 {
		a = env.Action(pick % n)
	}
	if slices.Contains(p.legal, a) {
		return nil
	}
	actor, was := p.state.CurrentPlayer(), p.sight(p.state)
	err := p.state.Apply(a)
	var illegal *env.IllegalActionError
	switch {
	case err == nil:
		return fmt.Errorf("action %d of %s is accepted, legal are %v", a, actor, p.legal)
	case !errors.As(err, &illegal) || illegal.Action != a || illegal.Player != actor:
		return fmt.Errorf("action %d of %s is refused with %T: %w", a, actor, err, err)
	case p.sight(p.state) != was:
		return fmt.Errorf("refusing action %d changed the state", a)
	}
	return nil
}

// clone leaves one of two equal states behind, which must stay as it is.
func (p *performance) clone(how byte) error {
	was := p.sight(p.state)
	clone := p.state.Clone()
	if p.sight(clone) != was {
		return errors.New("a clone differs")
	}
	if how%2 == 1 {
		p.state, clone = clone, p.state
	}
	p.keep(clone, was)
	return nil
}

// copy copies the state into one that has been elsewhere, and leaves one of the
// two behind.
func (p *performance) copy(how byte) error {
	if p.spare == nil {
		p.spare = p.game.NewInitialState()
		if err := p.wander(p.spare, int(how)); err != nil {
			return err
		}
	}
	into, ok := p.spare.(env.CopierFrom)
	if !ok {
		return nil
	}
	was := p.sight(p.state)
	into.CopyFrom(p.state)
	if p.sight(p.spare) != was {
		return errors.New("a copy differs")
	}
	other := p.spare
	p.spare = nil
	if how%2 == 1 {
		p.state, other = other, p.state
	}
	p.keep(other, was)
	return nil
}

// keep remembers a state that must stay as it is, the latest few.
func (p *performance) keep(s env.State, was string) {
	const few = 4
	if len(p.kept) == few {
		p.kept, p.was = p.kept[1:], p.was[1:]
	}
	p.kept, p.was = append(p.kept, s), append(p.was, was)
}

// wander plays some actions on a state that is not the performance's own.
func (p *performance) wander(s env.State, how int) error {
	rng := env.Stream(uint64(how), "script")
	for range how % 64 {
		legal := s.LegalActions(nil)
		if len(legal) == 0 {
			break
		}
		if a := legal[rng.IntN(len(legal))]; s.Apply(a) != nil {
			return fmt.Errorf("the legal action %d is refused in another state", a)
		}
	}
	return nil
}

// resample draws a world for a seat, compares what the seat is shown and, for an odd
// pick, goes on there.
func (p *performance) resample(how byte) error {
	r, ok := p.state.(env.Resampler)
	if !ok || p.state.CurrentPlayer() == env.Chance {
		return nil
	}
	seat := env.Player(int(how/2) % p.spec.Players)
	was, all := p.sightOf(p.state, seat), p.sight(p.state)
	world := r.ResampleFromInfoState(seat, env.Stream(uint64(len(p.applied)), "script"))
	switch {
	case p.sightOf(world, seat) != was:
		return fmt.Errorf("%s can tell a resampled world:\n%s\nfrom the true one:\n%s", seat, p.sightOf(world, seat), was)
	case p.sight(p.state) != all:
		return fmt.Errorf("resampling for %s changed the state", seat)
	}
	if how%2 == 1 {
		p.state, p.replays = world, false
	}
	return nil
}

// look observes and reads the state as every seat, twice.
func (p *performance) look() error {
	for seat := range env.Player(p.spec.Players) {
		for i := range p.first {
			p.first[i], p.second[i] = float32(math.NaN()), -12345.5
		}
		p.state.Observe(seat, p.first)
		p.state.Observe(seat, p.second)
		at := 0
		for _, f := range p.spec.Observation {
			for i, x := range p.first[at : at+f.Size()] {
				low, high := f.Min, f.Max
				if len(f.Columns) > 0 {
					column := &f.Columns[i%len(f.Columns)]
					low, high = column.Min, column.Max
				}
				if !(x >= low && x <= high) || math.Float32bits(x) != math.Float32bits(p.second[at+i]) {
					return fmt.Errorf("%s, field %q, element %d is %g and then %g, want one number within [%g, %g]", seat, f.Name, i, x, p.second[at+i], low, high)
				}
			}
			at += f.Size()
		}
		if text := p.sightOf(p.state, seat); !utf8.ValidString(text) || text != p.sightOf(p.state, seat) {
			return fmt.Errorf("%s reads another text at a second look, or one that is not UTF-8: %q", seat, text)
		}
	}
	if k, ok := p.state.(env.Conserver); ok {
		return k.Conservation()
	}
	return nil
}

// names tests that the names of the legal actions are unique and parse back.
func (p *performance) names() error {
	ids := map[string]env.Action{}
	for _, a := range p.legal {
		name := p.state.ActionString(a)
		if name == "" || strings.TrimSpace(name) != name || strings.ContainsAny(name, "\n\r") || !utf8.ValidString(name) {
			return fmt.Errorf("action %d is named %q", a, name)
		}
		if other, twice := ids[name]; twice {
			return fmt.Errorf("actions %d and %d are named %q", other, a, name)
		}
		ids[name] = a
	}
	// Parsing is linear in the list, so the ends stand for all.
	for _, a := range []env.Action{p.legal[0], p.legal[len(p.legal)-1]} {
		if back, err := env.ParseAction(p.state, p.state.ActionString(a)); err != nil || back != a {
			return fmt.Errorf("the name %q of action %d parses to %d: %w", p.state.ActionString(a), a, back, err)
		}
	}
	return nil
}

// tell plays an action and tells every seat of it.
func (p *performance) tell(pick byte) error {
	a := p.legal[int(pick)%len(p.legal)]
	before := p.state.Clone()
	was := p.sight(before)
	if err := p.play(a); err != nil {
		return err
	}
	is := p.sight(p.state)
	for seat := range env.Player(p.spec.Players) {
		events := env.Tell(before, seat, a, p.state, nil)
		for _, e := range events {
			if e.Text == "" || strings.ContainsAny(e.Text, "\n\r") || !utf8.ValidString(e.Text) || e.Player < env.Chance || int(e.Player) >= p.spec.Players {
				return fmt.Errorf("%s is told %q of %d", seat, e.Text, e.Player)
			}
		}
		if again := env.Tell(before, seat, a, p.state, nil); !slices.Equal(events, again) {
			return fmt.Errorf("%s is told %v and then %v", seat, events, again)
		}
	}
	if p.sight(before) != was || p.sight(p.state) != is {
		return fmt.Errorf("telling of action %d changed a state", a)
	}
	return nil
}

// end tests the state that the script leads to, the states left behind, and that
// the actions lead there once more.
func (p *performance) end() error {
	if err := p.glance(); err != nil {
		return err
	}
	if err := p.look(); err != nil {
		return err
	}
	if len(p.legal) > 0 {
		if err := p.names(); err != nil {
			return err
		}
	}
	for i, s := range p.kept {
		if p.sight(s) != p.was[i] {
			return errors.New("playing on changed a state that a clone or a copy left behind")
		}
	}
	if !p.replays {
		return nil
	}
	var t drive.Table
	t.Set(p.game.NewInitialState())
	for _, a := range p.applied {
		if err := t.Apply(a); err != nil {
			return fmt.Errorf("the same actions are refused in another game: %w", err)
		}
	}
	if p.sight(t.State()) != p.sight(p.state) {
		return errors.New("the same actions lead to another state in another game")
	}
	return nil
}
