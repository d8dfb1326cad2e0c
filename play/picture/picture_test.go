package picture_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/picture"
)

func drawn(t *testing.T, inside string) *image.RGBA {
	t.Helper()
	img, err := picture.Pixels([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="80"><title>x</title>` + inside + `</svg>`))
	require.NoError(t, err)
	require.Equal(t, image.Rect(0, 0, 100, 80), img.Bounds())
	return img
}

var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{0, 0, 0, 255}
	red   = color.RGBA{255, 0, 0, 255}
)

// Shapes colour what lies in them, and nothing else.
func TestShapes(t *testing.T) {
	for inside, at := range map[string]map[image.Point]color.RGBA{
		`<rect width="100%" height="50%" fill="#f00"/>`:                                                      {{50, 20}: red, {99, 39}: red, {50, 60}: white},
		`<rect x="10" y="10" width="20" height="20" fill="none" stroke="#ff0000" stroke-width="4"/>`:         {{10, 20}: red, {20, 20}: white, {31, 20}: red, {40, 20}: white},
		`<rect x="10" y="10" width="40" height="40" rx="20" fill="#000"/>`:                                   {{30, 30}: black, {11, 11}: white, {48, 48}: white},
		`<rect x="40" y="30" width="20" height="20" transform="rotate(45 50 40)" fill="#000"/>`:              {{50, 40}: black, {50, 28}: black, {41, 31}: white},
		`<circle cx="50" cy="40" r="20" fill="#ff0000" fill-opacity="0.5"/>`:                                 {{50, 40}: {255, 127, 127, 255}, {65, 40}: {255, 127, 127, 255}, {75, 40}: white},
		`<g stroke="#ff0000" stroke-width="2"><line x1="0" y1="40" x2="100" y2="40"/></g>`:                   {{50, 40}: red, {50, 39}: red, {50, 45}: white},
		`<line x1="0" y1="40" x2="100" y2="40" stroke="#f00" stroke-width="4" stroke-dasharray="20 20"/>`:    {{10, 40}: red, {30, 40}: white, {50, 40}: red},
		`<polygon points="10,10 90,10 10,70" fill="#000"/>`:                                                  {{20, 20}: black, {80, 60}: white},
		`<polygon points="10,70 90,10 10,10" fill="#000" stroke="#ff0000" stroke-width="6"/>`:                {{20, 20}: black, {50, 40}: red},
		`<polyline points="10,10 50,40 90,10" fill="none" stroke="#000" stroke-width="3"/>`:                  {{50, 39}: black, {50, 15}: white},
		`<path d="M 10 40 Q 50 0 90 40" fill="none" stroke="#000" stroke-width="4" stroke-linecap="round"/>`: {{50, 20}: black, {50, 40}: white},
	} {
		img := drawn(t, inside)
		for p, want := range at {
			assert.InDeltaSlice(t, rgb(want), rgb(img.RGBAAt(p.X, p.Y)), 2, "%s at %v", inside, p)
		}
	}
}

func rgb(c color.RGBA) []float64 { return []float64{float64(c.R), float64(c.G), float64(c.B)} }

// ink returns the box around what is not white.
func ink(img *image.RGBA) (box image.Rectangle) {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if img.RGBAAt(x, y) != white {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// Letters stand on their line, where the anchor says.
func TestLetters(t *testing.T) {
	start := ink(drawn(t, `<text x="50" y="40" font-size="20">H</text>`))
	middle := ink(drawn(t, `<text x="50" y="40" font-size="20" text-anchor="middle">H</text>`))
	end := ink(drawn(t, `<g text-anchor="end"><text x="50" y="40" font-size="20">H</text></g>`))
	assert.Equal(t, 40, start.Max.Y)
	assert.InDelta(t, 15, start.Dy(), 2)
	assert.GreaterOrEqual(t, start.Min.X, 50)
	assert.InDelta(t, 50, (middle.Min.X+middle.Max.X)/2, 1)
	assert.LessOrEqual(t, end.Max.X, 50)
	halo := ink(drawn(t, `<text x="50" y="40" font-size="20" stroke="#000000" stroke-width="4">H</text>`))
	assert.Greater(t, halo.Dx(), start.Dx()+2)
	mono := ink(drawn(t, `<g font-family="monospace"><text x="10" y="40" font-size="10">iiii</text></g>`))
	regular := ink(drawn(t, `<text x="10" y="40" font-size="10">iiii</text>`))
	assert.Greater(t, mono.Dx(), regular.Dx())
	// The letters that the games write are in the font: none is the empty box.
	box := ink(drawn(t, `<text font-family="monospace" x="10" y="40" font-size="20">`+"\U0010ffff"+`</text>`))
	for _, letter := range "×─●·│┌┐└┘…″" {
		got := ink(drawn(t, fmt.Sprintf(`<text font-family="monospace" x="10" y="40" font-size="20">%c</text>`, letter)))
		assert.False(t, got.Empty(), "%c", letter)
		assert.NotEqual(t, box, got, "%c", letter)
	}
}

// A text becomes a picture as large as it needs, and every line is there.
func TestText(t *testing.T) {
	img, err := picture.Pixels(picture.Text("one & <two>\nthree"))
	require.NoError(t, err)
	assert.Equal(t, image.Pt(93+24, 64), img.Bounds().Size())
	box := ink(img)
	assert.Greater(t, box.Max.Y, 40)
	assert.Greater(t, box.Max.X, 90)
}

// A thing that is not known is an error, and never a picture without it.
func TestRefuses(t *testing.T) {
	var unknown *picture.UnknownError
	for _, inside := range []string{`<image href="x"/>`, `<path d="M 1 2 L 3 4"/>`, `<text x="1" y="1" font-size="2000">x</text>`, `<text><b>x</b></text>`} {
		_, err := picture.Pixels([]byte(`<svg width="10" height="10">` + inside + `</svg>`))
		assert.ErrorAs(t, err, &unknown, inside)
	}
	for _, svg := range []string{"", "<rect/>", `<svg width="1e9" height="1e9"></svg>`, `<svg width="10" height="10"><g></svg>`} {
		_, err := picture.Pixels([]byte(svg))
		assert.ErrorContains(t, err, "picture: ", svg)
	}
}
