package train

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"ringer/env"
	"ringer/eval/tree"
	"ringer/internal/machine"
	"ringer/models"
)

// run is a training run under way.
type run struct {
	Options
	cfg       Config
	network   *models.Network
	algorithm Algorithm
	collector *Collector
	player    Player
	fixed     []Opponent
	record    *recorder

	state
	orders  []*Order        // not learned from yet, one an iteration from Iteration on
	ordered int             // iterations that the player knows of
	weights *models.Weights // current
	average *models.Weights // nil when not kept
	pool    Pool
	records []Record // of fixed
	watch   watch

	started   time.Time // with this process
	processor float64   // seconds that this process had taken when it was started
	saved     time.Time // the last checkpoint, or the start
	training  time.Time // likewise, after any imitation
	startDec  int       // decisions made before this process
	earlier   spent     // by earlier processes
	last      []Evaluation
	lastAt    int                                  // their iteration
	looked    struct{ seconds, processor float64 } // that evaluations on the way took
	tree      *tree.Tree                           // of exact evaluations, else nil
}

// mostUnsaved is the time after which an iteration is saved whatever its number, so that a
// kill loses little of a slow run. Of these checkpoints the newest alone is kept.
var mostUnsaved = time.Minute

// exactLimit is the number of nodes of the largest game that is evaluated
// exactly.
const exactLimit = 4_000_000

// ErrTooEarly is the error of a Run that was stopped before it had anything to save.
var ErrTooEarly = errors.New("stopped before the first iteration")

// Run trains until the configured number of decisions, or until ctx is done:
// then it saves and returns a result marked as interrupted. If opt.Run holds a
// checkpoint, the run goes on from there, and everything that follows has the
// same bytes as if it had never stopped.
func Run(ctx context.Context, cfg Config, opt Options) (res *Result, err error) {
	r, err := newRun(ctx, cfg, opt)
	if err != nil && ctx.Err() != nil {
		return nil, fmt.Errorf("%w: %w", ErrTooEarly, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	late, err := r.complete(ctx)
	if errors.Is(err, errStopped) {
		return r.interrupted()
	}
	if err != nil {
		return nil, err
	}
	if r.record, err = newRecorder(opt.Run, r.Iteration, late, opt.Settings); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.record.close()) }()
	defer r.player.Stop()
	for r.Decisions < cfg.Decisions && !r.outOfTime() && !r.pauses() {
		err := r.iterate(ctx)
		if errors.Is(err, errStopped) {
			return r.interrupted()
		}
		if err != nil {
			return nil, err
		}
	}
	r.player.Stop()
	if r.pauses() {
		return r.pause(ctx)
	}
	if err := r.save(ctx); err != nil {
		return nil, err
	}
	return r.finish(ctx)
}

// errStopped says that the run's context is done. The run is then in a state that
// can be saved.
var errStopped = errors.New("train: stopped")

// Begin returns the weights with which a new run begins to learn: those that Options.Start
// makes.
func Begin(ctx context.Context, cfg Config, opt Options) (*models.Weights, error) {
	r, err := newRun(ctx, cfg, opt)
	if err != nil {
		return nil, err
	}
	r.player.Stop()
	return r.weights, nil
}

// orStopped returns errStopped for the error of work that ctx has ended.
func orStopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return errStopped
	}
	return err
}

func (r *run) outOfTime() bool {
	seconds, _ := r.speed()
	return r.Seconds > 0 && seconds >= r.Seconds
}

// pauses reports whether the run has come to where it is to pause.
func (r *run) pauses() bool {
	return r.Until > 0 && r.Decisions >= r.Until && r.Decisions < r.cfg.Decisions
}

func newRun(ctx context.Context, cfg Config, opt Options) (*run, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := cfg.CanCompute(); err != nil {
		return nil, err
	}
	spec := opt.Game.Spec()
	network, err := NewNetwork(spec, cfg.Network)
	if err != nil {
		return nil, err
	}
	r := &run{Options: opt, cfg: cfg, network: network, started: time.Now(), processor: machine.Spent(), saved: time.Now()}
	if cfg.Evaluation.Exact {
		if r.tree, err = tree.Build(ctx, opt.Game, exactLimit); err != nil {
			return nil, fmt.Errorf("evaluation.exact: %w", err)
		}
	}
	r.pool.Limit, r.pool.Equal = cfg.Opponents.Pool, cfg.Opponents.sides(spec).equal()
	r.weights = models.Init(network, cfg.Seed)
	if r.collector, err = NewCollector(opt.Game, network, cfg.Collect, cfg.Seed); err != nil {
		return nil, err
	}
	r.collector.Seat(cfg.Opponents)
	if cfg.Openings.Share > 0 {
		agent, err := opt.Agent(cfg.Openings.Agent)
		if err != nil {
			return nil, fmt.Errorf("openings.agent: %w", err)
		}
		r.collector.Open(agent, cfg.Openings)
	}
	if err := r.start(ctx); err != nil {
		return nil, err
	}
	if cfg.EMA > 0 {
		r.average = r.weights.Clone()
	}
	if r.algorithm, err = opt.Algorithm(r.weights); err != nil {
		return nil, err
	}
	for i, name := range cfg.Opponents.Fixed {
		agent, err := opt.Agent(name)
		if err != nil {
			return nil, fmt.Errorf("opponents.fixed[%d]: %w", i, err)
		}
		r.fixed = append(r.fixed, Opponent{ID: -1 - i, Agent: agent})
	}
	r.records = make([]Record, len(r.fixed))
	if err := r.restore(); err != nil {
		return nil, err
	}
	if r.earlier, err = spentBy(opt.Run); err != nil {
		return nil, err
	}
	if r.player = opt.Player; r.player == nil {
		r.player = newHere(r.collector, cfg.Collect.Lag > 0)
	}
	r.ordered = r.Iteration
	r.startDec, r.training = r.Decisions, time.Now()
	return r, nil
}

// start prepares the weights of a run that has no checkpoint yet.
func (r *run) start(ctx context.Context) error {
	if r.Start == nil {
		return nil
	}
	if r.Options.Run != nil {
		if its, err := r.Options.Run.Iterations(); err != nil || len(its) > 0 {
			return err
		}
	}
	err := r.Start(ctx, r.collector, r.weights, func(done, total int) {
		if r.Progress != nil {
			r.Progress(Progress{Phase: Imitating, Done: done, Total: total})
		}
	})
	return err
}

// iterate plays and learns once, and evaluates and saves when it is time. When it is
// stopped before the weights have changed, the run is as it was before; when it is
// stopped while it evaluates, the line of metrics waits for complete.
func (r *run) iterate(ctx context.Context) error {
	drawn, known := r.Past, len(r.orders)
	r.plan()
	batch, learned, err := r.learn(ctx)
	if err != nil {
		r.Past, r.orders = drawn, r.orders[:known]
		return err
	}
	order := r.orders[0]
	r.orders = r.orders[1:]
	r.algorithm.Weights(r.weights)
	if err := r.weights.Finite(); err != nil {
		r.player.Failed()
		return fmt.Errorf("train: iteration %d: training diverged (%w): lower the learning rate", r.Iteration, err)
	}
	if r.average != nil {
		averageInto(r.average, r.weights, r.cfg.EMA, r.Iteration)
	}
	r.Iteration++
	r.Decisions += batch.Rows
	r.keepScore(batch.Stats.Opponents)
	r.watch.see(&batch.Stats, r.cfg.Opponents.SnapshotEvery)
	if r.cfg.Opponents.PastShare > 0 && r.Iteration%r.cfg.Opponents.SnapshotEvery == 0 {
		r.pool.Add(r.Iteration, r.weights)
	}
	values := r.describe(batch, order, learned)
	alarms := r.alarms(batch, order, values)
	r.watch.count(alarms)
	var stopped error
	if r.evaluationDue() {
		looked, err := r.look(ctx)
		if err != nil && !errors.Is(err, errStopped) {
			return err
		}
		stopped = err
		values = append(values, looked...)
	}
	if err := r.record.write(r.Iteration, values, r.clock()); err != nil {
		return err
	}
	if stopped != nil {
		return stopped
	}
	r.report(Training, r.Decisions, r.cfg.Decisions, alarms)
	if r.Iteration%r.cfg.Checkpoint.Every == 0 || r.player.Full() || time.Since(r.saved) > mostUnsaved {
		return r.save(ctx)
	}
	return nil
}

// learn plays a batch and updates the algorithm on it. An algorithm that is stopped
// half-way through goes back to where it was.
func (r *run) learn(ctx context.Context) (*Batch, []Metric, error) {
	for _, o := range r.orders[r.ordered-r.Iteration:] {
		if err := r.player.Order(ctx, o); err != nil {
			return nil, nil, orStopped(ctx, err)
		}
		r.ordered++
	}
	batch, err := r.player.Collect(ctx)
	if err != nil {
		return nil, nil, orStopped(ctx, err)
	}
	batch.Staleness = r.orders[0].Iteration - r.orders[0].After
	before := r.algorithm.State()
	rng := env.Stream(r.cfg.Seed, PurposeTrainUpdate, uint64(r.Iteration))
	progress := float64(r.Decisions) / float64(r.cfg.Decisions)
	learned, err := r.algorithm.Update(ctx, batch, progress, rng)
	if err == nil {
		return batch, learned, nil
	}
	if err = orStopped(ctx, err); errors.Is(err, errStopped) {
		if failed := r.algorithm.Restore(r.weights, before); failed != nil {
			return nil, nil, failed
		}
		return nil, nil, err
	}
	r.player.Failed()
	return nil, nil, err
}

// averageInto moves the exponential moving average towards weights. Early on
// it is the plain mean, so that the first weights do not linger.
func averageInto(average, weights *models.Weights, decay float64, iteration int) {
	keep := float32(min(decay, float64(iteration+1)/float64(iteration+2)))
	for i, w := range weights.Flat {
		average.Flat[i] = keep*average.Flat[i] + (1-keep)*w
	}
}

// playing returns the weights that are watched during the run.
func (r *run) playing() *models.Weights {
	if r.average != nil {
		return r.average
	}
	return r.weights
}

// speed returns the time since this process started, and the decisions a second
// since it has been training.
func (r *run) speed() (seconds, perSecond float64) {
	return time.Since(r.started).Seconds(), float64(r.Decisions-r.startDec) / max(time.Since(r.training).Seconds(), 1e-9)
}

func (r *run) report(phase Phase, done, total int, alarms []Alarm) {
	if r.Progress == nil {
		return
	}
	_, speed := r.speed()
	r.Progress(Progress{
		Phase: phase, Done: done, Total: total,
		Iteration: r.Iteration, DecisionsPerSecond: speed, Evaluations: r.last, EvaluatedAt: r.lastAt, Alarms: alarms,
	})
}

func (r *run) result() *Result {
	seconds, speed := r.speed()
	if r.Decisions == r.startDec {
		speed = r.earlier.perSecond
	}
	res := &Result{
		Iterations: r.Iteration, Decisions: r.Decisions, Seconds: r.earlier.seconds + seconds, DecisionsPerSecond: speed,
		Weights: r.playing().Clone(), Averaged: r.average != nil, Evaluations: r.last,
		Alarms: slices.Concat([]Sounded{}, r.watch.Sounded),
	}
	if r.Options.Run != nil {
		res.Checkpoint = r.Options.Run.Path(r.Iteration)
	}
	return res
}

// interrupted saves the run so far.
func (r *run) interrupted() (*Result, error) {
	// The weights are saved although ctx is done.
	if err := r.save(context.Background()); err != nil {
		return nil, err
	}
	res := r.result()
	res.Interrupted = true
	return res, r.record.stop(r.Iteration, res.Seconds-r.earlier.seconds)
}

// pause saves the run so far, and says how good the better of the last and the averaged weights
// is by then, on the seeds by which that is chosen.
func (r *run) pause(ctx context.Context) (*Result, error) {
	res, err := r.interrupted()
	if err != nil {
		return nil, err
	}
	c, err := r.choose(ctx)
	if err == nil && c.last == nil {
		c.last, err = r.evaluate(ctx, Choosing, c.best, purposeTrainChoose, r.cfg.Evaluation.Games)
	}
	if err != nil {
		return nil, err
	}
	res.chosen(&c)
	res.Paused, res.Evaluations = true, c.last
	if c.averaged && c.average != nil {
		res.Evaluations = c.average
	}
	return res, nil
}

// chosen notes what was chosen, and by which exact figures.
func (res *Result) chosen(c *weighed) {
	res.Weights, res.Averaged = c.best.Clone(), c.averaged
	res.LastExploitability, res.AveragedExploitability = exploitability(c.last), exploitability(c.average)
}

// finish chooses between the last and the averaged weights on seeds of its
// own, and reports the better one on fresh seeds.
func (r *run) finish(ctx context.Context) (*Result, error) {
	res := r.result()
	c, err := r.choose(ctx)
	if err == nil {
		res.chosen(&c)
		res.Evaluations, err = r.evaluate(ctx, Reporting, c.best, purposeTrainReport, r.cfg.Evaluation.FinalGames)
	}
	if err = orStopped(ctx, err); errors.Is(err, errStopped) {
		return r.interrupted()
	}
	if err != nil {
		return nil, err
	}
	return res, r.record.end(r.Iteration, res.Evaluations)
}
