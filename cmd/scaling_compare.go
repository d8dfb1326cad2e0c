package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"ringer/eval"
	"ringer/eval/tree"
	"ringer/report/ladder"
	"ringer/train/exploiter"
)

// peer is a finished run with its record and, once it is needed, its bot.
type peer struct {
	run    *ablationRun
	record *ladder.Training
	entry  eval.Entry
	sum    string // SHA-256 of the bot's file
}

// open makes a bot of the run, beside its checkpoints, and its agent.
func (p *peer) open(t *terminal) (err error) {
	file := filepath.Join(p.run.dir, filepath.Base(p.run.dir)+".bot")
	silent := &terminal{in: t.in, out: io.Discard, errs: t.errs}
	if err := runExport(silent, &exportFlags{out: file, weights: "best", licence: defaultLicence, force: true}, p.run.dir); err != nil {
		return err
	}
	p.entry.Name = botCall(file)
	agent, files, err := buildAgent(p.run.game, p.entry.Name)
	if err != nil {
		return err
	}
	p.entry.Agent, p.sum = agent, files.identity()
	return nil
}

// compare measures what is missing of the runs of one length and seed: how they play
// against each other, and what best responses gain from them.
func (f *scalingFlags) compare(ctx context.Context, t *terminal, kept *scalingFile, peers []peer) error {
	if f.deals == 0 && f.exploit == 0 {
		return nil
	}
	for i := range peers {
		if err := peers[i].open(t); err != nil {
			return err
		}
	}
	for i := range peers {
		for j := range peers {
			if err := f.meet(ctx, t, &peers[i], &peers[j], i > j); err != nil {
				return stoppedComparing(ctx, kept, err)
			}
		}
		if err := f.respond(ctx, t, &peers[i]); err != nil {
			return stoppedComparing(ctx, kept, err)
		}
		for k := range peers {
			if err := kept.put(peers[k].record); err != nil {
				return err
			}
		}
	}
	return nil
}

func stoppedComparing(ctx context.Context, kept *scalingFile, err error) error {
	if ctx.Err() != nil {
		return interrupted("what was measured is in %s: the same command continues", kept.path)
	}
	return err
}

// meet plays one of a's network against b's in all other seats, unless that has been done.
// Two seats need one way only, for the other follows from it.
func (f *scalingFlags) meet(ctx context.Context, t *terminal, a, b *peer, first bool) error {
	seats := a.run.game.Spec().Players
	known := slices.ContainsFunc(a.record.Peers, func(r ladder.Report) bool {
		return r.Opponent == b.record.VariantName() && r.Games == f.deals*seats
	})
	if a == b || f.deals == 0 || known || seats == 2 && !first {
		return nil
	}
	seed := ladderSeed(a.record.Seed, a.sum+b.sum)
	bar := t.progress(a.record.VariantName()+" against "+b.record.VariantName(), 1)
	rows, err := eval.PlayDeals(ctx, eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: a.run.game, Entries: []eval.Entry{a.entry, b.entry}, Seed: seed,
	}}, 0, f.deals)
	bar.finish()
	if err != nil {
		return err
	}
	sum, err := eval.SumUpDeals(ctx, rows, seed)
	if err != nil {
		return err
	}
	put(a.record, ladder.Report{
		Opponent: b.record.VariantName(), Games: sum.Games, WinRate: sum.WinRate, Low: sum.Low, High: sum.High, EqualShare: sum.EqualShare,
	})
	if seats == 2 {
		put(b.record, ladder.Report{
			Opponent: a.record.VariantName(), Games: sum.Games, WinRate: 1 - sum.WinRate, Low: 1 - sum.High, High: 1 - sum.Low, EqualShare: sum.EqualShare,
		})
	}
	return nil
}

// put adds a result against another variant in the place of an older one.
func put(one *ladder.Training, r ladder.Report) {
	one.Peers = append(slices.DeleteFunc(slices.Clone(one.Peers), func(old ladder.Report) bool { return old.Opponent == r.Opponent }), r)
}

// respond measures how much the network of a run can be exploited, unless that has been
// done: exactly, where the game is small enough, and else by trained exploiters.
func (f *scalingFlags) respond(ctx context.Context, t *terminal, p *peer) error {
	if f.exploit == 0 || p.record.Exploitability != nil {
		return nil
	}
	walked, err := tree.Build(ctx, p.run.game, walkedNodes)
	if _, large := errors.AsType[*tree.TooLargeError](err); large || errors.Is(err, tree.ErrNoInformationStates) {
		x := exploiters{
			agent: p.entry.Name, game: p.run.game.Spec().String(), config: f.config, seed: ladderSeed(p.record.Seed, p.sum),
			decisions: max(1, int(f.exploit*float64(p.record.Decisions)/exploiter.MinSeeds)),
		}
		if p.record.Budget == x.budget(f.exploit) {
			return nil
		}
		gains, err := x.train(ctx, t)
		if err != nil {
			return err
		}
		p.record.Gains, p.record.Budget = gains, x.budget(f.exploit)
		return nil
	}
	if err != nil {
		return err
	}
	exact, err := eval.Exploit(ctx, walked, p.entry.Name, p.entry.Agent, p.record.Seed)
	if err != nil {
		return fmt.Errorf("%s: %w", p.run.dir, err)
	}
	p.record.Exploitability = &exact.Exploitability
	return nil
}
