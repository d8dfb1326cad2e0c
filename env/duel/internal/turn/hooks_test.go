package turn

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Every function of a Rule is filed where the turn calls it, but for Ready, which New
// calls.
func TestEveryFunctionOfARuleIsHooked(t *testing.T) {
	rules := reflect.TypeFor[Rule]()
	for i := range rules.NumField() {
		field := rules.Field(i)
		if field.Type.Kind() != reflect.Func || field.Name == "Ready" {
			continue
		}
		var r Rule
		var h Hooks
		reflect.ValueOf(&r).Elem().Field(i).Set(reflect.MakeFunc(field.Type, func([]reflect.Value) []reflect.Value { return nil }))
		h.add(&r)
		assert.Equal(t, 1, filed(&h), field.Name)
	}
}

// filed returns how many functions the hooks hold.
func filed(h *Hooks) (n int) {
	v := reflect.ValueOf(h).Elem()
	for i := range v.NumField() {
		if list := v.Field(i); list.Kind() == reflect.Slice {
			n += list.Len()
		}
	}
	return n
}

func TestModelSet(t *testing.T) {
	set := Bit(3) | Bit(51)
	assert.True(t, set.Has(3))
	assert.True(t, set.Has(51))
	assert.False(t, set.Has(4))
	assert.Equal(t, int8(3), set.First())
	assert.Equal(t, 2, set.Count())
}
