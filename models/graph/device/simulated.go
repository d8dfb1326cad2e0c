package device

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"
)

// Name is the name of the backend Simulated.
const Name = "simulated"

// Figures holds the figures of a simulated device.
type Figures struct {
	Call       time.Duration // that a call takes whatever it computes: the binding, launches of kernels, the way back
	Operations float64       // floating-point operations a second
	Bytes      float64       // a second, between the host and the device, either way
}

// H100 returns the figures of an H100 with PCIe. Operations are half of the dense peak in TF32
// by NVIDIA's data sheet (494.7e12 of the SXM model), and bytes are four fifths of the 64 GB/s of
// PCIe 5.0 x16. The time of a call is the one with which tools/devicesim finds what was measured
// on an H100 (docs/accelerator.md): 41 rows a call, and groups that wait 72% of their time.
func H100() Figures { return Figures{Call: 450 * time.Microsecond, Operations: 247e12, Bytes: 51e9} }

// Use counts what a simulated device has done.
type Use struct {
	Calls     int           // graphs that were run
	Busy      time.Duration // that calls took, waiting for one another left out
	Computing time.Duration // of it, that their matrix products took at the peak
	To, From  int           // bytes that were copied to the device, and back
}

// Sub takes away what was done before.
func (u *Use) Sub(before Use) {
	u.Calls -= before.Calls
	u.Busy -= before.Busy
	u.Computing -= before.Computing
	u.To -= before.To
	u.From -= before.From
}

// Used returns what the device has done.
func (s *Simulated) Used() Use {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.used
}

// Simulated is a backend that is not there: a device that takes its time, and whose results are
// zeros. How a training keeps it at work can be measured without one: what is played and learned means
// nothing. It compiles for the Go backend, which knows the shapes, and runs nothing there.
type Simulated struct {
	compute.Backend
	device Figures

	mu    sync.Mutex
	used  Use
	calls time.Time // when the device is done with the calls that it has
	wire  time.Time // and with what is copied
}

// New returns the backend of a configuration over the Go backend: nothing, or changes of an H100 such as
// call=100us,operations=1e14,bytes=2e10.
func New(config string, inner compute.Backend) (*Simulated, error) {
	s := &Simulated{Backend: inner, device: H100()}
	var faults []error
	for pair := range strings.SplitSeq(config, ",") {
		if pair == "" {
			continue
		}
		key, value, _ := strings.Cut(pair, "=")
		number, err := strconv.ParseFloat(value, 64)
		positive := err == nil && number > 0 && number <= 1e18
		switch call, failed := time.ParseDuration(value); {
		case key == "call" && failed == nil && call >= 0 && call <= time.Second:
			s.device.Call = call
		case key == "call":
			faults = append(faults, fmt.Errorf("call: %q: want a time from 0s to 1s, such as 250us", value))
		case key == "operations" && positive:
			s.device.Operations = number
		case key == "bytes" && positive:
			s.device.Bytes = number
		case key == "operations" || key == "bytes":
			faults = append(faults, fmt.Errorf("%s: %q: want a number a second above 0, such as 1e12", key, value))
		default:
			faults = append(faults, fmt.Errorf("%q: want call=, operations= or bytes=", pair))
		}
	}
	sort.Slice(faults, func(i, j int) bool { return faults[i].Error() < faults[j].Error() })
	return s, errors.Join(faults...)
}

func (s *Simulated) Name() string { return Name }

func (s *Simulated) String() string { return s.Description() }

func (s *Simulated) Description() string {
	return fmt.Sprintf("a simulated device: %v a call, %.3g operations/s, %.3g bytes/s; results are zeros", s.device.Call, s.device.Operations, s.device.Bytes)
}

// HasSharedBuffers says that the host sees no memory of the device.
func (s *Simulated) HasSharedBuffers() bool { return false }

func (s *Simulated) NewSharedBuffer(compute.DeviceNum, shapes.Shape) (compute.Buffer, any, error) {
	return nil, nil, errors.New("device: a simulated device shares no buffers")
}

func (s *Simulated) BufferFromFlatData(_ compute.DeviceNum, _ any, shape shapes.Shape) (compute.Buffer, error) {
	s.copies(bytesOf(shape), 0)
	return &simulatedBuffer{s, shape}, nil
}

func bytesOf(shape shapes.Shape) int { return shape.Size() * shape.DType.Size() }

// copies copies some bytes, after those that others copy, and returns when it will be done.
func (s *Simulated) copies(to, from int) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used.To += to
	s.used.From += from
	return after(&s.wire, time.Duration(float64(to+from)/s.device.Bytes*1e9))
}

// shortest is the shortest time that is slept; what is shorter makes the next one longer.
const shortest = 20 * time.Microsecond

func sleep(until time.Time) {
	if d := time.Until(until); d >= shortest {
		time.Sleep(d)
	}
}

// Runs waits until a graph has run, after what is being copied and what others run.
func (s *Simulated) Runs(operations float64) {
	computing := time.Duration(operations / s.device.Operations * 1e9)
	s.mu.Lock()
	s.used.Calls++
	s.used.Computing += computing
	s.used.Busy += s.device.Call + computing
	if s.calls.Before(s.wire) {
		s.calls = s.wire
	}
	until := after(&s.calls, s.device.Call+computing)
	s.mu.Unlock()
	sleep(until)
}

// after adds work to what is busy until a time, and returns when it will be done.
func after(busy *time.Time, work time.Duration) time.Time {
	if now := time.Now(); busy.Before(now) {
		*busy = now
	}
	*busy = busy.Add(work)
	return *busy
}

func (s *Simulated) Builder(name string) compute.Builder {
	return &simulatedBuilder{s.Backend.Builder(name), s}
}

type simulatedBuilder struct {
	compute.Builder
	backend *Simulated
}

func (b *simulatedBuilder) Compile() (compute.Executable, error) {
	e, err := b.Builder.Compile()
	if err != nil {
		return nil, err
	}
	return &simulatedExecutable{Executable: e, backend: b.backend}, nil
}

// simulatedExecutable returns zeros at once: the time is taken by whoever knows the operations.
type simulatedExecutable struct {
	compute.Executable
	backend *Simulated
}

func (e *simulatedExecutable) Execute([]compute.Buffer, []bool, compute.DeviceNum) (outputs []compute.Buffer, err error) {
	for _, shape := range e.Outputs() {
		outputs = append(outputs, &simulatedBuffer{e.backend, shape})
	}
	return outputs, nil
}

// simulatedBuffer holds zeros of a shape.
type simulatedBuffer struct {
	backend *Simulated
	shape   shapes.Shape
}

func (b *simulatedBuffer) Backend() compute.Backend              { return b.backend }
func (b *simulatedBuffer) Finalize() error                       { return nil }
func (b *simulatedBuffer) Shape() (shapes.Shape, error)          { return b.shape, nil }
func (b *simulatedBuffer) DeviceNum() (compute.DeviceNum, error) { return 0, nil }
func (b *simulatedBuffer) Data() (any, error) {
	return nil, errors.New("device: memory of a simulated device")
}

func (b *simulatedBuffer) CopyToDevice(compute.DeviceNum) (compute.Buffer, error) {
	return nil, errors.New("device: there is one simulated device")
}

func (b *simulatedBuffer) ToFlatData(flat any) error {
	sleep(b.backend.copies(0, bytesOf(b.shape)))
	reflect.ValueOf(flat).Clear()
	return nil
}
