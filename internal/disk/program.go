package disk

import (
	"os"
	"sync"
)

// Program returns the SHA-256 of this program, in hexadecimal digits.
var Program = sync.OnceValues(func() (string, error) {
	sum, err := Checksum("/proc/self/exe") // this one, also where another took its name
	if err == nil {
		return sum, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return Checksum(path)
})
