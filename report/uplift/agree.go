package uplift

import (
	"gonum.org/v1/gonum/stat/distuv"
)

// Agreement says whether agents agree on what a thing is worth, by Cochran's Q (Cochran,
// "The combination of estimates from different experiments", 1954).
type Agreement struct {
	Each []AgentUplift `json:"each"`
	Q    float64       `json:"cochran_q"`
	P    float64       `json:"p"` // of agents that agree
}

// AgentUplift is the worth of a thing to one agent.
type AgentUplift struct {
	Agent string  `json:"agent"`
	Forks int     `json:"n"`
	Value float64 `json:"uplift"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// agreement compares the agents; nil where fewer than two have an estimate.
func (c *Config) agreement(d *data, thing int) *Agreement {
	if len(c.Entries) < 2 {
		return nil
	}
	a := &Agreement{}
	var values, weights []float64
	z := distuv.UnitNormal.Quantile(0.975)
	for e, entry := range c.Entries {
		var own sample
		for k, f := range d.confirm.forks {
			if f.Entry == e {
				own.add(f, d.confirm.cluster[k])
			}
		}
		x := own.estimate(len(c.Things.Things), d.came)[thing]
		if x == nil || x.sd == 0 {
			continue
		}
		a.Each = append(a.Each, AgentUplift{entry.Name, x.forks, x.value, x.value - z*x.sd, x.value + z*x.sd})
		values, weights = append(values, x.value), append(weights, 1/(x.sd*x.sd))
	}
	if len(values) < 2 {
		return nil
	}
	sum, all := 0., 0.
	for i, w := range weights {
		sum, all = sum+w*values[i], all+w
	}
	for i, w := range weights {
		a.Q += w * (values[i] - sum/all) * (values[i] - sum/all)
	}
	a.P = distuv.ChiSquared{K: float64(len(values) - 1)}.Survival(a.Q)
	return a
}

// disagree reports whether the agents differ by more than luck, and some of them would not
// call the thing beyond the margin: to play it well matters more than the thing itself.
func (a *Agreement) disagree(sign, margin float64) bool {
	if a.P >= 0.05 {
		return false
	}
	for _, x := range a.Each {
		if sign*x.Value <= margin {
			return true
		}
	}
	return false
}
