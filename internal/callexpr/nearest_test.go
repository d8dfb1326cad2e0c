package callexpr_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/internal/callexpr"
)

func TestNearestForgivesTwoSlips(t *testing.T) {
	known := []string{"kuhn", "leduc", "heat", "heist", "fourdowns"}
	for written, want := range map[string]string{
		"khun": "kuhn", "kuhnn": "kuhn", "leduk": "leduc", "het": "heat", "hesit": "heist", "fuordowsn": "fourdowns", "FOURDOWNS": "",
		"chess": "", "": "", "k": "", "xy": "", "leduc": "leduc",
	} {
		assert.Equal(t, want, callexpr.Nearest(written, known), written)
	}
	assert.Empty(t, callexpr.Nearest("kuhn", nil))
}
