package env_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

func TestWordsNameSeatsForTheirReader(t *testing.T) {
	fromOne := func(p env.Player) string { return map[env.Player]string{0: "seat 1", 1: "Ada"}[p] }
	title := "Seat 2 draws" // of a card
	text := env.Does(0, "gives") + " " + title + " to " + env.Who(1) + " and " + env.Does(0, "wins") + " " + env.Whose(0) + " pot"
	for _, c := range []struct {
		reading env.Reading
		want    string
	}{
		{env.Reading{}, "seat 0 gives Seat 2 draws to seat 1 and wins seat 0's pot"},
		{env.As(0, fromOne), "you give Seat 2 draws to Ada and win your pot"},
		{env.As(1, fromOne), "seat 1 gives Seat 2 draws to you and wins seat 1's pot"},
		{env.As(env.Terminal, fromOne), "seat 1 gives Seat 2 draws to Ada and wins seat 1's pot"},
	} {
		assert.Equal(t, c.want, c.reading.Event(env.Event{Player: 0, Text: text}))
	}
	assert.Equal(t, "gives Seat 2 draws to seat 1 and wins seat 0's pot", env.Plain(text))
	assert.Equal(t, "You lose; Ada wins", env.As(0, fromOne).Words(env.Upper(env.Who(0)+" "+env.Does(0, "loses"))+"; "+env.Who(1)+" "+env.Does(1, "wins")))
	assert.Equal(t, "the table: round 2 begins", env.As(0, fromOne).Event(env.Event{Player: env.Chance, Text: "round 2 begins"}))
	assert.Equal(t, "Ada: B hits A", env.As(0, fromOne).Event(env.Event{Player: 1, Text: "B hits A"}))
}

func TestVerbsInTheSecondPerson(t *testing.T) {
	for third, second := range map[string]string{
		"draws": "draw", "passes": "pass", "is": "are", "has": "have", "goes": "go", "carries": "carry", "lies": "lie",
		"pushes": "push", "may": "may", "chooses": "choose", "does": "do", "loses": "lose", "fixes": "fix", "buys": "buy",
	} {
		assert.Equal(t, "you "+second, env.As(0, nil).Event(env.Event{Player: 0, Text: env.Does(0, third)}))
	}
}
