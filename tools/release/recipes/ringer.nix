# An expression for Nix: nix-build ringer.nix
{{- if .Placeholder}}
# {{.Placeholder}}
{{- end}}
{ pkgs ? import <nixpkgs> { } }:
let
  archives = {
{{- range .Nix}}
    "{{.System}}" = {
      url = "{{.URL}}";
      sha256 = "{{.Sum}}";
    };
{{- end}}
  };
  inherit (pkgs.stdenv.hostPlatform) system;
in
pkgs.stdenvNoCC.mkDerivation {
  pname = "ringer";
  version = "{{.Version}}";
  src = pkgs.fetchurl (archives.${system} or (throw "ringer: no archive for ${system}"));
  nativeBuildInputs = [ pkgs.installShellFiles ];
  dontBuild = true;
  dontFixup = true;
  installPhase = ''
    install -D -m 755 ringer "$out/bin/ringer"
    installShellCompletion --cmd ringer{{range .Completions}}{{if .Nix}} --{{.Shell}} completions/{{.File}}{{end}}{{end}}
    installManPage man/man1/*.1
  '';
  meta = {
    description = "{{.Description}}";
    homepage = "{{.URL}}";
    license = pkgs.lib.licenses.asl20;
    mainProgram = "ringer";
    platforms = builtins.attrNames archives;
    sourceProvenance = [ pkgs.lib.sourceTypes.binaryNativeCode ];
  };
}
