//go:build !(goexperiment.simd && amd64)

package speed

func kernelName() string { return "single floats" }

func kernelOperations() float64 { return plainOperations }

func kernel(turns int) float32 { return plainKernel(turns) }
