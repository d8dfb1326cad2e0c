package heat

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/heat"
)

// Every operation of the game has a price, and the price is not nothing.
func TestEveryOperationHasAPrice(t *testing.T) {
	for op := range heat.Ops {
		require.NotNil(t, prices[op], "the operation %s has no price", op)
		e := heat.Clause{Op: op, Amount: heat.Quantity{Base: 2}}
		assert.NotZero(t, usualWorth(&e, 4), "the price of %s", op)
	}
}

// Every number of a table of prices is set.
func TestNumbersAreSet(t *testing.T) {
	for name, x := range map[string]numbers{"rough": rough, "careful": careful} {
		for i, n := range []float64{
			x.draw, x.discard, x.look, x.swapCard, x.replace, x.extraEnd, x.extraStart, x.copyCard, x.cancel, x.endPrice, x.leader,
		} {
			assert.Positive(t, n, "number %d of %s", i, name)
		}
	}
}

// Prices have the sign that a person would give them.
func TestPricesHaveTheRightSign(t *testing.T) {
	worth := func(op heat.Op, who heat.WhoKind) float64 {
		return usualWorth(&heat.Clause{Op: op, Who: heat.Who{Kind: who}, Amount: heat.Quantity{Base: 2}}, 4)
	}
	for _, op := range []heat.Op{heat.OpGain, heat.OpReturnHeat, heat.OpDraw} {
		assert.Positive(t, worth(op, heat.WhoSelf), op)
		assert.Negative(t, worth(op, heat.WhoLeft), op)
	}
	for _, op := range []heat.Op{heat.OpLose, heat.OpTakeHeat, heat.OpDiscard} {
		assert.Negative(t, worth(op, heat.WhoSelf), op)
		assert.Positive(t, worth(op, heat.WhoLeft), op)
	}
	for _, op := range []heat.Op{heat.OpSteal, heat.OpGiveHeat, heat.OpLook, heat.OpCopy, heat.OpCancel} {
		assert.Positive(t, worth(op, heat.WhoChosen), op)
	}
	assert.Negative(t, worth(heat.OpPay, heat.WhoChosen))
	assert.Greater(t, worth(heat.OpGain, heat.WhoSelf), worth(heat.OpSplitPot, heat.WhoSelf), "a pot may have to be shared")
}
