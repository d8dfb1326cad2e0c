package draw

import (
	"fmt"
	"html"
)

// An entry of the legend: a type of terrain, or a remark without a colour.
type entry struct {
	style, text string
}

// legend lists the types of terrain that occur, in the order of the map's list,
// with the rule book's three answers.
func (d *drawing) legend() []entry {
	used := map[string]bool{}
	for _, i := range d.p.standing() {
		used[d.p.Map.Pieces[i].Type] = true
	}
	var all []entry
	for _, t := range d.p.Map.Types {
		if !used[t.ID] {
			continue
		}
		title := t.Title
		if title == "" {
			title = t.ID
		}
		answers := ""
		for _, a := range []struct {
			is   bool
			word string
		}{{t.Walk, "walk"}, {t.See, "see"}, {t.Cover, "cover"}} {
			if a.is {
				if answers != "" {
					answers += ", "
				}
				answers += a.word
			}
		}
		if answers == "" {
			answers = "none"
		}
		all = append(all, entry{style(t), fmt.Sprintf("%s: %s", title, answers)})
	}
	if len(d.p.Reach) > 0 {
		all = append(all, entry{`fill="#2e9e5b" fill-opacity="0.28"`, "within reach"})
	}
	for _, t := range d.p.Tokens {
		if t.Kind != "" {
			all = append(all, entry{`fill="#f7c948" stroke="#8d6708"`, t.Label + " " + t.Kind})
		}
	}
	return all
}

func (d *drawing) list() {
	x, y := margin*1.6+d.wide, d.top
	for _, e := range d.legend() {
		d.add(`<rect x="%s" y="%s" width="22" height="13" %s/>`, n(x), n(y), e.style)
		d.add(`<text x="%s" y="%s" font-size="12" fill="#333333">%s</text>`, n(x+30), n(y+11), html.EscapeString(e.text))
		y += rowHigh
	}
}
