package deployment

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"sigs.k8s.io/yaml"
)

const folder = "../../docs/deploy"

func want(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	want(t, err)
	return text
}

// kinds are the kinds of objects that manifests may have, by version and kind.
var kinds = map[string]func() any{
	"v1 ConfigMap":                           func() any { return new(core.ConfigMap) },
	"v1 Namespace":                           func() any { return new(core.Namespace) },
	"v1 PersistentVolumeClaim":               func() any { return new(core.PersistentVolumeClaim) },
	"v1 Service":                             func() any { return new(core.Service) },
	"apps/v1 Deployment":                     func() any { return new(apps.Deployment) },
	"apps/v1 StatefulSet":                    func() any { return new(apps.StatefulSet) },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return new(autoscaling.HorizontalPodAutoscaler) },
	"batch/v1 Job":                           func() any { return new(batch.Job) },
	"networking.k8s.io/v1 NetworkPolicy":     func() any { return new(networking.NetworkPolicy) },
}

// A head holds the fields that every object begins with.
type head struct {
	Version string `json:"apiVersion"`
	Kind    string `json:"kind"`
	Meta    struct {
		Name string `json:"name"`
	} `json:"metadata"`
}

// objects decodes the documents of a file into the types of Kubernetes. An unknown field, a
// key that is there twice or a value of another type is an error.
func objects(text []byte) (list []any, err error) {
	for _, document := range bytes.Split(append([]byte("\n"), text...), []byte("\n---\n")) {
		var h head
		if err := yaml.Unmarshal(document, &h); err != nil {
			return nil, err
		}
		made := kinds[h.Version+" "+h.Kind]
		if made == nil || h.Meta.Name == "" {
			return nil, fmt.Errorf("%s %s %q: an unknown kind, or no name", h.Version, h.Kind, h.Meta.Name)
		}
		object := made()
		if err := yaml.UnmarshalStrict(document, object); err != nil {
			return nil, fmt.Errorf("%s %s: %w", h.Kind, h.Meta.Name, err)
		}
		list = append(list, object)
	}
	return list, nil
}

// manifests returns all objects of the manifests.
func manifests(t *testing.T) (list []any) {
	t.Helper()
	files, err := filepath.Glob(folder + "/kubernetes/*.yaml")
	want(t, err)
	for _, file := range files {
		if filepath.Base(file) == "kustomization.yaml" {
			continue
		}
		some, err := objects(read(t, file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		list = append(list, some...)
	}
	return list
}

// pods returns the templates of pods of objects by the names of the objects.
func pods(list []any) map[string]core.PodTemplateSpec {
	all := map[string]core.PodTemplateSpec{}
	for _, object := range list {
		switch o := object.(type) {
		case *apps.Deployment:
			all[o.Name] = o.Spec.Template
		case *apps.StatefulSet:
			all[o.Name] = o.Spec.Template
		case *batch.Job:
			all[o.Name] = o.Spec.Template
		}
	}
	return all
}

func TestManifestsAreStrict(t *testing.T) {
	list := manifests(t)
	if len(list) < 10 {
		t.Errorf("%d objects", len(list))
	}
	good := string(read(t, folder+"/kubernetes/workers.yaml"))
	for from, to := range map[string]string{
		"securityContext:": "securityContexts:", "minReplicas: 1": "minReplicas: one", "kind: Deployment": "kind: Deploy", "name: worker\nspec": "nome: worker\nspec",
	} {
		if _, err := objects([]byte(strings.Replace(good, from, to, 1))); err == nil {
			t.Errorf("%q for %q is taken", to, from)
		}
	}
}

// Every pod obeys the strictest of Kubernetes' own standards, says what it
// needs, and mounts only what is there.
func TestPodsAreRestricted(t *testing.T) {
	all := pods(manifests(t))
	if len(all) != 3 {
		t.Fatalf("%d: want the server, the learner and the workers", len(all))
	}
	for name, p := range all {
		s := p.Spec.SecurityContext
		if s == nil || s.RunAsNonRoot == nil || !*s.RunAsNonRoot || s.RunAsUser == nil || *s.RunAsUser != 65532 || s.SeccompProfile == nil || p.Spec.AutomountServiceAccountToken == nil || *p.Spec.AutomountServiceAccountToken {
			t.Errorf("%s: want no root, a profile of system calls and no account of the cluster", name)
		}
		for _, c := range p.Spec.Containers {
			s := c.SecurityContext
			if s == nil || s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem ||
				s.Capabilities == nil || !slices.Contains(s.Capabilities.Drop, "ALL") {
				t.Errorf("%s: want a root that is read only, and no rights", name)
			}
			if c.Resources.Requests.Cpu().IsZero() || c.Resources.Requests.Memory().IsZero() || c.Resources.Limits.Memory().IsZero() {
				t.Errorf("%s: want requests, and a limit of memory", name)
			}
			var there []string
			for _, v := range p.Spec.Volumes {
				there = append(there, v.Name)
			}
			if name == "nats" {
				there = append(there, "data") // of its claims
			}
			for _, m := range c.VolumeMounts {
				if !slices.Contains(there, m.Name) {
					t.Errorf("%s mounts %s, which is no volume of it", name, m.Name)
				}
			}
			for _, arg := range c.Args {
				for _, m := range regexp.MustCompile(`\$\((\w+)\)`).FindAllStringSubmatch(arg, -1) {
					if !slices.ContainsFunc(c.Env, func(e core.EnvVar) bool {
						return e.Name == m[1] && e.ValueFrom != nil && e.ValueFrom.SecretKeyRef != nil
					}) {
						t.Errorf("%s: %s comes from no secret", name, m[0])
					}
				}
			}
		}
	}
}

// Selectors, claims, services and policies find what they name.
func TestNamesAgree(t *testing.T) {
	list := manifests(t)
	all := pods(list)
	labelled := func(selector map[string]string) bool {
		for _, p := range all {
			found := true
			for k, v := range selector {
				found = found && p.Labels[k] == v
			}
			if found {
				return true
			}
		}
		return false
	}
	claims := []string{}
	for _, object := range list {
		switch o := object.(type) {
		case *core.PersistentVolumeClaim:
			claims = append(claims, o.Name)
		case *core.Service:
			if !labelled(o.Spec.Selector) {
				t.Errorf("service %s finds no pod", o.Name)
			}
		case *apps.Deployment:
			if !labelled(o.Spec.Selector.MatchLabels) || o.Spec.Replicas != nil {
				t.Errorf("%s: want its own pods, and their number left to the autoscaler", o.Name)
			}
		case *apps.StatefulSet:
			if !labelled(o.Spec.Selector.MatchLabels) {
				t.Errorf("%s: want its own pods", o.Name)
			}
		case *autoscaling.HorizontalPodAutoscaler:
			if _, ok := all[o.Spec.ScaleTargetRef.Name]; !ok || *o.Spec.MinReplicas > o.Spec.MaxReplicas {
				t.Errorf("%s scales %s", o.Name, o.Spec.ScaleTargetRef.Name)
			}
		case *networking.NetworkPolicy:
			if !labelled(o.Spec.PodSelector.MatchLabels) {
				t.Errorf("policy %s is for no pod", o.Name)
			}
			for _, rule := range o.Spec.Ingress {
				for _, from := range rule.From {
					if !labelled(from.PodSelector.MatchLabels) {
						t.Errorf("policy %s lets nobody in", o.Name)
					}
				}
			}
		}
	}
	for name, p := range all {
		for _, v := range p.Spec.Volumes {
			if v.PersistentVolumeClaim != nil && !slices.Contains(claims, v.PersistentVolumeClaim.ClaimName) {
				t.Errorf("%s: no claim %s", name, v.PersistentVolumeClaim.ClaimName)
			}
		}
	}
	var k struct {
		Resources []string `json:"resources"`
		Images    []struct {
			Name string `json:"name"`
		} `json:"images"`
		Version   string `json:"apiVersion"`
		Kind      string `json:"kind"`
		Namespace string `json:"namespace"`
	}
	text := read(t, folder+"/kubernetes/kustomization.yaml")
	want(t, yaml.Unmarshal(text, &k))
	files, err := filepath.Glob(folder + "/kubernetes/*.yaml")
	want(t, err)
	for _, file := range files {
		if name := filepath.Base(file); name != "kustomization.yaml" && !slices.Contains(k.Resources, name) {
			t.Errorf("kustomization.yaml leaves %s out", name)
		}
	}
	if len(k.Resources) != len(files)-1 || len(k.Images) != 1 || k.Images[0].Name != "ringer" || k.Namespace != "ringer" {
		t.Errorf("%s", text)
	}
}

// The server runs in the version that ringer train --nats embedded has inside.
func TestServerVersion(t *testing.T) {
	m := regexp.MustCompile(`nats-server/v2 v(\S+)`).FindSubmatch(read(t, "../../go.mod"))
	if m == nil {
		t.Fatal("go.mod names no NATS server")
	}
	for _, file := range []string{"/compose.yaml", "/kubernetes/nats.yaml"} {
		if !strings.Contains(string(read(t, folder+file)), "image: nats:"+string(m[1])+"\n") {
			t.Errorf("%s: want image: nats:%s", file, m[1])
		}
	}
}
