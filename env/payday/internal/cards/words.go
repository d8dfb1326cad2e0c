package cards

import (
	"fmt"
	"strings"
)

// words returns the text of a card that has none of its own.
func (d *Deck) words(k *Kind) string {
	var parts []string
	if k.Combat {
		parts = append(parts, "Combat.")
	}
	if k.Uses > 0 && k.Type != TypeFunding {
		parts = append(parts, fmt.Sprintf("%d uses.", k.Uses))
	}
	for _, p := range k.Passives {
		parts = append(parts, sentence(d.passiveWords(k, &p)))
	}
	for i, list := range [...][]Instant{k.Once, k.Enter, k.Turn} {
		for j := range list {
			clause := d.InstantWords(&list[j])
			switch {
			case i == 1:
				clause = "when it enters: " + clause
			case i == 2:
				clause = "once a turn: " + clause
			}
			parts = append(parts, sentence(clause))
		}
	}
	switch k.Type {
	case TypeLoot:
		use := "pays for one card"
		if k.Keep {
			use = "yours to keep"
		}
		parts = append(parts, fmt.Sprintf("$%d, %s.", k.Value, use))
	case TypeFunding:
		parts = append(parts, sentence(triggerWords(k)))
	case TypeWeapon:
		if k.Targets > 1 {
			parts = append(parts, fmt.Sprintf("Attacks %d.", k.Targets))
		}
		if k.Reach != 1<<Subtypes-1 {
			var names []string
			for i, n := range SubtypeNames {
				if k.Reach>>i&1 != 0 {
					names = append(names, strings.ReplaceAll(n, "_", " "))
				}
			}
			parts = append(parts, "Attacks only "+strings.Join(names, " and ")+".")
		}
	case TypeObstacle, TypeHard:
		parts = append(parts, sentence(d.DemandWords(&k.Demand)))
	}
	return strings.Join(parts, " ")
}

func sentence(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func triggerWords(k *Kind) string {
	switch k.Trigger {
	case TriggerEachTurn:
		return fmt.Sprintf("each turn, %d times", k.Uses)
	case TriggerEvery:
		return fmt.Sprintf("every %d turns, %d times", k.Every, k.Uses)
	case TriggerHeisterDies:
		return fmt.Sprintf("whenever a heister dies, %d times", k.Uses)
	case TriggerObstacleGoes:
		return fmt.Sprintf("whenever an obstacle goes, %d times", k.Uses)
	}
	return "at once"
}

// DemandWords puts into words what an obstacle demands.
func (d *Deck) DemandWords(r *Demand) string {
	var parts []string
	if r.Key != None {
		parts = append(parts, d.Kinds[d.Loots[r.Key]].Title+" carried there")
	}
	if r.Progress > 0 {
		parts = append(parts, fmt.Sprintf("%d progress", r.Progress))
	}
	if r.Present > 0 {
		parts = append(parts, fmt.Sprintf("%d heisters there", r.Present))
	}
	if r.Clear {
		parts = append(parts, "no police there")
	}
	if r.Cash > 0 {
		parts = append(parts, fmt.Sprintf("$%d paid", r.Cash))
	}
	return strings.Join(parts, ", ")
}

var conditionWords = [...]string{
	"", " while alone in the column", " while others are in the column", " while outnumbered", " while carrying Loot", " while wounded",
	" once a PAYDAY is secured", " while you have $1 or less",
	" against first responders", " against SWAT", " against elite", " against specials",
}

func (d *Deck) passiveWords(k *Kind, p *Passive) string {
	o := &Operations[FirstPassive+int(p.Stat)]
	var text string
	switch {
	case p.Stat == StatDiscount:
		what := "cards"
		if p.Of != None {
			what = typeNames[p.Of] + "s"
		}
		text = fmt.Sprintf(o.words, p.Amount, what)
	case strings.Contains(o.words, "%"):
		text = fmt.Sprintf(o.words, p.Amount)
	default:
		text = o.words
	}
	if o.On[0] == "self" && len(o.On) > 1 {
		text += scopeWords(k, p.Scope)
	}
	return text + conditionWords[p.Cond]
}

func scopeWords(k *Kind, scope uint8) string {
	own, foes := "officers", "heisters"
	if k.Side == Criminal {
		own, foes = foes, own
	}
	switch scope {
	case ScopeHere:
		return " for all " + own + " there"
	case ScopeTeam:
		return " for all " + own
	case ScopeFoes:
		return " for all " + foes + " there"
	}
	return ""
}

var targetWords = [...]string{
	"", "a heister", "a heister there", "all heisters there", "an officer", "an officer there", "all officers there", "a column", "that column",
}

// InstantWords puts into words what happens once.
func (d *Deck) InstantWords(e *Instant) string {
	o := &Operations[e.Op]
	var text string
	switch e.Op {
	case OpDraw, OpDiscard:
		cards := "cards"
		if e.Amount == 1 {
			cards = "card"
		}
		text = strings.Replace(fmt.Sprintf(o.words, e.Amount), fmt.Sprint(e.Amount), fmt.Sprintf("%d %s", e.Amount, cards), 1)
	case OpRecover:
		what := ""
		if e.Of != None {
			what = " of type " + typeNames[e.Of]
		}
		text = fmt.Sprintf(o.words, what)
	case OpBoost, OpBrace:
		text = fmt.Sprintf(o.words, targetWords[e.On], e.Amount)
	case OpGain, OpDrain:
		text = fmt.Sprintf(o.words, e.Amount)
	case OpWork: // PAY-49
		others := ", if it is face up and asks for progress"
		if e.On == OnColumn {
			others = " with a heister" + others
		}
		text = fmt.Sprintf(o.words, e.Amount, targetWords[e.On], others)
	case OpLock, OpStun, OpSabotage, OpRecall, OpRedeploy:
		text = fmt.Sprintf(o.words, targetWords[e.On])
	default:
		if strings.Contains(o.words, "%d") {
			text = fmt.Sprintf(o.words, e.Amount, targetWords[e.On])
		} else {
			text = o.words
		}
	}
	return text + conditionWords[e.Cond]
}
