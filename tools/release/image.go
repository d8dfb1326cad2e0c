package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// nobody is the user and group that the program runs as in the image: no root, and none
// that a machine is likely to have.
const nobody = 65532

// home is the folder of the image that its user may write to: it holds runs and tables.
const home = "/data"

// writeImage writes the container image of all builds for Linux into one file: a layout of
// OCI with an index of all processors, which is also the archive that docker load and
// podman load read.
func writeImage(file, root string, made stamp, all builds) error {
	blobs := map[string][]byte{}
	index := v1.IndexManifest{SchemaVersion: 2, MediaType: types.OCIImageIndex}
	var archive tarball.Manifest
	tag := strings.ReplaceAll(made.version, "+", "-") // which a tag may not hold
	for _, b := range all {
		arch, ok := strings.CutPrefix(b.platform, "linux/")
		if !ok {
			continue
		}
		image, err := newImage(root, made, b, arch)
		if err != nil {
			return err
		}
		of, err := addImage(blobs, image)
		if err != nil {
			return err
		}
		of.Platform = &v1.Platform{OS: "linux", Architecture: arch}
		index.Manifests = append(index.Manifests, of)
		described, err := describe(image, tag, arch, len(archive) == 0)
		if err != nil {
			return err
		}
		archive = append(archive, described)
	}
	called, err := name.NewTag("ringer:" + tag)
	if err != nil {
		return err
	}
	inner, err := json.Marshal(index)
	if err != nil {
		return err
	}
	whole, err := addBlob(blobs, inner)
	if err != nil {
		return err
	}
	outer := v1.IndexManifest{SchemaVersion: 2, MediaType: types.OCIImageIndex, Manifests: []v1.Descriptor{{
		MediaType: types.OCIImageIndex, Digest: whole, Size: int64(len(inner)),
		Annotations: map[string]string{
			"org.opencontainers.image.ref.name": tag,
			"io.containerd.image.name":          called.Name(),
		},
	}}}
	for path, value := range map[string]any{
		"index.json": outer, "manifest.json": archive, "oci-layout": map[string]string{"imageLayoutVersion": "1.0.0"},
	} {
		if blobs[path], err = json.Marshal(value); err != nil {
			return err
		}
	}
	var files []entry
	for _, path := range slices.Sorted(maps.Keys(blobs)) {
		files = append(files, entry{name: path, data: blobs[path], mode: 0o644})
	}
	var out bytes.Buffer
	if err := writeTar(&out, files, made.when); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// newImage returns the image for one processor: the program, licences and certificates of
// public authorities in one layer, and how it is run.
func newImage(root string, made stamp, b build, arch string) (v1.Image, error) {
	contents, err := layerFiles(root, b)
	if err != nil {
		return nil, err
	}
	var unpacked bytes.Buffer
	if err := writeLayer(&unpacked, contents, made.when); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(unpacked.Bytes())), nil
	}, tarball.WithMediaType(types.OCILayer), tarball.WithCompressedCaching)
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: layer, MediaType: types.OCILayer, History: v1.History{
		Created: v1.Time{Time: made.when}, CreatedBy: "tools/release", Comment: "the program, its licences and certificates of public authorities",
	}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.OS, config.Architecture, config.Created = "linux", arch, v1.Time{Time: made.when}
	config.Config = v1.Config{
		User:       fmt.Sprintf("%d:%d", nobody, nobody),
		Entrypoint: []string{"/ringer"},
		WorkingDir: home,
		Env:        []string{"HOME=" + home, "SSL_CERT_FILE=" + certificates},
		Volumes:    map[string]struct{}{home: {}},
		StopSignal: "SIGTERM",
		Labels: map[string]string{
			"org.opencontainers.image.title":       "Ringer",
			"org.opencontainers.image.description": "Trains, measures and plays agents for tabletop games",
			"org.opencontainers.image.version":     made.version,
			"org.opencontainers.image.revision":    made.revision,
			"org.opencontainers.image.created":     made.when.Format(time.RFC3339),
			"org.opencontainers.image.licenses":    "Apache-2.0",
		},
	}
	return mutate.ConfigFile(image, config)
}

// certificates is the file of authorities in the image.
const certificates = "/etc/ssl/certs/ca-certificates.crt"

// layerFiles returns the files of the layer.
func layerFiles(root string, b build) ([]entry, error) {
	program, err := os.ReadFile(b.file)
	if err != nil {
		return nil, err
	}
	files := []entry{{name: "ringer", data: program, mode: 0o755}, {name: strings.TrimPrefix(certificates, "/"), data: authorities(), mode: 0o644}}
	for _, page := range []string{"LICENSE", "NOTICE"} {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, err
		}
		files = append(files, entry{name: "licenses/" + page, data: text, mode: 0o644})
	}
	return files, nil
}

// authorities returns the roots that Mozilla trusts without conditions, as text. They come
// from the module that go.mod names, not from the machine.
func authorities() []byte {
	var text bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil { // a file of certificates cannot state one
			_ = pem.Encode(&text, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})
		}
	}
	return text.Bytes()
}

// writeLayer writes the folders and files of the layer: all root's, but for /data, which
// is the user's, and /tmp, which is everybody's.
func writeLayer(w io.Writer, files []entry, when time.Time) error {
	folders := map[string]*tar.Header{
		strings.TrimPrefix(home, "/") + "/": {Mode: 0o755, Uid: nobody, Gid: nobody},
		"tmp/":                              {Mode: 0o1777},
	}
	for _, f := range files {
		for dir := filepath.ToSlash(filepath.Dir(f.name)); dir != "."; dir = filepath.ToSlash(filepath.Dir(dir)) {
			folders[dir+"/"] = &tar.Header{Mode: 0o755}
		}
	}
	var all bytes.Buffer
	archive := tar.NewWriter(&all)
	for _, name := range slices.Sorted(maps.Keys(folders)) { // a folder comes before those in it
		head := folders[name]
		head.Typeflag, head.Name, head.ModTime, head.Format = tar.TypeDir, name, when, tar.FormatPAX
		if err := archive.WriteHeader(head); err != nil {
			return err
		}
	}
	if err := archive.Flush(); err != nil {
		return err
	}
	if _, err := w.Write(all.Bytes()); err != nil {
		return err
	}
	return writeTar(w, files, when)
}

// addImage adds the blobs of an image, and returns the descriptor of its manifest.
func addImage(blobs map[string][]byte, image v1.Image) (v1.Descriptor, error) {
	manifest, err := image.RawManifest()
	if err != nil {
		return v1.Descriptor{}, err
	}
	config, err := image.RawConfigFile()
	if err != nil {
		return v1.Descriptor{}, err
	}
	layers, err := image.Layers()
	if err != nil {
		return v1.Descriptor{}, err
	}
	all := [][]byte{config}
	for _, l := range layers {
		packed, err := l.Compressed()
		if err != nil {
			return v1.Descriptor{}, err
		}
		data, err := io.ReadAll(packed)
		if err != nil {
			return v1.Descriptor{}, err
		}
		all = append(all, data)
	}
	for _, data := range all {
		if _, err := addBlob(blobs, data); err != nil {
			return v1.Descriptor{}, err
		}
	}
	digest, err := addBlob(blobs, manifest)
	return v1.Descriptor{MediaType: types.OCIManifestSchema1, Digest: digest, Size: int64(len(manifest))}, err
}

func addBlob(blobs map[string][]byte, data []byte) (v1.Hash, error) {
	digest, _, err := v1.SHA256(bytes.NewReader(data))
	if err != nil {
		return digest, err
	}
	blobs[blobPath(digest)] = data
	return digest, nil
}

func blobPath(digest v1.Hash) string { return "blobs/" + digest.Algorithm + "/" + digest.Hex }

// describe returns the line of an image in the older archive of docker, which holds one
// processor by name: the first one has the tag, the others a tag with their processor.
func describe(image v1.Image, tag, arch string, first bool) (tarball.Descriptor, error) {
	config, err := image.ConfigName()
	if err != nil {
		return tarball.Descriptor{}, err
	}
	if !first {
		tag += "-" + arch
	}
	d := tarball.Descriptor{Config: blobPath(config), RepoTags: []string{"ringer:" + tag}}
	layers, err := image.Layers()
	if err != nil {
		return d, err
	}
	for _, l := range layers {
		digest, err := l.Digest()
		if err != nil {
			return d, err
		}
		d.Layers = append(d.Layers, blobPath(digest))
	}
	return d, nil
}
