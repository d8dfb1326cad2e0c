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
	"ringer/models/botfile"
	"ringer/open"
	"ringer/report/ladder"
)

// peer is a finished run with its record and, once it is needed, its bot.
type peer struct {
	run    *ablationRun
	record *ladder.Training
	entry  eval.Entry
	file   string // of the bot
	sum    string // SHA-256 of that
}

// open makes a bot of the run, beside its checkpoints, and its agent.
func (p *peer) open(t *terminal) (err error) {
	file := filepath.Join(p.run.dir, filepath.Base(p.run.dir)+".bot")
	silent := &terminal{in: t.in, out: io.Discard, errs: t.errs}
	if err := runExport(silent, &exportFlags{out: file, weights: "best", licence: defaultLicence, force: true}, p.run.dir); err != nil {
		return err
	}
	p.file, p.entry.Name = file, botCall(file)
	agent, files, err := opener.AgentWithFiles(p.run.game, p.entry.Name)
	if err != nil {
		return err
	}
	p.entry.Agent, p.sum = agent, files.Identity()
	return nil
}

// compare measures what is missing of the runs of one length and seed: how they play
// against each other, and what best responses gain from them.
func (f *scalingFlags) compare(ctx context.Context, t *terminal, kept *scalingFile, peers []peer) error {
	if f.deals == 0 && f.exploit == 0 && f.ringer == 0 {
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
		if err := f.meetRinger(ctx, t, &peers[i]); err != nil {
			return stoppedComparing(ctx, kept, err)
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
	bar := t.progress(a.record.VariantName()+" against "+b.record.VariantName(), 1)
	sum, err := a.play(ctx, f.elsewhere.at.games(), b.entry, b.sum, f.deals)
	bar.finish()
	if err != nil {
		return err
	}
	sum.Opponent = b.record.VariantName()
	put(a.record, *sum)
	if seats == 2 {
		put(b.record, ladder.Report{
			Opponent: a.record.VariantName(), Games: sum.Games, WinRate: 1 - sum.WinRate, Low: 1 - sum.High, High: 1 - sum.Low, EqualShare: sum.EqualShare,
		})
	}
	return nil
}

// play plays one of the run's network against another agent in all other seats, on deals that
// follow from both.
func (p *peer) play(ctx context.Context, at *eval.Place, other eval.Entry, identity string, deals int) (*ladder.Report, error) {
	seed := ladderSeed(p.record.Seed, p.sum+identity)
	rows, err := eval.PlayDeals(ctx, eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: p.run.game, Entries: []eval.Entry{p.entry, other}, Seed: seed, Place: at,
	}}, 0, deals)
	if err != nil {
		return nil, err
	}
	sum, err := eval.SumUpDeals(ctx, p.run.game.Spec(), rows, seed)
	if err != nil {
		return nil, err
	}
	return &ladder.Report{Games: sum.Games, WinRate: sum.WinRate, Low: sum.Low, High: sum.High, EqualShare: sum.EqualShare}, nil
}

// meetRinger plays a run's network against the bot that ships for its game, unless that has
// been done, or the bot is of this very run.
func (f *scalingFlags) meetRinger(ctx context.Context, t *terminal, p *peer) error {
	if f.ringer == 0 {
		return nil
	}
	ringer := shippedFor(p.run.game, nil)
	if ringer == nil {
		return nil
	}
	weights := ringer.bot.Manifest.Checksums[botfile.WeightsName]
	own, err := open.Bot(p.file)
	if err != nil {
		return err
	}
	if own.Manifest.Checksums[botfile.WeightsName] == weights {
		p.record.Ringer = nil
		return nil
	}
	name := botCall(ringer.name)
	if old := p.record.Ringer; old != nil && old.Weights == weights && old.Opponent == name && old.Games == f.ringer*p.run.game.Spec().Players {
		return nil
	}
	agent, files, err := opener.AgentWithFiles(p.run.game, name)
	if err != nil {
		return err
	}
	bar := t.progress("against "+name, 1)
	sum, err := p.play(ctx, f.elsewhere.at.games(), eval.Entry{Name: name, Agent: agent}, files.Identity(), f.ringer)
	bar.finish()
	if err != nil {
		return err
	}
	sum.Opponent = name
	p.record.Ringer = &ladder.RingerReport{Report: *sum, Weights: weights}
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
			elsewhere: f.elsewhere.at,
			agent:     p.entry.Name, game: p.run.game.Spec().String(), config: f.config, seed: ladderSeed(p.record.Seed, p.sum),
			share: f.exploit, learned: int64(p.record.Decisions),
		}
		if p.record.Budget == x.budget() {
			return nil
		}
		found, _, err := x.train(ctx, t)
		if err != nil {
			return err
		}
		p.record.Responses = found
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
