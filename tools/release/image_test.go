package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// unpack writes the files of a tar below a folder, with owners where this process may.
func unpack(t *testing.T, r io.Reader, folder string) (names []string) {
	t.Helper()
	for archive := tar.NewReader(r); ; {
		head, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return names
		}
		want(t, err)
		names = append(names, head.Name)
		path := filepath.Join(folder, head.Name)
		if head.Typeflag == tar.TypeDir {
			want(t, os.MkdirAll(path, 0o755))
		} else {
			want(t, os.MkdirAll(filepath.Dir(path), 0o755))
			data, err := io.ReadAll(archive)
			want(t, err)
			want(t, os.WriteFile(path, data, 0o600))
		}
		want(t, os.Chmod(path, head.FileInfo().Mode()))
		if os.Geteuid() == 0 {
			want(t, os.Chown(path, head.Uid, head.Gid))
		}
	}
}

// images returns the images of an index by their processor.
func images(t *testing.T, folder string) map[string]v1.Image {
	t.Helper()
	outer, err := layout.ImageIndexFromPath(folder)
	want(t, err)
	manifest, err := outer.IndexManifest()
	want(t, err)
	if len(manifest.Manifests) != 1 || manifest.Manifests[0].Annotations["io.containerd.image.name"] != "index.docker.io/library/ringer:v0.1.0" {
		t.Fatalf("%+v: want one index of all processors, with its name", manifest.Manifests)
	}
	inner, err := outer.ImageIndex(manifest.Manifests[0].Digest)
	want(t, err)
	want(t, validate.Index(inner))
	manifest, err = inner.IndexManifest()
	want(t, err)
	all := map[string]v1.Image{}
	for _, m := range manifest.Manifests {
		image, err := inner.Image(m.Digest)
		want(t, err)
		all[m.Platform.Architecture] = image
	}
	return all
}

// The image is a layout of OCI and an archive of docker in one; it has the program, its
// licences and certificates, no shell, and a user of its own.
func TestImage(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("builds for three platforms: RINGER_LONG=1")
	}
	root := repository(t, "r")
	git(t, root, "tag", "v0.1.0")
	file := filepath.Join(t.TempDir(), "image.tar")
	want(t, os.WriteFile(file, releaseOf(t, root, three...)["ringer-image.tar"], 0o600))
	data, err := os.ReadFile(file)
	want(t, err)
	folder := t.TempDir()
	unpack(t, bytes.NewReader(data), folder)
	all := images(t, folder)
	if len(all) != 2 {
		t.Fatalf("%v: want amd64 and arm64", all)
	}
	dockerfile, err := os.ReadFile("../../docs/deploy/Dockerfile")
	want(t, err)
	for arch, tag := range map[string]string{"amd64": "ringer:v0.1.0", "arm64": "ringer:v0.1.0-arm64"} {
		image := all[arch]
		want(t, validate.Image(image))
		config, err := image.ConfigFile()
		want(t, err)
		c := config.Config
		if c.User != "65532:65532" || !slices.Equal(c.Entrypoint, []string{"/ringer"}) || c.WorkingDir != "/data" || config.Architecture != arch {
			t.Errorf("%s: %+v", arch, config)
		}
		for _, line := range []string{
			"FROM scratch", "USER " + c.User, "WORKDIR " + c.WorkingDir, "ENV " + c.Env[0], "STOPSIGNAL " + c.StopSignal, `ENTRYPOINT ["` + c.Entrypoint[0] + `"]`,
		} {
			if !strings.Contains(string(dockerfile), "\n"+line+"\n") {
				t.Errorf("docs/deploy/Dockerfile lacks %q", line)
			}
		}
		if c.Labels["org.opencontainers.image.version"] != "v0.1.0" || config.Created.Format("2006-01-02 15:04:05") != "2026-01-02 03:04:05" {
			t.Errorf("%s: %v, %v", arch, c.Labels, config.Created)
		}
		contents := mutate.Extract(image)
		names := unpack(t, contents, t.TempDir())
		slices.Sort(names)
		if !slices.Equal(names, []string{
			"data", "etc", "etc/ssl", "etc/ssl/certs", "etc/ssl/certs/ca-certificates.crt", "licenses", "licenses/LICENSE", "licenses/NOTICE", "ringer", "tmp",
		}) {
			t.Errorf("%s holds %q", arch, names)
		}
		ref, err := name.NewTag(tag)
		want(t, err)
		older, err := tarball.ImageFromPath(file, &ref)
		want(t, err)
		here, err := image.ConfigName()
		want(t, err)
		there, err := older.ConfigName()
		want(t, err)
		if here != there {
			t.Errorf("%s: %v in the layout, %v in the archive of docker", arch, here, there)
		}
		want(t, validate.Image(older))
	}
}

// The image runs as its user on a root that cannot be written to, and may write to /data
// where that is a volume.
func TestImageRuns(t *testing.T) {
	if os.Geteuid() != 0 || runtime.GOOS != "linux" {
		t.Skip("only root of Linux may change the root of a process")
	}
	if _, err := exec.LookPath("unshare"); err != nil {
		t.Skip("no unshare here")
	}
	file, args := os.Getenv("RINGER_IMAGE"), []string{"where"}
	wants := []string{"65532 65532 open /data/there: read-only file system"}
	if file == "" {
		root := repository(t, "r")
		git(t, root, "tag", "v0.1.0")
		file = filepath.Join(t.TempDir(), "image.tar")
		want(t, os.WriteFile(file, releaseOf(t, root, "linux/"+runtime.GOARCH)["ringer-image.tar"], 0o600))
	} else {
		if !filepath.IsAbs(file) {
			file = filepath.Join("../..", file)
		}
		args, wants = []string{"match", "random", "random", "--game", "kuhn", "--games", "100"}, []string{"100 games"}
	}
	image, err := tarball.ImageFromPath(file, nil)
	if err != nil { // of several processors: the first one has the tag
		manifest, err := tarball.LoadManifest(func() (io.ReadCloser, error) { return os.Open(file) })
		want(t, err)
		ref, err := name.NewTag(manifest[0].RepoTags[0])
		want(t, err)
		image, err = tarball.ImageFromPath(file, &ref)
		want(t, err)
	}
	folder := t.TempDir()
	unpack(t, mutate.Extract(image), folder)
	config, err := image.ConfigFile()
	want(t, err)
	// The shell is this machine's: it mounts the folder once more, to be read only, before it
	// gives everything up.
	script := `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec chroot --userspec=` + config.Config.User + ` "$0" "$@"`
	cmd := exec.Command("unshare", append([]string{"-m", "sh", "-c", script, folder, config.Config.Entrypoint[0]}, args...)...)
	cmd.Env = config.Config.Env
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	t.Logf("%s", output)
	for _, text := range wants {
		if !strings.Contains(string(output), text) {
			t.Errorf("%s: want %q", output, text)
		}
	}
}
