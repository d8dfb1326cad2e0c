package cfr

import (
	"math"
	"slices"
	"strings"

	"ringer/env"
)

// Algorithm names a method of regret minimisation.
type Algorithm string

// The algorithms, with the papers whose names and equations are used.
const (
	// CFR is vanilla counterfactual regret minimisation: Zinkevich, Johanson,
	// Bowling and Piccione, "Regret minimization in games with incomplete
	// information" (2007), equations 5 to 8, with alternating updates.
	CFR Algorithm = "cfr"

	// Plus is CFR+: Tammelin, "Solving large imperfect information games using
	// CFR+" (2014). Regrets are cut at 0 after every update (regret matching+),
	// and the average weighs iteration t by t.
	Plus Algorithm = "cfr+"

	// Discounted is DCFR: Brown and Sandholm, "Solving imperfect-information
	// games via discounted regret minimization" (2019), section 3. Positive
	// regrets are discounted by t^α/(t^α+1), negative ones by t^β/(t^β+1), and
	// the average weighs iteration t by t^γ.
	Discounted Algorithm = "dcfr"

	// Predictive is PCFR+: Farina, Kroer and Sandholm, "Faster game solving via
	// predictive Blackwell approachability" (2021), algorithm 3 with the last
	// regret as the prediction, and quadratic averaging.
	Predictive Algorithm = "pcfr+"

	// External is external-sampling MCCFR: Lanctot, Waugh, Zinkevich and
	// Bowling, "Monte Carlo sampling for regret minimization in extensive
	// games" (2009), section 3.2. One traversal a seat and iteration.
	External Algorithm = "es-mccfr"

	// Outcome is outcome-sampling MCCFR, section 3.1 of the same paper: one
	// episode a seat and iteration, in which the seat that learns explores.
	Outcome Algorithm = "os-mccfr"
)

// Algorithms lists all of them.
func Algorithms() []Algorithm {
	return []Algorithm{CFR, Plus, Discounted, Predictive, External, Outcome}
}

// Config sets how a game is solved.
type Config struct {
	Algorithm Algorithm `json:"algorithm" yaml:"algorithm"`

	// Seed is the seed of everything random; only the sampling algorithms draw.
	Seed uint64 `json:"seed" yaml:"seed"`

	// Exploration is ε of outcome sampling: the seat that learns plays a
	// uniform action with this probability. In (0, 1].
	Exploration float64 `json:"exploration" yaml:"exploration"`

	// Alpha, Beta and Gamma are the exponents of DCFR: see Discounted.
	Alpha float64 `json:"alpha" yaml:"alpha"`
	Beta  float64 `json:"beta" yaml:"beta"`
	Gamma float64 `json:"gamma" yaml:"gamma"`
}

// Defaults returns the published settings of an algorithm: ε = 0.6 (Lanctot and
// others 2009, section 4) and α = 1.5, β = 0, γ = 2 (Brown and Sandholm 2019).
func Defaults(a Algorithm) Config {
	return Config{Algorithm: a, Seed: 1, Exploration: 0.6, Alpha: 1.5, Beta: 0, Gamma: 2}
}

// Validate returns env.Faults, or nil.
func (c Config) Validate() error {
	var faults env.Faults
	if !slices.Contains(Algorithms(), c.Algorithm) {
		faults.Add("algorithm", string(c.Algorithm), "one of %s", Names())
	}
	if !(c.Exploration > 0 && c.Exploration <= 1) {
		faults.Add("exploration", c.Exploration, "a number above 0, at most 1")
	}
	for _, exponent := range []struct {
		name  string
		value float64
	}{{"alpha", c.Alpha}, {"beta", c.Beta}, {"gamma", c.Gamma}} {
		if math.IsNaN(exponent.value) || math.IsInf(exponent.value, 0) {
			faults.Add(exponent.name, exponent.value, "a finite number")
		}
	}
	return faults.Err()
}

// Names lists the algorithms in one line, for messages.
func Names() string {
	names := make([]string, 0, len(Algorithms()))
	for _, a := range Algorithms() {
		names = append(names, string(a))
	}
	return strings.Join(names, ", ")
}
