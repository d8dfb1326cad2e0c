package expert

import (
	"slices"
	"strconv"
	"strings"

	"ringer/env/heat"
)

// heatCard is a kind of card as the expert reads it.
type heatCard struct {
	effects        []heatEffect
	icons, tags    []string
	phases         string // letters
	copies         float64
	wantsToBeAlone bool
}

// heatEffect is one effect, its words cut apart.
type heatEffect struct {
	phase, op, where    string
	base, each, max     int
	per, perArg         string
	who, whoArg         string
	cond, condArg       string
	k                   int
	reachesSelf, single bool
}

func (e *heatEffect) names() bool { return e.single || strings.HasPrefix(e.perArg, "chosen") }

// readHeatCards reads the cards of a game from its configuration.
func readHeatCards(g *heat.Game) []heatCard {
	byID := map[string]*heat.Card{}
	config := g.Config()
	for i := range config.Cards {
		byID[config.Cards[i].ID] = &config.Cards[i]
	}
	var cards []heatCard
	for _, k := range g.Kinds() {
		c := heatCard{icons: k.Icons, tags: k.Tags, phases: strings.Join(k.Phases, ""), copies: float64(k.Copies)}
		for _, x := range byID[k.ID].Effects {
			e := heatEffect{phase: x.Phase, op: x.Op, where: x.Where, base: x.Amount.Base, each: x.Amount.Each, max: x.Amount.Max}
			e.per, e.perArg = cut(x.Amount.Per)
			e.who, e.whoArg = cut(x.Who)
			e.cond, e.condArg = cut(x.If)
			switch e.cond {
			case "crowd":
				tag, k, _ := strings.Cut(e.condArg, ",")
				e.condArg = strings.TrimSpace(tag)
				e.k, _ = strconv.Atoi(strings.TrimSpace(k))
			case "heat_value":
				e.k, _ = strconv.Atoi(e.condArg)
			}
			e.reachesSelf = e.who == "" || e.who == "self" || e.who == "all"
			e.single = slices.Contains([]string{"chosen", "richest", "poorest", "most_heat"}, e.who)
			if e.cond == "alone" || e.op == "split_pot" {
				c.wantsToBeAlone = true
			}
			c.effects = append(c.effects, e)
		}
		cards = append(cards, c)
	}
	return cards
}

// cut parts word(argument).
func cut(text string) (word, arg string) {
	word, arg, _ = strings.Cut(text, "(")
	return strings.TrimSpace(word), strings.TrimSuffix(strings.TrimSpace(arg), ")")
}
