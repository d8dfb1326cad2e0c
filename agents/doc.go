// Package agents defines an agent: it reads views of the seats that it plays and
// returns a distribution over the legal actions of each. The kinds of agents live
// in agents/<kind>, and agents/roster is the table of them all. This one passes
// whenever it may:
//
//	func (cautious) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
//		decisions := agents.Decisions(views) // zeros: a probability for each legal action
//		for i := range views {
//			decisions[i].Probs[0] = 1
//		}
//		return decisions, nil
//	}
//
// The driver of a game makes the view, asks, and draws the action:
//
//	view := viewer.View(table.State(), rng)
//	decisions, err := agents.Ask(context.Background(), cautious{}, []agents.View{view})
//	if err != nil {
//		return 0, err
//	}
//	action := agents.Sample(decisions[0], view.Legal, rng)
//
// An agent never holds a state, so that it cannot look at what its seat may
// not know.
package agents
