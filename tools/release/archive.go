package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An entry is a file of an archive.
type entry struct {
	name string // with slashes
	data []byte
	mode os.FileMode
}

// pages are the files of the repository that go into every archive.
var pages = []string{"LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "SECURITY.md"}

// writeArchive writes the archive of one platform: a zip for Windows, a compressed tar
// elsewhere, with one folder that is called as the archive is.
func writeArchive(folder, root string, made stamp, b build, words []entry) (archive, error) {
	program, err := os.ReadFile(b.file)
	if err != nil {
		return archive{}, err
	}
	files := append([]entry{{name: programName(b.platform), data: program, mode: 0o755}}, words...)
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return archive{}, err
		}
		files = append(files, entry{name: page, data: text, mode: 0o644})
	}
	a := archive{platform: b.platform, name: archiveName(made.version, b.platform)}
	a.file = a.name + archiveEnding(b.platform)
	for i := range files {
		files[i].name = a.name + "/" + files[i].name
	}
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	var packed []byte
	if strings.HasSuffix(a.file, ".zip") {
		packed, err = zipped(files, made.when)
	} else {
		packed, err = tarred(files, made.when)
	}
	if err != nil {
		return a, err
	}
	a.sum = fmt.Sprintf("%x", sha256.Sum256(packed))
	return a, os.WriteFile(filepath.Join(folder, a.file), packed, 0o644)
}

// archiveName returns the name of an archive, and of the one folder in it.
func archiveName(version, platform string) string {
	return fmt.Sprintf("ringer-%s-%s", version, strings.ReplaceAll(platform, "/", "-"))
}

func archiveEnding(platform string) string {
	if strings.HasPrefix(platform, "windows/") {
		return ".zip"
	}
	return ".tar.gz"
}

// tarred returns a compressed tar of files, all of one time and of nobody.
func tarred(files []entry, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	packed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := writeTar(packed, files, when); err != nil {
		return nil, err
	}
	err = packed.Close()
	return out.Bytes(), err
}

func writeTar(w io.Writer, files []entry, when time.Time) error {
	archive := tar.NewWriter(w)
	for _, f := range files {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: f.name, Size: int64(len(f.data)), Mode: int64(f.mode.Perm()), ModTime: when, Format: tar.FormatPAX}
		if err := archive.WriteHeader(head); err != nil {
			return err
		}
		if _, err := archive.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// zipped returns a zip of files, all of one time.
func zipped(files []entry, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range files {
		head := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		head.SetMode(f.mode)
		w, err := archive.CreateHeader(head)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// writeSums writes the SHA-256 of every file of a folder, as sha256sum -c reads them.
func writeSums(folder string) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", sha256.Sum256(data), f.Name())
	}
	return os.WriteFile(filepath.Join(folder, sums), []byte(lines.String()), 0o644)
}
