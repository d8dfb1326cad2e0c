package neural

import (
	"fmt"
	"slices"

	"ringer/env"
	"ringer/models"
)

// Fields returns the observation layout of a game in the form of a network's
// description, in the same order.
func Fields(spec *env.Spec) []models.Field {
	fields := make([]models.Field, len(spec.Observation))
	for i, f := range spec.Observation {
		fields[i] = models.Field{Name: f.Name, Shape: slices.Clone(f.Shape), Vocab: f.Vocab, Set: f.Set, Sequence: f.Sequence}
	}
	return fields
}

// largest returns the size that each float of an observation can have.
func largest(spec *env.Spec) []float32 {
	sizes := make([]float32, 0, spec.ObservationSize())
	for _, f := range spec.Observation {
		for range f.Size() {
			sizes = append(sizes, max(f.Max, -f.Min))
		}
	}
	return sizes
}

// ReturnScale returns the unit of a network's values: its value head estimates
// return / ReturnScale, which lies in [-1, 1].
func ReturnScale(spec *env.Spec) float64 {
	return max(-spec.MinUtility, spec.MaxUtility)
}

// fits returns an error when net does not read what games of spec show or
// does not give a logit for each of their actions.
func fits(spec *env.Spec, net *models.Network) error {
	same := slices.EqualFunc(net.Fields, Fields(spec), models.Field.Equal)
	switch {
	case !same:
		return fmt.Errorf("neural: the network's fields are not the observation of %s", spec)
	case net.Actions != spec.NumActions():
		return fmt.Errorf("neural: the network has %d logits: want %d, one for each action of %s", net.Actions, spec.NumActions(), spec)
	case net.Frame != "" && FramesOf(spec, net) == nil:
		return fmt.Errorf("neural: the network sees the table in the frame %q of a seat: the table of %s looks the same from no two corners", net.Frame, spec)
	}
	return nil
}

// FramesOf returns what turns what a seat of games of spec sees into the frame in which a network reads it; nil for a
// network that reads it as it is.
func FramesOf(spec *env.Spec, net *models.Network) *env.Frames {
	if net.Frame != models.FrameOwn {
		return nil
	}
	return spec.Frames
}
