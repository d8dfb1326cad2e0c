package duel

import (
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/env/duel/space"
)

// nightLights is how many lights are set up at random where the map has none;
// maxLights is how many a map can have.
const (
	nightLights = 6
	maxLights   = 16
)

// A night raid adds darkness to another scenario: each die of a shot loses 1 for
// every inch begun beyond four, whoever shoots, unless the target is within two
// inches of a light. Sight itself is not cut (DUEL-107).
var nightRaid = addOn{
	name: AddOnNightRaid, about: "darkness: shots lose 1 an inch beyond four, except at who stands in a light",
	rule: rule{
		name: AddOnNightRaid,
		on: [points]func(s *State, m int8){
			atSetup: func(s *State, _ int8) {
				given := s.game.scene.Lights()
				if len(given) > 0 {
					s.lit = uint8(copy(s.lights[:], given))
					return
				}
				for i := nightLights - 1; i >= 0; i-- {
					s.push(taskScatter, nobody, scatterLight+i, 0)
				}
			},
		},
		modify: func(s *State, r roll) int {
			if r.kind != rollAttack || s.duel.melee {
				return 0
			}
			return -s.darkness(r.by, r.against)
		},
		things: things{kind: thingLight, count: maxLights, show: func(s *State, i int) thing {
			return thing{at: s.lights[i], there: i < int(s.lit), free: true, side: nobody, sign: "*"}
		}},
		tell: func(s *State, b *strings.Builder) {
			b.WriteString("It is dark, but for lights at")
			for i, p := range s.lights[:s.lit] {
				if i > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(b, " %s", s.game.where(p))
			}
			b.WriteString(".\n")
		},
		lay: func(s *State, p *Position, f *env.Faults) {
			copied := copy(s.lights[:], s.game.scene.Lights())
			for i, spot := range p.Lights {
				if i >= maxLights {
					f.Add("lights", len(p.Lights), "at most %d", maxLights)
					break
				}
				s.lights[i] = s.game.layAt(spot, at("lights", i), f)
				copied = i + 1
			}
			s.lit = uint8(copied)
			p.Lights = nil
		},
	},
}

// darkness is what each die of a shot at a target loses.
func (s *State) darkness(by, target int8) int {
	c := &s.game.config
	far := s.game.scene.Range(s.spot(by), s.spot(target), &s.land) - c.DarkFrom
	if far <= 0 {
		return 0
	}
	for _, p := range s.lights[:s.lit] {
		if s.game.scene.RangeTo(s.spot(target), p, 0, &s.land) <= c.LightRadius {
			return 0
		}
	}
	return int(math.Ceil(far))
}

// placeLight sets a light up on a point.
func (s *State) placeLight(i int, p space.Point) {
	s.lights[i] = p
	s.lit = uint8(i + 1)
}
