package botfile_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/botfile"
)

func temperatures() *botfile.Temperatures {
	return &botfile.Temperatures{Kinds: map[string]float64{"score": 1, "bid": 0.5}, Seats: []float64{0.1, 1}}
}

// A bot keeps its temperatures, in its file and in its ONNX form, and plays otherwise than one without.
func TestTemperaturesOfAFile(t *testing.T) {
	bot := sample()
	plain, err := bot.Plays()
	require.NoError(t, err)
	before := encode(t, bot)
	bot.Manifest.Temperatures, bot.Manifest.Training.Temperature = temperatures(), 0.3
	file := encode(t, bot)
	back, err := read(file)
	require.NoError(t, err)
	assert.Equal(t, temperatures(), back.Manifest.Temperatures)
	assert.Equal(t, file, encode(t, *back))
	apart, err := back.Plays()
	require.NoError(t, err)
	assert.NotEqual(t, plain, apart)
	assert.NotContains(t, string(before), "temperature", "without any, nothing is written")
	for _, text := range []string{`{"kinds":{"bid":0.5,"score":1},"seats":[0.1,1]}`, "0.3"} {
		assert.Contains(t, string(back.Policy), text)
	}

	got, weights, err := botfile.ParseTemperatures(`{"kinds":{"bid":0.5,"score":1},"seats":[0.1,1]}`, "0.3")
	require.NoError(t, err)
	assert.Equal(t, temperatures(), got)
	assert.Equal(t, 0.3, weights)
	for _, c := range []struct{ apart, weights, fault string }{
		{`{"kinds":{"bid":0}}`, "1", "temperatures.kinds.bid: 0: want a number from 0.01 to 100"},
		{`{"seats":[1,101]}`, "1", "temperatures.seats[1]: 101: want a number from 0.01 to 100"},
		{`{}`, "1", "temperatures: none: want"},
		{`{"kinds":{"bid":1},"more":1}`, "1", "more: unknown key"},
		{`{"kinds":{"bid":1}}`, "", `temperature: "": want a number from 0.01 to 100`},
		{`{"kinds":{"bid":1}}`, "nan", `temperature: "nan": want a number from 0.01 to 100`},
	} {
		_, _, err := botfile.ParseTemperatures(c.apart, c.weights)
		assert.ErrorContains(t, err, c.fault)
	}
}

func TestTemperaturesRefused(t *testing.T) {
	for fault, change := range map[string]func(m *botfile.Manifest){
		"temperatures.kinds.bid: NaN: want a number from 0.01 to 100": func(m *botfile.Manifest) { m.Temperatures.Kinds["bid"] = math.NaN() },
		"temperatures.seats[1]: -1: want a number from 0.01 to 100":   func(m *botfile.Manifest) { m.Temperatures.Seats[1] = -1 },
		`temperatures.kinds: " ": want the name of a kind`:            func(m *botfile.Manifest) { m.Temperatures.Kinds[" "] = 1 },
		"2 kinds and 200 seats: want at most 128 of each":             func(m *botfile.Manifest) { m.Temperatures.Seats = make([]float64, 200) },
		"temperatures: none: want temperatures of kinds or seats":     func(m *botfile.Manifest) { *m.Temperatures = botfile.Temperatures{} },
	} {
		bot := sample()
		bot.Manifest.Temperatures = temperatures()
		change(&bot.Manifest)
		var file bytes.Buffer
		assert.ErrorContains(t, botfile.Write(&file, bot), fault)
		assert.Zero(t, file.Len())
	}
	table := tableSample()
	table.Manifest.Temperatures = temperatures()
	assert.ErrorContains(t, botfile.Write(&bytes.Buffer{}, table), "temperatures: some: want none in a table")
}

// The temperature of a decision is the one of its kind, then of its seat, then of the weights.
func TestDivisors(t *testing.T) {
	kinds := []string{"bid", "play", "score"}
	got, err := temperatures().Divisors(kinds, 2, 0.5)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 0.2, 2, 1, 2, 2}, got)
	got, err = (&botfile.Temperatures{Kinds: map[string]float64{"play": 1}}).Divisors(kinds, 1, 0.25)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 4, 1}, got)
	got, err = (*botfile.Temperatures)(nil).Divisors(kinds, 2, 0.5)
	require.NoError(t, err)
	assert.Nil(t, got)
	_, err = temperatures().Divisors(kinds[:2], 2, 1)
	assert.EqualError(t, err, "temperatures.kinds.score: unknown kind of decision: want one of: bid, play")
	_, err = temperatures().Divisors(kinds, 3, 1)
	assert.EqualError(t, err, "temperatures.seats: 2: want one for each of 3 seats")

	assert.Equal(t, &botfile.Temperatures{Kinds: map[string]float64{"bid": 0.5}}, temperatures().Only(kinds[:2], 3))
	assert.Equal(t, temperatures(), temperatures().Only(kinds, 2))
	assert.Nil(t, temperatures().Only(nil, 3))
	assert.Nil(t, (*botfile.Temperatures)(nil).Only(kinds, 2))
}
