package space

import (
	"fmt"
	"math"
	"strconv"
)

// Length is a distance or a height in units of 1/200 inch, so that a quarter of
// the smallest base and hundredths of an inch in map files are whole numbers.
type Length int32

// Inch is one inch.
const Inch Length = 200

// Inches converts inches to the nearest unit of Length.
func Inches(x float64) Length { return Length(math.Round(x * float64(Inch))) }

// Inches returns the length in inches.
func (l Length) Inches() float64 { return float64(l) / float64(Inch) }

// String returns the length in inches, such as 2.5".
func (l Length) String() string {
	return strconv.FormatFloat(l.Inches(), 'g', -1, 64) + `"`
}

// Point is a point of the lattice, in steps from the south-west corner of the
// area: X to the east, Y to the north.
type Point struct{ X, Y int8 }

// Nowhere marks a model out of play: it is no point of the lattice.
var Nowhere = Point{-1, -1}

// Add returns the point moved by an offset.
func (p Point) Add(o Offset) Point { return Point{p.X + o.X, p.Y + o.Y} }

// Sub returns the offset from q to p.
func (p Point) Sub(q Point) Offset { return Offset{p.X - q.X, p.Y - q.Y} }

func (p Point) String() string { return fmt.Sprintf("(%d,%d)", p.X, p.Y) }

// Offset is a difference of two points, in steps.
type Offset struct{ X, Y int8 }

// Base is the size of a model's base (DUEL-110).
type Base uint8

// The three sizes: radius 1/4, 1/2 and 3/4 inch.
const (
	Small  Base = iota // rookies and animals
	Normal             // fighters
	Large              // the Large feat, the boss
	Bases              // number of sizes
)

var radii = [Bases]Length{Inch / 4, Inch / 2, Inch * 3 / 4}

// Radius returns the radius of the base, in units.
func (b Base) Radius() Length { return radii[b] }

func (b Base) String() string { return [...]string{"small", "normal", "large"}[b] }

// Heights of models (DUEL-1, DUEL-23).
const (
	StandingHeight = Inch * 5 / 4
	ProneHeight    = Inch / 2
)

// vec is a position or a direction on the table in units of Length.
type vec struct{ x, y int32 }

func (a vec) sub(b vec) vec { return vec{a.x - b.x, a.y - b.y} }
func (a vec) add(b vec) vec { return vec{a.x + b.x, a.y + b.y} }

func dot(a, b vec) int64   { return int64(a.x)*int64(b.x) + int64(a.y)*int64(b.y) }
func cross(a, b vec) int64 { return int64(a.x)*int64(b.y) - int64(a.y)*int64(b.x) }
func square(a vec) int64   { return dot(a, a) }
