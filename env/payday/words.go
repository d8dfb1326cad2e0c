package payday

import (
	"fmt"
	"strings"
)

// words returns the text of a card that has none of its own.
func (d *deck) words(k *kind) string {
	var parts []string
	if k.combat {
		parts = append(parts, "Combat.")
	}
	if k.uses > 0 && k.typ != TypeFunding {
		parts = append(parts, fmt.Sprintf("%d uses.", k.uses))
	}
	for _, p := range k.passives {
		parts = append(parts, sentence(d.passiveWords(k, &p)))
	}
	for i, list := range [...][]effect{k.once, k.enter, k.turn} {
		for j := range list {
			clause := d.effectWords(&list[j])
			switch {
			case i == 1:
				clause = "when it enters: " + clause
			case i == 2:
				clause = "once a turn: " + clause
			}
			parts = append(parts, sentence(clause))
		}
	}
	switch k.typ {
	case TypeLoot:
		use := "pays for one card"
		if k.keep {
			use = "yours to keep"
		}
		parts = append(parts, fmt.Sprintf("$%d, %s.", k.value, use))
	case TypeFunding:
		parts = append(parts, sentence(triggerWords(k)))
	case TypeWeapon:
		if k.targets > 1 {
			parts = append(parts, fmt.Sprintf("Attacks %d.", k.targets))
		}
		if k.reach != 1<<subtypes-1 {
			var names []string
			for i, n := range subtypeNames {
				if k.reach>>i&1 != 0 {
					names = append(names, strings.ReplaceAll(n, "_", " "))
				}
			}
			parts = append(parts, "Attacks only "+strings.Join(names, " and ")+".")
		}
	case TypeObstacle, TypeHard:
		parts = append(parts, sentence(d.requirementWords(&k.req)))
	}
	return strings.Join(parts, " ")
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func triggerWords(k *kind) string {
	switch k.trigger {
	case triggerEachTurn:
		return fmt.Sprintf("each turn, %d times", k.uses)
	case triggerEvery:
		return fmt.Sprintf("every %d turns, %d times", k.every, k.uses)
	case triggerHeisterDies:
		return fmt.Sprintf("whenever a heister dies, %d times", k.uses)
	case triggerObstacleGoes:
		return fmt.Sprintf("whenever an obstacle goes, %d times", k.uses)
	}
	return "at once"
}

func (d *deck) requirementWords(r *requirement) string {
	var parts []string
	if r.key != none {
		parts = append(parts, d.kinds[d.loots[r.key]].title+" carried there")
	}
	if r.progress > 0 {
		parts = append(parts, fmt.Sprintf("%d progress", r.progress))
	}
	if r.present > 0 {
		parts = append(parts, fmt.Sprintf("%d heisters there", r.present))
	}
	if r.clear {
		parts = append(parts, "no police there")
	}
	if r.cash > 0 {
		parts = append(parts, fmt.Sprintf("$%d paid", r.cash))
	}
	return strings.Join(parts, ", ")
}

var conditionWords = [...]string{
	"", " while alone in the column", " while others are in the column", " while outnumbered", " while carrying Loot", " while wounded",
	" once a PAYDAY is secured", " while you have $1 or less",
	" against first responders", " against SWAT", " against elite", " against specials",
}

func (d *deck) passiveWords(k *kind, p *passive) string {
	o := &operations[firstPassive+int(p.stat)]
	var text string
	switch {
	case p.stat == statDiscount:
		what := "cards"
		if p.of != none {
			what = typeNames[p.of] + "s"
		}
		text = fmt.Sprintf(o.words, p.amount, what)
	case strings.Contains(o.words, "%"):
		text = fmt.Sprintf(o.words, p.amount)
	default:
		text = o.words
	}
	if o.on[0] == "self" && len(o.on) > 1 {
		text += scopeWords(k, p.scope)
	}
	return text + conditionWords[p.cond]
}

func scopeWords(k *kind, scope uint8) string {
	own, foes := "officers", "heisters"
	if k.side == Criminal {
		own, foes = foes, own
	}
	switch scope {
	case scopeHere:
		return " for all " + own + " there"
	case scopeTeam:
		return " for all " + own
	case scopeFoes:
		return " for all " + foes + " there"
	}
	return ""
}

var targetWords = [...]string{
	"", "a heister", "a heister there", "all heisters there", "an officer", "an officer there", "all officers there", "a column", "that column",
}

func (d *deck) effectWords(e *effect) string {
	o := &operations[e.op]
	var text string
	switch e.op {
	case opDraw, opDiscard:
		cards := "cards"
		if e.amount == 1 {
			cards = "card"
		}
		text = strings.Replace(fmt.Sprintf(o.words, e.amount), fmt.Sprint(e.amount), fmt.Sprintf("%d %s", e.amount, cards), 1)
	case opRecover:
		what := ""
		if e.of != none {
			what = " of type " + typeNames[e.of]
		}
		text = fmt.Sprintf(o.words, what)
	case opBoost, opBrace:
		text = fmt.Sprintf(o.words, targetWords[e.on], e.amount)
	case opGain, opDrain:
		text = fmt.Sprintf(o.words, e.amount)
	case opWork: // PAY-49
		others := ", if it is face up and asks for progress"
		if e.on == onColumn {
			others = " with a heister" + others
		}
		text = fmt.Sprintf(o.words, e.amount, targetWords[e.on], others)
	case opLock, opStun, opSabotage, opRecall, opRedeploy:
		text = fmt.Sprintf(o.words, targetWords[e.on])
	default:
		if strings.Contains(o.words, "%d") {
			text = fmt.Sprintf(o.words, e.amount, targetWords[e.on])
		} else {
			text = o.words
		}
	}
	return text + conditionWords[e.cond]
}
