package algos

import (
	"encoding/json"
	"reflect"
	"strings"

	"ringer/train/metrics"
)

// Settings returns the keys of a configuration with their values, in the order of the
// file, as TensorBoard shows them: ppo.entropy and so on. Lists and mappings are JSON. Rules and
// checksums, which nobody compares, are left out.
func (f *File) Settings() []metrics.Setting {
	var list []metrics.Setting
	mine := *f
	mine.Own = nil
	collect(reflect.ValueOf(mine), "", &list)
	if section := reflect.Indirect(reflect.ValueOf(f.Own[f.Algorithm])); section.Kind() == reflect.Struct {
		collect(section, f.Algorithm+".", &list) // of an algorithm that was registered
	}
	return list
}

// unshown are the keys that Settings leaves out.
var unshown = map[string]bool{"rules": true, "report_seed": true, "start_sha256": true, "teacher": true}

func collect(v reflect.Value, prefix string, list *[]metrics.Setting) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		key := prefix + name
		switch {
		case strings.Contains(options, "inline"):
			if field.Type.Kind() == reflect.Struct {
				collect(v.Field(i), prefix, list)
			}
			continue
		case unshown[key] || name == "-":
			continue
		case field.Type.Kind() == reflect.Struct:
			collect(v.Field(i), key+".", list)
			continue
		}
		*list = append(*list, metrics.Setting{Name: key, Value: settingOf(v.Field(i))})
	}
}

// settingOf returns a value as metrics.Setting has it.
func settingOf(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	case v.CanFloat():
		return v.Float()
	}
	if v.Kind() == reflect.String {
		return v.String()
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		return err.Error() // no configuration holds what JSON cannot
	}
	return string(text)
}
