package botfile_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/botfile"
)

var hash = strings.Repeat("0123456789abcdef", 4)

func sample() botfile.Bot {
	net := &models.Network{
		Fields: []models.Field{
			{Name: "hand", Shape: []int{3}, Vocab: "card"},
			{Name: "units", Shape: []int{2, 3}, Set: true},
			{Name: "history", Shape: []int{4}},
		},
		Actions: 3, Embedding: 2, SetHidden: 4, Hidden: []int{5, 5}, Activation: models.Tanh,
	}
	return botfile.Bot{
		Weights: models.Init(net, 1),
		Manifest: botfile.Manifest{
			Name: "kuhn", Ringer: "0.1.0", Game: "kuhn", SpecHash: hash, Licence: "Apache-2.0",
			Blocks:     []botfile.Block{{Name: "pass", Shape: []int{1}}, {Name: "bet", Shape: []int{2, 1}}},
			Training:   botfile.Training{Algorithm: "ppo", Iterations: 3, Decisions: 1000, Seconds: 1.5, Seed: 7, Config: json.RawMessage(`{"lr": 0.001}`)},
			Evaluation: []botfile.Evaluation{{Opponent: "random", Games: 2000, WinRate: 0.6, Low: 0.58, High: 0.62}},
			Card:       botfile.Card{Summary: "Plays <kuhn> & wins."},
		},
	}
}

func encode(t testing.TB, bot botfile.Bot) []byte {
	var file bytes.Buffer
	require.NoError(t, botfile.Write(&file, bot))
	return file.Bytes()
}

func read(file []byte) (*botfile.Bot, error) {
	return botfile.Read(bytes.NewReader(file), int64(len(file)))
}

// The manifest read alone equals the manifest of the whole file, and what is wrong with it,
// and with the list of members, is found without the rest.
func TestReadManifest(t *testing.T) {
	file := encode(t, sample())
	alone := func(file []byte) (*botfile.Manifest, error) {
		return botfile.ReadManifest(bytes.NewReader(file), int64(len(file)))
	}
	bot, err := read(file)
	require.NoError(t, err)
	m, err := alone(file)
	require.NoError(t, err)
	assert.Equal(t, &bot.Manifest, m)

	for n := range len(file) {
		_, err := alone(file[:n])
		var format *botfile.FormatError
		require.ErrorAs(t, err, &format, "truncated to %d of %d bytes", n, len(file))
	}
	damaged := bytes.Clone(file)
	damaged[bytes.Index(file, []byte(`"game"`))+1]++
	_, wanted := read(damaged)
	require.Error(t, wanted)
	_, err = alone(damaged)
	assert.Equal(t, wanted, err)
	unread := bytes.Clone(file)
	unread[len(file)/2]++ // among the weights
	_, err = read(unread)
	require.Error(t, err)
	_, err = alone(unread)
	assert.NoError(t, err, "the weights are not looked at")
}

func TestRoundTrip(t *testing.T) {
	bot := sample()
	file := encode(t, bot)
	assert.Equal(t, file, encode(t, sample()), "same bot, same bytes")
	back, err := read(file)
	require.NoError(t, err)
	assert.Equal(t, bot.Weights.Flat, back.Weights.Flat)
	assert.True(t, bot.Weights.Network.Equal(back.Manifest.Network))
	assert.Equal(t, botfile.Format, back.Manifest.Format)
	assert.JSONEq(t, `{"lr": 0.001}`, string(back.Manifest.Training.Config))
	assert.Less(t, len(file), 4*len(bot.Weights.Flat)+12_000, "the weights are there once")
	policy, err := back.ReadPolicy()
	require.NoError(t, err)
	net := bot.Weights.Network
	logits := make([]float32, net.Actions)
	value := models.NewForward(bot.Weights).Eval(make([]float32, net.ObservationSize()), logits)
	_, got, err := policy.Run(make([]float32, net.ObservationSize()), make([]bool, net.Actions))
	require.NoError(t, err)
	assert.InDelta(t, value, got, 1e-5)
	want, is := bot.Manifest, back.Manifest
	for _, m := range []*botfile.Manifest{&want, &is} {
		m.Format, m.Network, m.Checksums, m.Training.Config = 0, nil, nil, nil
	}
	assert.Equal(t, want, is)
	assert.Equal(t, file, encode(t, *back), "what was read is written the same")
}

func TestCheckSpec(t *testing.T) {
	bot := sample()
	assert.NoError(t, bot.CheckSpec("kuhn", hash))
	err := bot.CheckSpec("kuhn(cards=4)", "beef")
	var spec *botfile.SpecError
	require.ErrorAs(t, err, &spec)
	for _, part := range []string{`"kuhn"`, hash, "kuhn(cards=4)", "beef"} {
		assert.ErrorContains(t, err, part)
	}
}

// Every truncation and every flipped byte is refused, or harmless.
func TestDamageIsNoticed(t *testing.T) {
	bot := sample()
	file := encode(t, bot)
	var format *botfile.FormatError
	for n := range file {
		_, err := read(file[:n])
		require.ErrorAs(t, err, &format, "truncated to %d of %d bytes", n, len(file))
	}
	harmless := 0
	for i := range file {
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x41
		back, err := read(damaged)
		if err != nil {
			require.ErrorAs(t, err, &format, "byte %d", i)
			continue
		}
		// Times and the like in the archive's own records.
		harmless++
		require.Equal(t, bot.Weights.Flat, back.Weights.Flat, "byte %d", i)
		require.Equal(t, file, encode(t, *back), "byte %d", i)
	}
	assert.Less(t, harmless, 400)
}

// rebuild writes an archive of other members.
func rebuild(t *testing.T, file []byte, method uint16, change func(members map[string][]byte, order *[]string)) []byte {
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	members := map[string][]byte{}
	var order []string
	for _, f := range r.File {
		in, err := f.Open()
		require.NoError(t, err)
		members[f.Name], err = io.ReadAll(in)
		require.NoError(t, err)
		order = append(order, f.Name)
	}
	change(members, &order)
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range order {
		m, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		require.NoError(t, err)
		_, err = m.Write(members[name])
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return out.Bytes()
}

func TestReadRefuses(t *testing.T) {
	file := encode(t, sample())
	manifest := func(old, new string) []byte {
		return rebuild(t, file, zip.Store, func(m map[string][]byte, _ *[]string) {
			require.Contains(t, string(m[botfile.ManifestName]), old)
			m[botfile.ManifestName] = []byte(strings.Replace(string(m[botfile.ManifestName]), old, new, 1))
		})
	}
	members := func(change func(m map[string][]byte, order *[]string)) []byte {
		return rebuild(t, file, zip.Store, change)
	}
	for reason, bad := range map[string][]byte{
		"no zip archive":            []byte("hello"),
		"notes.txt: unknown member": members(func(m map[string][]byte, order *[]string) { *order = append(*order, "notes.txt") }),
		"policy.onnx: is missing":   members(func(m map[string][]byte, order *[]string) { *order = (*order)[:2] }),
		"manifest.json: is missing": members(func(m map[string][]byte, order *[]string) { *order = (*order)[1:] }),
		"is there twice":            members(func(m map[string][]byte, order *[]string) { *order = append(*order, (*order)[1]) }),
		"weights.safetensors: sha256": members(func(m map[string][]byte, _ *[]string) {
			w := m[botfile.WeightsName]
			w[len(w)-1] ^= 1
		}),
		"policy.onnx: sha256":            members(func(m map[string][]byte, _ *[]string) { m[botfile.PolicyName] = m[botfile.PolicyName][1:] }),
		"compressed":                     rebuild(t, file, zip.Deflate, func(map[string][]byte, *[]string) {}),
		"format 2: this version":         manifest(`"format": 1`, `"format": 2, "new": true`),
		`extra: unknown key`:             manifest(`"name"`, `"extra": 1, "name"`),
		"Name: unknown key":              manifest(`"name"`, `"Name"`),
		`the key "name" comes twice`:     manifest(`"name"`, `"name": "a", "name"`),
		"after top-level value":          manifest("{", "{} {"),
		"seed: 1e999":                    manifest(`"seed": 7`, `"seed": 1e999`),
		"invalid UTF-8":                  manifest(`"name": "kuhn"`, "\"name\": \"\xff\""),
		"set_hidden: 1099511627776":      manifest(`"set_hidden": 4`, `"set_hidden": 1099511627776`),
		"invalid character":              manifest(`"name"`, `name`),
		`name: "\U000f0002": want text`:  manifest(`"name": "kuhn"`, "\"name\": \"\U000f0002\""),
		`name: "": want some text`:       manifest(`"name": "kuhn"`, `"name": " "`),
		"spec_hash":                      manifest(hash, hash[:63]+"G"),
		"2 actions: want as many":        manifest("2,\n        1\n      ]", "1,\n        1\n      ]"),
		"evaluation[0]":                  manifest(`"low": 0.58`, `"low": 0.7`),
		"network.activation":             manifest(`"tanh"`, `"step"`),
		"no sha256 of policy.onnx":       manifest(`"policy.onnx": "`, `"policy.onnx": "z`),
		`tensor "actor/1/weight" has sh`: manifest("5,\n      5", "5,\n      4"),
		"bytes of weights":               manifest("5,\n      5", "9000,\n      4000"),
		"parameters in all":              manifest("5,\n      5", "60000,\n      60000"),
	} {
		_, err := read(bad)
		var format *botfile.FormatError
		if assert.ErrorAs(t, err, &format, reason) {
			assert.ErrorContains(t, err, reason)
		}
	}
	_, err := botfile.Read(bytes.NewReader(file), botfile.MaxSize+1)
	assert.ErrorContains(t, err, "at most")
}

// An archive that could cost more than its size, or hold more than a bot, is refused
// by its directory.
func TestReadRefusesArchives(t *testing.T) {
	archive := func(comment string, headers ...zip.FileHeader) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for _, h := range headers {
			_, err := w.CreateHeader(&h)
			require.NoError(t, err)
		}
		require.NoError(t, w.SetComment(comment))
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	link := zip.FileHeader{Name: botfile.ManifestName, Method: zip.Store}
	link.SetMode(fs.ModeSymlink | 0o777)
	named := func(name string) zip.FileHeader { return zip.FileHeader{Name: name, Method: zip.Store} }
	many := make([]zip.FileHeader, 5000)
	for i := range many {
		many[i] = named(fmt.Sprint(i))
	}
	file := encode(t, sample())
	for reason, bad := range map[string][]byte{
		"manifest.json: is no regular file":      archive("", link),
		"../manifest.json: unknown member":       archive("", named("../manifest.json")),
		"/manifest.json: unknown member":         archive("", named("/manifest.json")),
		"manifest.json/: unknown member":         archive("", named("manifest.json/")),
		"Manifest.json: unknown member":          archive("", named("Manifest.json")),
		"manifest.json: is there twice":          archive("", named(botfile.ManifestName), named(botfile.ManifestName)),
		"want at most 4096 bytes, right":         archive("", many...),
		"not the end of one":                     archive("hello", named(botfile.ManifestName)),
		"a zip directory of":                     append([]byte("#!/bin/sh\n"), file...),
		"its last 22 bytes are not the end of o": append(bytes.Clone(file), 0),
	} {
		_, err := read(bad)
		var format *botfile.FormatError
		if assert.ErrorAs(t, err, &format, reason) {
			assert.ErrorContains(t, err, reason)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	for reason, change := range map[string]func(*botfile.Bot){
		"licence":            func(b *botfile.Bot) { b.Manifest.Licence = "" },
		"training.algorithm": func(b *botfile.Bot) { b.Manifest.Training.Algorithm = "" },
		"training:":          func(b *botfile.Bot) { b.Manifest.Training.Seconds = math.NaN() },
		"training.temp":      func(b *botfile.Bot) { b.Manifest.Training.Temperature = math.Inf(1) },
		"spec_hash":          func(b *botfile.Bot) { b.Manifest.SpecHash = "ABC" },
		"blocks":             func(b *botfile.Bot) { b.Manifest.Blocks = nil },
		"blocks[1]":          func(b *botfile.Bot) { b.Manifest.Blocks[1].Shape = []int{1 << 20, 1 << 20} },
		"evaluation[0]":      func(b *botfile.Bot) { b.Manifest.Evaluation[0].Games = 0 },
		"finite":             func(b *botfile.Bot) { b.Weights.Flat[0] = float32(math.Inf(1)) },
	} {
		bot := sample()
		change(&bot)
		var file bytes.Buffer
		assert.ErrorContains(t, botfile.Write(&file, bot), reason)
		assert.Zero(t, file.Len(), "nothing half-written")
	}
	assert.ErrorIs(t, botfile.Write(full{}, sample()), io.ErrShortWrite)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// small returns bots of few bytes, which a fuzzer changes more of.
func small() []botfile.Bot {
	net := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 3, Hidden: []int{1}, Activation: models.ReLU}
	one := sample()
	one.Weights = models.Init(net, 1)
	bare := one
	bare.Manifest.Kind, bare.Manifest.Level = botfile.KindBare, level()
	apart := one
	apart.Manifest.Temperatures = temperatures()
	return []botfile.Bot{one, bare, tableSample(), apart}
}

// Whatever the bytes of an archive: an error is a *FormatError; a bot that is read is
// written again to bytes that read the same, and its weights are numbers; and the memory
// taken is bounded by the size of the file.
func FuzzRead(f *testing.F) {
	for _, bot := range small() {
		var file bytes.Buffer
		require.NoError(f, botfile.Write(&file, bot))
		f.Add(file.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<15 {
			return
		}
		checkRead(t, data)
	})
}

// FuzzManifest changes the manifest and the members of a bot, and mends what package
// zip would find: checksums of the archive and of the manifest.
func FuzzManifest(f *testing.F) {
	for _, bot := range small() {
		file := encode(f, bot)
		archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
		require.NoError(f, err)
		parts := [3][]byte{}
		for i, member := range archive.File {
			r, err := member.Open()
			require.NoError(f, err)
			parts[i], err = io.ReadAll(r)
			require.NoError(f, err)
		}
		f.Add(parts[0], parts[1], parts[2])
	}
	f.Fuzz(func(t *testing.T, manifest, first, second []byte) {
		if len(manifest)+len(first)+len(second) > 1<<15 {
			return
		}
		names := []string{botfile.ManifestName, botfile.WeightsName, botfile.PolicyName}
		members := [][]byte{manifest, first, second}
		if len(second) == 0 {
			names, members = []string{botfile.ManifestName, botfile.TableName}, members[:2]
			if bytes.Contains(manifest, []byte(botfile.WeightsName)) {
				names[1] = botfile.WeightsName
			}
		}
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for i, name := range names {
			m, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
			require.NoError(t, err)
			if i == 0 {
				members[0] = mended(members[0], names[1:], members[1:])
			}
			_, err = m.Write(members[i])
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		checkRead(t, out.Bytes())
	})
}

// mended returns a manifest with the right checksums, when it has a place for them.
func mended(manifest []byte, names []string, members [][]byte) []byte {
	var keys map[string]json.RawMessage
	if json.Unmarshal(manifest, &keys) != nil {
		return manifest
	}
	sums := map[string]string{}
	for i, name := range names {
		sums[name] = fmt.Sprintf("%x", sha256.Sum256(members[i]))
	}
	text, err := json.Marshal(sums)
	if err != nil {
		panic(err)
	}
	old := keys["checksums"]
	if len(old) == 0 {
		return manifest
	}
	return bytes.Replace(manifest, old, text, 1)
}

// checkRead holds Read to what it promises.
func checkRead(t *testing.T, data []byte) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	bot, err := read(data)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20+200*len(data)), "bytes for a file of %d", len(data))
	if err != nil {
		var format *botfile.FormatError
		require.ErrorAs(t, err, &format)
		return
	}
	// A bare bot may be in single precision, as older versions wrote it.
	if bot.Manifest.Kind == botfile.KindBare {
		if bot.Weights, err = bot.Weights.Halved(); err != nil {
			return
		}
	}
	back, err := read(encode(t, *bot))
	require.NoError(t, err)
	require.Equal(t, bot.Manifest.Name, back.Manifest.Name)
	require.Equal(t, bot.Manifest.Evaluation, back.Manifest.Evaluation)
	if bot.Table != nil {
		require.Equal(t, bot.Table, back.Table)
		return
	}
	require.NoError(t, bot.Weights.Finite())
	require.Equal(t, bot.Weights.Flat, back.Weights.Flat)
}

// BenchmarkRead is one bot of about 100,000 weights, from bytes to a network
// that is ready to play.
func BenchmarkRead(b *testing.B) {
	bot := sample()
	net := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{256}}}, Actions: 3, Hidden: []int{128, 128}, Activation: models.ReLU}
	bot.Weights = models.Init(net, 1)
	file := encode(b, bot)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(file); err != nil {
			b.Fatal(err)
		}
	}
}

func Example() {
	bot := sample()
	var file bytes.Buffer
	if err := botfile.Write(&file, bot); err != nil {
		panic(err)
	}
	back, err := botfile.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		panic(err)
	}
	e := back.Manifest.Evaluation[0]
	fmt.Printf("%s for %s: wins %.0f%% against %s\n", back.Manifest.Name, back.Manifest.Game, 100*e.WinRate, e.Opponent)
	_, err = botfile.Read(bytes.NewReader(file.Bytes()[:100]), 100)
	fmt.Println(err)
	// Output:
	// kuhn for kuhn: wins 60% against random
	// not a bot file: no zip archive, or truncated (its last 22 bytes are not the end of one)
}
