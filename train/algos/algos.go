// Package algos is the table of training algorithms. It defines the training
// configuration file: the settings of the run, and the settings of each algorithm
// under its name.
package algos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ringer/agents"
	"ringer/configs"
	"ringer/env"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models"
	"ringer/train"
	"ringer/train/dmc"
	"ringer/train/dqn"
	"ringer/train/escher"
	"ringer/train/exit"
	"ringer/train/imitation"
	"ringer/train/mmd"
	"ringer/train/nfsp"
	"ringer/train/ppo"
	"ringer/train/rnad"
	"ringer/train/warm"
)

// File is a training configuration file (configs/train/*.yaml).
type File struct {
	train.Config `yaml:",inline"`

	// Start names a bot whose weights a new run begins with: bot(NAME or FILE). The
	// network may differ where package train/warm can tell which weight is which.
	Start string `yaml:"start"`

	// StartSHA256 is the checksum of that bot's file. The configuration of a run has it.
	StartSHA256 string `yaml:"start_sha256,omitempty"`

	Imitation imitation.Config `yaml:"imitation"`
	PPO       ppo.Config       `yaml:"ppo"`

	// Own holds the settings of all other algorithms, by their names.
	Own configs.Sections `yaml:",inline"`

	begins bool // Read is reading it
}

// Defaults returns the values of settings that a file does not mention.
func Defaults() File {
	f := File{Config: train.Defaults(), Imitation: imitation.Defaults(), PPO: ppo.Defaults()}
	for _, e := range table {
		if e.section != nil {
			if f.Own == nil {
				f.Own = configs.Sections{}
			}
			f.Own[e.name] = e.section()
		}
	}
	return f
}

// Read reads a configuration, shipped or a file, for a run that is to begin, and then the
// assignments key=value. Besides what Validate refuses, settings are faults that would come to
// nothing, or end the run half-way. A start among the assignments takes the place of the agent
// that the configuration imitates, and a share of 0 empties the agents that it is the share
// of, unless they are assigned as well. Rows that play ahead of learning made are corrected
// for their age where the configuration says nothing of ppo.vtrace; runs that began before there was
// such a setting go on without.
func (f *File) Read(name string, set ...string) error {
	f.begins = true
	defer func() { f.begins = false }()
	if err := configs.Read("train", name, f, append(slices.Clone(set), implied(set)...)...); err != nil {
		return err
	}
	if f.Algorithm == "ppo" && f.Collect.Lag > 0 && f.PPO.VTrace == nil {
		f.PPO.VTrace = ppo.Truncated()
	}
	return nil
}

// implied returns the assignments that go with others.
func implied(set []string) (more []string) {
	assigned := map[string]string{}
	for _, pair := range set {
		key, value, _ := strings.Cut(pair, "=")
		assigned[strings.TrimSpace(key)] = strings.TrimSpace(value)
	}
	without := func(section, key, empty string) {
		_, given := assigned[section+"."+key]
		if !given && !strings.Contains(assigned[section], key) {
			more = append(more, section+"."+key+"="+empty)
		}
	}
	none := func(key string) bool {
		share, ok := input.Number(assigned[key])
		return ok && share == 0
	}
	if assigned["start"] != "" {
		without("imitation", "agent", "")
	}
	if none("opponents.fixed_share") {
		without("opponents", "fixed", "[]")
	}
	if none("openings.share") {
		without("openings", "agent", "")
	}
	return more
}

// comeToNothing reports settings that would do nothing in a run, or end it half-way.
func (f *File) comeToNothing(faults *env.Faults) {
	fills := func(path string, minibatch int) {
		if minibatch > f.Collect.Batch {
			faults.Add(path, minibatch, "at most collect.batch (%d), the rows that are sure to be there", f.Collect.Batch)
		}
	}
	if f.Algorithm == "ppo" {
		fills("ppo.minibatch", f.PPO.Minibatch)
		if f.PPO.Corrects() && f.Collect.Lag == 0 {
			faults.Add("ppo.vtrace.rho", f.PPO.VTrace.Rho, "0, or a collect.lag above 0 that it corrects for")
		}
	}
	if f.Imitation.Agent != "" || f.Imitation.Ask != "" {
		fills("imitation.minibatch", f.Imitation.Minibatch)
	}
	if f.Imitation.FixedShare > 0 && len(f.Opponents.Fixed) == 0 {
		faults.Add("imitation.fixed_share", f.Imitation.FixedShare, "agents in opponents.fixed to sit there, or 0")
	}
	if f.Imitation.FixedShare != 0 && f.Imitation.Agent == "" && f.Imitation.Ask == "" {
		faults.Add("imitation.fixed_share", f.Imitation.FixedShare, "imitation.agent or imitation.ask beside it, or 0")
	}
	if f.Opponents.FixedShare == 0 && len(f.Opponents.Fixed) > 0 {
		faults.Add("opponents.fixed_share", 0, "a share above 0, such as 0.25, for the agents of opponents.fixed, or opponents.fixed=[]")
	}
	if f.Openings.Share == 0 && f.Openings.Agent != "" {
		faults.Add("openings.share", 0, "a share above 0, such as 0.2, for openings.agent (%s), or openings.agent left empty", f.Openings.Agent)
	}
}

// Text returns the file as YAML, without the settings of other algorithms than its own.
func (f *File) Text() ([]byte, error) {
	mine := *f
	mine.Own = nil
	if section, ok := f.Own[f.Algorithm]; ok {
		mine.Own = configs.Sections{f.Algorithm: section}
	}
	return configs.Write(&mine)
}

// Entry is an algorithm as the table knows it. Of makes one.
type Entry struct {
	name       string
	section    func() any // its default settings; nil: they are fields of File
	validate   func(*File) error
	checkKinds func(f *File, kinds []string) error // nil: it has no settings of kinds
	checkRun   func(*File) error                   // of settings beside its own; nil: it trains with all
	checkGame  func(*File, *env.Spec) error        // nil: it trains every game
	build      func(*File, *models.Weights) (train.Algorithm, error)
}

// table lists the algorithms, and then those that were registered.
var table = []Entry{
	{
		name:       "ppo",
		validate:   func(f *File) error { return f.PPO.Validate() },
		checkKinds: func(f *File, kinds []string) error { return f.PPO.CheckKinds(kinds) },
		build:      func(f *File, w *models.Weights) (train.Algorithm, error) { return ppo.New(f.PPO, w) },
	},
	Of("mmd", mmd.Defaults, mmd.New),
	Of("rnad", rnad.Defaults, rnad.New),
	Of("dqn", dqn.Defaults, func(c dqn.Config, w *models.Weights) (train.Algorithm, error) { return dqn.New(c, w) }),
	Of("dmc", dmc.Defaults, func(c dmc.Config, w *models.Weights) (train.Algorithm, error) { return dmc.New(c, w) }),
	Of("nfsp", nfsp.Defaults, func(c nfsp.Config, w *models.Weights) (train.Algorithm, error) { return nfsp.New(c, w) }),
	Of("escher", escher.Defaults, func(c escher.Config, w *models.Weights) (train.Algorithm, error) { return escher.New(c, w) }),
	Of("exit", exit.Defaults, exit.New),
}

// Names lists the algorithms.
func Names() []string {
	names := make([]string, len(table))
	for i, e := range table {
		names[i] = e.name
	}
	return names
}

func (f *File) entry() *Entry {
	i := slices.IndexFunc(table, func(e Entry) bool { return e.name == f.Algorithm })
	if i < 0 {
		return nil
	}
	return &table[i]
}

// Validate reports every fault of the file, with its path.
func (f *File) Validate() error {
	var faults env.Faults
	var run env.Faults
	if errors.As(f.Config.Validate(), &run) {
		faults = append(faults, run...)
	}
	e := f.entry()
	if e == nil {
		faults.Add("algorithm", f.Algorithm, "one of: %s", strings.Join(Names(), ", "))
		return faults.Err()
	}
	faults.AddUnder(e.name, e.validate(f))
	faults.AddUnder("", f.Refuses())
	faults.AddUnder("imitation", f.Imitation.Validate())
	if f.begins {
		f.comeToNothing(&faults)
	}
	if _, err := f.StartBot(); err != nil {
		faults = append(faults, err)
	}
	if f.Start != "" && f.Imitation.Agent != "" {
		faults.Add("start", f.Start, "no imitation.agent beside it (%s), which would overwrite what the bot has learned: leave one of them empty, as with imitation.agent=", f.Imitation.Agent)
	}
	if f.Start == "" && f.Imitation.Ask != "" {
		faults.Add("imitation.ask", f.Imitation.Ask, "start beside it, a bot that takes all other decisions")
	}
	if f.Start == "" && f.StartSHA256 != "" {
		faults.Add("start_sha256", f.StartSHA256, "start beside it, the bot of this checksum")
	}
	return faults.Err()
}

// Begin returns train.Options.Start of the file: nil where weights start at random.
// agent builds the agent that is imitated. from is the network that Start names, and
// nil where none is needed; told receives the share of weights that came from it.
func (f *File) Begin(spec *env.Spec, from *warm.Network, agent func(name string) (agents.Agent, error), told func(*warm.Taken)) func(context.Context, *train.Collector, *models.Weights, func(done, total int)) error {
	switch {
	case from != nil:
		return func(ctx context.Context, c *train.Collector, w *models.Weights, progress func(done, total int)) error {
			taken, err := warm.Start(w, spec, from)
			if err != nil {
				return fmt.Errorf("start: %w", err)
			}
			told(taken)
			if f.Imitation.Ask == "" {
				return nil
			}
			ask, err := agent(f.Imitation.Ask)
			if err != nil {
				return fmt.Errorf("imitation.ask: %w", err)
			}
			both, err := imitation.Beside(spec, w, ask, f.Imitation.Kinds)
			if err != nil {
				return fmt.Errorf("imitation.ask: %w", err)
			}
			return f.imitate(ctx, c, both, agent, w, progress)
		}
	case f.Imitation.Agent == "":
		return nil
	}
	return func(ctx context.Context, c *train.Collector, w *models.Weights, progress func(done, total int)) error {
		a, err := agent(f.Imitation.Agent)
		if err != nil {
			return fmt.Errorf("imitation.agent: %w", err)
		}
		return f.imitate(ctx, c, a, agent, w, progress)
	}
}

// imitate trains weights to predict an agent, among the fixed opponents where the file says so.
func (f *File) imitate(ctx context.Context, c *train.Collector, a agents.Agent, build func(name string) (agents.Agent, error), w *models.Weights, progress func(done, total int)) error {
	var fixed []agents.Agent
	if f.Imitation.FixedShare > 0 {
		for i, name := range f.Opponents.Fixed {
			o, err := build(name)
			if err != nil {
				return fmt.Errorf("opponents.fixed[%d]: %w", i, err)
			}
			fixed = append(fixed, o)
		}
	}
	return imitation.Start(ctx, f.Imitation, c, a, fixed, w, f.Seed, progress)
}

// StartBot returns the name or the file of the bot in Start, and empty without one.
func (f *File) StartBot() (string, error) {
	if f.Start == "" {
		return "", nil
	}
	expr, err := callexpr.Parse(f.Start)
	if err != nil {
		return "", err
	}
	if expr.Name != "bot" || len(expr.Args) != 1 || expr.Args[0].Key != "" {
		return "", &env.Fault{Path: "start", Value: f.Start, Want: "bot(NAME or FILE), and no options"}
	}
	return expr.Args[0].Value, nil
}

// Refuses returns why the file's algorithm cannot train with the settings beside its own; nil: it can. The algorithm must be
// one of Names.
func (f *File) Refuses() error {
	if e := f.entry(); e.checkRun != nil {
		return e.checkRun(f)
	}
	return nil
}

// setup returns what the file asks of its algorithm beside the settings of its own.
func (f *File) setup() train.Setup {
	return train.Setup{Run: &f.Config, Imitates: f.Imitation.Agent != "" || f.Imitation.Ask != "", Starts: f.Start != ""}
}

// CheckGame reports a game that the file's algorithm cannot train, and every kind of decision
// that the file sets and that the game of spec does not have.
func (f *File) CheckGame(spec *env.Spec) error {
	var faults env.Faults
	faults.AddUnder("imitation", f.Imitation.CheckKinds(spec.Kinds()))
	for _, e := range table {
		if e.checkKinds != nil {
			faults.AddUnder(e.name, e.checkKinds(f, spec.Kinds()))
		}
	}
	if e := f.entry(); e != nil && e.checkGame != nil {
		faults.AddUnder("", e.checkGame(f, spec))
	}
	return faults.Err()
}

// New builds the file's algorithm on the given first weights. The file must be
// valid.
func (f *File) New(weights *models.Weights) (train.Algorithm, error) {
	e := f.entry()
	if e == nil {
		panic("algos: unvalidated algorithm " + f.Algorithm)
	}
	return e.build(f, weights)
}
