package report

import (
	"context"
	"fmt"
	"path/filepath"

	"ringer/agents/roster"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/input"
	"ringer/open"
	"ringer/report/trust"
	"ringer/report/whatif"
)

// RuleSet is a set of rules that a report compares with its own.
type RuleSet struct {
	Label string // the change, as "cards.lookout.gain = 3"
	Knob  string
	Value *float64
	Game  env.Game
}

// RulesOfReport returns the base and its variants with those who play them: the agent of the
// report as it is, and the same after further training on each of the rules, the base among
// them, so that training alone is no difference. agents are those of agentsOfReport.
// Trainings are kept below the folder of learn, by the hash of the rules.
func RulesOfReport(ctx context.Context, base RuleSet, variants []RuleSet, cast []trust.Agent, learn *Tuning) (whatif.Rules, []whatif.Rules, error) {
	strong, file := Strongest(cast, learn.Dir)
	rival := rivalOf(cast, strong)
	all := append([]RuleSet{base}, variants...)
	var out []whatif.Rules
	for i, v := range all {
		r := whatif.Rules{Label: v.Label, Knob: v.Knob, Value: v.Value, Game: v.Game}
		add := func(kind whatif.Kind, seed uint64, a eval.Entry) error {
			s := whatif.Set{Kind: kind, Seed: seed, A: a}
			if rival != nil {
				b, err := learn.Opener.Agent(v.Game, rival.Command)
				if err != nil {
					return fmt.Errorf("%s: %w", v.Label, err)
				}
				s.B = eval.Entry{Name: rival.Name, Agent: b}
			}
			r.Sets = append(r.Sets, s)
			return nil
		}
		frozen := strong.Command
		if file != "" {
			frozen = untrained(file)
		}
		agent, err := learn.Opener.Agent(v.Game, frozen)
		if err != nil {
			return whatif.Rules{}, nil, fmt.Errorf("%s: %w", v.Label, err)
		}
		if err := add(whatif.Frozen, 0, eval.Entry{Name: strong.Name, Agent: agent}); err != nil {
			return whatif.Rules{}, nil, err
		}
		if learn.Decisions > 0 && file != "" {
			mine := *learn
			mine.Dir = filepath.Join(learn.Dir, "rules", v.Game.Spec().Hash[:12]+"-"+open.FileWord(v.Label)) // two changes may give the same rules
			mine.Progress = func(done, total int) {
				if learn.Progress != nil {
					learn.Progress(i*total+done, len(all)*total)
				}
			}
			start, err := firstFrom(file, v.Game)
			if err != nil {
				return whatif.Rules{}, nil, fmt.Errorf("%s: %w", v.Label, err)
			}
			learned, err := mine.learnAll(ctx, v.Game, start, frozen)
			if err != nil {
				return whatif.Rules{}, nil, err
			}
			for k, a := range learned {
				if err := add(whatif.Tuned, uint64(k+1), eval.Entry{Name: a.Name, Agent: a.Agent}); err != nil {
					return whatif.Rules{}, nil, err
				}
			}
		}
		out = append(out, r)
	}
	return out[0], out[1:], nil
}

// Strongest returns the agent on which a report rests: the first learned one, else the
// shipped bot, else the best that needs no training; and its file, empty for one that is
// no network.
func Strongest(cast []trust.Agent, dir string) (trust.Agent, string) {
	for _, a := range cast {
		if a.Role == trust.Learned {
			return a, filepath.Join(dir, "seed-1.bot")
		}
	}
	best := cast[0]
	for _, a := range cast {
		if a.Role == trust.Start {
			name, _ := open.BotOf(a.Command) // it has been built
			return a, name
		}
		if a.Role == trust.Baseline {
			best = a
		}
	}
	return best, ""
}

// rivalOf returns the best of the others that needs no training; nil when there is none.
func rivalOf(cast []trust.Agent, strong trust.Agent) *trust.Agent {
	var best *trust.Agent
	for i := range cast {
		if cast[i].Role == trust.Baseline && cast[i].Name != strong.Name {
			best = &cast[i]
		}
	}
	return best
}

// untrained names a bot at a table with other rules.
func untrained(file string) string {
	return (&firstBot{name: file}).agent()
}

// firstFrom returns a bot as the start of a training on a game.
func firstFrom(name string, g env.Game) (*firstBot, error) {
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	home, err := roster.Dressed(g, bot.Manifest.Game)
	if err != nil {
		return nil, input.Bad(err)
	}
	_, taken, err := open.AdaptTold(bot, home.Spec())
	if err != nil {
		return nil, input.Bad(err)
	}
	return &firstBot{name: name, bot: bot, home: home, share: taken.Share}, nil
}
