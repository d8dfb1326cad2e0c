package botfile_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/botfile"
)

func tableSample() botfile.Bot {
	bot := sample()
	bot.Weights = nil
	bot.Manifest.Training.Algorithm = "cfr+"
	bot.Table = &botfile.Table{Rows: []botfile.Row{
		{Seat: 0, State: "J", Actions: []int32{0, 1}, Probs: []float64{0.75, 0.25}},
		{Seat: 0, State: "Q <pb>", Actions: []int32{0, 2}, Probs: []float64{1. / 3, 2. / 3}},
		{Seat: 1, State: "J", Actions: []int32{1}, Probs: []float64{1}},
	}}
	return bot
}

func TestTableRoundTrip(t *testing.T) {
	bot := tableSample()
	file := encode(t, bot)
	assert.Equal(t, file, encode(t, tableSample()), "same bot, same bytes")
	back, err := read(file)
	require.NoError(t, err)
	assert.Equal(t, bot.Table, back.Table)
	assert.Nil(t, back.Weights)
	assert.Nil(t, back.Manifest.Network)
	assert.Equal(t, botfile.KindTable, back.Manifest.Kind)
	assert.Equal(t, file, encode(t, *back), "what was read is written the same")

	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	require.NoError(t, err)
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	assert.Equal(t, []string{"manifest.json", "policy.jsonl"}, names)
	assert.Contains(t, string(file), `{"seat":0,"state":"Q <pb>","actions":[0,2],"probs":[0.3333333333333333,0.6666666666666666]}`+"\n")
}

func TestTableDamageIsNoticed(t *testing.T) {
	bot := tableSample()
	file := encode(t, bot)
	var format *botfile.FormatError
	for n := range file {
		_, err := read(file[:n])
		require.ErrorAs(t, err, &format, "truncated to %d of %d bytes", n, len(file))
	}
	for i := range file {
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x41
		back, err := read(damaged)
		if err != nil {
			require.ErrorAs(t, err, &format, "byte %d", i)
			continue
		}
		require.Equal(t, bot.Table, back.Table, "byte %d", i)
		require.Equal(t, file, encode(t, *back), "byte %d", i)
	}
}

func TestReadRefusesTables(t *testing.T) {
	file := encode(t, tableSample())
	// policy changes the table and mends its checksum.
	policy := func(old, new string) []byte {
		return rebuild(t, file, zip.Store, func(m map[string][]byte, _ *[]string) {
			require.Contains(t, string(m[botfile.TableName]), old)
			before := sha256.Sum256(m[botfile.TableName])
			m[botfile.TableName] = []byte(strings.Replace(string(m[botfile.TableName]), old, new, 1))
			after := sha256.Sum256(m[botfile.TableName])
			m[botfile.ManifestName] = bytes.Replace(m[botfile.ManifestName], []byte(hex.EncodeToString(before[:])), []byte(hex.EncodeToString(after[:])), 1)
		})
	}
	manifest := func(old, new string) []byte {
		return rebuild(t, file, zip.Store, func(m map[string][]byte, _ *[]string) {
			require.Contains(t, string(m[botfile.ManifestName]), old)
			m[botfile.ManifestName] = []byte(strings.Replace(string(m[botfile.ManifestName]), old, new, 1))
		})
	}
	network := encode(t, sample())
	for reason, bad := range map[string][]byte{
		"row 1: probs sum to":               policy("0.6666666666666666", "0.7"),
		"row 0: probs[1]: -0.25":            policy("0.25", "-0.25"),
		"row 0: actions [1 1]":              policy("[0,1]", "[1,1]"),
		"row 0: actions [0 3]":              policy("[0,1]", "[0,3]"),
		"row 0: 1 actions, 2 probabilities": policy("[0,1]", "[0]"),
		"row 1: seat 0, state \"J\" after":  policy("Q <pb>", "J"),
		"row 0: seat -1":                    policy(`"seat":0`, `"seat":-1`),
		`value: unknown key`:                policy(`{"seat":0`, `{"value":1,"seat":0`),
		"line 1: want one JSON object":      policy("\n", " {}\n"),
		"line 4 has no end":                 policy(`{"seat":1,"state":"J","actions":[1],"probs":[1]}`+"\n", `{"seat":1,"state":"J","actions":[1],"probs":[1]}`+"\n{}"),
		"policy.jsonl: sha256":              rebuild(t, file, zip.Store, func(m map[string][]byte, _ *[]string) { m[botfile.TableName][20] ^= 1 }),
		"policy.jsonl: is missing":          rebuild(t, file, zip.Store, func(_ map[string][]byte, order *[]string) { *order = (*order)[:1] }),
		`kind: "tree"`:                      manifest(`"kind": "table"`, `"kind": "tree"`),
		"network: nothing":                  manifest(`"kind": "table",`, ``),
		"no rows": policy(`{"seat":0,"state":"J","actions":[0,1],"probs":[0.75,0.25]}
{"seat":0,"state":"Q <pb>","actions":[0,2],"probs":[0.3333333333333333,0.6666666666666666]}
{"seat":1,"state":"J","actions":[1],"probs":[1]}
`, ""),
		"4 members": rebuild(t, network, zip.Store, func(m map[string][]byte, order *[]string) {
			m[botfile.TableName] = nil
			*order = append(*order, botfile.TableName)
		}),
	} {
		_, err := read(bad)
		var format *botfile.FormatError
		if assert.ErrorAs(t, err, &format, reason) {
			assert.ErrorContains(t, err, reason)
		}
	}
}

func TestWriteRefusesTables(t *testing.T) {
	both, neither, disordered, wide := tableSample(), tableSample(), tableSample(), tableSample()
	both.Weights = sample().Weights
	neither.Table = nil
	disordered.Table.Rows[0], disordered.Table.Rows[2] = disordered.Table.Rows[2], disordered.Table.Rows[0]
	wide.Manifest.Blocks = wide.Manifest.Blocks[:1]
	for reason, bot := range map[string]botfile.Bot{
		"either weights or a table": both, "want either weights": neither, "rows in order": disordered, "want ids below 1": wide,
	} {
		var file bytes.Buffer
		assert.ErrorContains(t, botfile.Write(&file, bot), reason)
		assert.Zero(t, file.Len())
	}
	disordered.Table.Sort()
	assert.Equal(t, encode(t, tableSample()), encode(t, disordered))
}

// BenchmarkReadTable is one bot of 10,000 information states.
func BenchmarkReadTable(b *testing.B) {
	bot := tableSample()
	bot.Table = &botfile.Table{}
	for i := range 10_000 {
		bot.Table.Rows = append(bot.Table.Rows, botfile.Row{State: fmt.Sprintf("%010d", i), Actions: []int32{0, 1, 2}, Probs: []float64{0.1, 0.2, 0.7}})
	}
	file := encode(b, bot)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(file); err != nil {
			b.Fatal(err)
		}
	}
}
