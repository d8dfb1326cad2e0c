package balance

// Flag is a finding that a designer should look at.
type Flag struct {
	Kind    string  `json:"kind"`    // dominant, dead, seat, …
	Subject string  `json:"subject"` // what it is about, by its name
	Words   string  `json:"words"`   // the finding in a sentence
	Effect  float64 `json:"effect"`  // with its 95% interval
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	N       int     `json:"n"`
	Panel   string  `json:"panel"` // that explains it, an ID

	Replays []string `json:"replays,omitempty"` // files of games that show it
}
