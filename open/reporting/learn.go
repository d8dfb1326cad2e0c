package reporting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ringer/agents/roster"
	"ringer/checkpoints"
	"ringer/configs"
	"ringer/env"
	"ringer/env/tactics"
	"ringer/internal/callexpr"
	"ringer/internal/input"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/export"
	"ringer/open/study"
	"ringer/play/opponents"
	"ringer/report/findings"
	"ringer/report/trust"
	"ringer/train"
	"ringer/train/algos"
	"ringer/train/checkpoint"
	"ringer/train/tune"
)

// leastTaken is the share of weights from which a shipped bot is worth beginning with.
const leastTaken = 0.5

// startAgent is the name in reports of the shipped bot as it is.
const startAgent = findings.ShippedBot

// learning says how the agents of a report learn its rules.
type learning struct {
	dir       string // in which runs and bots are kept: a report's has the name agents
	decisions int    // of each training; 0: nobody learns
	seeds     int    // trainings that differ in their seeds alone
	games     int    // that measure a training at its end; a quarter of them on its way

	// progress receives the decisions of all trainings together.
	progress func(done, total int)
}

func (w *work) learning(decisions, seeds, games int, progress func(done, total int)) *learning {
	return &learning{w.agentsDir(), decisions, seeds, games, progress}
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
	if s.exact {
		return open.BotCall(s.name)
	}
	return untrained(s.name)
}

// untrained names a bot at a table with other rules.
func untrained(nameOrFile string) string {
	return open.BotCall(nameOrFile, callexpr.Arg{Key: "rules", Value: "any"})
}

// startFor returns the shipped bot that knows most of a game: the one that was made for it,
// else the one most of whose weights have a place there; nil when none has half of them.
func startFor(g env.Game) *firstBot {
	var best *firstBot
	for _, name := range checkpoints.Names() {
		m, err := opponents.Manifest(name)
		if err != nil || m.Kind == botfile.KindTable {
			continue
		}
		if made, err := callexpr.Parse(m.Game); err != nil || made.Name != g.Spec().Name {
			continue
		}
		if home := tactics.WithHash(g, m.SpecHash); home != nil {
			if bot, err := open.Bot(name); err == nil {
				return &firstBot{name: name, bot: bot, home: home, exact: true, share: 1}
			}
			continue
		}
		b, err := firstFrom(name, g)
		if err == nil && b.share >= leastTaken && (best == nil || b.share > best.share) {
			best = b
		}
	}
	return best
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

// agentsOf makes the agents of a report on a game: those that need no training, the shipped
// bot as it is, and those that learn the rules. A training that was stopped goes on, and one
// that has ended is read.
func (w *work) agentsOf(ctx context.Context, g env.Game, p *learning) ([]trust.Agent, error) {
	var list []trust.Agent
	add := func(role trust.Role, name, command string) bool {
		agent, err := w.opener.Agent(g, command)
		if err == nil {
			list = append(list, trust.Agent{Name: name, Command: command, Role: role, Agent: agent})
		}
		return err == nil
	}
	for _, name := range baselines {
		add(trust.Baseline, name, name)
	}
	start := startFor(g)
	if start != nil && !add(trust.Start, startAgent, start.agent()) {
		start = nil
	}
	if p.decisions == 0 {
		return list, nil
	}
	learned, err := w.learn(ctx, p, g, start, list[len(list)-1].Command)
	return append(list, learned...), err
}

// learn trains with every seed on a game, goes on with what was stopped, or reads what it
// became. against is the agent that measures a training.
func (w *work) learn(ctx context.Context, p *learning, g env.Game, start *firstBot, against string) ([]trust.Agent, error) {
	file, home, err := w.settings(p, g, start, against)
	if err != nil {
		return nil, err
	}
	runs := make([]*study.Run, p.seeds)
	for i := range runs {
		mine := *file
		mine.Seed = w.Seed + uint64(i)
		dir := filepath.Join(p.dir, seedName(i))
		if w.Force {
			if err := w.removeOther(dir, home, &mine); err != nil {
				return nil, err
			}
		}
		if runs[i], err = w.trainer.Prepare(dir, home, &mine); err != nil {
			return nil, err
		}
	}
	atOnce := 1
	if w.Elsewhere != nil {
		atOnce = p.seeds
	}
	meter := &study.Meter{Changed: func(parts int) { p.progress(parts*p.decisions/study.MeterParts, p.seeds*p.decisions) }}
	list := make([]trust.Agent, p.seeds)
	err = w.trainer.All(ctx, runs, atOnce, meter, func(r *study.Run, result *open.Result) error {
		i := slices.Index(runs, r)
		learned, err := w.learned(r, result, start, i)
		list[i] = trust.Agent{Name: fmt.Sprintf("learned %d", i+1), Command: "bot(agents/" + seedName(i) + ".bot)", Role: trust.Learned, Training: learned}
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].Agent, err = w.opener.Agent(g, open.BotCall(runs[i].Dir+".bot")); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// settings returns the configuration of the trainings, and the game in the wrapper that
// the network reads: from the shipped training of the game, for the layers of the bot.
func (w *work) settings(p *learning, g env.Game, start *firstBot, against string) (*algos.File, env.Game, error) {
	file, err := longTraining(g, start)
	if err != nil {
		return nil, nil, err
	}
	o := tune.Options{Decisions: p.decisions, Points: 3, Games: max(1, p.games/4), FinalGames: p.games, Against: against}
	home := env.UnwrapGame(g)
	if start != nil {
		home = start.home
		o.Start = open.BotCall(start.name)
		o.Network = train.NetworkConfigOf(start.bot.Weights.Network)
	} else if file.Game != "" {
		if home, err = roster.Dressed(g, file.Game); err != nil {
			return nil, nil, err
		}
		if file.Imitation.Agent != "" {
			if _, err := w.opener.Agent(g, file.Imitation.Agent); err != nil {
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
	return &short, home, w.opener.CheckRun(home, &short)
}

// longTraining returns the configuration from which the configuration of short trainings is
// derived: the shipped one of the bot that they begin with, the one with which this bot
// itself was trained, or else the shipped one of the game.
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

func seedName(i int) string { return fmt.Sprintf("seed-%d", i+1) }

// learned writes the bot of a training that has ended, and says how the training went.
func (w *work) learned(r *study.Run, result *open.Result, start *firstBot, i int) (_ *trust.Training, err error) {
	path := r.Dir + ".bot"
	if data, err := open.BotBytes(path); err != nil || len(data) == 0 {
		if _, err := export.Run(r.Dir, export.Options{Out: path, Licence: open.DefaultLicence, Ringer: cmp.Or(w.trainer.Build.Ringer, "unknown")}); err != nil {
			return nil, err
		}
	}
	file := r.File
	out := &trust.Training{
		Seed: file.Seed, From: "random weights", Decisions: result.Decisions, Seconds: result.Seconds, Against: file.Evaluation.Opponents[0],
	}
	if file.Imitation.Agent != "" {
		out.From = "imitation of " + file.Imitation.Agent
	}
	if start != nil {
		out.From, out.Share, out.Changed = file.Start, start.share, !start.exact
	}
	for _, e := range result.Evaluations {
		out.Equal = e.EqualShare
		out.Final = &trust.Point{Decisions: result.Decisions, WinRate: e.WinRate, Low: e.Low, High: e.High, Games: e.Games}
	}
	out.Curve, err = curveOf(r)
	return out, err
}

// removeOther removes a training of other settings, and its bot.
func (w *work) removeOther(dir string, home env.Game, file *algos.File) error {
	if _, err := open.Start(home, file); err != nil { // which sets the checksum that is compared
		return err
	}
	other, err := w.trainer.Other(dir, home, file)
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

// curveOf reads the win rates on the way of a run.
func curveOf(r *study.Run) ([]trust.Point, error) {
	reader, _, err := checkpoint.Open(r.Dir)
	if err != nil {
		return nil, err
	}
	run, err := study.ReadCurve(reader, r.File)
	if err != nil {
		return nil, err
	}
	var curve []trust.Point
	for _, p := range run.Points {
		if rate, ok := p.Values["win_rate/"+r.File.Evaluation.Opponents[0]]; ok {
			curve = append(curve, trust.Point{Decisions: int(p.Decisions), WinRate: rate.Value, Low: rate.Low, High: rate.High, Games: rate.Of})
		}
	}
	return curve, nil
}
