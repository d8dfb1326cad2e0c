package train

import "ringer/models/graph"

// Served returns what the networks at the tables have run since NewCollector, the
// learner's and those of past selves.
func (c *Collector) Served() (all graph.Served) {
	for _, g := range c.groups {
		all.Add(g.learner.Served())
		for _, past := range g.past {
			if past != nil {
				all.Add(past.Served())
			}
		}
	}
	return all
}
