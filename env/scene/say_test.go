package scene_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/scene"
)

func TestOneThingIsNotCalledSeveral(t *testing.T) {
	assert.Equal(t, "1 card", scene.Count(1, "card"))
	assert.Equal(t, "0 cards", scene.Count(0, "card"))
	assert.Equal(t, "chip", scene.Unit(1, "chip"))
	assert.Equal(t, "chips", scene.Unit(2, "chip"))
}
