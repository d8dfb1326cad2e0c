// Package compare measures the runs of a study against each other, against the bot that ships for
// their game, and against best responses. It knows no terminal, and prints nothing.
package compare

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"ringer/eval"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/carried"
	"ringer/open/exploit"
	"ringer/open/export"
	"ringer/open/study"
	"ringer/report/ladder"
	"ringer/train/bestresponse"
)

// Comparison says what is measured of the runs of a study, which are over.
type Comparison struct {
	Study     *study.Study
	Trainer   *study.Trainer             // whose build and agents are used
	Elsewhere *carried.Elsewhere         // workers that play and train; nil: this process does
	Compute   func(compute string) error // makes this process compute networks so

	Deals   int     // that the runs of one length and seed play against each other; 0: none
	Ringer  int     // deals that each run plays against the bot that ships for the game; 0: none
	Exploit float64 // share of a run's decisions on which best responses to it are trained; 0: none are

	// Progress is told what is measured, and how much of it is done. It may be nil.
	Progress func(what string, done, total int)
}

// Run measures what is missing, and keeps it in the records of the study: the same comparison goes on
// where it was stopped.
func (c *Comparison) Run(ctx context.Context) error {
	if c.Deals == 0 && c.Ringer == 0 && c.Exploit == 0 {
		return nil
	}
	for _, places := range c.Study.Peers() {
		var peers []*peer
		for _, i := range places {
			p := &peer{run: c.Study.Runs[i], record: &c.Study.Records[i]}
			if err := p.open(c.Trainer); err != nil {
				return err
			}
			peers = append(peers, p)
		}
		if err := c.among(ctx, peers); err != nil {
			return err
		}
	}
	return nil
}

// among measures the runs of one length and seed.
func (c *Comparison) among(ctx context.Context, peers []*peer) error {
	for i, p := range peers {
		for j, other := range peers {
			if err := c.meet(ctx, p, other, i > j); err != nil {
				return err
			}
		}
		if err := c.meetRinger(ctx, p); err != nil {
			return err
		}
		if err := c.respond(ctx, p); err != nil {
			return err
		}
		for _, each := range peers {
			if err := c.Study.Kept.Put(each.record); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Comparison) tell(what string) {
	if c.Progress != nil {
		c.Progress(what, 0, 1)
	}
}

// peer is a finished run with its record and, once it is needed, its bot.
type peer struct {
	run    *study.Run
	record *ladder.Training
	entry  eval.Entry
	file   string // of the bot
	plays  string // open.Files.Play of its agent
}

// open makes a bot of the run, beside its checkpoints, and its agent.
func (p *peer) open(by *study.Trainer) (err error) {
	p.file = filepath.Join(p.run.Dir, filepath.Base(p.run.Dir)+".bot")
	if _, err := export.Run(p.run.Dir, export.Options{Out: p.file, Licence: open.DefaultLicence, Ringer: by.Build.Ringer}); err != nil {
		return err
	}
	p.entry.Name = open.BotCall(p.file)
	agent, files, err := by.Opener.AgentWithFiles(p.run.Game, p.entry.Name)
	if err != nil {
		return err
	}
	p.entry.Agent, p.plays = agent, files.Play()
	return nil
}

// meet plays one of a's network against b's in all other seats, unless that has been done.
// Two seats need one way only, for the other follows from it.
func (c *Comparison) meet(ctx context.Context, a, b *peer, first bool) error {
	seats := a.run.Game.Spec().Players
	known := slices.ContainsFunc(a.record.Peers, func(r ladder.Report) bool {
		return r.Opponent == b.record.VariantName() && r.Games == c.Deals*seats
	})
	if a == b || c.Deals == 0 || known || seats == 2 && !first {
		return nil
	}
	c.tell(a.record.VariantName() + " against " + b.record.VariantName())
	sum, err := a.play(ctx, c.Elsewhere.Games(), b.entry, b.plays, c.Deals)
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
// follow from what both play by.
func (p *peer) play(ctx context.Context, at *eval.Place, other eval.Entry, plays string, deals int) (*ladder.Report, error) {
	seed := ladder.Seed(p.record.Seed, p.plays+plays)
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
func (c *Comparison) meetRinger(ctx context.Context, p *peer) error {
	if c.Ringer == 0 {
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
	name := open.BotCall(ringer.Name)
	if old := p.record.Ringer; old != nil && old.Weights == weights && old.Opponent == name && old.Games == c.Ringer*p.run.Game.Spec().Players {
		return nil
	}
	agent, files, err := c.Trainer.Opener.AgentWithFiles(p.run.Game, name)
	if err != nil {
		return err
	}
	c.tell("against " + name)
	sum, err := p.play(ctx, c.Elsewhere.Games(), eval.Entry{Name: name, Agent: agent}, files.Play(), c.Ringer)
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
// done: exactly, where the game is small enough, and else by trained best responses.
func (c *Comparison) respond(ctx context.Context, p *peer) error {
	if c.Exploit == 0 || p.record.Exploitability != nil {
		return nil
	}
	walked, err := exploit.Walk(ctx, p.run.Game)
	if err != nil {
		return err
	}
	if walked == nil {
		budget := exploit.Budget(c.Exploit, int64(p.record.Decisions))
		if p.record.Budget == budget {
			return nil
		}
		search, err := exploit.New(c.Trainer.Opener, exploit.Options{
			Game: p.run.Game, Agent: p.entry.Name, Config: c.Study.Config, Seed: ladder.Seed(p.record.Seed, p.plays),
			Decisions: exploit.Share(c.Exploit, int64(p.record.Decisions), bestresponse.MinSeeds),
		})
		if err != nil {
			return err
		}
		if err := c.Compute(search.File.Compute); err != nil {
			return err
		}
		search.Elsewhere, search.Build, search.Warn = c.Elsewhere, c.Trainer.Build, c.Trainer.Warn
		found, err := search.Run(ctx, c.Progress)
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
