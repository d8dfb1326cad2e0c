package train

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"ringer/agents/neural"
	"ringer/env"
	"ringer/eval"
	"ringer/models"
	"ringer/models/botfile"
)

// Config describes a run: the game, the network, the amount of play and the
// opponents. The settings of the algorithm stand beside it in the file, under the
// algorithm's name (see train/algos).
type Config struct {
	Game      string `yaml:"game"`      // a game and its parameters, such as heat(players=4)
	Seed      uint64 `yaml:"seed"`      // of everything: weights, play, shuffles
	Algorithm string `yaml:"algorithm"` // the name of the algorithm that learns, whose settings have a section of that name

	// Compute says how the networks are computed: Fast uses the widest vectors of
	// the machine, and another machine may give other last bits; Portable gives the
	// same bytes on every amd64 processor with AVX2 and FMA.
	Compute string `yaml:"compute"`

	// Decisions is the length of the run in learning decisions: decisions of seats that the
	// current network played and learned from. Forced moves, with a single legal action, teach
	// nothing and are none.
	Decisions int `yaml:"decisions"`

	Collect   CollectConfig  `yaml:"collect"`
	Network   NetworkConfig  `yaml:"network"`
	Opponents OpponentConfig `yaml:"opponents"`
	Openings  OpeningConfig  `yaml:"openings"`
	// Temperature is the temperature of the policy when it is measured and as a bot: below 1
	// it is surer than in self-play, whose entropy bonus keeps it from being sure.
	Temperature float64 `yaml:"temperature"`

	// Temperatures sets kinds of decisions apart, by their names (env.Spec.Kinds): a choice that the opponents
	// do not see wants 1, because whoever is sure there can be answered.
	Temperatures map[string]float64 `yaml:"temperatures,flow,omitempty"`

	// SeatTemperatures sets the seats apart, from seat 0 on, in a game whose seats differ: the temperature of
	// all kinds of decisions that have none of their own.
	SeatTemperatures []float64 `yaml:"seat_temperatures,flow,omitempty"`

	EMA        float64          `yaml:"ema"` // decay an iteration of the averaged weights; 0: none are kept
	Evaluation EvaluationConfig `yaml:"evaluation"`
	Checkpoint CheckpointConfig `yaml:"checkpoint"`

	// Teacher held the settings of a search that taught the network. Configurations of
	// earlier runs have it, unused; Validate drops it.
	Teacher map[string]float64 `yaml:"teacher,omitempty"`

	// Rules are the resolved configuration of the game (env.Spec.Configuration), from
	// which env/games builds it without any other file. The configuration of a run has
	// them; nobody writes them by hand.
	Rules string `yaml:"rules,omitempty,long"`

	// ReportSeed is the seed of the games at the end of the run, whose results are its
	// report. The configuration of a run has it (see NewReportSeed); nobody writes it
	// by hand. 0 derives it from Seed alone.
	ReportSeed uint64 `yaml:"report_seed,omitempty"`
}

// leastTemperature leaves logits that are far from the ends of half precision.
const leastTemperature = 0.05

// Values of Config.Compute.
const (
	Fast     = "fast"
	Portable = "portable"
)

// CollectConfig sets how play is spread over tables. Batch, Tables and Groups change
// the result of a run; the number of goroutines does not.
type CollectConfig struct {
	// Batch is the number of learning decisions an iteration at which no new
	// episode is begun; those under way are finished, so a batch is larger by up to
	// Tables episodes: in heist with four seats three times as large.
	Batch int `yaml:"batch"`

	// Tables is the number of episodes that run side by side.
	Tables int `yaml:"tables"`

	// Groups share the tables among them; each decides in one batch. Where training
	// spreads over machines, a worker plays a group at a time.
	Groups int `yaml:"groups"`

	// Lag is the number of iterations that play is ahead of learning: an iteration is
	// played with the weights and against the opponents of that many iterations before
	// it, so that playing and learning go on side by side. It changes the result of a
	// run: what is learned from is older by as many updates.
	Lag int `yaml:"lag,omitempty"`
}

// mostLag bounds the staleness of what is learned from.
const mostLag = 16

// NetworkConfig holds the settings of models.Network that the game does not decide.
type NetworkConfig struct {
	// Kind is the architecture (models.Kinds): the MLP, or one that docs/networks.md
	// names.
	Kind string `yaml:"kind"`

	// Settings belong to the architecture, by name; the other keys are common to all that have
	// use for them.
	Settings map[string]int `yaml:"settings,flow,omitempty"`

	Hidden      []int  `yaml:"hidden,flow"`  // width of each layer of a trunk, from the observation on
	Activation  string `yaml:"activation"`   // tanh or relu, after every layer but the heads
	Embedding   int    `yaml:"embedding"`    // width of the vector of an identity, such as a card
	VocabRaw    bool   `yaml:"vocab_raw"`    // counts of identities go on beside their embedding
	SetHidden   int    `yaml:"set_hidden"`   // width of the two layers that every entity of a set goes through
	SharedTrunk bool   `yaml:"shared_trunk"` // one trunk for policy and value, instead of one each

	// Frame is own where seats see the table from their own corner and name actions so, which makes all corners one
	// to learn, or table (as where it is empty).
	Frame string `yaml:"frame,omitempty"`

	// Items is the width of the layers that all things of one sort share (see
	// env.Field.Items), such as the lanes of 5 Possessions; 0: none are shared.
	// In the kind attention it is the width of all tokens.
	Items int `yaml:"items"`

	// ItemsOnly lets the trunks read the fields of such things through these layers alone.
	ItemsOnly bool `yaml:"items_only"`

	// ItemPlaces gives each thing a bias of its own, for things that are not quite alike,
	// such as seats to the left and to the right.
	ItemPlaces bool `yaml:"item_places"`
}

// OpponentConfig sets the opponents of the current network. At the tables that no
// share names, it plays every seat itself and learns from all of them.
type OpponentConfig struct {
	// PastShare is the share of tables at which one seat learns and one frozen
	// past self plays all others.
	PastShare float64 `yaml:"past_share"`

	// PastSlots is the number of past selves that share these tables equally. They are
	// drawn by priority: see Record.
	PastSlots     int `yaml:"past_slots"`
	SnapshotEvery int `yaml:"snapshot_every"` // iterations between past selves
	Pool          int `yaml:"pool"`           // past selves kept
	RedrawEvery   int `yaml:"redraw_every"`   // iterations between draws of the past selves

	// Fixed names agents (as in agents/roster), one of which takes all the other
	// seats at FixedShare of the tables. They share these tables by priority: the
	// more the learner still loses to an agent, the more of them.
	Fixed      []string `yaml:"fixed,flow"`
	FixedShare float64  `yaml:"fixed_share"` // of the tables, for the agents of fixed together

	// Teams makes a whole team learn at all these tables, where the game has teams, and
	// an opponent play the others. Otherwise one seat learns there, and its partners are
	// the opponent's too.
	Teams bool `yaml:"teams,omitempty"`
}

// EvaluationConfig sets how a run is measured. Selection during the run and the
// report at its end never share seeds.
type EvaluationConfig struct {
	Every     int      `yaml:"every"`          // iterations between evaluations; 0: only at the end
	Games     int      `yaml:"games"`          // of each of them, against each opponent
	Opponents []string `yaml:"opponents,flow"` // agents, as in agents/roster

	// Exact computes exploitability instead of playing matches: for games small
	// enough to walk.
	Exact bool `yaml:"exact"`

	// FinalGames is the length of the report, against each opponent, by the
	// better of the last and the averaged weights.
	FinalGames int `yaml:"final_games"`
}

// CheckpointConfig sets how often a run is saved.
type CheckpointConfig struct {
	Every int `yaml:"every"` // iterations; a slow run is saved every minute besides
	Keep  int `yaml:"keep"`  // newest checkpoints kept
}

// Defaults returns the values of keys that a configuration file leaves out, for small
// games on two cores.
func Defaults() Config {
	return Config{
		Seed:        1,
		Algorithm:   "ppo",
		Compute:     Fast,
		Decisions:   1_000_000,
		Collect:     CollectConfig{Batch: 4096, Tables: 128, Groups: 4},
		Network:     NetworkConfig{Kind: models.MLP, Hidden: []int{64, 64}, Activation: models.Tanh, Embedding: 16, SetHidden: 32},
		Opponents:   OpponentConfig{PastShare: 0.25, PastSlots: 1, SnapshotEvery: 10, Pool: 32, RedrawEvery: 1},
		Openings:    OpeningConfig{Choices: 16},
		EMA:         0.98,
		Temperature: 1,
		Evaluation:  EvaluationConfig{Every: 50, Games: 400, FinalGames: 2000},
		Checkpoint:  CheckpointConfig{Every: 50, Keep: 3},
	}
}

// Validate reports every fault, with its path in the file.
func (c *Config) Validate() error {
	var faults env.Faults
	atLeast := func(path string, v, min int) {
		if v < min {
			faults.Add(path, v, "at least %d", min)
		}
	}
	atMost := func(path string, v, max int) {
		if v > max {
			faults.Add(path, v, "at most %d", max)
		}
	}
	share := func(path string, v float64) {
		if !(v >= 0 && v <= 1) {
			faults.Add(path, v, "a share from 0 to 1")
		}
	}
	if c.Game == "" {
		faults.Add("game", `""`, "a game string such as kuhn or heat(players=4)")
	}
	if c.Compute != Fast && c.Compute != Portable {
		faults.Add("compute", c.Compute, "%s or %s", Fast, Portable)
	}
	atLeast("decisions", c.Decisions, 1)
	temperature := func(path string, v float64) {
		if !(v >= leastTemperature && v <= 1) {
			faults.Add(path, v, "a number from %v to 1", leastTemperature)
		}
	}
	temperature("temperature", c.Temperature)
	for _, kind := range slices.Sorted(maps.Keys(c.Temperatures)) {
		temperature("temperatures."+kind, c.Temperatures[kind])
	}
	for p, v := range c.SeatTemperatures {
		temperature(fmt.Sprintf("seat_temperatures[%d]", p), v)
	}
	atLeast("collect.batch", c.Collect.Batch, 1)
	atLeast("collect.tables", c.Collect.Tables, 1)
	atLeast("collect.groups", c.Collect.Groups, 1)
	if c.Collect.Lag < 0 || c.Collect.Lag > mostLag {
		faults.Add("collect.lag", c.Collect.Lag, "a number of iterations from 0 to %d", mostLag)
	}
	if c.Collect.Groups > c.Collect.Tables {
		faults.Add("collect.groups", c.Collect.Groups, "at most one group a table (%d)", c.Collect.Tables)
	}
	if models.ArchitectureOf(c.Network.Kind) == nil {
		faults.Add("network.kind", c.Network.Kind, "one of: %s", strings.Join(models.Kinds(), ", "))
	}
	if len(c.Network.Hidden) == 0 {
		faults.Add("network.hidden", "[]", "at least one layer, such as [64, 64]")
	}
	for i, h := range c.Network.Hidden {
		if h < 1 || h > 8192 {
			faults.Add(fmt.Sprintf("network.hidden[%d]", i), h, "a width from 1 to 8192")
		}
	}
	c.validateSizes(&faults)
	if a := c.Network.Activation; a != models.Tanh && a != models.ReLU {
		faults.Add("network.activation", a, "tanh or relu")
	}
	if f := c.Network.Frame; f != "" && f != models.FrameTable && f != models.FrameOwn {
		faults.Add("network.frame", f, "%s or %s", models.FrameTable, models.FrameOwn)
	}
	atLeast("network.embedding", c.Network.Embedding, 0)
	atLeast("network.set_hidden", c.Network.SetHidden, 0)
	atLeast("network.items", c.Network.Items, 0)
	if c.Network.Items == 0 && (c.Network.ItemsOnly || c.Network.ItemPlaces) {
		faults.Add("network.items", 0, "at least 1 for items_only and item_places")
	}
	share("opponents.past_share", c.Opponents.PastShare)
	share("opponents.fixed_share", c.Opponents.FixedShare)
	if c.Opponents.PastShare+c.Opponents.FixedShare > 1 {
		faults.Add("opponents.fixed_share", c.Opponents.FixedShare, "at most 1 together with past_share (%g)", c.Opponents.PastShare)
	}
	if c.Opponents.FixedShare > 0 && len(c.Opponents.Fixed) == 0 {
		faults.Add("opponents.fixed", "[]", "at least one agent, because fixed_share is %g", c.Opponents.FixedShare)
	}
	if c.Opponents.PastShare > 0 {
		atLeast("opponents.past_slots", c.Opponents.PastSlots, 1)
		atLeast("opponents.snapshot_every", c.Opponents.SnapshotEvery, 1)
		atLeast("opponents.pool", c.Opponents.Pool, 2)
		atLeast("opponents.redraw_every", c.Opponents.RedrawEvery, 1)
		if c.Opponents.PastSlots > c.Opponents.Pool {
			faults.Add("opponents.past_slots", c.Opponents.PastSlots, "at most opponents.pool (%d)", c.Opponents.Pool)
		}
	}
	c.Openings.validate(&faults)
	if share := c.Teacher["share"]; share != 0 {
		faults.Add("teacher.share", share, "0: no search teaches any more")
	}
	c.Teacher = nil
	if !(c.EMA >= 0 && c.EMA < 1) || math.IsNaN(c.EMA) {
		faults.Add("ema", c.EMA, "a decay from 0 (off) to below 1")
	}
	atLeast("evaluation.every", c.Evaluation.Every, 0)
	if len(c.Evaluation.Opponents) > 0 {
		atLeast("evaluation.games", c.Evaluation.Games, 1)
		atLeast("evaluation.final_games", c.Evaluation.FinalGames, 1)
		atMost("evaluation.games", c.Evaluation.Games, eval.MostGames)
		atMost("evaluation.final_games", c.Evaluation.FinalGames, eval.MostGames)
	}
	atLeast("checkpoint.every", c.Checkpoint.Every, 1)
	atLeast("checkpoint.keep", c.Checkpoint.Keep, 1)
	return faults.Err()
}

// Fits reports what a valid configuration asks for and the game does not have.
func (c *Config) Fits(g env.Game) error {
	var faults env.Faults
	spec := g.Spec()
	for _, kind := range slices.Sorted(maps.Keys(c.Temperatures)) {
		if !slices.Contains(spec.Kinds(), kind) {
			faults.Add("temperatures."+kind, "unknown kind of decision", "one of: %s", strings.Join(spec.Kinds(), ", "))
		}
	}
	if n := len(c.SeatTemperatures); n > 0 {
		if n != spec.Players {
			faults.Add("seat_temperatures", fmt.Sprintf("%d numbers", n), "one for each of the %d seats of %s", spec.Players, spec)
		}
		if env.SeatsDiffer(g) == "" {
			faults.Add("seat_temperatures", fmt.Sprintf("%d numbers", n), "none in %s, whose seats are alike", spec)
		}
	}
	_, err := NewNetwork(spec, c.Network)
	return errors.Join(faults.Err(), err)
}

// Apart returns the temperatures of kinds and seats, as the manifest of a bot has them; nil without any.
func (c *Config) Apart() *botfile.Temperatures {
	if len(c.Temperatures) == 0 && len(c.SeatTemperatures) == 0 {
		return nil
	}
	return &botfile.Temperatures{Kinds: c.Temperatures, Seats: c.SeatTemperatures}
}

// Player returns the agent of weights that play at Temperature (models.Weights.Sharpened), which plays kinds of
// decisions and seats at the temperatures that they have apart.
func (c *Config) Player(spec *env.Spec, weights *models.Weights) (*neural.Agent, error) {
	by, err := c.Apart().Divisors(spec.Kinds(), spec.Players, c.Temperature)
	if err != nil {
		return nil, err
	}
	agent, err := neural.FromWeights(spec, weights)
	if err != nil {
		return nil, err
	}
	return agent.WithDivisors(by)
}

// validateSizes refuses numbers that memory is taken for and that no machine has
// memory for: a run may come from somebody else.
func (c *Config) validateSizes(f *env.Faults) {
	for _, n := range []struct {
		path     string
		is, most int
	}{
		{"collect.batch", c.Collect.Batch, 10_000_000},
		{"collect.tables", c.Collect.Tables, 100_000},
		{"network.embedding", c.Network.Embedding, 8192},
		{"network.set_hidden", c.Network.SetHidden, 8192},
		{"network.items", c.Network.Items, 8192},
		{"opponents.pool", c.Opponents.Pool, 100_000},
	} {
		if n.is > n.most {
			f.Add(n.path, n.is, "at most %d", n.most)
		}
	}
	if len(c.Network.Hidden) > 64 {
		f.Add("network.hidden", fmt.Sprintf("%d layers", len(c.Network.Hidden)), "at most 64")
	}
}
