package learners

// Published is a figure of somebody else.
type Published struct {
	Game           string  // the plan's name
	Algorithm      string  // as there
	Arm            string  // of the plan here that is the same algorithm, empty: none is
	Exploitability float64 // NashConv divided by the seats
	Budget         string
	Source         string // in Markdown
	Differs        string // from a run here, so that nobody takes the two for one experiment
}

// Elsewhere returns figures of other implementations, which show what is usual at such budgets.
func Elsewhere() []Published {
	const defaults = "one run with the example's default settings, not tuned; the average policy of NFSP, the last one of the others"
	issue := "[OpenSpiel, issue 155](https://github.com/google-deepmind/open_spiel/issues/155)"
	return []Published{
		{"leduc", "QPG", "", 0.60193, "1e7 episodes", issue, defaults},
		{"leduc", "NFSP", "nfsp", 0.63754, "1e7 episodes", issue, defaults},
		{"leduc", "RPG", "", 0.67432, "1e7 episodes", issue, defaults},
		{"leduc", "R-NaD", "rnad", 0.28, "about 7e6 episodes", "[OpenSpiel, issue 1048](https://github.com/google-deepmind/open_spiel/issues/1048)", "NashConv of about 0.56 read off a curve, here divided by two seats; one run of the shipped example"},
		{"kuhn", "NFSP", "nfsp", 0.0198, "1e7 episodes", issue, defaults},
		{"kuhn", "QPG", "", 0.19307, "1e7 episodes", issue, defaults},
		{"kuhn", "PPO", "ppo", 0.22, "500 iterations", "[OpenSpiel, pull request 1519](https://github.com/google-deepmind/open_spiel/pull/1519)", "one run, an entropy of 0.1 that stays, no averaged weights; about 0.22, as its author writes"},
	}
}
