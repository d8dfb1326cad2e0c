package heist

import (
	"fmt"

	"ringer/env/scene"
)

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	c := &g.config
	r := &scene.Rules{
		Title: g.spec.Title,
		Goal:  "Have the most points when all Jobs but one have been captured or discarded. The player who pulls off a Job gets its points; ties share.",
		Course: []string{
			"Planning: draw " + scene.Count(c.Draw, "card") + ". An empty deck is made from its discards, which lie face up.",
			fmt.Sprintf("Recruit: put any number of Personnel into your crew, at most %d, with at most %s.", c.CrewLimit, scene.Count(c.LeaderLimit, "Leader")),
			fmt.Sprintf("Contacts: make up to %s. Offers are public, and the partner accepts or declines.", scene.Count(c.ContactOffers, "offer")),
			"Event: play at most one Event.",
			"Complications: attach at most one Complication or Secondary Job to any Job in play. Both make its line longer; a Secondary Job adds points too.",
			"Execution: face the line of your Job from left to right. For each card use unspent Personnel with a skill that it needs, or a Con with such a skill if any of your Personnel has it too. A Reaction frees spent Personnel. Without any of these you give up.",
			fmt.Sprintf("After each card that is overcome a die is rolled. On a %d the Thwarter, an opponent drawn at random, may play a Crisis.", c.Die),
			fmt.Sprintf("Past the last card the Job is yours. If you give up, it is discarded. Either way each of your Personnel is gone on a %d.", c.Die),
			fmt.Sprintf("Job: after an execution you lie low for as many turns as the die shows: you plan and recruit, and nothing else. Without a Job you draw one. You discard down to %s.", scene.Count(c.HandLimit, "card")),
			fmt.Sprintf("After %s points decide.", scene.Count(c.MaxRounds, "round")),
		},
		Signs: []scene.Entry{
			{ID: "line", Kind: "sign", Name: "Line", Text: "The Security and other cards that must be overcome for a Job, from left to right."},
			{ID: "covered", Kind: scene.KindDrawing, Name: "Covered, missing", Text: "How much of a line the crew could overcome now, one card for each of the Personnel; of your own Job, Cons of your hand are counted too."},
			{ID: "spent", Kind: "sign", Name: "Spent", Text: "Personnel that have overcome a card. They cannot be used again in this execution, unless a Reaction frees them."},
			{ID: "thwarter", Kind: "sign", Name: "Thwarter", Text: "The opponent who may play a Crisis in this execution."},
			{ID: "lying-low", Kind: "sign", Name: "Lying low", Text: "After an execution: no offers, Events, Complications or Jobs for so many turns."},
		},
	}
	for i := range skills {
		r.Signs = append(r.Signs, scene.Entry{ID: skillNames[i], Kind: "skill", Name: skillTitles[i], Text: "A skill: cards with it overcome the cards of a line that need it."})
	}
	for _, j := range c.JobDeck {
		r.Entries = append(r.Entries, scene.Entry{ID: "job." + j.ID, Kind: "job", Name: j.Title, Text: fmt.Sprintf("%s, %s.", scene.Count(j.Security, "Security card"), scene.Count(j.Points, "point"))})
	}
	for _, x := range g.deck.guards {
		r.Entries = append(r.Entries, scene.Entry{ID: x.id, Kind: "security", Name: x.title, Text: "Needs " + skillWords(x.skills) + "."})
	}
	for _, k := range g.deck.kinds {
		text := k.text
		if k.typ == TypeCon {
			text += ". Needs Personnel in play with the same skill, spent or not."
		}
		r.Entries = append(r.Entries, scene.Entry{ID: k.id, Kind: k.typ.String(), Name: k.title, Text: text})
	}
	return r
}
