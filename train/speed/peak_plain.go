package speed

// plainOperations is the number of floating-point operations in a turn of plainKernel.
const plainOperations = 2 * 8

// plainKernel multiplies and adds single floats, in eight chains that do not wait for each
// other: they begin with different numbers, or they would be one.
func plainKernel(turns int) float32 {
	a, b, c, d, e, f, g, h := float32(0), float32(1), float32(2), float32(3), float32(4), float32(5), float32(6), float32(7)
	x, y := float32(0.5), float32(1)
	for range turns {
		a, b, c, d = a*x+y, b*x+y, c*x+y, d*x+y
		e, f, g, h = e*x+y, f*x+y, g*x+y, h*x+y
	}
	return a + b + c + d + e + f + g + h
}
