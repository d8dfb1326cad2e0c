package speed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/pprof"
	"time"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/models/graph/device"
	"ringer/train"
)

// Options holds what a measurement needs beside the configuration.
type Options struct {
	Game      env.Game
	Algorithm func(*models.Weights) (train.Algorithm, error)
	Agent     func(name string) (agents.Agent, error) // opponents, as in a run
	Seconds   float64                                 // of playing and learning, at least one iteration
	Profile   func(text []byte) error                 // is given the processor profile, for go tool pprof; may be nil
}

// Result says how fast a configuration trains.
type Result struct {
	Game    string `json:"game"`
	Network string `json:"network"` // kind
	Weights int    `json:"weights"`
	Backend string `json:"backend"`

	Tables     int     `json:"tables"`
	Groups     int     `json:"groups"`
	Minibatch  int     `json:"minibatch,omitempty"`
	Processors int     `json:"processors"` // that Go may use
	Iterations int     `json:"iterations"`
	Decisions  int     `json:"decisions"` // of seats that learn
	Seconds    float64 `json:"seconds"`   // of both below
	Collecting float64 `json:"seconds_collecting"`
	Updating   float64 `json:"seconds_updating"`

	DecisionsPerSecond float64 `json:"decisions_per_second"` // of collecting and updating together
	CollectedPerSecond float64 `json:"collected_per_second"` // decisions, of collecting
	LearnedPerSecond   float64 `json:"learned_per_second"`   // rows, as often as they are learned from, of updating

	Inference Inference `json:"inference"`
	Processor Processor `json:"processor"`
	Products  Products  `json:"products"`

	Device *Device `json:"device,omitempty"` // that was simulated
}

// Device says how a simulated device was used. Shares are of the time by the clock.
type Device struct {
	Description string  `json:"description"`
	Calls       float64 `json:"calls_per_second"`
	Busy        float64 `json:"busy_share"`      // in which it was at work on a call
	Computing   float64 `json:"computing_share"` // that the products of the calls took at its peak
	To          float64 `json:"bytes_to_device_per_decision"`
	From        float64 `json:"bytes_from_device_per_decision"`
}

// Inference describes the batches that networks decided in.
type Inference struct {
	Batches int     `json:"batches"`
	Mean    float64 `json:"mean_batch"`   // rows, without padding
	Padded  float64 `json:"padded_share"` // of the rows that were computed

	// Waiting is the share of the groups' time by the clock in which they waited for a
	// network: what a device would have to shorten.
	Waiting float64 `json:"waiting_share"`
}

// Processor says where processor time went. Shares are of all samples.
type Processor struct {
	Seconds float64 `json:"seconds"`    // of all processors together
	Busy    float64 `json:"busy_share"` // of the time that the processors had
	Samples int     `json:"samples"`

	// Decisions a second of processor time: of all of it, and of what was spent on
	// collecting, without memory and the scheduler. Learned is rows, as often as they are
	// learned from, a second of what was spent on updates.
	Decisions float64 `json:"decisions_per_second"`
	Collected float64 `json:"collected_per_second"`
	Learned   float64 `json:"learned_per_second"`

	Shares map[Phase]float64 `json:"shares"`
}

// Products says what matrix products cost.
type Products struct {
	// Share of processor time, in the kernels and what prepares their operands.
	Share float64 `json:"share"`

	// Operations are floating-point operations of the rows that were needed, padding left
	// out, by phase. They follow from the shapes of the network.
	Inference float64 `json:"operations_inference"`
	Update    float64 `json:"operations_update"`

	// PerSecond is operations, those on padding included, a second of processor time in
	// products. OfPeak compares it with the Peak of one processor.
	PerSecond float64 `json:"operations_per_second"`
	OfPeak    float64 `json:"share_of_peak"`

	// Whole is operations a second of all processor time, compared with the same peak.
	Whole float64 `json:"whole_share_of_peak"`

	Peak Peak `json:"peak"`
}

// A Learner is a train.Algorithm for which one graph.Learner learns.
// Without it no rows and no operations of updates are counted.
type Learner interface{ Learner() *graph.Learner }

// bench is a measurement under way.
type bench struct {
	cfg       train.Config
	opt       Options
	collector *train.Collector
	algorithm train.Algorithm
	learner   *graph.Learner // or nil
	weights   *models.Weights
	opponents []train.Opponent

	iteration int
	result    *Result
}

// Measure plays and learns for some seconds, after one iteration that compiles all
// graphs, and returns what it took. It begins with random weights; opponents have the
// configured shares, of which past selves are the first weights. One measurement at a time
// runs in a process.
func Measure(ctx context.Context, cfg train.Config, opt Options) (*Result, error) {
	b, err := newBench(cfg, opt)
	if err != nil {
		return nil, err
	}
	probe := newProbe()
	probe.measure()
	if err := b.iterate(ctx); err != nil { // to warm up
		return nil, err
	}
	b.result.Iterations, b.result.Decisions, b.result.Collecting, b.result.Updating = 0, 0, 0, 0
	before, steps := b.collector.Served(), b.steps()
	used, _ := graph.Used()
	var text bytes.Buffer
	if err := pprof.StartCPUProfile(&text); err != nil {
		return nil, fmt.Errorf("speed: %w", err)
	}
	served, after, worked := before, steps, used
	for err == nil && b.result.Collecting+b.result.Updating < opt.Seconds {
		if err = b.iterate(ctx); err == nil {
			served, after = b.collector.Served(), b.steps() // without the decisions of an iteration that is cut short
			worked, _ = graph.Used()
		}
	}
	pprof.StopCPUProfile()
	if err != nil && (b.result.Iterations == 0 || !errors.Is(err, context.Canceled)) {
		return nil, err
	}
	probe.measure()
	if opt.Profile != nil {
		if failed := opt.Profile(text.Bytes()); failed != nil {
			return nil, failed
		}
	}
	served.Sub(before)
	if _, simulated := graph.Used(); simulated {
		worked.Sub(used)
		b.result.Device = deviceOf(worked, b.result)
	}
	if failed := b.sumUp(served, after-steps, text.Bytes(), probe.peak()); failed != nil {
		return nil, failed
	}
	return b.result, err
}

// deviceOf describes the use of a simulated device in a measurement.
func deviceOf(used device.Use, r *Result) *Device {
	seconds, decisions := r.Collecting+r.Updating, float64(r.Decisions)
	return &Device{
		Description: graph.BackendName(), Calls: float64(used.Calls) / seconds,
		Busy: used.Busy.Seconds() / seconds, Computing: used.Computing.Seconds() / seconds,
		To: float64(used.To) / decisions, From: float64(used.From) / decisions,
	}
}

func newBench(cfg train.Config, opt Options) (*bench, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	network, err := train.NewNetwork(opt.Game.Spec(), cfg.Network)
	if err != nil {
		return nil, err
	}
	b := &bench{cfg: cfg, opt: opt, weights: models.Init(network, cfg.Seed)}
	if b.collector, err = train.NewCollector(opt.Game, network, cfg.Collect, cfg.Seed); err != nil {
		return nil, err
	}
	b.collector.Seat(cfg.Opponents)
	if cfg.Openings.Share > 0 {
		agent, err := opt.Agent(cfg.Openings.Agent)
		if err != nil {
			return nil, fmt.Errorf("openings.agent: %w", err)
		}
		b.collector.Open(agent, cfg.Openings)
	}
	if b.algorithm, err = opt.Algorithm(b.weights); err != nil {
		return nil, err
	}
	b.result = &Result{
		Game: opt.Game.Spec().String(), Network: network.KindName(), Weights: network.Parameters(),
		Backend: graph.BackendConfig(),
		Tables:  cfg.Collect.Tables, Groups: cfg.Collect.Groups, Processors: runtime.GOMAXPROCS(0),
	}
	if l, ok := b.algorithm.(Learner); ok {
		b.learner = l.Learner()
		b.result.Minibatch = b.learner.Minibatch()
	}
	return b, b.invite()
}

// invite makes the opponents of all iterations.
func (b *bench) invite() error {
	c := &b.cfg.Opponents
	for i, name := range c.Fixed {
		agent, err := b.opt.Agent(name)
		if err != nil {
			return fmt.Errorf("opponents.fixed[%d]: %w", i, err)
		}
		b.opponents = append(b.opponents, train.Opponent{ID: -1 - i, Agent: agent, Share: c.FixedShare / float64(len(c.Fixed))})
	}
	if c.PastShare == 0 {
		return nil
	}
	first := b.weights.Clone()
	for i := range c.PastSlots {
		b.opponents = append(b.opponents, train.Opponent{ID: i + 1, Weights: first, Share: c.PastShare / float64(c.PastSlots)})
	}
	return nil
}

// iterate plays and learns once. The labels mark the samples of the profile.
func (b *bench) iterate(ctx context.Context) (err error) {
	var batch *train.Batch
	begun := time.Now()
	pprof.Do(ctx, pprof.Labels(phaseLabel, string(collecting)), func(ctx context.Context) {
		batch, err = b.collector.Collect(ctx, &train.Order{Iteration: b.iteration, Weights: b.weights, Opponents: b.opponents})
	})
	if err != nil {
		return err
	}
	played := time.Now()
	pprof.Do(ctx, pprof.Labels(phaseLabel, string(Update)), func(ctx context.Context) {
		_, err = b.algorithm.Update(ctx, batch, 0, env.Stream(b.cfg.Seed, train.PurposeTrainUpdate, uint64(b.iteration)))
		b.algorithm.Weights(b.weights)
	})
	if err != nil {
		return err
	}
	if err := b.weights.Finite(); err != nil {
		return fmt.Errorf("speed: training diverged (%w): lower the learning rate", err)
	}
	b.iteration++
	b.result.Iterations++
	b.result.Decisions += batch.Rows
	b.result.Collecting += played.Sub(begun).Seconds()
	b.result.Updating += time.Since(played).Seconds()
	return nil
}

func (b *bench) steps() uint64 {
	if b.learner == nil {
		return 0
	}
	return b.learner.Steps()
}

// sumUp computes the figures. steps are the learner's.
func (b *bench) sumUp(served graph.Served, steps uint64, profile []byte, peak Peak) error {
	r := b.result
	r.Seconds = r.Collecting + r.Updating
	r.DecisionsPerSecond = float64(r.Decisions) / r.Seconds
	r.CollectedPerSecond = float64(r.Decisions) / r.Collecting
	row, err := graph.ForwardProducts(b.weights.Network, forwardRows)
	if err != nil {
		return err
	}
	row /= forwardRows
	p := &r.Products
	p.Peak = peak
	p.Inference = row * float64(served.Rows)
	if b.learner != nil {
		p.Update = b.learner.Products() * float64(steps)
		r.LearnedPerSecond = float64(steps) * float64(r.Minibatch) / r.Updating
	}
	r.Inference = Inference{
		Batches: served.Batches, Mean: float64(served.Rows) / math.Max(1, float64(served.Batches)),
		Padded:  float64(served.Padded) / math.Max(1, float64(served.Rows+served.Padded)),
		Waiting: served.Time.Seconds() / (r.Collecting * float64(r.Groups)),
	}
	all, err := readProfile(profile)
	if err != nil {
		return err
	}
	r.Processor = Processor{
		Seconds: all.seconds, Busy: all.seconds / (r.Seconds * float64(r.Processors)), Samples: all.samples, Shares: all.shares(),
	}
	if all.seconds == 0 {
		return nil
	}
	r.Processor.Decisions = float64(r.Decisions) / all.seconds
	if all.collecting > 0 {
		r.Processor.Collected = float64(r.Decisions) / all.collecting
	}
	if updating := all.phases[Update]; updating > 0 {
		r.Processor.Learned = float64(steps) * float64(r.Minibatch) / updating
	}
	p.Share = all.products / all.seconds
	one := peak.OperationsPerSecond / float64(peak.Processors)
	if graph.OnGo() && all.products > 0 {
		p.PerSecond = (p.Inference + row*float64(served.Padded) + p.Update) / all.products
		p.OfPeak = p.PerSecond / one
	}
	p.Whole = (p.Inference + p.Update) / all.seconds / one
	return nil
}

// forwardRows is a batch on which the operations of a row are counted: operations of
// products without rows in them are spread over it.
const forwardRows = 64
