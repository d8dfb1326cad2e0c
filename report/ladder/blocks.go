package ladder

import (
	"fmt"

	"ringer/report/records"
)

// Short returns the rungs of one bot, for the page of its game.
func Short(bot *Bot, page string) string {
	rows := [][]string{{"one `" + bot.Name + "` against", "games", "wins", "", "an equal share"}, {"", ":", ":", "", ":"}}
	for _, r := range bot.Rungs {
		rows = append(rows, []string{
			"`" + r.Opponent.Name + "`", records.Number(r.Alone.Deals.Games), bot.figure(r.Alone.Deals), string(bot.verdict(r.Alone.Deals, false)), bot.equal(),
		})
	}
	return records.Table(rows) + fmt.Sprintf("\n[The whole ladder](%s#%s) has the other way of seating, the seats, search and exploiters.\n", page, bot.Name)
}
