package turn

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestModelSet(t *testing.T) {
	set := Bit(3) | Bit(51)
	assert.True(t, set.Has(3))
	assert.True(t, set.Has(51))
	assert.False(t, set.Has(4))
	assert.Equal(t, int8(3), set.First())
	assert.Equal(t, 2, set.Count())
}
