package reporting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ringer/configs"
	"ringer/env"
	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/env/things"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/balance"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// Agents learn each of the changed rules for a part of the decisions of a training, with
// fewer seeds.
const (
	rulesPart  = 4
	rulesSeeds = 2

	// leastOnRules is the number of decisions below which nobody learns changed rules: the agents
	// play them as they are.
	leastOnRules = 1000
)

// A ruleSet is a set of rules that a report compares with its own.
type ruleSet struct {
	label string // the change, as "cards.lookout.gain = 3"
	knob  string
	thing string // the id of the card or other thing that the knob belongs to, and its name; empty: none
	named string
	value *float64
	game  env.Game
}

// asTheyAre is the label of the rules that others are compared with.
const asTheyAre = "as they are"

// checkRules refuses rules and strategies that the game does not know.
func (w *work) checkRules() error {
	var faults []error
	for _, path := range w.Steps {
		if _, err := stepsOf(w.Game, path); err != nil {
			faults = append(faults, w.bad("step", " %w", err))
		}
	}
	for _, change := range w.Changes {
		if _, err := changeOf(w.Game, change); err != nil {
			faults = append(faults, w.bad("change", " %s: %w", change, err))
		}
	}
	if w.About != "" {
		if _, err := thingOf(w.Game, w.About); err != nil {
			faults = append(faults, w.bad("about", " %w", err))
		}
	}
	for _, series := range w.Vary {
		if _, _, err := seriesOf(w.Game, series); err != nil {
			faults = append(faults, w.bad("vary", " %w", err))
		}
	}
	if w.Strategy != "" {
		if _, err := w.opener.Agent(w.Game, open.StrategyCall(w.Strategy)); err != nil {
			faults = append(faults, w.bad("strategy", " %s: %w", w.Strategy, err))
		}
	}
	return errors.Join(faults...)
}

// namesRules reports whether somebody said which rules, or which thing of them, the report is to look at.
func (w *work) namesRules() bool { return len(w.Steps)+len(w.Changes) > 0 || w.About != "" }

// thingOf returns the thing of a game by its id or its name, as changes of rules name it: whatever the case
// of its letters, with - between the words or not. The error lists all ids, with those first that may be meant.
func thingOf(g env.Game, name string) (*things.Thing, error) {
	list, ok := things.Of(g)
	if !ok {
		return nil, input.Badf("%q: %s has no cards or other things to ask about", name, g.Spec().Name)
	}
	var ids []string
	var names [2][]string // ids and names as they are typed, in the order of ids
	for i := range list.Things {
		t := &list.Things[i]
		if t.Kind == things.KindNothing {
			continue
		}
		if name != "" && (strings.EqualFold(t.ID, name) || configs.Slug(t.Name) == configs.Slug(name)) {
			return t, nil
		}
		ids = append(ids, t.ID)
		names[0], names[1] = append(names[0], configs.Slug(t.ID)), append(names[1], configs.Slug(t.Name))
	}
	near, others := meant(configs.Slug(name), ids, names)
	want := "want one of " + strings.Join(others, ", ")
	if len(near) > 0 {
		want = "want " + strings.Join(near, ", ") + "? or another of " + strings.Join(others, ", ")
	}
	return nil, input.Badf("%q: %s has no such card or other thing: %s", name, g.Spec().Name, want)
}

// meant parts ids into those that a written name may mean, by a slip or as a part of the id or the name, and
// all others.
func meant(written string, ids []string, names [2][]string) (near, others []string) {
	slip := callexpr.Nearest(written, slices.Concat(names[0], names[1]))
	for i, id := range ids {
		so := func(known string) bool {
			return known == slip || len(written) >= leastPart && strings.Contains(known, written)
		}
		if so(names[0][i]) || so(names[1][i]) {
			near = append(near, id)
		} else {
			others = append(others, id)
		}
	}
	return near, others
}

// leastPart is the number of letters from which on a part of a name may mean it.
const leastPart = 3

// changeOf returns the rules with some changes at once. Where all of them are of one thing, the thing is
// measured too.
func changeOf(g env.Game, change string) (ruleSet, error) {
	var changed env.Game
	items, files, err := games.SplitChanges(change)
	switch {
	case err != nil:
	case files:
		changed, err = games.NewChanged(g.Spec().String(), items...)
	default:
		changed, err = games.Changed(g, items...)
	}
	if err != nil {
		return ruleSet{}, input.Bad(err)
	}
	list, err := knobs.Diff(g, changed)
	switch {
	case err != nil:
		return ruleSet{}, err
	case len(list) == 0:
		return ruleSet{}, input.Badf("want other rules than there are: it changes nothing")
	case changed.Spec().Players != g.Spec().Players:
		return ruleSet{}, input.Badf("want a game of %d seats, as the report has, not of %d", g.Spec().Players, changed.Spec().Players)
	}
	r := ruleSet{game: changed, thing: list[0].ID, named: cmp.Or(list[0].Name, list[0].ID)}
	var labels []string
	for _, d := range list {
		if d.ID != r.thing {
			r.thing, r.named = "", ""
		}
		labels = append(labels, d.Path+" = "+d.To)
	}
	if n := len(labels) - mostLabels; n > 0 {
		labels = append(labels[:mostLabels], fmt.Sprintf("%d more", n))
	}
	r.label = strings.Join(labels, ", ")
	return r, nil
}

// mostLabels is the number of changes that the label of several names.
const mostLabels = 3

// changeRules chooses the rules that are changed by a step, or over a range, and trains
// those who play them.
func (w *work) changeRules(ctx context.Context) error {
	s := strongestOf(w.play.Cast, w.agentsDir())
	paths := w.Steps
	if w.looksForRules() {
		var err error
		if paths, err = w.tellingKnobs(ctx, s); err != nil {
			return err
		}
	}
	var steps []ruleSet
	for _, path := range paths {
		some, err := stepsOf(w.Game, path)
		if err != nil {
			return w.bad("step", " %w", err)
		}
		steps = append(steps, some...)
	}
	for _, change := range w.Changes {
		one, err := changeOf(w.Game, change)
		if err != nil {
			return w.bad("change", " %s: %w", change, err)
		}
		steps = append(steps, one)
	}
	base := ruleSet{label: asTheyAre, game: w.Game}
	if w.About != "" {
		t, err := thingOf(w.Game, w.About)
		if err != nil {
			return w.bad("about", " %w", err)
		}
		base.thing, base.named = t.ID, t.Name
	} else if len(steps) > 0 && !slices.ContainsFunc(steps, func(r ruleSet) bool { return r.thing != steps[0].thing }) {
		base.thing, base.named = steps[0].thing, steps[0].named // before and after
	}
	var err error
	if len(steps) > 0 || base.thing != "" {
		if w.play.Variants, err = w.playersOf(ctx, s, base, steps); err != nil {
			return err
		}
	}
	for _, series := range w.Vary {
		list, now, err := seriesOf(w.Game, series)
		if err != nil {
			return w.bad("vary", " %w", err)
		}
		base.knob, base.value = list[0].knob, now
		rules, err := w.playersOf(ctx, s, base, list)
		if err != nil {
			return err
		}
		w.play.Series = append(w.play.Series, rules)
	}
	return nil
}

// playersOf returns rules with those who play them, the base first.
func (w *work) playersOf(ctx context.Context, s *strongest, base ruleSet, list []ruleSet) ([]whatif.Rules, error) {
	decisions := max(0, w.Tune) / rulesPart
	if decisions < leastOnRules {
		decisions = 0
	}
	p := w.learning(decisions, rulesSeeds, measuredGames(decisions, mostMeasured/4), nil)
	if p.decisions > 0 {
		p.progress = w.of("training on changed rules", p.decisions*p.seeds*(1+len(list)))
	}
	return w.rulesOf(ctx, s, append([]ruleSet{base}, list...), w.play.Cast, p)
}

// rulesOf returns sets of rules with those who play them: the agent of the report as it is,
// and the same after further training on each of the rules, the report's own among them, so
// that training alone is no difference. Trainings are kept by the hash of the rules.
func (w *work) rulesOf(ctx context.Context, s *strongest, list []ruleSet, cast []trust.Agent, p *learning) ([]whatif.Rules, error) {
	rival := rivalOf(cast, s)
	out := make([]whatif.Rules, len(list))
	for i, v := range list {
		r := &out[i]
		*r = whatif.Rules{Label: v.label, Knob: v.knob, Thing: v.thing, Name: v.named, Value: v.value, Game: v.game}
		add := func(kind whatif.Kind, seed uint64, a eval.Entry) error {
			set := whatif.Set{Kind: kind, Seed: seed, A: a}
			if rival != nil {
				b, err := w.opener.Agent(v.game, rival.Command)
				if err != nil {
					return fmt.Errorf("%s: %w", v.label, err)
				}
				set.B = eval.Entry{Name: rival.Name, Agent: b}
			}
			r.Sets = append(r.Sets, set)
			return nil
		}
		agent, err := w.opener.Agent(v.game, s.anywhere())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.label, err)
		}
		if err := add(whatif.Frozen, 0, eval.Entry{Name: s.Name, Agent: agent}); err != nil {
			return nil, err
		}
		if p.decisions == 0 || s.file == "" {
			continue
		}
		mine := *p
		mine.dir = filepath.Join(p.dir, "rules", v.game.Spec().Hash[:12]+"-"+open.FileWord(v.label)) // two changes may give the same rules
		mine.progress = func(done, total int) { p.progress(i*total+done, len(list)*total) }
		start, err := firstFrom(s.file, v.game)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.label, err)
		}
		learned, err := w.learn(ctx, &mine, v.game, start, s.anywhere())
		if err != nil {
			return nil, err
		}
		for k, a := range learned {
			if err := add(whatif.Tuned, uint64(k+1), a.Entry()); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// rivalOf returns the best of the others that needs no training; nil when there is none.
func rivalOf(cast []trust.Agent, s *strongest) *trust.Agent {
	var best *trust.Agent
	for i := range cast {
		if cast[i].Role == trust.Baseline && cast[i].Name != s.Name {
			best = &cast[i]
		}
	}
	return best
}

// tellingKnobs returns the rules whose change by a step tells most, which are kept.
func (w *work) tellingKnobs(ctx context.Context, s *strongest) ([]string, error) {
	key := fmt.Sprint(w.play.Build, w.Game.Spec().Hash, s.Command, w.Telling, w.Seed)
	looking := ctx
	if w.clock != nil {
		in, stop := context.WithTimeout(ctx, time.Duration(2*screenShare*float64(w.clock.all)))
		defer stop()
		looking = in
	}
	paths, err := balance.Kept(w.folder, "telling rules", key, func() (*[]string, error) {
		w.progress("looking for rules that matter", 0, 0)
		list, err := w.telling(looking, s, w.Telling)
		return &list, err
	})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		none := 0
		w.Telling, w.folder.kept.Steps = 0, &none
		w.warnShort()
		return nil, w.folder.keep()
	}
	if err != nil {
		return nil, err
	}
	return *paths, nil
}

// stepsOf returns the rules with one knob a step down and a step up; of a switch or a choice,
// with each other value. Steps that the rules refuse, or that change the number of seats, are
// left out: the error is for a knob without any.
func stepsOf(g env.Game, path string) ([]ruleSet, error) {
	k, err := knobs.Get(g, path)
	if err != nil {
		return nil, input.Bad(err)
	}
	var list []ruleSet
	var refused error
	for _, value := range valuesBeside(&k) {
		changed, err := knobs.Set(g, path, value)
		switch {
		case err != nil:
			refused = err
		case changed.Spec().Hash == g.Spec().Hash: // such as 0 copies, which means the usual ones
		case changed.Spec().Players == g.Spec().Players:
			rules := ruleSetOf(changed, path, value)
			rules.thing, rules.named = k.ID, cmp.Or(k.Name, k.ID)
			list = append(list, rules)
		}
	}
	if len(list) == 0 && refused != nil {
		return nil, input.Badf("%s: no other value than %s will do: %w", path, k.Value, refused)
	}
	if len(list) == 0 {
		return nil, input.Badf("%s = %s has no step: want a number, a switch or one of several words, for the same number of seats", path, k.Value)
	}
	return list, nil
}

// valuesBeside returns the values of a knob that are one step away.
func valuesBeside(k *knobs.Knob) (values []string) {
	switch k.Kind {
	case "whole", "number":
		v, err := strconv.ParseFloat(k.Value, 64)
		if err != nil {
			return nil
		}
		step := max(1, math.Round(math.Abs(v)/10)) // a tenth of large numbers
		if k.Kind == "number" && v != math.Trunc(v) {
			step = math.Abs(v) / 4
		}
		for _, x := range []float64{v - step, v + step} {
			values = append(values, strconv.FormatFloat(x, 'f', -1, 64))
		}
	default:
		for _, c := range k.Choices {
			if c != k.Value {
				values = append(values, c)
			}
		}
	}
	return values
}

func ruleSetOf(g env.Game, path, value string) ruleSet {
	r := ruleSet{label: path + " = " + value, knob: path, game: g}
	if x, err := strconv.ParseFloat(value, 64); err == nil {
		r.value = &x
	}
	return r
}

// seriesOf returns the rules along a series, PATH=VALUES as knobs.Vary reads it, without the
// rules as they are, and the value that the knob has there.
func seriesOf(g env.Game, series string) (list []ruleSet, now *float64, err error) {
	varied, err := knobs.Vary(g, series)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	for _, v := range varied {
		if v.Game.Spec().Players != g.Spec().Players {
			return nil, nil, input.Badf("%s: want games of %d seats, as the report has", v.Label, g.Spec().Players)
		}
		if v.Game.Spec().Hash == g.Spec().Hash {
			continue // the rules as they are, which are the base
		}
		list = append(list, ruleSetOf(v.Game, v.Path, v.Value))
	}
	if len(list) == 0 {
		return nil, nil, input.Badf("%s: the rules have this value already: want another value", series)
	}
	k, err := knobs.Get(g, varied[0].Path)
	if err != nil {
		return nil, nil, input.Bad(err)
	}
	if x, err := strconv.ParseFloat(k.Value, 64); err == nil {
		now = &x
	}
	return list, now, nil
}
