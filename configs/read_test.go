package configs_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
)

// level reads from text.
type level int

func (l *level) UnmarshalText(text []byte) error {
	switch string(text) {
	case "low":
		*l = 1
	case "high":
		*l = 2
	default:
		return errors.New("low or high")
	}
	return nil
}

type effect struct {
	Op     string `yaml:"op"`
	Amount int    `yaml:"amount"`
}

type card struct {
	ID      string   `yaml:"id"`
	Cost    int8     `yaml:"cost"`
	Effects []effect `yaml:"effects"`
}

type limits struct {
	Rounds uint16 `yaml:"rounds"`
}

type deck struct {
	limits  `yaml:",inline"`
	Name    string          `yaml:"name"`
	Rate    float32         `yaml:"rate"`
	Open    bool            `yaml:"open"`
	Level   level           `yaml:"level"`
	Rows    [2]int          `yaml:"rows,flow"`
	Cards   []card          `yaml:"cards"`
	Prices  map[string]int  `yaml:"prices"`
	Piles   map[string]card `yaml:"piles"`
	Options *limits         `yaml:"options"`
	Hidden  int             `yaml:"-"`
	Plain   int
	Steps   int64  `yaml:"steps"`
	Seed    uint64 `yaml:"seed"`
}

func (d *deck) Validate() error {
	var all env.Faults
	for i, c := range d.Cards {
		for j, e := range c.Effects {
			if e.Op != "take" && e.Op != "give" {
				all.Add(fmt.Sprintf("cards[%d].effects[%d].op", i, j), e.Op, "take or give")
			}
		}
		if c.Cost < 0 {
			all.Add(fmt.Sprintf("cards[%d].cost", i), c.Cost, "0 or more")
		}
	}
	if d.Rounds == 99 {
		all.Add("rounds", d.Rounds, "less")
	}
	if d.Name == "" {
		all = append(all, errors.New("a deck needs a name"))
		all.Add("name", `""`, "a name")
	}
	return all.Err()
}

// set applies key=value pairs to into.
func set[T any](into *T, pairs ...string) error {
	return configs.ReadAll(into, configs.Assignments("--set", pairs...))
}

func text(lines ...string) configs.Source {
	return configs.Text("deck.yaml", []byte(strings.Join(lines, "\n")+"\n"))
}

func TestReadAllKinds(t *testing.T) {
	d := deck{Name: "kept", Hidden: 3, Prices: map[string]int{"a": 1, "b": 2}, Piles: map[string]card{"p": {ID: "p", Cost: 4}}}
	require.NoError(t, configs.ReadAll(&d, text(
		"# a comment",
		"rounds: 12",
		"rate: 0.5",
		"open: true",
		"level: high",
		"rows: [3, 4]",
		"cards:",
		"  - &first {id: 007, cost: 1, effects: [{op: take, amount: 2}]}",
		"  - id: two",
		"    effects:",
		"      - op: give",
		"  - *first",
		"prices: {b: 5, c: 6}",
		"piles: {p: {cost: 5}}",
		"options:",
		"  rounds: 2",
		"plain: 9",
		"steps: 1e6",
		"seed: 18446744073709551615",
	)))
	first := card{ID: "007", Cost: 1, Effects: []effect{{"take", 2}}}
	assert.Equal(t, deck{
		limits: limits{12}, Name: "kept", Rate: 0.5, Open: true, Level: 2, Rows: [2]int{3, 4},
		Cards:   []card{first, {ID: "two", Effects: []effect{{Op: "give"}}}, first},
		Prices:  map[string]int{"a": 1, "b": 5, "c": 6},
		Piles:   map[string]card{"p": {ID: "p", Cost: 5}},
		Options: &limits{2}, Hidden: 3, Plain: 9, Steps: 1_000_000, Seed: math.MaxUint64,
	}, d)
}

func TestLaterSourcesOverlayEarlierOnes(t *testing.T) {
	d := deck{Name: "default", Rate: 1, Plain: 1}
	require.NoError(t, configs.ReadAll(&d,
		text("plain: 2", "cards: [{id: a, cost: 1}, {id: b}]", "options: {rounds: 1}"),
		text("rate: 2", "cards: [{id: c}]"),
		configs.Text("empty.yaml", nil),
		configs.Text("comment.yaml", []byte("# nothing but a comment\n")),
		configs.Assignments("--set", "name=x=y, z", "cards[0].cost=3", "cards.0.effects=[{op: take}]", "options.rounds=8", "prices.new=4", "open=true"),
	))
	assert.Equal(t, deck{
		Name: "x=y, z", Rate: 2, Plain: 2, Open: true, Cards: []card{{ID: "c", Cost: 3, Effects: []effect{{Op: "take"}}}},
		Options: &limits{8}, Prices: map[string]int{"new": 4},
	}, d)
}

func TestNumbers(t *testing.T) {
	type config struct {
		F float64 `yaml:"f"`
		I int     `yaml:"i"`
	}
	for value, want := range map[string]config{
		"1": {1, 1}, "-3": {-3, -3}, "1e6": {1e6, 1_000_000}, "2E+2": {200, 200}, "1_000": {1000, 1000}, "010": {10, 10}, "-0_8": {-8, -8}, "3.0": {3, 3},
	} {
		var c config
		require.NoError(t, configs.ReadAll(&c, text("f: "+value, "i: "+value)), value)
		assert.Equal(t, want, c, value)
	}
	for value, want := range map[string]float64{"1e-3": 1e-3, "2.5e-4": 2.5e-4, ".5": 0.5, "-.inf": math.Inf(-1)} {
		var c config
		require.NoError(t, configs.ReadAll(&c, text("f: "+value)), value)
		assert.Equal(t, want, c.F, value)
		require.Error(t, configs.ReadAll(&c, text("i: "+value)), value)
		require.NoError(t, set(&c, "f="+value))
		assert.Equal(t, want, c.F, value)
	}
	for _, value := range []string{`"1"`, "'1e6'", "1e", "e", "-", "true", ".nan", "1 2", "1e999", "0x1F", "0b1", "0o17", "1__0", "1_"} {
		var c config
		assert.Error(t, configs.ReadAll(&c, text("f: "+value)), value)
		assert.Error(t, configs.ReadAll(&c, text("i: "+value)), value)
	}
}

// Every fault of every source and of Validate, at once, each with its place.
func TestAllFaultsAtOnce(t *testing.T) {
	d := deck{Name: "x"}
	err := configs.ReadAll(&d,
		text(
			"rounds: -1",
			"ratte: 0.5",
			"rate: fast",
			"open: 1",
			"cards:",
			"  - id: a",
			"    cost: 300",
			"    effects:",
			"      - op: steal",
			"        amuont: 2",
			"      - {op: take, op: give}",
			"  - cost: -5",
			"plain: 1.5",
			"level: middle",
			"rows: [1, 2, 3]",
			"prices: [1]",
			"piles: 3",
			"name: [a]",
			"steps:",
		),
		configs.Text("over.yaml", []byte("rounds: 99\n")),
		configs.Assignments("--set", "plain=2.5", "colour=red"),
	)
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	assert.Equal(t, []string{
		`deck.yaml:1:9: rounds: "-1": want a whole number from 0 to 65535`,
		`deck.yaml:2:1: ratte: unknown key: want one of rounds, name, rate, open, level, rows, cards, prices, piles, options, plain, steps, seed`,
		`deck.yaml:3:7: rate: "fast": want a number`,
		`deck.yaml:4:7: open: "1": want true or false`,
		`deck.yaml:7:11: cards[0].cost: "300": want a whole number from -128 to 127`,
		`deck.yaml:10:9: cards[0].effects[0].amuont: unknown key: want one of op, amount`,
		`deck.yaml:11:20: cards[0].effects[1].op: given twice: want each key once`,
		`deck.yaml:13:8: plain: "1.5": want a whole number`,
		`deck.yaml:14:8: level: "middle": want low or high`,
		`deck.yaml:15:7: rows: 3 elements: want 2`,
		`deck.yaml:16:9: prices: a list: want names with values, each NAME: VALUE`,
		`deck.yaml:17:8: piles: "3": want names with values, each NAME: VALUE`,
		`deck.yaml:18:7: name: a list: want text`,
		`deck.yaml:19:8: steps: nothing: want a whole number`,
		`--set: plain: "2.5": want a whole number`,
		`--set: colour: unknown key: want one of rounds, name, rate, open, level, rows, cards, prices, piles, options, plain, steps, seed`,
		`deck.yaml:9:13: cards[0].effects[0].op: steal: want take or give`,
		`deck.yaml:12:11: cards[1].cost: -5: want 0 or more`,
	}, strings.Split(err.Error(), "\n")[:18])
	require.Len(t, faults, 18, "what could not be read is not complained about again: %v", err)
}

func TestValidationFaultsAreTracedToTheirSource(t *testing.T) {
	bad := []configs.Source{text("name: x", "cards:", "  - cost: -1"), configs.Text("over.yaml", []byte("\nrounds: 99\n"))}
	d := deck{}
	err := configs.ReadAll(&d, append(bad, configs.Assignments("--set", "name="))...)
	assert.EqualError(t, err, "deck.yaml:3:11: cards[0].cost: -1: want 0 or more\nover.yaml:2:9: rounds: 99: want less\na deck needs a name\n--set: name: \"\": want a name")

	// A list that is replaced leaves no places behind.
	d = deck{}
	err = configs.ReadAll(&d, append(bad, configs.Assignments("--set", "cards=[{cost: -2}]", "rounds=1"))...)
	assert.EqualError(t, err, "--set: cards[0].cost: -2: want 0 or more")

	d = deck{Name: "x"}
	err = configs.ReadAll(&d, text("cards: [{effects: [{op: take}]}]"), configs.Text("over.yaml", []byte("\ncards: [{effects: [{amount: 2}]}]\n")))
	assert.EqualError(t, err, "over.yaml:2:20: cards[0].effects[0].op: : want take or give")

	// A field that no source mentions is missing from the last file.
	d = deck{}
	err = configs.ReadAll(&d, text("plain: 1"))
	assert.EqualError(t, err, "a deck needs a name\ndeck.yaml: name: \"\": want a name")
	var fault *env.Fault
	require.ErrorAs(t, err, &fault)
	assert.Equal(t, env.Fault{File: "deck.yaml", Path: "name", Value: `""`, Want: "a name"}, *fault)
}

func TestSyntaxErrorsHaveAPlace(t *testing.T) {
	for source, want := range map[string]string{
		"a: [1\nb: 2":        "deck.yaml:",
		"name: \"x":          "deck.yaml:1:7: ",
		"rounds: 1\n\tx: 2":  "deck.yaml:2:",
		"name: x\n---\na: 1": "deck.yaml:3:2: a second document: want one document a file",
		"- 1":                "deck.yaml:1:1: a list: want names with values, each NAME: VALUE",
		"name: *nothing":     "deck.yaml:1:7: name: *nothing: want an anchor defined above",
	} {
		d := deck{Name: "x"}
		err := configs.ReadAll(&d, configs.Text("deck.yaml", []byte(source)))
		require.Error(t, err, source)
		assert.Contains(t, err.Error(), want, source)
	}
}

func TestBadAssignments(t *testing.T) {
	for pair, want := range map[string]string{
		"plain":             `--set: "plain": want key=value`,
		"=1":                `--set: "=1": want key=value`,
		"cards[0.cost=1":    `--set: cards[0.cost: an open bracket: want a dotted path such as a.b[2].c`,
		"a..b=1":            `--set: a..b: an empty step: want a dotted path`,
		"cards[0]x=1":       `--set: cards[0]x: "x" after a bracket: want a dotted path`,
		"cards[1].cost=1":   `--set: cards[1]: no such element: want an index from 0 to 0`,
		"cards[-1].cost=1":  `--set: cards[-1]: no such element`,
		"cards.first=1":     `--set: cards[first]: no such element`,
		"cards[0].price=1":  `--set: cards[0].price: unknown key: want one of id, cost, effects`,
		"plain.x=1":         `--set: plain.x: unknown key: want plain alone, which has no parts`,
		"plain=":            `--set: plain: "": want a whole number`,
		"plain=[":           `--set: plain: "[": want a whole number`,
		"options.rounds=-1": `--set: options.rounds: "-1": want a whole number from 0 to 65535`,
		"cards=3":           `--set: cards: "3": want a list`,
	} {
		d := deck{Name: "x", Cards: []card{{}}}
		err := set(&d, pair)
		require.Error(t, err, pair)
		assert.Contains(t, err.Error(), want, pair)
	}
	d := deck{Name: "x"}
	assert.EqualError(t, set(&d, "plain=1", "plain=2"), "--set: plain: given twice: want each key once")
	require.NoError(t, set(&d, `name="quoted, \"text\""`))
	assert.Equal(t, `quoted, "text"`, d.Name)
}

// Where a struct has a field tagged scalar, a scalar stands for the struct.
func TestScalarForAStruct(t *testing.T) {
	type amount struct {
		Base int `yaml:"base,scalar"`
		Each int `yaml:"each"`
	}
	type config struct {
		A amount `yaml:"a"`
		B amount `yaml:"b"`
	}
	c := config{A: amount{1, 1}}
	require.NoError(t, configs.ReadAll(&c, text("a: 6", "b: {base: 1, each: 2}")))
	assert.Equal(t, config{amount{6, 0}, amount{1, 2}}, c)
	assert.EqualError(t, configs.ReadAll(&c, text("a: many")), `deck.yaml:1:4: a: "many": want a whole number`)
}

func TestReadFromDisk(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.yaml")
	require.NoError(t, os.WriteFile(file, []byte("name: disk\nplain: 1\n"), 0o600))
	d := deck{}
	require.NoError(t, configs.Read("train", file, &d, "plain=5"))
	assert.Equal(t, deck{Name: "disk", Plain: 5}, d)

	assert.ErrorContains(t, configs.Read("train", filepath.Join(filepath.Dir(file), "other.yaml"), &d), "other.yaml: no such file")
	err := configs.Read("train", "nothing", &d)
	var unknown *configs.UnknownNameError
	require.ErrorAs(t, err, &unknown)
	assert.Equal(t, configs.Names("train"), unknown.Known)
	assert.ErrorContains(t, err, `no configuration "nothing" in train (`)
}

func TestShippedNames(t *testing.T) {
	assert.Empty(t, configs.Names("nothing"))
	assert.NotNil(t, configs.Names("nothing"))
	for _, kind := range []string{"train", "games/duel"} {
		for _, name := range configs.Names(kind) {
			assert.True(t, configs.Has(kind, name))
			text, file, err := configs.Load(kind, name)
			require.NoError(t, err)
			assert.Equal(t, "configs/"+kind+"/"+name+".yaml", file)
			assert.NotEmpty(t, text)
		}
		assert.NotContains(t, configs.Names(kind), "README")
	}
}

func TestWriteReadsBack(t *testing.T) {
	d := deck{
		limits: limits{1}, Name: "off: 1", Rate: 0.1, Rows: [2]int{1, 2}, Cards: []card{{ID: "007", Effects: []effect{{Op: "take"}}}},
		Prices: map[string]int{"a": 1}, Piles: map[string]card{}, Options: &limits{3}, Steps: -4, Seed: math.MaxUint64, Level: 1,
	}
	written, err := configs.Write(struct {
		*deck `yaml:",inline"`
		Level string `yaml:"level"`
	}{&d, "low"})
	require.NoError(t, err)
	back := deck{}
	require.NoError(t, configs.ReadAll(&back, configs.Text("written", written)), string(written))
	back.Cards[0].Effects = d.Cards[0].Effects
	assert.Equal(t, d, back)
}

// Whatever stands in a file, reading answers with a value or faults.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"name: x", "cards: [{id: a}]", "a: &x [*x]", "rows: [1,2]", "? [a]\n: b", "<<: {a: 1}", "!!str a: b", "name: |\n  x", "rate: .nan", "steps: 0x1F", "-", "{", "a: b: c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		d := deck{}
		if err := configs.ReadAll(&d, configs.Text("fuzz", []byte(source))); err != nil {
			require.NotEmpty(t, err.Error())
		}
		d = deck{}
		_ = set(&d, source)
	})
}

func ExampleRead() {
	config := struct {
		Game    string `yaml:"game"`
		Batch   int    `yaml:"batch"`
		Network struct {
			Hidden []int `yaml:"hidden"`
		} `yaml:"network"`
	}{Game: "kuhn", Batch: 1024}
	err := configs.ReadAll(&config,
		configs.Text("my.yaml", []byte("network: {hidden: [64, 64]}\nbatch: 2k\n")),
		configs.Assignments("--set", "gaem=leduc"))
	fmt.Println(err)
	// Output:
	// my.yaml:2:8: batch: "2k": want a whole number
	// --set: gaem: unknown key: want one of game, batch, network
}

// Words that read as a seat or a colour are refused wherever text stands: values, keys of
// mappings, what an alias repeats, and assignments.
func TestMarksAreRefused(t *testing.T) {
	const want = ": want text without the characters U+F0000 to U+FFFFF, which stand for seats and colours"
	d := deck{Name: "x", Cards: []card{{}}}
	err := configs.ReadAll(&d, configs.Text("deck.yaml", []byte("name: &n \"Seat \U000f0002\"\nlevel: \U000f0301low\ncards:\n- id: *n\nprices: {\U000f1004: 1}\n")),
		configs.Assignments("--set", "prices.\U000f0001=2", "cards[0].id=\U000fffff"))
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	var got []string
	for _, fault := range faults {
		got = append(got, fault.Error())
	}
	assert.Equal(t, []string{
		`deck.yaml:1:10: name: "Seat \U000f0002"` + want,
		`deck.yaml:2:8: level: "\U000f0301low"` + want,
		`deck.yaml:1:10: cards[0].id: "Seat \U000f0002"` + want,
		`deck.yaml:5:10: prices.\U000f1004: "\U000f1004"` + want,
		`--set: prices.\U000f0001: "prices.\U000f0001"` + want,
		`--set: cards[0].id: "\U000fffff"` + want,
	}, got)
}
