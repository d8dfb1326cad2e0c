package eval

import (
	"context"
	"fmt"

	"ringer/agents"
	"ringer/env"
	"ringer/eval/tree"
)

// Exact is the method name of exploitability computed on the whole tree.
const Exact = "exact"

// Exploitability holds the exploitability of an agent that sits in all seats but one.
type Exploitability struct {
	Game   string `json:"game"`
	Agent  string `json:"agent"`
	Method string `json:"method"`

	// NashConv is the sum over seats of a best response's gain there, and
	// Exploitability is NashConv / seats. Both are 0 exactly at a Nash
	// equilibrium.
	NashConv       float64 `json:"nash_conv"`
	Exploitability float64 `json:"exploitability"`

	Seats []SeatExploit `json:"seats"`
}

// SeatExploit is one seat of Exploitability.
type SeatExploit struct {
	Seat int `json:"seat"`

	// Value is the seat's expected return when the agent sits everywhere, and
	// BestResponseValue when a best response takes the seat.
	Value             float64 `json:"value"`
	BestResponseValue float64 `json:"best_response_value"`

	// Low and High bound BestResponseValue: equal to it when it is exact, a 95%
	// interval when it is estimated.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// tabulateBatch is the number of information states that an agent decides at
// once: fixed, so that the same agent gives the same table.
const tabulateBatch = 256

// Tabulate returns an agent's decision at every information set of every seat. Where
// the decisions themselves are random, as the decisions of an agent that samples worlds
// are, it takes one draw of each, which depends on seed. Of an agents.Mixer it is the policy that
// reaches every end as often as the mixture does.
//
// Errors are the agent's own, *agents.DecisionError, or the context's.
func Tabulate(ctx context.Context, t *tree.Tree, agent agents.Agent, seed uint64) (tree.Policy, error) {
	if mixer, ok := agent.(agents.Mixer); ok {
		return tabulateMixture(ctx, t, mixer, seed)
	}
	policy := make(tree.Policy, t.Slots())
	viewers := make([]*agents.Viewer, min(tabulateBatch, t.Infosets()))
	for i := range viewers {
		viewers[i] = agents.NewViewer(t.Game)
	}
	views := make([]agents.View, 0, len(viewers))
	for from := 0; from < t.Infosets(); from += len(viewers) {
		if err := ctx.Err(); err != nil { // which an agent may not look at
			return nil, err
		}
		views = views[:0]
		for i := from; i < min(from+len(viewers), t.Infosets()); i++ {
			rng := env.Stream(seed, purposeTabulate, uint64(i))
			views = append(views, viewers[i-from].View(t.State(t.Example[i]), rng))
		}
		decisions, err := agents.Ask(ctx, agent, views)
		if err != nil {
			return nil, err
		}
		for k, d := range decisions {
			normalise(d.Probs, t.At(policy, int32(from+k)))
		}
	}
	return policy, nil
}

// tabulateMixture tabulates a mixture of players: at an information set each of them counts as
// often as it is drawn and its own choices lead there (Kuhn, "Extensive games and the problem of
// information", 1953).
func tabulateMixture(ctx context.Context, t *tree.Tree, mixer agents.Mixer, seed uint64) (tree.Policy, error) {
	players, shares := mixer.Mixed()
	policy, reached := make(tree.Policy, t.Slots()), make([]float64, t.Slots())
	plan := make([]float64, t.Slots())
	for k, player := range players {
		own, err := Tabulate(ctx, t, player, seed)
		if err != nil {
			return nil, err
		}
		t.Plan(own, plan)
		for s, i := range t.SlotInfoset {
			share := shares[k][t.Player[i]]
			reached[s] += float64(share * plan[s])
			policy[s] += float64(share * own[s]) // where no player leads to, any choice will do
		}
	}
	for i := range t.Infosets() {
		from, to := t.Offset[i], t.Offset[i+1]
		sum := 0.0
		for _, x := range reached[from:to] {
			sum += x
		}
		if sum > 0 {
			copy(policy[from:to], reached[from:to])
		}
		scale := 0.0
		for _, x := range policy[from:to] {
			scale += x
		}
		for s := from; s < to; s++ {
			policy[s] /= scale
		}
	}
	return policy, nil
}

// normalise widens probabilities and makes them sum to 1 again.
func normalise(probs []float32, dst []float64) {
	sum := 0.0
	for i, p := range probs {
		dst[i] = float64(p)
		sum += dst[i]
	}
	for i := range dst {
		dst[i] /= sum
	}
}

// Exploit returns the exact exploitability of an agent, for any number of seats.
func Exploit(ctx context.Context, t *tree.Tree, name string, agent agents.Agent, seed uint64) (*Exploitability, error) {
	policy, err := Tabulate(ctx, t, agent, seed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return ExploitPolicy(t, name, policy), nil
}

// ExploitPolicy is Exploit for a policy that is already a table.
func ExploitPolicy(t *tree.Tree, name string, policy tree.Policy) *Exploitability {
	nashConv, values, best := t.NashConv(policy)
	e := &Exploitability{
		Game: t.Spec.String(), Agent: name, Method: Exact,
		NashConv: nashConv, Exploitability: nashConv / float64(t.Players()),
	}
	for p := range values {
		e.Seats = append(e.Seats, SeatExploit{
			Seat: p, Value: values[p], BestResponseValue: best[p], Low: best[p], High: best[p],
		})
	}
	return e
}
