package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// materialsVersion is the version of CycloneDX that the bill is written in.
const materialsVersion = cdx.SpecVersion1_6

// writeMaterials writes the bill of materials of all programs: CycloneDX, in JSON. It
// lists what is linked into them, as they say themselves, and what NOTICE names beside
// it; every part has its version and licences.
func writeMaterials(folder, root string, made stamp, all builds) error {
	parts, err := readLicences(root)
	if err != nil {
		return err
	}
	bill, err := materials(made, all, parts)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bill, materialsVersion); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, fmt.Sprintf("ringer-%s.cdx.json", made.version)), text.Bytes(), 0o644)
}

// materials returns the bill. The error names all modules of a program that NOTICE lacks.
func materials(made stamp, all builds, parts []licensed) (*cdx.BOM, error) {
	linked := linkedParts(all)
	known := map[string]licensed{}
	var components []cdx.Component
	for _, p := range parts {
		known[p.name+" "+p.version] = p
		switch {
		case p.name == standardLibrary:
			components = append(components, component("pkg:golang/std", strings.TrimPrefix(all[0].info.GoVersion, "go"), "std", p.ids))
		case strings.HasPrefix(p.name, "npm:"):
			name := strings.TrimPrefix(p.name, "npm:")
			components = append(components, component("pkg:npm/"+name, p.version, name, p.ids))
		}
	}
	var faults []string
	for _, m := range linked {
		p, ok := known[m.path+" "+m.version]
		if !ok {
			faults = append(faults, m.path+" "+m.version)
			continue
		}
		c := component("pkg:golang/"+m.path, m.version, m.path, p.ids)
		if sum, ok := strings.CutPrefix(m.sum, "h1:"); ok {
			if raw, err := base64.StdEncoding.DecodeString(sum); err == nil {
				c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(raw)}}
			}
		}
		if len(m.platforms) < len(all) {
			c.Properties = &[]cdx.Property{{Name: "ringer:platforms", Value: strings.Join(m.platforms, " ")}}
		}
		components = append(components, c)
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("NOTICE lacks %s; make notice writes it", strings.Join(faults, ", "))
	}
	slices.SortFunc(components, func(a, b cdx.Component) int { return strings.Compare(a.BOMRef, b.BOMRef) })
	program := component("pkg:golang/"+all[0].info.Main.Path, made.version, "ringer", []string{"Apache-2.0"})
	program.Type = cdx.ComponentTypeApplication
	program.Properties = &[]cdx.Property{{Name: "ringer:revision", Value: made.revision}}
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{Timestamp: made.when.Format(time.RFC3339), Component: &program}
	bill.Components = &components
	refs := make([]string, len(components))
	for i, c := range components {
		refs[i] = c.BOMRef
	}
	bill.Dependencies = &[]cdx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
	bill.SerialNumber = serial(made, refs)
	return bill, nil
}

func component(url, version, name string, ids []string) cdx.Component {
	c := cdx.Component{
		BOMRef: url + "@" + version, Type: cdx.ComponentTypeLibrary, Name: name, Version: version,
		PackageURL: url + "@" + strings.ReplaceAll(version, "+", "%2B"),
	}
	var choices cdx.Licenses
	for _, id := range ids {
		l := cdx.License{ID: id}
		if strings.HasPrefix(id, "Google") { // a grant of patents, which SPDX has no id for
			l = cdx.License{Name: id}
		}
		choices = append(choices, cdx.LicenseChoice{License: &l})
	}
	c.Licenses = &choices
	return c
}

// A part is a module that is linked on some platforms.
type part struct {
	path, version, sum string
	platforms          []string
}

// linkedParts returns the modules of all builds, once each.
func linkedParts(all builds) []part {
	var list []part
	for _, b := range all {
		for _, d := range b.info.Deps {
			if d.Replace != nil {
				d = d.Replace
			}
			at := slices.IndexFunc(list, func(m part) bool { return m.path == d.Path && m.version == d.Version })
			if at < 0 {
				at = len(list)
				list = append(list, part{path: d.Path, version: d.Version, sum: d.Sum})
			}
			list[at].platforms = append(list[at].platforms, b.platform)
		}
	}
	return list
}

// serial returns the bill's identity, which follows from what it says: a UUID of version
// 8 (RFC 9562), whose bytes are its maker's own.
func serial(made stamp, refs []string) string {
	h := sha256.Sum256([]byte(strings.Join(append([]string{made.version, made.revision}, refs...), "\n")))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
