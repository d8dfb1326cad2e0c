package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ringer/agents/neural"
	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/remote"
	"ringer/cmd/internal/shell"
	"ringer/configs"
	"ringer/env"
	"ringer/env/tactics"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/export"
	"ringer/open/study"
	"ringer/open/workers"
	"ringer/play/opponents"
	"ringer/report/trust"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/tune"
)

// leastTaken is the share of weights from which a shipped bot is worth beginning with.
const leastTaken = 0.5

// startAgent is the name in reports of the shipped bot as it is.
const startAgent = "the shipped bot"

// Tuning says how the agents of a report learn its rules.
type Tuning struct {
	Opener    *open.Opener
	elsewhere *remote.Elsewhere
	Dir       string // in which runs and bots are kept: a report's has the name agents
	Decisions int    // of each training; 0: nobody learns
	Seeds     int    // trainings that differ in their seeds alone
	Seed      uint64 // of the first one
	Games     int    // that measure a training at its end; a quarter of them on its way
	Force     bool   // trainings of other settings are made anew instead of refused

	// progress receives the decisions of all trainings together. It may be nil.
	Progress func(done, total int)
}

// firstBot is a bot with which trainings on other rules begin.
type firstBot struct {
	name  string // of a shipped bot, or the path of a file
	bot   *botfile.Bot
	home  env.Game // the changed game in the wrapper that the bot reads
	exact bool     // the bot was made for just these rules
	share float64  // of the weights at these rules that are the bot's
}

// agent returns the name of the bot as it is, for every command.
func (s *firstBot) agent() string {
	expr := callexpr.Expr{Name: "bot", Args: []callexpr.Arg{{Value: s.name}}}
	if !s.exact {
		expr.Args = append(expr.Args, callexpr.Arg{Key: "rules", Value: "any"})
	}
	return expr.String()
}

// startFor returns the shipped bot that knows most of a game: the one that was made for it,
// else the one most of whose weights have a place there; nil when none has half of them.
func startFor(g env.Game) *firstBot {
	var best *firstBot
	for _, name := range checkpoints.Ringers() {
		m, err := opponents.Manifest(name)
		if err != nil || m.Kind == botfile.KindTable {
			continue
		}
		if made, err := callexpr.Parse(m.Game); err != nil || made.Name != g.Spec().Name {
			continue
		}
		bot, err := open.Bot(name)
		if err != nil {
			continue
		}
		if home := tactics.WithHash(g, m.SpecHash); home != nil {
			return &firstBot{name: name, bot: bot, home: home, exact: true, share: 1}
		}
		home, err := roster.Dressed(g, m.Game)
		if err != nil {
			continue
		}
		_, taken, err := open.AdaptTold(bot, home.Spec())
		if err == nil && taken.Share >= leastTaken && (best == nil || taken.Share > best.share) {
			best = &firstBot{name: name, bot: bot, home: home, share: taken.Share}
		}
	}
	return best
}

// AgentsOfReport makes the agents of a report on a game: those that need no training, the
// shipped bot as it is, and those that learn the rules. A training that was stopped goes
// on, and one that has ended is read.
func AgentsOfReport(ctx context.Context, g env.Game, p *Tuning) ([]trust.Agent, error) {
	var list []trust.Agent
	add := func(role trust.Role, name, command string) bool {
		agent, err := p.Opener.Agent(g, command)
		if err != nil {
			return false
		}
		list = append(list, trust.Agent{Name: name, Command: command, Role: role, Agent: agent})
		return true
	}
	for _, name := range []string{"random", "greedy", exploit.ExpertName} {
		add(trust.Baseline, name, name) // where a game has no judge or no expert, there is no such agent
	}
	start := startFor(g)
	if start != nil && !add(trust.Start, startAgent, start.agent()) {
		start = nil
	}
	if p.Decisions == 0 {
		return list, nil
	}
	learned, err := p.learnAll(ctx, g, start, list[len(list)-1].Command)
	return append(list, learned...), err
}

// learnAll trains with every seed on a game. against is the agent that measures a training.
func (p *Tuning) learnAll(ctx context.Context, g env.Game, start *firstBot, against string) ([]trust.Agent, error) {
	file, home, err := p.settings(g, start, against)
	if err != nil {
		return nil, err
	}
	var list []trust.Agent
	all := make([]*trust.Agent, p.Seeds)
	learn := func(i int) (err error) {
		all[i], err = p.learn(ctx, home, *file, start, i)
		return err
	}
	if p.elsewhere != nil {
		if err := workers.AtOnce(p.Seeds, learn); err != nil {
			return nil, err
		}
	}
	for i := range p.Seeds {
		if all[i] == nil {
			if err := learn(i); err != nil {
				return nil, err
			}
		}
		learned := all[i]
		if learned.Agent, err = p.Opener.Agent(g, lookup.BotCall(filepath.Join(p.Dir, p.seedName(i)+".bot"))); err != nil {
			return nil, err
		}
		list = append(list, *learned)
	}
	return list, nil
}

// settings returns the configuration of the trainings, and the game in the wrapper that
// the network reads: those of the shipped training of the game, for the layers of the bot.
func (p *Tuning) settings(g env.Game, start *firstBot, against string) (*algos.File, env.Game, error) {
	file, err := longTraining(g, start)
	if err != nil {
		return nil, nil, err
	}
	o := tune.Options{Decisions: p.Decisions, Points: 3, Games: max(1, p.Games/4), FinalGames: p.Games, Against: against}
	home := env.UnwrapGame(g)
	if start != nil {
		home = start.home
		o.Start = lookup.BotCall(start.name)
		o.Network = train.NetworkConfigOf(start.bot.Weights.Network)
	} else if file.Game != "" {
		if home, err = roster.Dressed(g, file.Game); err != nil {
			return nil, nil, err
		}
		if file.Imitation.Agent != "" {
			if _, err := p.Opener.Agent(g, file.Imitation.Agent); err != nil {
				file.Imitation.Agent, file.Imitation.FixedShare = "", 0
			}
		}
	}
	o.Game = home.Spec().String()
	short := tune.Settings(*file, o)
	short.Rules = string(home.Spec().Configuration)
	kinds := home.Spec().Kinds()
	for kind := range short.PPO.Kinds {
		if !slices.Contains(kinds, kind) {
			delete(short.PPO.Kinds, kind)
		}
	}
	return &short, home, p.Opener.CheckRun(home, &short)
}

// longTraining returns the configuration from which that of short trainings is derived: the
// shipped one of the bot that they begin with, that with which this bot itself was trained,
// or else the shipped one of the game.
func longTraining(g env.Game, start *firstBot) (*algos.File, error) {
	file, name := algos.Defaults(), g.Spec().Name
	if start != nil && open.TrainingOf(start.name) != "" {
		name = open.TrainingOf(start.name)
	} else if start != nil && len(start.bot.Manifest.Training.Config) > 0 {
		return &file, configs.ReadAll(&file, configs.JSON(start.name, start.bot.Manifest.Training.Config))
	}
	if !configs.Has("train", name) {
		return &file, nil
	}
	return &file, configs.Read("train", name, &file)
}

func (p *Tuning) seedName(i int) string { return fmt.Sprintf("seed-%d", i+1) }

// learn trains with one seed, goes on with that, or reads what it became.
func (p *Tuning) learn(ctx context.Context, home env.Game, file algos.File, start *firstBot, i int) (_ *trust.Agent, err error) {
	file.Seed = p.Seed + uint64(i)
	dir := filepath.Join(p.Dir, p.seedName(i))
	whole, err := p.trained(ctx, home, &file, dir, i)
	if err != nil {
		return nil, err
	}
	if err := exportLearned(dir, dir+".bot"); err != nil {
		return nil, err
	}
	training := &trust.Training{
		Seed: file.Seed, From: "random weights", Decisions: whole.Decisions, Seconds: whole.Seconds, Against: file.Evaluation.Opponents[0],
	}
	if file.Imitation.Agent != "" {
		training.From = "imitation of " + file.Imitation.Agent
	}
	if start != nil {
		training.From, training.Share, training.Changed = file.Start, start.share, !start.exact
	}
	for _, e := range whole.Evaluations {
		training.Equal = e.EqualShare
		training.Final = &trust.Point{Decisions: whole.Decisions, WinRate: e.WinRate, Low: e.Low, High: e.High, Games: e.Games}
	}
	if training.Curve, err = curveOf(dir, &file); err != nil {
		return nil, err
	}
	return &trust.Agent{
		Name: fmt.Sprintf("learned %d", i+1), Command: "bot(agents/" + p.seedName(i) + ".bot)", Role: trust.Learned, Training: training,
	}, nil
}

// trained returns the result of one training.
func (p *Tuning) trained(ctx context.Context, home env.Game, file *algos.File, dir string, i int) (*open.Result, error) {
	trainer := lookup.Trainer(&shell.Terminal{Out: io.Discard, Errs: io.Discard, Quiet: true, Opener: p.Opener})
	trainer.Elsewhere = p.elsewhere.Train
	if p.Force {
		if err := removeOther(trainer, dir, home, file); err != nil {
			return nil, err
		}
	}
	run, err := trainer.Prepare(dir, home, file)
	if err != nil {
		return nil, err
	}
	whole, err := trainer.Train(ctx, run, study.Options{Progress: func(now train.Progress) {
		if now.Phase == train.Training && now.Total > 0 {
			p.tell(i, float64(min(now.Done, now.Total))/float64(now.Total))
		}
	}})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	p.tell(i, 1)
	return whole, nil
}

// removeOther removes a training of other settings, and its bot.
func removeOther(trainer *study.Trainer, dir string, home env.Game, file *algos.File) error {
	if _, err := open.Start(home, file); err != nil { // which sets the checksum that is compared
		return err
	}
	other, err := trainer.Other(dir, home, file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && other == "" {
		return nil
	}
	if err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Remove(dir + ".bot"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// tell reports the decisions of all trainings, of which the one at hand is done in part.
func (p *Tuning) tell(at int, share float64) {
	if p.Progress != nil {
		p.Progress(at*p.Decisions+int(share*float64(p.Decisions)), p.Seeds*p.Decisions)
	}
}

// exportLearned writes the bot of a run that has ended, unless it is there.
func exportLearned(dir, path string) error {
	if data, err := open.BotBytes(path); err == nil && len(data) > 0 {
		return nil
	}
	src, err := open.OpenSource(dir)
	if err != nil {
		return input.Bad(err)
	}
	g, err := src.Game(dir)
	if err != nil {
		return err
	}
	weights, which, err := src.Weights("best")
	if err != nil {
		return err
	}
	name := filepath.Base(dir)
	bot := botfile.Bot{Manifest: export.Manifest(src, g.Spec(), which, export.Options{Name: name, Licence: open.DefaultLicence, Ringer: buildinfo.ThisVersion().Version}), Weights: weights, ReturnScale: neural.ReturnScale(g.Spec())}
	var data bytes.Buffer
	if err := botfile.Write(&data, bot); err != nil {
		return err
	}
	return checkpoint.WriteFile(path, data.Bytes())
}

// curveOf reads the win rates on the way of a run.
func curveOf(dir string, file *algos.File) ([]trust.Point, error) {
	reader, _, err := checkpoint.Open(dir)
	if err != nil {
		return nil, err
	}
	run, err := study.ReadCurve(reader, file)
	if err != nil {
		return nil, err
	}
	var curve []trust.Point
	for _, p := range run.Points {
		if rate, ok := p.Values["win_rate/"+file.Evaluation.Opponents[0]]; ok {
			curve = append(curve, trust.Point{Decisions: int(p.Decisions), WinRate: rate.Value, Low: rate.Low, High: rate.High, Games: rate.Of})
		}
	}
	return curve, nil
}
