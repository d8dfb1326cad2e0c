package agents

import "context"

// Ask returns the decisions of an agent, checked. It returns the errors of the agent, and
// of Check.
func Ask(ctx context.Context, agent Agent, views []View) ([]Decision, error) {
	decisions, err := agent.Decide(ctx, views)
	if err != nil {
		return nil, err
	}
	if err := Check(decisions, views); err != nil {
		return nil, err
	}
	return decisions, nil
}

// AskEach shares views out among several agents: owner returns the index of the one that
// decides about a view. It returns the decisions in the order of the views, checked; an agent
// without views is not asked, and an only one decides about all. It returns the errors of
// Ask.
func AskEach(ctx context.Context, list []Agent, views []View, owner func(*View) int) ([]Decision, error) {
	if len(list) == 1 {
		return Ask(ctx, list[0], views)
	}
	decisions := make([]Decision, len(views))
	for k, agent := range list {
		var own []View
		var places []int
		for i := range views {
			if owner(&views[i]) == k {
				own, places = append(own, views[i]), append(places, i)
			}
		}
		if len(own) == 0 {
			continue
		}
		answers, err := Ask(ctx, agent, own)
		if err != nil {
			return nil, err
		}
		for j, i := range places {
			decisions[i] = answers[j]
		}
	}
	return decisions, nil
}
