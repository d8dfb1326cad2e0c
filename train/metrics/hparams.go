package metrics

import (
	"fmt"
	"io"
	"math"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// Setting is one hyperparameter of a run: a key of its configuration, and its value: a
// float64, a bool or a string.
type Setting struct {
	Name  string
	Value any
}

// Field numbers of tensorboard/plugins/hparams/plugin_data.proto, google/protobuf/struct.proto
// and framework/{summary,tensor}.proto.
const (
	valueTensor   protowire.Number = 8
	valueMetadata protowire.Number = 9

	metadataPlugin protowire.Number = 1
	metadataClass  protowire.Number = 4
	pluginName     protowire.Number = 1
	pluginContent  protowire.Number = 2
	classTensor                     = 2 // DATA_CLASS_TENSOR

	tensorType   protowire.Number = 1
	tensorShape  protowire.Number = 2
	tensorString protowire.Number = 8
	typeFloat                     = 1 // DT_FLOAT
	typeString                    = 7 // DT_STRING

	sessionStart    protowire.Number = 3
	sessionEnd      protowire.Number = 4
	startSettings   protowire.Number = 1
	startGroup      protowire.Number = 4
	startSeconds    protowire.Number = 5
	endStatus       protowire.Number = 1
	endSeconds      protowire.Number = 2
	endSucceeded                     = 1 // STATUS_SUCCESS
	mapKey          protowire.Number = 1
	mapValue        protowire.Number = 2
	structNumber    protowire.Number = 2
	structString    protowire.Number = 3
	structBool      protowire.Number = 4
	sessionStartTag                  = "_hparams_/session_start_info"
	sessionEndTag                    = "_hparams_/session_end_info"
	settingsTag                      = "config/settings"
	hparamsPlugin                    = "hparams"
	textPlugin                       = "text"
	seedSetting                      = "seed" // of the configuration
)

// WriteSettings writes what TensorBoard's HPARAMS page and its TEXT page show of a
// run's configuration. Runs whose settings differ in the seed alone are one group there.
func WriteSettings(w io.Writer, wallTime float64, settings []Setting) error {
	var start []byte
	var group, table strings.Builder
	table.WriteString("| key | value |\n|---|---|\n")
	for _, s := range settings {
		entry := appendText(nil, mapKey, s.Name)
		entry = appendMessage(entry, mapValue, settingValue(s.Value))
		start = appendMessage(start, startSettings, entry)
		fmt.Fprintf(&table, "| %s | %v |\n", s.Name, s.Value)
		if s.Name != seedSetting {
			fmt.Fprintf(&group, "%s=%v\n", s.Name, s.Value)
		}
	}
	start = appendText(start, startGroup, fmt.Sprintf("%08x", checksumOf(group.String())))
	start = protowire.AppendTag(start, startSeconds, protowire.Fixed64Type)
	start = protowire.AppendFixed64(start, math.Float64bits(wallTime))
	summary := appendMessage(nil, summaryValue, pluginValue(sessionStartTag, hparamsPlugin, appendMessage(nil, sessionStart, start), nil))
	text := protowire.AppendTag(nil, tensorType, protowire.VarintType)
	text = protowire.AppendVarint(text, typeString)
	text = appendMessage(text, tensorShape, nil)
	text = appendText(text, tensorString, table.String())
	summary = appendMessage(summary, summaryValue, pluginValue(settingsTag, textPlugin, nil, text))
	return writeSummary(w, wallTime, 0, summary)
}

// WriteEnd writes that a run has ended, and what it measured at its end, under the
// group final.
func WriteEnd(w io.Writer, wallTime float64, step int, final []Value) error {
	named := make([]Value, len(final))
	for i, v := range final {
		named[i] = Value{"final/" + strings.TrimPrefix(Tag(v.Name), "eval/"), v.Value}
	}
	summary := scalars(named)
	end := protowire.AppendTag(nil, endStatus, protowire.VarintType)
	end = protowire.AppendVarint(end, endSucceeded)
	end = protowire.AppendTag(end, endSeconds, protowire.Fixed64Type)
	end = protowire.AppendFixed64(end, math.Float64bits(wallTime))
	summary = appendMessage(summary, summaryValue, pluginValue(sessionEndTag, hparamsPlugin, appendMessage(nil, sessionEnd, end), nil))
	return writeSummary(w, wallTime, step, summary)
}

// settingValue encodes a google.protobuf.Value.
func settingValue(v any) []byte {
	switch v := v.(type) {
	case float64:
		return protowire.AppendFixed64(protowire.AppendTag(nil, structNumber, protowire.Fixed64Type), math.Float64bits(v))
	case bool:
		return protowire.AppendVarint(protowire.AppendTag(nil, structBool, protowire.VarintType), protowire.EncodeBool(v))
	}
	return appendText(nil, structString, fmt.Sprint(v))
}

// pluginValue encodes a summary value that a plugin of TensorBoard reads; without a
// tensor it gets an empty one, as TensorBoard's own writer does.
func pluginValue(tag, plugin string, content, tensor []byte) []byte {
	if tensor == nil {
		tensor = protowire.AppendVarint(protowire.AppendTag(nil, tensorType, protowire.VarintType), typeFloat)
		tensor = appendMessage(tensor, tensorShape, nil)
	}
	data := appendText(nil, pluginName, plugin)
	if content != nil {
		data = appendMessage(data, pluginContent, content)
	}
	metadata := appendMessage(nil, metadataPlugin, data)
	metadata = protowire.AppendVarint(protowire.AppendTag(metadata, metadataClass, protowire.VarintType), classTensor)
	value := appendText(nil, valueTag, tag)
	value = appendMessage(value, valueTensor, tensor)
	return appendMessage(value, valueMetadata, metadata)
}

func appendMessage(b []byte, field protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), message)
}

func appendText(b []byte, field protowire.Number, text string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), text)
}
