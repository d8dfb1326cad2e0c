package reporting

import (
	"errors"
	"slices"

	"ringer/checkpoints"
	"ringer/open"
	"ringer/report/balance"
)

// ErrFresh says that the file of records has the report already, and that nothing was played.
var ErrFresh = errors.New("reporting: the record is of the same command, rules and bots")

// checkRenew returns what makes it impossible to say whether a record is fresh before anything is
// played: a report in a number of minutes finds out only then how much it plays.
func (w *work) checkRenew() error {
	if w.Renew && (w.Record == "" || w.Games == 0 || w.Tune < 0) {
		return w.bad("renew", ": want --record, --games and --tune, which say what a record is of before anything is played")
	}
	return nil
}

// fresh reports whether a record of the same command and rules is kept, of bots none of which has
// been replaced.
func (w *work) fresh() bool {
	return slices.ContainsFunc(w.kept, func(r balance.Record) bool {
		return r.Game == w.Game.Spec().String() && r.SpecHash == w.Game.Spec().Hash && len(r.Before) == 0 && r.Command == w.command() &&
			len(r.Bots) > 0 && len(r.Replaced(plays)) == 0
	})
}

// plays returns the hash of what decides the play of the bot that ships by a name, and empty where
// none does.
func plays(name string) string {
	if !slices.Contains(checkpoints.Names(), name) {
		return ""
	}
	bot, err := open.Bot(name)
	if err != nil {
		return ""
	}
	sum, err := bot.Plays()
	if err != nil {
		return ""
	}
	return sum
}

// bots returns the bots that ship and take part: as agents, as levels of skill, and as the start of
// trainings.
func (w *work) bots() (list []balance.Bot) {
	add := func(agent string) {
		name, err := open.BotOf(agent)
		if err != nil || name == "" || slices.ContainsFunc(list, func(b balance.Bot) bool { return b.Name == name }) {
			return
		}
		if sum := plays(name); sum != "" {
			list = append(list, balance.Bot{Name: name, SHA256: sum})
		}
	}
	for i := range w.play.Cast {
		a := &w.play.Cast[i]
		add(a.Command)
		if a.Training != nil {
			add(a.Training.From)
		}
	}
	for _, e := range w.play.Levels {
		add(e.Name)
	}
	return list
}
