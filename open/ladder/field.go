package ladder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/report/ladder"
)

// rung is an agent of a field, ready to play.
type rung struct {
	ladder.Agent
	agent agents.Agent
	plays string // open.Files.Play
}

// Field is a bot with all that stands on its ladder.
type Field struct {
	Bot     string // its title
	Game    env.Game
	Learned int64 // decisions that the bot has learned from

	file      string // the name of a shipped bot, or a path
	teams     bool   // agents play whole teams
	ringer    rung
	opponents []rung
	searcher  *rung // the ringer with search, or nil
}

// Field builds the agents on the ladder of a bot, which ships or is a file.
func (l *Ladder) Field(ctx context.Context, name string) (*Field, error) {
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := open.GameOf(name, bot)
	if err != nil {
		return nil, err
	}
	out := &Field{Bot: open.BotTitle(name), file: name, Game: g, Learned: bot.Manifest.Training.AllDecisions()}
	out.teams = eval.WholeTeams(g.Spec(), 2)
	if out.ringer, err = l.bot(g, name, open.BotCall(name), ladder.Ringer); err != nil {
		return nil, err
	}
	if err := l.addRungs(ctx, out); err != nil {
		return nil, err
	}
	others, err := l.others()
	if err != nil {
		return nil, err
	}
	for _, path := range others {
		other, err := l.bot(g, path, open.BotCall(path), ladder.Older)
		if _, another := errors.AsType[*botfile.SpecError](err); another {
			continue
		}
		if err != nil {
			return nil, err
		}
		if other.Identity != out.ringer.Identity {
			out.opponents = append(out.opponents, other)
		}
	}
	if l.Search > 0 {
		words := fmt.Sprintf("search=%d,method=gumbel", l.Search)
		s, err := l.bot(g, name, fmt.Sprintf("bot(%s,%s)", name, words), ladder.Searcher)
		if err != nil {
			return nil, err
		}
		s.Identity += " " + words
		out.searcher = &s
	}
	return out, nil
}

// addRungs adds the agents that are no bots: the agents in Rungs, and the usual ones.
func (l *Ladder) addRungs(ctx context.Context, f *Field) error {
	usual := []string{"random", "greedy", "expert"}
	for _, sims := range l.Ismcts {
		if sims != 0 {
			usual = append(usual, fmt.Sprintf("ismcts(sims=%d)", sims))
		}
	}
	for i, name := range slices.Concat(l.Rungs, usual) {
		name, err := open.Level(f.Game, name)
		if err != nil {
			return input.Bad(fmt.Errorf("--rung %s: %w", l.Rungs[i], err))
		}
		if slices.ContainsFunc(f.opponents, func(o rung) bool { return o.Name == name }) {
			continue
		}
		agent, err := l.Opener.Agent(f.Game, name)
		if err != nil && i < len(l.Rungs) {
			return input.Bad(fmt.Errorf("--rung %s: %w", name, err))
		}
		if err != nil {
			continue // no expert for this game, or nothing hidden in it
		}
		identity, err := l.Opener.Behaviour(ctx, f.Game, name)
		if err != nil {
			return fmt.Errorf("%s at %s: %w", name, f.Game.Spec(), err)
		}
		f.opponents = append(f.opponents, rung{Agent: ladder.Agent{Name: name, Role: ladder.Baseline, Identity: identity}, agent: agent})
	}
	return nil
}

// sides returns how many sides meet: teams, where agents play whole ones, or seats.
func (f *Field) sides() int {
	if f.teams {
		return len(f.Game.Spec().Sides())
	}
	return f.Game.Spec().Players
}

// current reports whether an agent of a record plays as it does today; what is not in the
// field now, as an older bot, is believed.
func (f *Field) current(a ladder.Agent) bool {
	switch a.Role {
	case ladder.Ringer:
		return a.Identity == f.ringer.Identity
	case ladder.Searcher:
		return strings.HasPrefix(a.Identity, f.ringer.Identity)
	}
	return !slices.ContainsFunc(f.opponents, func(o rung) bool { return o.Name == a.Name && o.Identity != a.Identity })
}

// bot builds an agent of a bot that ships or of a file. The name of a file's bot on
// the ladder is the name in its manifest, with the beginning of its checksum.
func (l *Ladder) bot(g env.Game, file, agentName string, role ladder.Role) (rung, error) {
	agent, files, err := l.Opener.AgentWithFiles(g, agentName)
	if err != nil {
		return rung{}, err
	}
	sum := files.Identity()
	if open.IsBotFile(file) {
		bot, err := open.Bot(file)
		if err != nil {
			return rung{}, input.Bad(err)
		}
		expr, err := callexpr.Parse(agentName)
		if err != nil {
			return rung{}, input.Bad(err)
		}
		expr.Args[0].Value = bot.Manifest.Name + "@" + sum[:8]
		agentName = expr.String()
	}
	return rung{ladder.Agent{Name: agentName, Role: role, Identity: sum}, agent, files.Play()}, nil
}

// others lists the bots of Field.
func (l *Ladder) others() (list []string, err error) {
	var faults []error
	for _, path := range l.Others {
		files, err := botFiles(path)
		faults = append(faults, err)
		for _, file := range files {
			_, err := open.Bot(file)
			faults = append(faults, err)
		}
		list = append(list, files...)
	}
	return list, input.Bad(errors.Join(faults...))
}

// botFiles lists the bots of a path: a file, or the files of a folder.
func botFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, input.Badf("--field %s: no such file or folder", path)
	}
	if err != nil {
		return nil, input.Bad(err)
	}
	if !info.IsDir() {
		if !open.IsBotFile(path) {
			return nil, input.Badf("--field %s: want a .bot file or a folder of them", path)
		}
		return []string{path}, nil
	}
	files, err := filepath.Glob(filepath.Join(path, "*.bot"))
	if err == nil && len(files) == 0 {
		return nil, input.Badf("--field %s: no .bot file is there", path)
	}
	return files, err
}

// pairing is one measurement that a ladder wants.
type pairing struct {
	record   ladder.Record
	one      eval.Entry
	others   eval.Entry
	opponent string // the rung of the ladder that it belongs to
}

// pairings lists the measurements of a field, the quick ones first.
func (f *Field) pairings(seed uint64) []pairing {
	var list []pairing
	add := func(opponent string, one, others rung, seed uint64) {
		spec := f.Game.Spec()
		list = append(list, pairing{
			opponent: opponent,
			record: ladder.Record{
				Kind: ladder.Pair, Ringer: f.Bot, Game: spec.String(), SpecHash: spec.Hash, One: one.Agent, Others: others.Agent, Seed: seed, Teams: f.teams,
			},
			one: eval.Entry{Name: one.Name, Agent: one.agent}, others: eval.Entry{Name: others.Name, Agent: others.agent},
		})
	}
	// Deals follow from the weights: a tuned bot is not chosen on the deals of its report.
	mine := ladder.Seed(seed, f.ringer.plays)
	field := slices.Clone(f.opponents)
	slices.SortStableFunc(field, func(a, b rung) int { return ladder.Compare(a.Agent, b.Agent) })
	add(f.ringer.Name, f.ringer, f.ringer, mine) // the shares of the seats
	expert := slices.IndexFunc(field, func(a rung) bool { return a.Name == "expert" })
	for _, o := range field {
		add(o.Name, f.ringer, o, mine)
		if f.sides() > 2 {
			add(o.Name, o, f.ringer, mine)
		}
		if expert >= 0 && o.Name != "expert" {
			add(o.Name, field[expert], o, ladder.Seed(seed, ""))
		}
	}
	if f.searcher != nil {
		add(f.ringer.Name, *f.searcher, f.ringer, mine)
		for _, o := range field {
			if o.Name == "expert" || strings.Contains(f.searcher.Name, "search="+simsOf(o.Name)+",") {
				add(o.Name, *f.searcher, o, mine)
			}
		}
	}
	return list
}

// against keeps the pairings of some rungs of the ladder, all of them where none is named.
func (f *Field) against(list []pairing, rungs []string) ([]pairing, error) {
	if len(rungs) == 0 {
		return list, nil
	}
	var faults []error
	var known []string
	for _, p := range list {
		known = append(known, p.opponent)
	}
	known = slices.Compact(slices.Sorted(slices.Values(known)))
	for _, rung := range rungs {
		if !slices.Contains(known, rung) {
			faults = append(faults, input.Badf("--against %s: want an opponent on the ladder of %s: %s", rung, f.Bot, strings.Join(known, ", ")))
		}
	}
	return slices.DeleteFunc(list, func(p pairing) bool { return !slices.Contains(rungs, p.opponent) }), input.Bad(errors.Join(faults...))
}

// simsOf returns the simulations in the name of a tree search.
func simsOf(name string) string {
	_, after, ok := strings.Cut(name, "sims=")
	if !ok {
		return "none"
	}
	return strings.TrimRight(after, ")")
}
