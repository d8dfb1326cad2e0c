package responses_test

import (
	"testing"

	"ringer/cmd/internal/cmdtest"
)

func TestMain(m *testing.M) { cmdtest.RunTests(m, nil) }
