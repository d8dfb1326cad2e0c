package heist_test

import (
	"fmt"

	"ringer/env/tactics/heist"
)

// Three tools face three cards of a line, but two of the tools have the same single
// skill. Skills are sets, as bits: info is 1, sleight 2.
func ExampleLacking() {
	const info, sleight = 1, 2
	tools := []uint8{info, info, info | sleight}
	needs := []uint8{info, sleight, sleight}
	fmt.Println(heist.Lacking(tools, needs), "card is left over")
	// Output: 1 card is left over
}
