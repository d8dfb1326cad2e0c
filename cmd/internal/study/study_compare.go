package study

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"ringer/cmd/internal/buildinfo"
	"ringer/cmd/internal/exploiters"
	"ringer/cmd/internal/lookup"
	"ringer/cmd/internal/shell"
	"ringer/eval"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/export"
	"ringer/open/study"
	"ringer/report/ladder"
	"ringer/train/exploiter"
)

// peer is a finished run with its record and, once it is needed, its bot.
type peer struct {
	run    *study.Run
	record *ladder.Training
	entry  eval.Entry
	file   string // of the bot
	sum    string // SHA-256 of that
}

// open makes a bot of the run, beside its checkpoints, and its agent.
func (p *peer) open(t *shell.Terminal) (err error) {
	file := filepath.Join(p.run.Dir, filepath.Base(p.run.Dir)+".bot")
	if _, err := export.Run(p.run.Dir, export.Options{Out: file, Licence: open.DefaultLicence, Ringer: buildinfo.ThisVersion().Version}); err != nil {
		return err
	}
	p.file, p.entry.Name = file, lookup.BotCall(file)
	agent, files, err := t.Opener.AgentWithFiles(p.run.Game, p.entry.Name)
	if err != nil {
		return err
	}
	p.entry.Agent, p.sum = agent, files.Identity()
	return nil
}

// measures reports whether more is measured of a run than its report.
func (f *studyFlags) measures() bool { return f.deals > 0 || f.exploit > 0 || f.ringer > 0 }

// compare measures what is missing of all runs: how those of one length and seed play
// against each other, and what best responses gain from them.
func (f *studyFlags) compare(ctx context.Context, t *shell.Terminal, s *study.Study) error {
	if !f.measures() {
		return nil
	}
	for _, places := range s.Peers() {
		var peers []*peer
		for _, i := range places {
			peers = append(peers, &peer{run: s.Runs[i], record: &s.Records[i]})
		}
		if err := f.comparePeers(ctx, t, s.Kept, peers); err != nil {
			if ctx.Err() != nil {
				return shell.Interrupted("what was measured is in %s: the same command continues", s.Kept.Path)
			}
			return err
		}
	}
	return nil
}

// comparePeers measures the runs of one length and seed.
func (f *studyFlags) comparePeers(ctx context.Context, t *shell.Terminal, kept *study.Records, peers []*peer) error {
	for _, p := range peers {
		if err := p.open(t); err != nil {
			return err
		}
	}
	for i, p := range peers {
		for j, other := range peers {
			if err := f.meet(ctx, t, p, other, i > j); err != nil {
				return err
			}
		}
		if err := f.meetRinger(ctx, t, p); err != nil {
			return err
		}
		if err := f.respond(ctx, t, p); err != nil {
			return err
		}
		for _, each := range peers {
			if err := kept.Put(each.record); err != nil {
				return err
			}
		}
	}
	return nil
}

// meet plays one of a's network against b's in all other seats, unless that has been done.
// Two seats need one way only, for the other follows from it.
func (f *studyFlags) meet(ctx context.Context, t *shell.Terminal, a, b *peer, first bool) error {
	seats := a.run.Game.Spec().Players
	known := slices.ContainsFunc(a.record.Peers, func(r ladder.Report) bool {
		return r.Opponent == b.record.VariantName() && r.Games == f.deals*seats
	})
	if a == b || f.deals == 0 || known || seats == 2 && !first {
		return nil
	}
	bar := t.Progress(a.record.VariantName()+" against "+b.record.VariantName(), 1)
	sum, err := a.play(ctx, f.elsewhere.At.Games(), b.entry, b.sum, f.deals)
	bar.Finish()
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
	seed := ladder.Seed(p.record.Seed, p.sum+identity)
	rows, err := eval.PlayDeals(ctx, eval.DealsConfig{MatchConfig: eval.MatchConfig{
		Game: p.run.Game, Entries: []eval.Entry{p.entry, other}, Seed: seed, Place: at,
	}}, 0, deals)
	if err != nil {
		return nil, err
	}
	sum, err := eval.SumUpDeals(ctx, p.run.Game.Spec(), rows, seed)
	if err != nil {
		return nil, err
	}
	return &ladder.Report{Games: sum.Games, WinRate: sum.WinRate, Low: sum.Low, High: sum.High, EqualShare: sum.EqualShare}, nil
}

// meetRinger plays a run's network against the bot that ships for its game, unless that has
// been done, or the bot is of this very run.
func (f *studyFlags) meetRinger(ctx context.Context, t *shell.Terminal, p *peer) error {
	if f.ringer == 0 {
		return nil
	}
	ringer := exploit.ShippedFor(p.run.Game, nil)
	if ringer == nil {
		return nil
	}
	weights := ringer.Bot.Manifest.Checksums[botfile.WeightsName]
	own, err := open.Bot(p.file)
	if err != nil {
		return err
	}
	if own.Manifest.Checksums[botfile.WeightsName] == weights {
		p.record.Ringer = nil
		return nil
	}
	name := lookup.BotCall(ringer.Name)
	if old := p.record.Ringer; old != nil && old.Weights == weights && old.Opponent == name && old.Games == f.ringer*p.run.Game.Spec().Players {
		return nil
	}
	agent, files, err := t.Opener.AgentWithFiles(p.run.Game, name)
	if err != nil {
		return err
	}
	bar := t.Progress("against "+name, 1)
	sum, err := p.play(ctx, f.elsewhere.At.Games(), eval.Entry{Name: name, Agent: agent}, files.Identity(), f.ringer)
	bar.Finish()
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
func (f *studyFlags) respond(ctx context.Context, t *shell.Terminal, p *peer) error {
	if f.exploit == 0 || p.record.Exploitability != nil {
		return nil
	}
	walked, err := exploit.Walk(ctx, p.run.Game)
	if err != nil {
		return err
	}
	if walked == nil {
		budget := exploit.Budget(f.exploit, int64(p.record.Decisions))
		if p.record.Budget == budget {
			return nil
		}
		search, err := exploit.New(t.Opener, exploit.Options{
			Game: p.run.Game, Agent: p.entry.Name, Config: f.config, Seed: ladder.Seed(p.record.Seed, p.sum),
			Decisions: exploit.Share(f.exploit, int64(p.record.Decisions), exploiter.MinSeeds),
		})
		if err != nil {
			return err
		}
		if err := shell.ComputeHere(search.File.Compute); err != nil {
			return err
		}
		search.Elsewhere = f.elsewhere.At
		found, err := exploiters.Run(ctx, t, search)
		if err != nil {
			return err
		}
		p.record.Responses = exploit.Responses(found, budget)
		return nil
	}
	exact, err := eval.Exploit(ctx, walked, p.entry.Name, p.entry.Agent, p.record.Seed)
	if err != nil {
		return fmt.Errorf("%s: %w", p.run.Dir, err)
	}
	p.record.Exploitability = &exact.Exploitability
	return nil
}
