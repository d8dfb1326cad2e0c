package uplift

import (
	"context"
	"slices"

	"ringer/env/things"
	"ringer/report/flag"
	"ringer/report/ratio"
)

// Study says what the things of a game are worth. Every interval is a 95% interval over
// games.
type Study struct {
	Game        string   `json:"game"`
	Agents      []string `json:"agents"`
	Seed        uint64   `json:"seed"`
	Blocks      int      `json:"blocks"`
	Games       int      `json:"games"`
	Forks       int      `json:"forks"`
	Interrupted bool     `json:"interrupted,omitempty"`
	Settled     bool     `json:"settled,omitempty"` // nothing is left to find out: see Config.Settle

	Part   string  `json:"part"`   // for which things are had: game, hand, possession
	Unit   string  `json:"unit"`   // of outcomes and worths
	Margin float64 `json:"margin"` // up to which a worth is ordinary
	Rate   float64 `json:"rate"`   // chance of a wrong flag in the study, at most

	Flags []flag.Flag `json:"flags"`

	Things []Row `json:"things"` // flagged ones first, then by what having them is worth, or playing them

	NeverMet    []things.Thing `json:"never_met,omitempty"`    // nobody had, played or could have played them
	NeverPlayed []things.Thing `json:"never_played,omitempty"` // they could have been played, and never were
}

// Row is all that a study says of a thing.
type Row struct {
	things.Thing
	Had    *Uplift `json:"had,omitempty"`    // worth of getting it in place of another
	Played *Uplift `json:"played,omitempty"` // worth of playing it in place of another that the agent hardly prefers less

	// The usual figures, which choice confounds: outcomes of seats that had it at some time,
	// got it by chance, or played it.
	WhenHeld   ratio.Figure `json:"when_held"`
	WhenDrawn  ratio.Figure `json:"when_drawn"`
	WhenPlayed ratio.Figure `json:"when_played"`
	PlayRate   ratio.Figure `json:"play_rate"` // of the decisions where it could be played along with something else

	// Forced is the worth of playing a thing that nobody plays in place of what the agent does, in forks of
	// as many games.
	Forced ratio.Figure `json:"forced,omitzero"`
}

// Uplift is the worth of a thing, against the average of the things that were in its place.
type Uplift struct {
	Forks     int     `json:"n"`
	Value     float64 `json:"uplift"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Tier      int     `json:"tier"`      // from 1; things of a tier are not told apart from its first
	Confirmed bool    `json:"confirmed"` // it stood out, and these are the forks that were played to see whether it does

	// P is the p-value of a worth that does not go beyond the margin, and Q the same for all
	// tests of the study at once, the Rate at which it would just be flagged; 1 for things that did not stand out.
	P float64 `json:"p"`
	Q float64 `json:"q"`

	Flag     string     `json:"flag,omitempty"`
	Withheld string     `json:"withheld,omitempty"` // the flag that it would have if the agents agreed
	Agents   *Agreement `json:"agents,omitempty"`   // of things that stood out, where several agents play
	Examples []Example  `json:"examples,omitempty"` // of flags, given or withheld: three at most
}

// Run plays the blocks and returns the study.
//
// Errors: env.Faults for a configuration that is wrong, the errors of eval.PlayFrom and of
// Done. Beside the context's error there may be a study of the blocks that were over.
func Run(ctx context.Context, c Config) (*Study, error) {
	if err := c.setDefaults(); err != nil {
		return nil, err
	}
	blocks := slices.Clone(c.Have)
	for len(blocks) < c.Blocks && (!c.Settle || !c.settled(blocks)) {
		about, asked := c.next(blocks)
		b, err := c.playBlock(ctx, c.sortOf(len(blocks)), len(blocks), about, asked, c.shunned(blocks))
		if ctx.Err() != nil {
			if len(blocks) == 0 {
				return nil, ctx.Err()
			}
			s := c.study(blocks)
			s.Interrupted = true
			return s, ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, *b)
		if c.Done != nil {
			if err := c.Done(*b); err != nil {
				return nil, err
			}
		}
		if c.Progress != nil {
			c.Progress(len(blocks), c.Blocks)
		}
	}
	return c.study(blocks), nil
}

// next returns the things that the next block is about, none where it looks at all, and how many of its
// forks are wanted about each thing; nil: all alike.
func (c *Config) next(blocks []Block) (about, asked []int) {
	to := c.sortOf(len(blocks))
	d := c.gather(blocks, to.experiment)
	estimates := d.all.estimate(len(c.Things.Things), d.came)
	if to.confirms {
		up, down := d.candidates(c, estimates)
		about = slices.Concat(up, down)
		slices.Sort(about)
		about = slices.Compact(about)
	}
	return about, c.askedOf(d, estimates, about)
}
