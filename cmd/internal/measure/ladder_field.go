package measure

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/checkpoints"
	"ringer/cmd/internal/exploiters"
	"ringer/cmd/internal/lookup"
	"ringer/env"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/report/ladder"
)

// ladderAgent is an agent of a field, ready to play.
type ladderAgent struct {
	ladder.Agent
	agent agents.Agent
}

// ladderField is a shipped bot with all that stands on its ladder.
type ladderField struct {
	bot       string // its title
	file      string // the name of a shipped bot, or a path
	game      env.Game
	teams     bool  // agents play whole teams
	Decisions int64 // that the bot learned from
	ringer    ladderAgent
	opponents []ladderAgent
	searcher  *ladderAgent // the ringer with search, or nil
}

// NewLadderField builds the field of a bot.
func NewLadderField(ctx context.Context, o *open.Opener, f *LadderFlags, name string) (*ladderField, error) {
	bot, err := open.Bot(name)
	if err != nil {
		return nil, input.Bad(err)
	}
	g, err := open.GameOf(name, bot)
	if err != nil {
		return nil, err
	}
	out := &ladderField{bot: lookup.BotTitle(name), file: name, game: g, Decisions: bot.Manifest.Training.AllDecisions()}
	out.teams = eval.WholeTeams(g.Spec(), 2)
	if out.ringer, err = ladderBot(o, g, name, lookup.BotCall(name), ladder.Ringer); err != nil {
		return nil, err
	}
	for i, rung := range slices.Concat(f.rungs, f.usual()) {
		rung, err := open.Level(g, rung)
		if err != nil {
			return nil, input.Bad(fmt.Errorf("--rung %s: %w", f.rungs[i], err))
		}
		if slices.ContainsFunc(out.opponents, func(o ladderAgent) bool { return o.Name == rung }) {
			continue
		}
		agent, err := o.Agent(g, rung)
		if err != nil && i < len(f.rungs) {
			return nil, input.Bad(fmt.Errorf("--rung %s: %w", rung, err))
		}
		if err != nil {
			continue // no expert for this game, or nothing hidden in it
		}
		identity, err := Behaviour(ctx, o, g, rung)
		if err != nil {
			return nil, fmt.Errorf("%s at %s: %w", rung, g.Spec(), err)
		}
		out.opponents = append(out.opponents, ladderAgent{ladder.Agent{Name: rung, Role: ladder.Baseline, Identity: identity}, agent})
	}
	for _, path := range f.others {
		other, err := ladderBot(o, g, path, lookup.BotCall(path), ladder.Older)
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
	if f.Search > 0 {
		words := fmt.Sprintf("search=%d,method=gumbel", f.Search)
		s, err := ladderBot(o, g, name, fmt.Sprintf("bot(%s,%s)", name, words), ladder.Searcher)
		if err != nil {
			return nil, err
		}
		s.Identity += " " + words
		out.searcher = &s
	}
	return out, nil
}

// sides returns how many sides meet: teams, where agents play whole ones, or seats.
func (l *ladderField) sides() int {
	if l.teams {
		return len(l.game.Spec().Sides())
	}
	return l.game.Spec().Players
}

// current reports whether an agent of a record plays as it does today; what is not in the
// field now, as an older bot, is believed.
func (l *ladderField) current(a ladder.Agent) bool {
	switch a.Role {
	case ladder.Ringer:
		return a.Identity == l.ringer.Identity
	case ladder.Searcher:
		return strings.HasPrefix(a.Identity, l.ringer.Identity)
	}
	return !slices.ContainsFunc(l.opponents, func(o ladderAgent) bool { return o.Name == a.Name && o.Identity != a.Identity })
}

// usual returns the names of the agents that stand on every ladder.
func (f *LadderFlags) usual() []string {
	rungs := []string{"random", "greedy", "expert"}
	for _, sims := range f.Ismcts {
		if sims == 0 {
			continue
		}
		rungs = append(rungs, fmt.Sprintf("ismcts(sims=%d)", sims))
	}
	return rungs
}

// ladderBot builds an agent of a bot that ships or of a file. The name of a file's bot on
// the ladder is that of its manifest, with the beginning of its checksum.
func ladderBot(o *open.Opener, g env.Game, file, agentName string, role ladder.Role) (ladderAgent, error) {
	agent, files, err := o.AgentWithFiles(g, agentName)
	if err != nil {
		return ladderAgent{}, err
	}
	sum := files.Identity()
	if open.IsBotFile(file) {
		bot, err := open.Bot(file)
		if err != nil {
			return ladderAgent{}, input.Bad(err)
		}
		expr, err := callexpr.Parse(agentName)
		if err != nil {
			return ladderAgent{}, input.Bad(err)
		}
		expr.Args[0].Value = bot.Manifest.Name + "@" + sum[:8]
		agentName = expr.String()
	}
	return ladderAgent{ladder.Agent{Name: agentName, Role: role, Identity: sum}, agent}, nil
}

// quickSims are the simulations of a search whose games only tell whether it changed.
const quickSims = "8"

// Behaviour returns a digest of some games of an agent that is no bot, so that a changed
// expert is measured anew. Searches play with few simulations for it.
func Behaviour(ctx context.Context, o *open.Opener, g env.Game, name string) (string, error) {
	expr, err := callexpr.Parse(name)
	if err != nil {
		return "", err
	}
	for i, a := range expr.Args {
		if a.Key == "sims" {
			expr.Args[i].Value = quickSims
		}
	}
	agent, err := o.Agent(g, expr.String())
	if err != nil {
		return "", err
	}
	m, err := eval.PlayMatch(ctx, eval.MatchConfig{
		Game: g, Entries: []eval.Entry{{Name: name, Agent: agent}}, Games: 2, Seed: 1, Keep: 1,
	})
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintln(h, m.FirstDeals)
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
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
func (l *ladderField) pairings(seed uint64) []pairing {
	var list []pairing
	add := func(opponent string, one, others ladderAgent, seed uint64) {
		spec := l.game.Spec()
		list = append(list, pairing{
			opponent: opponent,
			record: ladder.Record{
				Kind: ladder.Pair, Ringer: l.bot, Game: spec.String(), SpecHash: spec.Hash, One: one.Agent, Others: others.Agent, Seed: seed, Teams: l.teams,
			},
			one: eval.Entry{Name: one.Name, Agent: one.agent}, others: eval.Entry{Name: others.Name, Agent: others.agent},
		})
	}
	// Deals follow from the bot: a tuned bot is not chosen on those of its report.
	mine := exploiters.LadderSeed(seed, l.ringer.Identity)
	field := slices.Clone(l.opponents)
	slices.SortStableFunc(field, func(a, b ladderAgent) int { return ladder.Compare(a.Agent, b.Agent) })
	add(l.ringer.Name, l.ringer, l.ringer, mine) // the shares of the seats
	expert := slices.IndexFunc(field, func(a ladderAgent) bool { return a.Name == "expert" })
	for _, o := range field {
		add(o.Name, l.ringer, o, mine)
		if l.sides() > 2 {
			add(o.Name, o, l.ringer, mine)
		}
		if expert >= 0 && o.Name != "expert" {
			add(o.Name, field[expert], o, exploiters.LadderSeed(seed, ""))
		}
	}
	if l.searcher != nil {
		add(l.ringer.Name, *l.searcher, l.ringer, mine)
		for _, o := range field {
			if o.Name == "expert" || strings.Contains(l.searcher.Name, "search="+simsOf(o.Name)+",") {
				add(o.Name, *l.searcher, o, mine)
			}
		}
	}
	return list
}

// against keeps the pairings of some rungs of the ladder, all of them where none is named.
func (l *ladderField) against(list []pairing, rungs []string) ([]pairing, error) {
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
			faults = append(faults, input.Badf("--against %s: want one of those on the ladder of %s: %s", rung, l.bot, strings.Join(known, ", ")))
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

// MeasuredBots returns the bots that are to be measured, all ringers that ship where
// none is named, and names the folder of their records if it was left out: one of docs/,
// whose pages are of shipped bots, or one of runs/ where files are named.
func MeasuredBots(args []string, folder string, out *string) ([]string, error) {
	if len(args) == 0 {
		args = checkpoints.Ringers()
	}
	above := "docs"
	files := map[string]string{}
	for _, name := range args {
		if other, ok := files[lookup.BotTitle(name)]; ok && other != name {
			return nil, input.Badf("%s and %s: want bots of different names, which name their records", other, name)
		}
		files[lookup.BotTitle(name)] = name
		if open.IsBotFile(name) {
			above = "runs"
		} else if !slices.Contains(checkpoints.Ringers(), name) {
			return nil, input.Bad(&checkpoints.UnknownError{Name: name, Known: checkpoints.Ringers()})
		}
	}
	if *out == "" {
		*out = filepath.Join(above, folder)
	}
	return args, nil
}
