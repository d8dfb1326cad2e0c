# A formula for Homebrew.
{{- if .Placeholder}}
# {{.Placeholder}}
{{- end}}
class Ringer < Formula
  desc "{{.Description}}"
  homepage "{{.URL}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{range $system, $brew := .Brew}}
  on_{{$system}} do
{{- range $brew}}
    on_{{.Processor}} do
      url "{{.URL}}"
      sha256 "{{.Sum}}"
    end
{{- end}}
  end
{{end}}
  def install
    bin.install "ringer"
{{- range .Completions}}{{if .Brew}}
    {{.Brew}}_completion.install "completions/{{.File}}"{{if .Renamed}} => "{{.Renamed}}"{{end}}
{{- end}}{{end}}
    man1.install Dir["man/man1/*.1"]
  end

  test do
    assert_match "{{.Stamp}}", shell_output("#{bin}/ringer version")
  end
end
