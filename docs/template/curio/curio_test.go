package curio_test

import (
	"fmt"
	"ringer/env/envtest"
	"testing"

	"example.com/curio/curio"
)

// The laws that every game obeys hold, in several configurations.
func TestLaws(t *testing.T) {
	for _, change := range []func(*curio.Config){
		func(*curio.Config) {},
		func(c *curio.Config) { c.Players, c.Lots = 3, 2 },
		func(c *curio.Config) { c.Players, c.Coins, c.Worth = 4, 1, []int{9, 1} },
	} {
		c := curio.Defaults()
		change(&c)
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			game, err := curio.New(c)
			if err != nil {
				t.Fatal(err)
			}
			if err := envtest.Check(game, envtest.Options{Games: 20}).Err(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The highest bid that is alone takes the lot; the seats learn of bids when all are in.
func TestSealedBids(t *testing.T) {
	game, err := curio.New(curio.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	told, err := envtest.Told(game, 1, "taste rugs", "taste masks", "lot masks", "bid 2", "bid 3", "lot rugs", "bid 1", "bid 1")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range map[int]string{
		0: "seat 0 draws a taste",
		1: "seat 1 draws a taste for masks",
		3: "seat 0 bids in secret",
		4: "seat 1 bid 3; seat 0 shows a bid of 2; seat 1 shows a bid of 3; seat 1 takes the lot",
		7: "seat 1 bid 1; seat 0 shows a bid of 1; seat 1 shows a bid of 1; the table: nobody takes the lot",
	} {
		if told[i] != want {
			t.Errorf("action %d: %q, want %q", i, told[i], want)
		}
	}
}

// Bad configurations are refused with every fault.
func TestFaults(t *testing.T) {
	_, err := curio.New(curio.Config{Players: 9, Lots: 4, Coins: 5, Worth: []int{1}})
	if want := "players: 9: want a number from 2 to 4\nworth: 1: want 2 to 5 suits"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
