package space

import (
	"fmt"

	"ringer/env"
)

// validateWays tests whether the scene's largest base gets from every corner to
// the objective, the spawn points and the other corners (DUEL-119), without regard
// to heights.
func (s *Scene) validateWays(f *env.Faults) {
	b := s.options.Bases[0]
	for _, c := range s.options.Bases {
		b = max(b, c)
	}
	t := s.tables[b]
	part := s.parts(t)
	start := int32(0)
	for i := range 4 {
		near := s.NearCorner(i, b, &Field{}, nil, nil)
		if len(near) == 0 {
			f.Add("pieces", "corner "+cornerNames[i]+" is built over", "a place for the %s base within 4 inches", b)
			continue
		}
		found := false
		for _, p := range near {
			if k := part[s.Index(p)]; k != 0 && (start == 0 || k == start) {
				start, found = k, true
				break
			}
		}
		if !found {
			f.Add("pieces", "corner "+cornerNames[i]+" is walled in", "a way for the %s base to the other corners", b)
		}
	}
	s.waysTo(f, t, "objective", s.objective, part, start)
	for i, p := range s.spawns {
		s.waysTo(f, t, fmt.Sprintf("spawn_points[%d]", i), p, part, start)
	}
}

var cornerNames = [4]string{"south-west", "south-east", "north-east", "north-west"}

// tokenRadius is the radius that validation takes for a treasure.
const tokenRadius = Inch / 4

// waysTo tests that the base can come into contact with a point.
func (s *Scene) waysTo(f *env.Faults, t *baseFacts, path string, to Point, part []int32, start int32) {
	if start == 0 {
		return
	}
	for i := range part {
		if part[i] == start && s.ContactAt(Model{At: s.PointAt(i), Base: t.base}, to, tokenRadius, &Field{}) {
			return
		}
	}
	f.Add(path, to, "a way for the %s base from the corners", t.base)
}

// ontoTop bounds the length of a leg onto or off a top, for parts.
const ontoTop = 3 * Inch

// parts numbers, from 1, the connected regions in which a base can walk, by point;
// 0 where it cannot stand. Legs of up to two steps connect, and of up to ontoTop
// from and to tops, past the pieces that they start or end on.
func (s *Scene) parts(t *baseFacts) []int32 {
	n := s.nx * s.ny
	part := make([]int32, n)
	var tops []int
	stands := make([]bool, n)
	for i := range n {
		if stands[i] = t.stand[i/64]>>(i%64)&1 != 0; stands[i] && s.height[i] > 0 {
			tops = append(tops, i)
		}
	}
	next := int32(0)
	var queue []int
	for i := range n {
		if part[i] != 0 || !stands[i] {
			continue
		}
		next++
		part[i] = next
		queue = append(queue[:0], i)
		enter := func(at, k int) {
			if part[k] == 0 && stands[k] && s.sweep(s.at(s.PointAt(at)), s.at(s.PointAt(k)), t.radius, s.blocking&^t.over[at]&^t.over[k]) == 0 {
				part[k] = next
				queue = append(queue, k)
			}
		}
		for len(queue) > 0 {
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			p := s.PointAt(at)
			far := 2
			if s.height[at] > 0 {
				far = int(ontoTop / s.step)
			}
			for dy := -far; dy <= far; dy++ {
				for dx := -far; dx <= far; dx++ {
					x, y := int(p.X)+dx, int(p.Y)+dy
					if dx*dx+dy*dy <= far*far && x >= 0 && y >= 0 && x < s.nx && y < s.ny {
						enter(at, y*s.nx+x)
					}
				}
			}
			for _, k := range tops {
				if s.Distance(p, s.PointAt(k)) <= ontoTop.Inches() {
					enter(at, k)
				}
			}
		}
	}
	return part
}
