package nfsp

import (
	"context"
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/dqn"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// NFSP is the algorithm; it implements train.Behaving.
type NFSP struct {
	cfg Config

	response *dqn.DQN
	responds *models.Weights // the response's, as seats play by them

	average   *graph.Learner
	reservoir *replay.Reservoir
	rows      []int32 // of all steps of an iteration
	meant     []bool  // of a batch, see chosen
}

var _ train.Behaving = (*NFSP)(nil)

// New builds the algorithm on first weights, which are copied: the average and the response begin with them.
func New(cfg Config, weights *models.Weights) (*NFSP, error) {
	n := &NFSP{cfg: cfg, responds: weights.Clone()}
	var err error
	if n.reservoir, err = replay.NewReservoir(cfg.Average.Memory, weights.Network); err != nil {
		return nil, fmt.Errorf("nfsp: average: %w", err)
	}
	if n.response, err = dqn.New(cfg.Response, weights); err != nil {
		return nil, fmt.Errorf("nfsp: response: %w", err)
	}
	adam := graph.DefaultAdam()
	adam.Epsilon = cfg.Average.AdamEpsilon
	n.average, err = graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: cfg.Average.Minibatch, Shards: cfg.Average.Shards, Inputs: lossInputs(weights.Network.Actions), Scalars: 1,
		Adam: adam, MaxGradNorm: cfg.Average.MaxGradNorm, Plain: plainLoss(),
	})
	return n, err
}

// Acting says how seats play: by the response with the chance anticipatory, as its own settings say, and else by the
// softmax of the average.
func (n *NFSP) Acting(progress float64) train.Acting {
	a := n.cfg.Response.Acting(progress)
	a.Responds, a.Response = n.cfg.Anticipatory, n.responds
	return a
}

// Update learns from both memories, and then adds the batch to them.
func (n *NFSP) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if len(b.Responded) != b.Rows {
		return nil, fmt.Errorf("nfsp: a batch of %d rows says of %d whether the response played them", b.Rows, len(b.Responded))
	}
	metrics, err := n.response.Learn(ctx, b.Rows, progress, rng)
	if err != nil {
		return nil, err
	}
	learned, err := n.learn(ctx, b.Rows, progress, rng)
	if err != nil {
		return nil, err
	}
	n.response.Weights(n.responds)
	n.response.Remember(b)
	n.reservoir.Add(b, n.chosen(b, progress, rng), rng)
	out := append(under("response_", metrics), under("average_", learned)...)
	return append(out,
		train.Metric{Name: "epsilon", Value: n.cfg.Response.Acting(progress).Epsilon},
		train.Metric{Name: "reservoir", Value: float64(n.reservoir.Len())},
		train.Metric{Name: "responses", Value: float64(n.reservoir.Seen())}), nil
}

// chosen returns the rows of a batch that the average learns from: all that the response played, or only what it would
// have played without exploration. An action whose probability was p, of which exploration has e for each of the
// legal actions, was meant with the chance 1 - e/p, by which it is drawn.
func (n *NFSP) chosen(b *train.Batch, progress float64, rng env.Rand) []bool {
	epsilon := n.cfg.Response.Acting(progress).Epsilon
	if n.cfg.Average.Exploring || epsilon == 0 {
		return b.Responded
	}
	n.meant = append(n.meant[:0], b.Responded...)
	for i, responded := range n.meant {
		if !responded {
			continue
		}
		legal := 0.0
		for _, on := range b.Mask[i*b.NumActions : (i+1)*b.NumActions] {
			legal += float64(on)
		}
		p := math.Exp(float64(b.LogProbs[i*b.NumActions+int(b.Action[i])]))
		n.meant[i] = rng.Float64()*p >= epsilon/legal
	}
	return n.meant
}

// under returns metrics with names that begin with prefix.
func under(prefix string, metrics []train.Metric) []train.Metric {
	for i := range metrics {
		metrics[i].Name = prefix + metrics[i].Name
	}
	return metrics
}

// learn makes the gradient steps of the average.
func (n *NFSP) learn(ctx context.Context, decisions int, progress float64, rng env.Rand) ([]train.Metric, error) {
	c := &n.cfg.Average
	if n.reservoir.Len() < c.WarmUp {
		return nil, nil
	}
	size := c.steps(decisions) * c.Minibatch
	if cap(n.rows) < size {
		n.rows = make([]int32, size+size/4)
	}
	n.rows = n.rows[:size]
	n.reservoir.Draw(rng, n.rows)
	rate := qvalue.Anneal(c.LearningRate, c.FinalLearningRate, progress)
	inputs := []any{n.reservoir.Mask, n.reservoir.Action, n.reservoir.Return}
	sums, err := qvalue.Steps(ctx, n.average, rate, n.reservoir.Observation, inputs, n.rows, c.Minibatch, []float32{float32(c.Value)})
	if err != nil {
		return nil, err
	}
	return append(sums.Metrics(lossMetrics), train.Metric{Name: "learning_rate", Value: rate}), nil
}

// Weights copies the average policy's weights into dst.
func (n *NFSP) Weights(dst *models.Weights) { n.average.Weights(dst) }

// Prefixes of the tensors of the state beside the average's optimiser.
const (
	responsePrefix  = "response/"
	weightsPrefix   = "response_weights/"
	reservoirPrefix = "reservoir/"
)

// State returns the optimiser's moments and step count of the average, the response with all its own state, and the
// reservoir, whose tensors are windows that the next Update changes.
func (n *NFSP) State() []models.Tensor {
	state := n.average.State()
	state = append(state, renamed(weightsPrefix, n.responds.Clone().NamedTensors())...)
	state = append(state, renamed(responsePrefix, n.response.State())...)
	return append(state, n.reservoir.State(reservoirPrefix)...)
}

// renamed returns tensors with names that begin with prefix.
func renamed(prefix string, tensors []models.Tensor) []models.Tensor {
	for i := range tensors {
		tensors[i].Name = prefix + tensors[i].Name
	}
	return tensors
}

// Restore puts back weights and state.
func (n *NFSP) Restore(weights *models.Weights, state []models.Tensor) error {
	responds := weights.Clone()
	var own, response, others []models.Tensor
	if state != nil {
		response, others = []models.Tensor{}, []models.Tensor{} // nil would say that there is no state
		for _, t := range state {
			if name, ok := strings.CutPrefix(t.Name, weightsPrefix); ok {
				t.Name = name
				own = append(own, t)
			} else if name, ok := strings.CutPrefix(t.Name, responsePrefix); ok {
				t.Name = name
				response = append(response, t)
			} else {
				others = append(others, t)
			}
		}
		if err := responds.Assign(own); err != nil {
			return fmt.Errorf("nfsp: the response: %w", err)
		}
	}
	if err := n.response.Restore(responds, response); err != nil {
		return fmt.Errorf("nfsp: the response: %w", err)
	}
	others, err := n.reservoir.Restore(reservoirPrefix, others)
	if err != nil {
		return fmt.Errorf("nfsp: %w", err)
	}
	if err := n.average.Restore(weights, others); err != nil {
		return err
	}
	n.responds = responds
	return nil
}
