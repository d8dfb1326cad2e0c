package disk

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

// Checksum returns the SHA-256 of a file, in hexadecimal digits.
func Checksum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	_, err = io.Copy(h, file)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
