package cmdtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"ringer/env"
)

// TableMessage is a message of the table's protocol, as far as tests read it.
type TableMessage struct {
	Type   string            `json:"type"`
	Error  string            `json:"error"`
	Table  string            `json:"table"`
	Keys   map[string]string `json:"keys"`
	Step   int               `json:"step"`
	Over   bool              `json:"over"`
	Record string            `json:"record"`
	Games  []struct {
		Game      string `json:"game"`
		Opponents []struct {
			Agent   string `json:"agent"`
			Default bool   `json:"default"`
		} `json:"opponents"`
	} `json:"games"`
	Scene struct {
		Ask *struct {
			Choices []struct {
				Action env.Action `json:"action"`
			} `json:"choices"`
		} `json:"ask"`
	} `json:"scene"`
}

// caller speaks with a server over plain HTTP.
type TableCaller struct{ At, client string }

// Call posts a message, and returns what waits; an error where there is no server.
func (c *TableCaller) Call(text string) (list []TableMessage, err error) {
	r, err := http.NewRequest(http.MethodPost, c.At+"/api?wait=10", strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	if c.client != "" {
		r.Header.Set("Ringer-Client", c.client)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%d %s %w", res.StatusCode, body, err)
	}
	c.client = res.Header.Get("Ringer-Client")
	for line := range strings.Lines(string(body)) {
		var m TableMessage
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}
