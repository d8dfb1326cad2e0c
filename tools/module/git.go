package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A job says what to do in which repository.
type job struct {
	root, path string
	merge      string // what to merge; empty for renaming alone
}

// conflictError is a merge that its author must finish.
type conflictError struct{ text string }

func (e *conflictError) Error() string { return e.text }

// run renames and commits, merges where that is wanted, and says what it did. Outside of
// a repository it renames alone.
func (j *job) run(ctx context.Context) (string, error) {
	r, err := newRenaming(j.root, j.path)
	if err != nil {
		return "", err
	}
	g := git{root: j.root}
	top, err := g.call(ctx, "rev-parse", "--show-toplevel")
	if err != nil || !same(top, j.root) {
		if j.merge != "" {
			return "", errors.New("MERGE: want a git repository")
		}
		names, err := walked(j.root)
		if err != nil {
			return "", err
		}
		changed, err := r.files(j.root, names)
		return j.counted(len(changed)), err
	}
	dirty, err := g.call(ctx, "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return "", err
	}
	if _, err := g.call(ctx, "rev-parse", "-q", "--verify", "MERGE_HEAD"); err == nil {
		return "", errors.New("a merge is not finished: want git commit or git merge --abort first")
	}
	if dirty != "" {
		return "", fmt.Errorf("files with changes: want them committed or stashed first, so that the generated commit holds nothing else\n%s", dirty)
	}
	if j.merge != "" {
		if _, err := g.call(ctx, "rev-parse", "-q", "--verify", j.merge+"^{commit}"); err != nil {
			return "", fmt.Errorf("MERGE: found %q, want a branch or a commit such as upstream/main; git fetch brings those of others", j.merge)
		}
	}
	told, err := j.rename(ctx, g, r)
	if err != nil || j.merge == "" {
		return told, err
	}
	merged, err := j.mergeRenamed(ctx, g)
	return strings.TrimSpace(told + "\n" + merged), err
}

func (j *job) counted(files int) string {
	if files == 0 {
		return "every file says " + j.path + " already"
	}
	return fmt.Sprintf("%d files say %s now; make check tests the result", files, j.path)
}

// rename makes the generated commit, where there is anything to rename.
func (j *job) rename(ctx context.Context, g git, r *renaming) (string, error) {
	names, err := g.texts(ctx)
	if err != nil {
		return "", err
	}
	changed, err := r.files(j.root, names)
	if err != nil || len(changed) == 0 {
		return j.counted(0), err
	}
	if _, err := g.with(lines(changed)).call(ctx, "update-index", "-z", "--stdin"); err != nil {
		return "", err
	}
	_, err = g.call(ctx, "commit", "-q", "-m", "module: take the path "+j.path, "-m", "Generated: make module PATH="+j.path)
	return j.counted(len(changed)), err
}

// mergeRenamed merges j.merge as if it had always had the new path. What git compares are
// three commits that no branch keeps: the base of the merge and the commit to merge, both
// renamed, and the current one. The merge itself has the two parents that any merge has, so
// that the next one begins where this one ended.
func (j *job) mergeRenamed(ctx context.Context, g git) (string, error) {
	base, err := g.call(ctx, "merge-base", "HEAD", j.merge)
	if err != nil {
		return "", fmt.Errorf("MERGE: %s and HEAD have no commit in common", j.merge)
	}
	theirs, err := g.call(ctx, "rev-parse", j.merge+"^{commit}")
	if err != nil {
		return "", err
	}
	if base == theirs {
		return j.merge + " is merged already", nil
	}
	before, err := g.renamed(ctx, j.path, base, "")
	if err != nil {
		return "", err
	}
	after, err := g.renamed(ctx, j.path, theirs, before)
	if err != nil {
		return "", err
	}
	_, fault := g.call(ctx, "cherry-pick", "--no-commit", "--allow-empty", after)
	conflicts, err := g.call(ctx, "diff", "--name-only", "--diff-filter=U")
	if err != nil {
		return "", err
	}
	if fault != nil && conflicts == "" {
		return "", fault
	}
	for name, text := range map[string]string{"MERGE_HEAD": theirs, "MERGE_MSG": "Merge " + j.merge + " as " + j.path} {
		file, err := g.call(ctx, "rev-parse", "--git-path", name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(j.root, file)
		}
		if err := os.WriteFile(file, []byte(text+"\n"), 0o644); err != nil {
			return "", err
		}
	}
	if conflicts != "" {
		return "", &conflictError{"conflicts to mend, then git add and git commit (git merge --abort gives up):\n" + conflicts}
	}
	_, err = g.call(ctx, "commit", "-q", "--no-edit")
	return "merged " + j.merge + "; make check tests the result", err
}

// git calls git in one repository.
type git struct {
	root    string
	environ []string
	input   string
}

// with returns a git that reads input.
func (g git) with(input string) git {
	g.input = input
	return g
}

func (g git) call(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = g.root
	cmd.Env = append(os.Environ(), g.environ...)
	cmd.Stdin = strings.NewReader(g.input)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w\n%s%s", strings.Join(args, " "), err, &out, &errs)
	}
	return strings.TrimRight(out.String(), "\n"), nil
}

// texts returns the files of the index that may name packages.
func (g git) texts(ctx context.Context) ([]string, error) {
	files, err := g.call(ctx, "ls-files", "-z")
	return slices.DeleteFunc(strings.Split(files, "\x00"), func(file string) bool { return !isText(file) }), err
}

// renamed returns a commit with the files of another one under the new module path, and with
// one parent, or none. Its files lie in a folder for a moment, with an index of their own.
func (g git) renamed(ctx context.Context, to, commit, parent string) (string, error) {
	folder, err := os.MkdirTemp("", "ringer-module")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	tree := filepath.Join(folder, "tree")
	if err := os.Mkdir(tree, 0o755); err != nil {
		return "", err
	}
	dir, err := g.call(ctx, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return "", err
	}
	there := git{root: tree, environ: []string{"GIT_DIR=" + dir, "GIT_WORK_TREE=" + tree, "GIT_INDEX_FILE=" + filepath.Join(folder, "index")}}
	if _, err := there.call(ctx, "read-tree", commit); err != nil {
		return "", err
	}
	names, err := there.texts(ctx)
	if err != nil {
		return "", err
	}
	if _, err := there.with(lines(names)).call(ctx, "checkout-index", "-z", "--stdin"); err != nil {
		return "", err
	}
	r, err := newRenaming(tree, to)
	if err != nil {
		return "", fmt.Errorf("%s: %w", commit, err)
	}
	changed, err := r.files(tree, names)
	if err != nil {
		return "", err
	}
	if _, err := there.with(lines(changed)).call(ctx, "update-index", "-z", "--stdin"); err != nil {
		return "", err
	}
	id, err := there.call(ctx, "write-tree")
	if err != nil {
		return "", err
	}
	args := []string{"commit-tree", id, "-m", commit}
	if parent != "" {
		args = append(args, "-p", parent)
	}
	return g.call(ctx, args...)
}

// lines joins names as git reads them with -z.
func lines(names []string) string { return strings.Join(names, "\x00") }

// same reports whether two paths are one folder.
func same(a, b string) bool {
	x, fault := os.Stat(a)
	y, err := os.Stat(b)
	return fault == nil && err == nil && os.SameFile(x, y)
}
