package agents

import (
	"encoding/binary"
	"fmt"

	"ringer/env"
)

// Viewer makes the views of one table and reuses its memory. It is not safe for
// concurrent use.
//
// The functions inside a view belong to one seat: an agent that keeps one beyond its
// decision still learns no more than that seat may know.
type Viewer struct {
	spec    *env.Spec
	seats   []seatViewer
	episode uint64
}

// seatViewer owns the memory behind the views of one seat.
type seatViewer struct {
	seat  env.Player
	state env.State // never given out
	legal []env.Action
	view  View // its functions are bound once
}

// NewViewer returns a viewer for tables of game.
func NewViewer(game env.Game) *Viewer {
	v := &Viewer{spec: game.Spec(), seats: make([]seatViewer, game.Spec().Players)}
	for p := range v.seats {
		v.seats[p].seat = env.Player(p)
	}
	return v
}

// Begin notes that an episode begins, whose seed this is; views of it have its number. A viewer
// that was not told of an episode makes views of positions alone.
func (v *Viewer) Begin(seed [32]byte) { v.episode = max(1, binary.LittleEndian.Uint64(seed[:])) }

// View returns the view of the current player of s. rng is the stream of this
// decision. The view is valid until the next view of the same seat, and only
// as long as s does not change. It panics when no seat is to decide.
//
// After the first view of a seat, View allocates nothing.
func (v *Viewer) View(s env.State, rng env.Rand) View {
	p := s.CurrentPlayer()
	if p < 0 || int(p) >= len(v.seats) {
		panic(fmt.Sprintf("agents: a view of %s while %s is to act", v.spec, p))
	}
	sv := v.seat(p, s)
	sv.legal = s.LegalActions(sv.legal[:0])
	s.Observe(p, sv.view.Observation)
	view := sv.view
	view.Legal, view.Episode, view.Rand = sv.legal, v.episode, rng
	return view
}

// Shown is View for a caller that has what the current player of s observes, and its legal
// actions, so that they are not found once more. The view holds observation itself, and is
// valid no longer than that is.
func (v *Viewer) Shown(s env.State, observation []float32, legal []env.Action, rng env.Rand) View {
	sv := v.seat(s.CurrentPlayer(), s)
	sv.legal = append(sv.legal[:0], legal...)
	view := sv.view
	view.Observation, view.Legal, view.Episode, view.Rand = observation, sv.legal, v.episode, rng
	return view
}

// seat returns what is kept for a seat, about a state.
func (v *Viewer) seat(p env.Player, s env.State) *seatViewer {
	sv := &v.seats[p]
	sv.state = s
	if sv.view.Game == nil {
		sv.bind(v.spec)
	}
	return sv
}

// bind fills the parts of a view that stay the same for a seat.
func (sv *seatViewer) bind(spec *env.Spec) {
	sv.view = View{
		Game:         spec,
		Seat:         sv.seat,
		Observation:  make([]float32, spec.ObservationSize()),
		Text:         sv.text,
		ActionString: sv.actionString,
	}
	if _, ok := sv.state.(env.Resampler); ok {
		sv.view.Resample = sv.resample
	}
	if _, ok := sv.state.(env.InfoStater); ok {
		sv.view.InformationState = sv.informationState
	}
}

func (sv *seatViewer) resample(rng env.Rand) env.State {
	return sv.state.(env.Resampler).ResampleFromInfoState(sv.seat, rng)
}

func (sv *seatViewer) informationState() string {
	return sv.state.(env.InfoStater).InformationState(sv.seat)
}

// text returns the game's own description of what the seat knows, else its
// information state, else just whose turn it is: never the state's String.
func (sv *seatViewer) text() string {
	switch s := sv.state.(type) {
	case env.Texter:
		return s.Text(sv.seat)
	case env.InfoStater:
		return s.InformationState(sv.seat)
	}
	return fmt.Sprintf("%s, %s", sv.view.Game, sv.seat)
}

// actionString names the seat's own legal actions only, because a state may
// name others by hidden information.
func (sv *seatViewer) actionString(a env.Action) string {
	if sv.state.CurrentPlayer() == sv.seat {
		for _, l := range sv.legal {
			if l == a {
				return sv.state.ActionString(a)
			}
		}
	}
	return fmt.Sprintf("action %d", a)
}
