package ladder

import (
	"fmt"
	"path"

	"ringer/internal/numbers"
	"ringer/report/records"
)

// Short returns the rungs of one bot, for the page of its game.
func Short(bot *Bot, page string) string {
	one, more := "one", "the seats"
	if bot.Teams {
		one, more = "a team of", "the teams"
	}
	if bot.Seats > 2 {
		more = "the other way of seating, " + more
	}
	rows := [][]string{{one + " `" + bot.Name + "` against", "games", "wins", "", "even"}, {"", ":", ":", "", ":"}}
	for _, r := range bot.Rungs {
		rows = append(rows, []string{
			"`" + r.Opponent.Name + "`", numbers.Count(r.Alone.Deals.Games), bot.figure(r.Alone.Deals), string(bot.verdict(r.Alone.Deals, false)), bot.even(1),
		})
	}
	return records.Table(rows) + fmt.Sprintf("\n[The whole ladder](%s#%s) has %s, search and best responses; [how to read our numbers](%s).%s\n", page, bot.Name, more, path.Join(path.Dir(page), "numbers.md"), records.CarriedNote(bot.Carried))
}
