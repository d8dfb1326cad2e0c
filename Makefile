# Everything that people and CI run. `make` alone lists the targets.

# The toolchain that go.mod names arrives by itself, whatever Go is installed
# and however it is set up; vector instructions make the network ten times
# faster; one static binary.
export GOTOOLCHAIN = auto
export GOEXPERIMENT = simd
export CGO_ENABLED = 0

# Programs and tests are built alike, so that what one has compiled serves the other.
export GOFLAGS := $(GOFLAGS) -trimpath

GO      ?= go
TOOL     = $(GO) tool -modfile=tools/go.mod
BUILDS  ?= bin
BIN      = bin/ringer$(if $(filter Windows_NT,$(OS)),.exe)

# Where make wasm puts the host of tables for browsers.
HOST = play/wasm/dist

# No test is judged by the clock: this only ends one that hangs, on a machine that
# is busy with other work too.
TIMEOUT ?= 2h

# make module PATH=… names a module path as the variable in which every program looks for the
# others. What it was when make began is put back: the shell that is called while PATH is
# expanded still has it.
ifeq ($(filter module,$(MAKECMDGOALS)) $(origin PATH),module command line)
MODULE := $(PATH)
override PATH = $(shell echo "$$PATH")
override export PATH := $(PATH)
endif

# More packages at a time than there are processors, since some wait for each other's clocks.
AT_ONCE ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null) && echo $$((n + 1)))

# Tests are not vetted once more: make lint does that.
GOTEST = $(GO) test -vet=off -timeout $(TIMEOUT) $(if $(AT_ONCE),-p $(AT_ONCE))

# Compilers and tests make much garbage and keep little: to collect it a quarter as often saves a quarter of their
# processor time. Near the limit it is collected more often.
build program wasm lint test test-cpu ship-test python-test race race-quick: export GOGC ?= 400
build program wasm lint test test-cpu ship-test python-test race race-quick: export GOMEMLIMIT ?= 2GiB

# On a terminal, how far the tests are; elsewhere go test alone.
SHOWN = $(GO) run -C tools ./testrun -seconds '$(CURDIR)/bin/$(1)-seconds.json'

# What tests write is gone when they end, and waiting for a disk takes longer than all else that
# tests of runs do: they write to memory where Linux has 2 GB for it. The folder always has the same
# name, by which the go command knows results again; programs are linked where they always are.
MEMORY  := $(shell d=/dev/shm; [ -w $$d ] && ! grep -q " $$d .*noexec" /proc/mounts && \
	df -Pk $$d | awk 'NR == 2 && $$4 > 2000000 { print "'$$d/ringer-$$(id -u)'" }')
SCRATCH = $(if $(MEMORY),mkdir -p -m 700 $(MEMORY) && trap 'rmdir $(MEMORY) 2>/dev/null' EXIT && \
	GOTMPDIR="$${GOTMPDIR:-$${TMPDIR:-/tmp}}" TMPDIR=$(MEMORY))

# Race detection is for the packages that start goroutines; the rest would only be
# slow. -short leaves out tests that compute for long and share nothing.
RACED = ./agents/mcts ./agents/neural ./agents/search ./cmd ./cmd/internal/about ./cmd/internal/games ./cmd/internal/play ./cmd/internal/program ./cmd/internal/remote ./cmd/internal/shell ./internal/cluster ./internal/cluster/clustertest ./internal/console ./internal/machine ./internal/processes ./internal/progress ./env/games ./env/gym ./eval ./models ./internal/cluster/jobs ./internal/cluster/work \
	./open/study ./open/workbench ./open/workers ./play ./play/external ./play/peek ./play/protocol ./play/review ./play/server ./play/session ./play/wire ./report/corpus ./report/decisions ./report/uplift ./train ./train/checkpoint ./train/bestresponse ./train/policy ./train/ppo ./train/speed ./train/spread

PLATFORMS = linux/amd64 linux/arm64 windows/amd64 darwin/amd64 darwin/arm64

.DEFAULT_GOAL = help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

## Use

PROGRAM = $(GO) build -buildvcs=auto -ldflags='-s -w' -o $(BIN) ./cmd/ringer

.PHONY: build
build: wasm ## build bin/ringer
	$(PROGRAM)

# Traces of panics and profiles name functions and lines in both; only debuggers want these.
.PHONY: debug
debug: ## build bin/ringer-debug, the same program with symbols for debuggers such as delve
	$(GO) build -buildvcs=auto -o $(BUILDS)/ringer-debug ./cmd/ringer

# The host of tables for browsers, which ringer site writes. It is built anew where its
# sources changed.
.PHONY: wasm
wasm: ## build the host of tables as WebAssembly into play/wasm/dist
	GOOS=js GOARCH=wasm $(GO) build -buildvcs=false -ldflags='-s -w' -o $(BUILDS)/ringer.wasm ./cmd/wasm
	@GOOS= GOARCH= $(GO) run -C tools ./pack -root "$(CURDIR)" '$(BUILDS)/ringer.wasm' '$(HOST)/ringer.wasm.zst'
	@cmp -s "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(HOST)/wasm_exec.js || cp -f "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" $(HOST)/

# A first training does without the host for browsers, which takes as long to compile as the
# program itself; one that has been built is kept up to date.
.PHONY: program
program: $(if $(wildcard $(HOST)/ringer.wasm.zst),wasm)
	$(PROGRAM)

.PHONY: train
train: program ## train the first bot, heat with four seats, in minutes; a stopped training goes on (CONFIG=heat-long: another one)
	@$(BIN) train --config $(or $(CONFIG),heat) --continue
	@command -v ringer > /dev/null || echo 'ringer is $(BIN) here: export PATH="$$PWD/bin:$$PATH"'

.PHONY: bench
bench: build ## measure how fast every game runs, and the Go benchmarks
	for game in $$($(BIN) games --names); do $(BIN) bench $$game --seconds 1 || exit 1; done
	$(GO) test -run '^$$' -bench . -benchmem -timeout $(TIMEOUT) ./...

TIMED  = kuhn leduc liarsdice goofspiel heat-long heist payday duel fourdowns fivepossessions
TIMING = --out docs/speed/training.jsonl --seconds $(or $(SECONDS_EACH),10)

# Backends to compare: BACKENDS='go:ops_sequential xla:/FOLDER/plugin.so'; the last in a build with -tags xla.
.PHONY: bench-train
bench-train: build ## measure how fast the shipped configurations train, into docs/speed.md (CONFIG=heat-long: one; BACKENDS='go …': of some; minutes for all)
	$(BIN) bench train $(or $(CONFIG),$(TIMED)) $(TIMING) $(foreach backend,$(BACKENDS),--backend $(backend))
	$(if $(CONFIG)$(BACKENDS),,$(foreach tables,256 512,$(BIN) bench train heat-long $(TIMING) --set 'collect={tables: $(tables), groups: 2, batch: 32768}' || exit 1;))
	$(if $(CONFIG)$(BACKENDS),,$(BIN) bench train leduc $(TIMING) --set 'collect={tables: 8192, groups: 2, batch: 131072}')
	$(GO) generate ./docs

# The first Python that has PyTorch, else any: the script says what it lacks.
TORCH ?= $(shell for python in python3 /usr/bin/python3; do $$python -c 'import numpy, torch' 2>/dev/null && echo $$python && exit; done; echo python3)

.PHONY: torch
torch: build ## measure learning beside a PPO loop in PyTorch, in turn on one core, into docs/speed.md (TIMES='leduc-64 --pairs 5 --seconds 5'; minutes; skips without PyTorch)
	@RINGER_BIN=$(BIN) $(TORCH) python/torch_bench.py --out docs/speed/torch.jsonl $(TIMES)
	@$(GO) generate ./docs

# AXES='tables seats'; CONFIG=heat-long: of another configuration.
.PHONY: growth
growth: build ## measure what a training costs with more tables, seats, width and workers, into docs/speed.md (SECONDS_EACH=10; ten minutes)
	$(BIN) bench growth $(AXES) --config $(or $(CONFIG),leduc) --seconds $(or $(SECONDS_EACH),5) --out docs/speed/growth.jsonl
	$(GO) generate ./docs

# What a run is asked to reach against its expert in all other seats, and how often it is asked: the
# shortest shipped training that gets there, and for 4 Downs a quarter of it.
STRONG_heat          = --targets 0.3,0.33
STRONG_heat-long     = --targets 0.33,0.4
STRONG_heat-4p       = --targets 0.45
STRONG_fourdowns-2p  = --targets 0.6
STRONG_duel-skirmish = --targets 0.55
SHORT_fourdowns-2p   = --set decisions=20000000

# SEEDS=5; ASKED=10: every so many iterations; SET='--set decisions=2000000': change what is trained.
.PHONY: strength
strength: build ## train to a strength and tell how long it took, into docs/speed.md (CONFIG=heat-long: one; hours for all; a stopped one goes on)
	$(foreach config,$(or $(CONFIG),heat heat-long heat-4p fourdowns-2p duel-skirmish),$(BIN) study --config $(config) --factors 1 --seeds 1..$(or $(SEEDS),3) --out runs/strength/$(config) \
		--set 'evaluation={every: $(or $(ASKED),25), games: 2000, opponents: [expert], final_games: 2000}' $(SHORT_$(config)) $(SET) && \
		$(BIN) bench strength runs/strength/$(config) --name $(config) $(STRONG_$(config)) --out docs/speed/strength.jsonl || exit 1;)
	$(GO) generate ./docs

## Test

# The first Python that has numpy: python3 may be one that lacks it.
PYTHON ?= $(eval PYTHON := $(shell for python in python3 /usr/bin/python3; do $$python -c 'import numpy' 2>/dev/null && echo $$python && break; done))$(PYTHON)

# Packages that take long begin first, or one of them would run alone at the end. Some of them wait
# more than they compute.
LONGEST = ./train/spread ./env/duel/... ./env/games ./cmd ./cmd/internal/remote ./eval ./env/payday/... ./train ./play ./cmd/internal/play

PYTHON_TEST = cd python && RINGER_BIN=../$(BIN) $(PYTHON) -m unittest discover -s tests -t .

.PHONY: test
test: program ## run the quick tests, and those of the Python package where python3 has numpy
	@[ -e $(HOST)/ringer.wasm.zst ] || echo "skips tests of ringer site: no host for browsers; make build builds it"
	@[ -n "$(PYTHON)" ] || echo "skipped the tests of python/: no python3 with numpy"
	@$(SCRATCH) $(call SHOWN,test) $(if $(PYTHON),-beside 'python=$(PYTHON_TEST)') $(GOTEST) $(LONGEST) ./...

# What leaves the repository is checked with parts of Kubernetes and Docker and with an engine for
# JavaScript. They take as long to compile as all other tests.
.PHONY: ship-test
ship-test: ## test the tools, and with them what leaves the repository: releases, manifests of clusters, workflows, the site of the pages
	$(GO) test -C tools -vet=off -count 1 -timeout $(TIMEOUT) ./...

.PHONY: wasm-test
wasm-test: ## test the vector instructions of WebAssembly under Node.js
	GOOS=js GOARCH=wasm $(GO) test -timeout $(TIMEOUT) -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" -run 'Kernel|Sparse|Multiply|Full|Batch|Tape' ./models

.PHONY: python-test
python-test: program ## run the tests of the Python package, where python3 has numpy
	@if [ -z "$(PYTHON)" ]; then echo "skipped the tests of python/: no python3 with numpy"; \
		else $(PYTHON_TEST); fi

.PHONY: python-checkers
python-checkers: build ## run the checkers of PettingZoo and Gymnasium on every game, where they can be imported (GAME='kuhn': of one game; minutes)
	@if [ -z "$(PYTHON)" ]; then echo "skipped: no python3 with numpy"; else RINGER_BIN=$(BIN) $(PYTHON) python/checkers.py $(if $(GAME),'$(GAME)'); fi

.PHONY: python-bench
python-bench: build ## measure the Python vector beside Go's (taskset -c 0 make python-bench: on one core)
	@RINGER_BIN=$(BIN) $(or $(PYTHON),python3) python/bench.py

.PHONY: outside
outside: ## build the template as a module outside of the repository and go through docs/own-game.md (a minute or two)
	RINGER_OUTSIDE=1 $(GOTEST) -count 1 -run '^TestOutsideModule$$' ./cmd

.PHONY: caps
caps: ## count the games of experts that end at a cap, with each shipped option, into the pages of the games (a quarter of an hour)
	RINGER_LONG=1 $(GO) test -count 1 -timeout $(TIMEOUT) -v -run '^TestCaps$$' ./report/ends -update
	$(GO) generate ./docs

.PHONY: planted
planted: ## change shipped games so that one thing dominates, and print what the study of things and reports find (an hour)
	RINGER_LONG=1 $(GO) test -count 1 -timeout $(TIMEOUT) -p 1 -v -run 'Planted|Unchanged' ./report/uplift ./open/reporting

.PHONY: test-cpu
test-cpu: ## print the CPU seconds of every package's quick tests (PACKAGES='./env/...': of some)
	$(GO) run -C tools ./testcpu $(PACKAGES)

.PHONY: check
check: lint ship-test test ## lint, then test all that is quick

# The template is vetted in a workspace with this module: by itself it would compile this module once more.
.PHONY: lint
lint: ## format, vet, staticcheck, tidy (make vet-all and make plain: without simd, and on every platform)
	@bad=$$($(TOOL) gofumpt -l .); \
		if [ -n "$$bad" ]; then printf 'not formatted; run "make format":\n%s\n' "$$bad"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -C tools ./...
	$(TOOL) staticcheck ./...
	@mkdir -p '$(abspath $(BUILDS))/template'
	@{ grep -E '^(go|toolchain) ' go.mod; printf 'use (\n\t"%s"\n\t"%s"\n)\n' '$(CURDIR)' '$(CURDIR)/docs/template'; } > '$(abspath $(BUILDS))/template/go.work'
	GOWORK='$(abspath $(BUILDS))/template/go.work' $(GO) vet -C docs/template ./...
	$(GO) mod tidy -diff
	$(GO) -C docs/template mod tidy -diff
	$(GO) mod verify

.PHONY: vet-all
vet-all: ## vet for every platform, with and without simd
	@for platform in $(PLATFORMS); do for simd in '' simd; do \
		echo "vet $$platform$${simd:+/simd}"; \
		GOOS=$${platform%/*} GOARCH=$${platform#*/} GOEXPERIMENT=$$simd $(GO) vet ./... || exit 1; \
	done; done

.PHONY: format
format: ## format all Go files
	$(TOOL) gofumpt -w .

.PHONY: race race-quick
race: ## run the tests of what runs goroutines, under the race detector (needs a C compiler; race-quick: but commands)
	@CGO_ENABLED=1 $(call SHOWN,race) $(GOTEST) -race -short -gcflags=all=-d=checkptr=0 $(RACED)

# To compile and link the commands takes a fifth of what it compiles and links, and their goroutines are mostly those of
# the packages below.
race-quick:
	@$(MAKE) --no-print-directory race RACED='$(filter-out ./cmd ./cmd/%,$(RACED))'

.PHONY: plain
plain: ## build and test without simd
	GOEXPERIMENT= $(GO) build -o /dev/null ./cmd/ringer
	GOEXPERIMENT= $(GO) test -timeout $(TIMEOUT) ./...

# What a plugin must pass: the numbers of other implementations, within a tolerance. Bits are
# the Go backend's promise alone.
XLA_TESTS = EqualsForward|Gradients|ClippedAdam|LossFalls|ResumeIsExact|AnotherModule|AgainstHandNumbers|FiniteDifferences
# On CUDA the plugin multiplies in TF32 unless told otherwise, which the tests of gradients tell.
COMMA    := ,
XLA_EXACT = $(GOMLX_BACKEND)$(if $(findstring tf32,$(GOMLX_BACKEND)),,$(COMMA)tf32=false)
XLA_RUN   = CGO_ENABLED=1 GOMLX_NO_AUTO_INSTALL=1 $(GO) test -tags xla -count 1 -timeout $(TIMEOUT)

.PHONY: xla
xla: ## build, vet and test with -tags xla (needs a C compiler; GOMLX_BACKEND=xla:/FOLDER/plugin.so: also on XLA, and compare curves)
	CGO_ENABLED=1 $(GO) vet -tags xla ./models/... ./agents/... ./train/... ./cmd/...
	CGO_ENABLED=1 $(GO) build -tags xla -o $(BUILDS)/ringer-xla ./cmd/ringer
	GOMLX_BACKEND= $(XLA_RUN) ./models/graph ./agents/neural ./train ./train/ppo ./train/speed
	@case '$(GOMLX_BACKEND)' in xla*) ;; *) echo \
		'skipped on XLA: $(XLA_TESTS), TestXLACurve: no PJRT plugin; set GOMLX_BACKEND=xla:/FOLDER/plugin.so' ;; esac
ifneq ($(filter xla%,$(GOMLX_BACKEND)),)
	$(BUILDS)/ringer-xla version
	GOMLX_BACKEND='$(XLA_EXACT)' $(XLA_RUN) -v -run '$(XLA_TESTS)' ./models/graph ./train/ppo
	GOMLX_BACKEND='$(XLA_EXACT)' RINGER_LONG=1 $(XLA_RUN) -v -run '^TestXLACurve$$' ./train
	$(BUILDS)/ringer-xla bench train leduc heat-long --backend go:ops_sequential --backend '$(GOMLX_BACKEND)'
endif

.PHONY: long
long: ## run the long tests: 100,000 random games a configuration, training to strength
	RINGER_LONG=1 $(GO) test -C tools -timeout 4h ./...
	RINGER_LONG=1 $(GO) test -timeout 4h -p 1 ./...

.PHONY: serve-load
serve-load: ## hold 200 tables for five minutes: errors, times of answers and of the page, memory
	RINGER_LOAD=300 $(GO) test -count 1 -timeout 20m -v -run TestServeLoad ./cmd/internal/play

# The emulator is of Debian's package qemu-user-static. Recorded games and golden
# playthroughs run as tests; then the program itself plays every game on both processors.
QEMU ?= qemu-aarch64-static
.PHONY: arm64
arm64: ## run recorded games with the program for arm64 in an emulator, and compare what it plays with this machine's (GAME=name: of one game)
	GOARCH=arm64 $(GO) test -exec $(QEMU) -count 1 -timeout $(TIMEOUT) -run '^(TestGolden|TestGoldenHistories)$$' ./env/games
	GOARCH=arm64 $(GO) test -exec $(QEMU) -count 1 -timeout $(TIMEOUT) ./play/replay ./env/gym ./env/layout ./eval/trajectory
	@GOARCH= $(GO) run -C tools ./arm64 -emulator $(QEMU) $(if $(GAME),-only $(GAME))

# It runs niced, so that other work goes on; MINUTES, SOAK='serve arena train' and OUT change it.
.PHONY: soak
soak: ## let distributed training, 100 tables and an arena run for an hour, or up to four where that does not tell, and test that memory, goroutines and files stay (MINUTES=60)
	RINGER_SOAK=$(or $(MINUTES),60) RINGER_SOAK_ONLY='$(SOAK)' RINGER_SOAK_OUT='$(OUT)' nice -n 5 $(GO) test -count 1 -timeout 24h -v -run '^TestSoak$$' ./cmd
	$(GO) generate ./docs

# LADDER='--seconds 1200 --exploit 0.5 --field FOLDER' changes how much is played.
.PHONY: ladder
ladder: build ## measure the shipped bots against a whole field, and write the results into the pages (BOT=name: one; hours for all; a stopped one goes on)
	$(BIN) ladder $(BOT) $(LADDER)
	$(GO) generate ./docs

# RINGER_PACK=1 packs the bots of checkpoints/, and RINGER_PACK=unpack unpacks them.
PACK = $(GO) test -count 1 -run '^TestBotsShipPacked$$' ./checkpoints

# The commits are those whose games the bots of checkpoints/ are of, one or more.
.PHONY: carry
carry: ## write the bots that ship anew for games whose spec hash has changed since, and the pages (WAS='COMMIT…')
	@: $(or $(WAS),$(error WAS is missing: name the commits whose games the bots are of))
	RINGER_PACK=unpack $(PACK)
	$(GO) run -C tools ./carry $(WAS)
	RINGER_PACK=1 $(PACK)
	$(GO) generate ./docs

.PHONY: pack
pack: ## round the weights of the bots in checkpoints/ that are not packed, and pack them
	$(GO) run -C tools ./carry -round
	RINGER_PACK=1 $(PACK)
	$(GO) generate ./docs

.PHONY: ratings
ratings: build ## choose the levels of every game and rate its opponents, a minute or two a game (GAME='heat(players=4)': of one; a stopped one goes on)
	$(BIN) ratings $(if $(GAME),'$(GAME)',--resume) --out play/opponents/ratings.json
	$(GO) generate ./docs

FACTORS ?= 0.25,1,4

.PHONY: scaling
scaling: build ## train CONFIG=heat-long for longer and shorter, and write what that buys into the pages (a stopped one goes on)
	$(BIN) study --config $(or $(CONFIG),heat-long) --factors $(FACTORS) --seeds $(or $(SEEDS),1) --ringer 1000 \
		--out runs/scaling/$(or $(CONFIG),heat-long) --record docs/scaling/$(or $(CONFIG),heat-long).jsonl $(SCALING)
	$(GO) generate ./docs

.PHONY: evidence
evidence: build ## count what the shipped bots bid, draft and where they stand, and write docs/evidence.md with charts (GAME=heat: of one game; minutes for all)
	$(BIN) evidence $(BOT) $(if $(GAME),--game $(GAME)) $(EVIDENCE)
	$(GO) generate ./docs

# make report GAME='heat(players=3)' REPORT='--minutes 5': all six large games without GAME.
.PHONY: report
report: build ## write the balance reports of the large games into runs/report-NAME (GAME=heat: of one; REPORT='--minutes 5')
	$(foreach game,$(or $(GAME),heat heist fourdowns fivepossessions payday duel),$(BIN) report $(game) $(REPORT) || exit 1;)

# Games that decide the targets of each game, as its report counts them. The trained bot that
# ships plays, and no training goes on from it: the rules are those that it knows.
GAMES_heat            = 3600
GAMES_heist           = 1800
GAMES_fivepossessions = 3200
GAMES_payday          = 400
BALANCE = --only seats --only things --only arc --only ends --only length

# Changes that ship beside a game, and mend what its report found: three trainings learn them.
CHANGED_heist  = 'heist(changes=even)' --games 1500
CHANGED_payday = 'payday(changes=staked)' --games 1500

.PHONY: balance
balance: build ## write the reports whose figures the pages of the games show, where rules or bots were replaced since (GAME=heat: of one game; an hour for all)
	$(foreach game,$(or $(GAME),heat heist fourdowns fivepossessions payday duel),$(BIN) report $(game) --games $(or $(GAMES_$(game)),2000) $(BALANCE) \
		--tune 0 --targets $(game) --out runs/balance-$(game) --record docs/balance/$(game).jsonl --renew $(REPORT) || [ $$? = 1 ] || exit 1;)
	$(foreach game,$(filter heist payday,$(or $(GAME),heist payday)),$(BIN) report $(CHANGED_$(game)) $(BALANCE) \
		--tune 180000 --targets $(game) --out runs/balance-$(game)-changed --record docs/balance/$(game).jsonl --renew $(REPORT) || [ $$? = 1 ] || exit 1;)
	$(GO) generate ./docs

# The report is of a changed card: the one of the front page's example.
.PHONY: screenshots
screenshots: build ## make the pictures of the front page anew, docs/pictures (needs Node.js, npm and chromium; minutes)
	$(NPM) ci --no-audit --no-fund
	RINGER_BIN=$(CURDIR)/$(BIN) PICTURES=$(CURDIR)/docs/pictures REPORT=$(CURDIR)/runs/pictured node play/web/test/pictures.mjs

.PHONY: browser
browser: ## look at pages in Chromium, wide and narrow, and keep pictures in runs/screenshots (needs chromium)
	RINGER_BROWSER=1 RINGER_SCREENSHOTS=$(CURDIR)/runs/screenshots $(GO) test -timeout 30m -run Looks ./cmd/...

NPM = npm --prefix play/web

.PHONY: web
web: ## build the page at the table into play/web/dist (needs Node.js and npm)
	$(NPM) ci --no-audit --no-fund
	$(NPM) run build

.PHONY: web-dev
web-dev: ## serve the page from its sources on port 5173, beside a ringer serve on port 8080 (needs Node.js and npm)
	$(NPM) run dev

.PHONY: web-test
web-test: build ## play whole games on the page in Chromium, with mouse, keys and finger, and keep pictures in runs/screenshots (needs Node.js, npm and chromium; GAME=heat: of one game)
	$(NPM) ci --no-audit --no-fund
	RINGER_BIN=$(CURDIR)/$(BIN) RINGER_SCREENSHOTS=$(or $(SCREENSHOTS),$(CURDIR)/runs/screenshots) $(NPM) test

# Tests give Firefox neither a slow line nor the colours of the night.
.PHONY: firefox-test
firefox-test: build ## play whole games on the page in Firefox, first games that teach too (needs Node.js, npm and firefox-esr; GAME=heat: of one game)
	$(NPM) ci --no-audit --no-fund
	BROWSER=firefox RINGER_BIN=$(CURDIR)/$(BIN) RINGER_SCREENSHOTS=$(or $(SCREENSHOTS),$(CURDIR)/runs/screenshots)/firefox \
		node --test --test-concurrency=1 play/web/test/play.test.mjs play/web/test/guided.test.mjs

.PHONY: site-speed
site-speed: build ## measure decisions in the browser beside the program's, built with and without vectors (needs Node.js, npm and chromium; GAME=heat SEEDS=5)
	GOEXPERIMENT= $(GO) build -o $(BUILDS)/ringer-plain ./cmd/ringer
	$(NPM) ci --no-audit --no-fund
	@RINGER_BIN=$(CURDIR)/$(BIN) RINGER_PLAIN=$(abspath $(BUILDS))/ringer-plain node play/web/test/speed.mjs

# Who sits at the tables of a training: the shipped mixture, nearly always one scripted
# opponent (as the first bots were trained), and the network alone with itself. leduc,
# which ships alone, has no expert. Best responses are trained where games are short.
ABLATE = $(BIN) study --factors 1 --seeds 1..$(or $(SEEDS),2) --deals 1000
ALONE  = --variant 'alone(opponents.past_share=0,opponents.fixed=[],opponents.fixed_share=0)'
LARGE  = --set decisions=1500000 --set evaluation.final_games=2000 $(ALONE)
ABLATE_fivepossessions = $(LARGE) --exploit 0.25 --variant 'experts(opponents.past_share=0.05,opponents.fixed=[expert],opponents.fixed_share=0.8)'
ABLATE_heist = $(LARGE) --variant 'experts(opponents.past_share=0.05,opponents.fixed=[expert],opponents.fixed_share=0.95)'
ABLATE_duel = $(LARGE) --variant 'experts(opponents.past_share=0.1,opponents.fixed_share=0.6)'
ABLATE_leduc = --exploit 0.25 --set decisions=400000 --set 'evaluation={every: 0, exact: false, opponents: [random, greedy], final_games: 2000}' \
	--variant 'greedy(opponents.past_share=0.05,opponents.fixed=[greedy],opponents.fixed_share=0.8)' \
	--variant 'mixture(opponents.past_share=0.2,opponents.past_slots=2,opponents.fixed=[random, greedy],opponents.fixed_share=0.25)'

.PHONY: ablation
ablation: build ## train with other opponents at the tables, and compare in docs/ablation.md (GAME=duel: of one game; an hour for all; a stopped one goes on)
	$(foreach game,$(or $(GAME),fivepossessions heist duel leduc),$(ABLATE) --config $(game) --out runs/ablation/$(game) --record docs/ablation/$(game).jsonl $(ABLATE_$(game)) || exit 1;)
	$(GO) generate ./docs

# Kinds of networks, each at the decisions of the MLP and at about its processor time.
NETWORKS = $(BIN) study --factors 1 --seeds 1..$(or $(SEEDS),2) --variant 'attention(network.kind=attention)'
FINAL    = --set 'evaluation={every: 0, games: 300, opponents: [random, expert], final_games: $(1)}'
NETWORKS_heat-long = --deals 400 --set decisions=800000 --set imitation.decisions=150000 $(call FINAL,2000) --variant 'attention-time(network.kind=attention,decisions=660000)'
NETWORKS_fivepossessions = --deals 1000 --set decisions=1000000 --set imitation.decisions=150000 $(call FINAL,2000) --variant 'attention-time(network.kind=attention,decisions=510000)'
NETWORKS_payday = --deals 500 --set decisions=200000 --set imitation.decisions=60000 $(call FINAL,1000) --variant 'attention-time(network.kind=attention,decisions=91000)'

.PHONY: networks
networks: build ## train kinds of networks in three games, and compare them in docs/networks.md (GAME=heat-long: in one; half an hour for all; a stopped one goes on)
	$(foreach game,$(or $(GAME),fivepossessions heat-long payday),$(NETWORKS) --config $(game) --out runs/networks/$(game) --record docs/networks/$(game).jsonl $(NETWORKS_$(game)) || exit 1;)
	$(GO) generate ./docs

# What the shipped wrappers are worth: small runs, of half a million decisions.
.PHONY: wrappers
wrappers: build ## train with and without observation wrappers, and compare (about an hour; a stopped one goes on)
	for game in heist fivepossessions payday; do \
		$(BIN) study --config $$game --variant "facts(game=$$game)" --seeds 1..3 --set decisions=500000 \
			--set imitation.agent=expert --set imitation.decisions=150000 \
			--set 'evaluation.opponents=[random,greedy,expert]' --set evaluation.final_games=1000 || exit 1; \
	done

# The calibration of a game trains the configuration of its bot, with seeds by which no setting was chosen.
CALIBRATION_leduc = leduc-long
SEEDS_kuhn = 201..203
SEEDS_leduc = 701..703
SEEDS_liarsdice = 201..203
SEEDS_goofspiel = 101..103
CALIBRATED = $(or $(GAME),kuhn leduc liarsdice goofspiel)

.PHONY: calibration
calibration: build $(foreach game,$(CALIBRATED),docs/calibration/$(game).es-mccfr.json docs/calibration/$(game).cfr+.json) ## train the four small games, solve what is not solved, and write docs/calibration.md (a quarter of an hour; a stopped one goes on)
	$(foreach game,$(CALIBRATED),$(BIN) study --config $(or $(CALIBRATION_$(game)),$(game)) --factors 1 --seeds $(SEEDS_$(game)) \
		--out runs/calibration/$(or $(CALIBRATION_$(game)),$(game)) --record docs/calibration/$(or $(CALIBRATION_$(game)),$(game)).jsonl || exit 1;)
	$(GO) generate ./docs

# LEARN='--game kuhn --decisions 300000': a part of the plan, or another budget. PLAN=FILE: another plan.
.PHONY: learners
learners: build ## compare learning algorithms at eight small games, and write docs/learners.md (hours; a stopped one goes on; LEARN='--game kuhn --decisions 300000': a part)
	$(BIN) bench learn $(or $(PLAN),small) --dir runs/learners --out docs/learners/learners.jsonl $(LEARN)
	$(GO) generate ./docs

# The best learners of the small games in large ones, at as many decisions.
# mmd takes the rates and the entropies of the configuration; the rest is its default.
LEARNERS_LARGE = $(BIN) study --factors 1 --seeds 1..$(or $(SEEDS),2) --variant 'ppo-magnet(ppo.magnet.coefficient=0.1,ppo.magnet.replace_every=20)'
AS_MMD = --variant 'mmd(algorithm=mmd,mmd.minibatch=1024,mmd.epochs=1,mmd.learning_rate=$(1),mmd.final_learning_rate=$(2),mmd.entropy=$(3),mmd.final_entropy=$(4),mmd.gae_lambda=$(5))'
LEARNERS_heat-long       = --deals 400 --set decisions=800000 --set imitation.decisions=150000 $(call FINAL,2000) $(call AS_MMD,0.0015,0.0003,0.01,0.004,0.9)
LEARNERS_fivepossessions = --deals 1000 --set decisions=1000000 --set imitation.decisions=150000 $(call FINAL,2000) $(call AS_MMD,0.001,0.0001,0.008,0.001,0.8)
LEARNERS_duel-skirmish   = --deals 1000 --set decisions=1000000 --set imitation.decisions=150000 $(call FINAL,1000) $(call AS_MMD,0.001,0.0001,0.01,0.002,0.95)

.PHONY: learners-large
learners-large: build ## compare the best learners of the small games in three large ones, in docs/learners.md (GAME=heat-long: in one; half an hour for all; a stopped one goes on)
	$(foreach game,$(or $(GAME),heat-long fivepossessions duel-skirmish),$(LEARNERS_LARGE) --config $(game) --out runs/learners-large/$(game) --record docs/learners-large/$(game).jsonl $(LEARNERS_$(game)) || exit 1;)
	$(GO) generate ./docs

docs/calibration/%.es-mccfr.json: | build
	$(call SOLVE,es-mccfr,100000)

docs/calibration/%.cfr+.json: | build
	$(call SOLVE,cfr+,1000)

SOLVE = @$(BIN) solve $* --algo $(1) --iterations $(2) --json > $@.part && mv $@.part $@ || { rm -f $@.part; exit 1; }

.PHONY: mutants
mutants: ## switch off clauses of the rules, one at a time, and see a test fail (GAME=name: of one game; half an hour for all)
	$(GO) run -C tools ./mutate $(if $(GAME),-game $(GAME))

.PHONY: fuzz
fuzz: ## run every fuzz test for FUZZTIME=10s (FUZZ='replay.*Read': those of that PACKAGE.NAME)
	@$(GO) run -C tools ./fuzz -go $(GO) -time $(or $(FUZZTIME),10s) $(if $(FUZZ),-match '$(FUZZ)')

# The packages with a test that crosses parts, and nothing else, are compiled.
CROSSED = $$(git grep -l '^func TestCross' -- '*_test.go' ':!docs/template' ':!tools' | xargs -n 1 dirname | sort -u | sed 's|^|./|')

# RINGER_CROSS_SEED makes other cases.
.PHONY: cross
cross: SHELL = /bin/bash
cross: .SHELLFLAGS = -o pipefail -c
cross: ## try every pair of values of the axes where parts meet, and print what was crossed (CROSS=Duel: in tests of that name; minutes)
	RINGER_CROSS=all $(GO) test -vet=off -count 1 -timeout $(TIMEOUT) -p 1 -v -run '^TestCross$(CROSS)' $(CROSSED) \
		| grep -vE '^(=== |[[:space:]]*--- (PASS|SKIP))'

.PHONY: chaos
chaos: ## kill, stop, starve and crowd trainings in ROUNDS=200 rounds, and compare all bytes (a full disk needs root)
	RINGER_CHAOS=$(or $(ROUNDS),200) $(GO) test -count 1 -timeout 2h -v -run '^TestChaos$$|EndsSoon' ./cmd

# CONFIGS='heat-long heist' SECONDS_EACH=10 SET=key=value change what is trained.
.PHONY: spread
spread: build ## measure a training that one and two workers play, in network namespaces (root; takes both processors for a minute a configuration)
	@$(GO) run -C tools ./spread -bin $(CURDIR)/$(BIN) -seconds $(or $(SECONDS_EACH),10) -configs $(or $(CONFIGS),heat-long) $(if $(SET),-set '$(SET)')

# SIM='-play 55 -decode 8.5 -learn 62 -bytes 187': service times that make spread has measured.
.PHONY: spread-sim
spread-sim: ## simulate a training with 1 to 100 workers from service times, and print where it bends
	@$(GO) run -C tools ./spreadsim $(SIM)

.PHONY: device-sim
device-sim: ## simulate play whose networks a device computes, and print how busy numbers of tables and groups keep it
	@$(GO) run -C tools ./devicesim $(SIM)

.PHONY: chaos-net
chaos-net: ## kill and freeze learner, workers and server of ROUNDS=10 trainings in network namespaces, cut, delay and break their wires, fill a disk, and compare all bytes (root)
	RINGER_CHAOS_NET=$(or $(ROUNDS),10) $(GO) test -count 1 -timeout 2h -v -run '^TestChaosNet$$' ./cmd

.PHONY: night
night: ## run what a release wants, and print one summary (ONLY='fuzz long': some parts; FUZZTIME=10m)
	@$(GO) run -C tools ./night -fuzztime $(or $(FUZZTIME),10m) -only '$(ONLY)'

.PHONY: onnx
onnx: ## compare exported policies with onnxruntime (needs Node.js and npm)
	npm ci --prefix models/onnxtest --ignore-scripts --no-audit --no-fund
	RINGER_ONNX=1 $(GO) test -count 1 -timeout $(TIMEOUT) -run ONNX ./models/...

## Write

.PHONY: golden
golden: ## write golden playthroughs and the tables of docs/games anew (GAME=name: of one game)
	$(GO) test ./env/games -run 'TestGolden' -update $(if $(GAME),-game $(GAME))
	$(GO) test ./play/wire -run 'TestConversations|TestTrajectories' -update
	$(GO) test ./play -run 'TestGames' -update
	@git status --short -- 'env/*/testdata' 'env/tactics/*/testdata' docs/games play/wire/testdata play/testdata

.PHONY: docs
docs: ## write the index of rulings, the ladders, the tables of docs/games and the outputs on the front page anew (GAME=name: of one game)
	$(GO) test ./env/games -run 'TestGoldenPages' -update $(if $(GAME),-game $(GAME))
	$(GO) generate ./docs
	RINGER_WRITE_PAGES=1 $(GO) test -count 1 ./cmd ./cmd/internal/program -run '^TestThe(FrontPage|KeysPage)'
	@git status --short -- docs README.md

.PHONY: docs-site
docs-site: ## write the pages as a folder with search that opens from the disk, into OUT=bin/docs
	@$(GO) run -C tools ./docsite -root "$(CURDIR)" -out '$(or $(OUT),bin/docs)'

.PHONY: notice
notice: ## write NOTICE, the licences of all linked modules, anew
	RINGER_WRITE_NOTICE=1 $(GO) test -count 1 ./cmd -run '^TestNotice$$'
	@git status --short -- NOTICE

.PHONY: module
module: ## give the repository another module path in one commit (PATH=github.com/me/ringer; MERGE=upstream/main: and merge what has the old path)
	@$(GO) run -C tools ./module $(if $(MERGE),-merge '$(MERGE)') $(or $(MODULE),$(error PATH is missing: make module PATH=github.com/me/ringer))

.PHONY: build-all
build-all: ## build for every platform, into BUILDS=bin
	@for platform in $(PLATFORMS); do \
		os=$${platform%/*}; arch=$${platform#*/}; \
		case $$os in windows) exe=.exe;; *) exe=;; esac; \
		echo "$(BUILDS)/ringer-$$os-$$arch$$exe"; \
		GOOS=$$os GOARCH=$$arch $(GO) build -o $(BUILDS)/ringer-$$os-$$arch$$exe ./cmd/ringer || exit 1; \
	done
	cp LICENSE NOTICE $(BUILDS)/

RELEASE ?= bin/release

.PHONY: release
release: wasm ## make archives and wheels for every platform, recipes for Homebrew, Scoop and Nix, the image, bill of materials and checksums, into RELEASE=bin/release (URL=https://…: where the archives will be)
	@GOOS= GOARCH= $(GO) run -C tools ./release -root "$(CURDIR)" -out '$(RELEASE)' -platforms '$(PLATFORMS)' -url '$(URL)'

.PHONY: wheel
wheel: wasm ## make the Python package with the program inside, a wheel for each platform, into WHEELS=bin/wheels (PLATFORMS=linux/amd64: of one)
	@GOOS= GOARCH= $(GO) run -C tools ./release -root "$(CURDIR)" -out '$(or $(WHEELS),bin/wheels)' -platforms '$(PLATFORMS)' -only wheels

.PHONY: release-check
release-check: ## check a release as those do who download it: unpack, play, train, compare checksums, materials, recipes (arm64 in an emulator, where it is there)
	@GOOS= GOARCH= $(GO) run -C tools ./release -root "$(CURDIR)" -out '$(RELEASE)' -platforms '$(PLATFORMS)' -emulator '$(QEMU)' -check

.PHONY: image
image: wasm ## make the container image from scratch, for docker load and podman load, into IMAGE=bin/image
	@GOOS= GOARCH= $(GO) run -C tools ./release -root "$(CURDIR)" -out '$(or $(IMAGE),bin/image)' -only image

.PHONY: image-test
image-test: image ## run the image's program as its user on a root that cannot be written to (needs root of Linux)
	RINGER_IMAGE='$(or $(IMAGE),bin/image)/ringer-image.tar' $(GO) test -C tools -count 1 -v -run '^TestImageRuns$$' ./release

.PHONY: reproducible
reproducible: ## make the release of the last commit twice, in other folders, with another umask, zone and cache, and compare all bytes (a quarter of an hour)
	RINGER_REPRODUCIBLE=1 $(GO) test -C tools -count 1 -timeout $(TIMEOUT) -v -run '^TestRingerTwice$$' ./release

# What the parts of the night want besides Go, a C compiler and make, by Debian's names.
.PHONY: needs
needs: ## install what make night wants, by the packages of Debian and Ubuntu (root, or sudo)
	$(if $(filter 0,$(shell id -u)),,sudo) apt-get update -qq
	$(if $(filter 0,$(shell id -u)),,sudo) env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
		gcc libc6-dev nodejs npm python3-numpy qemu-user-static

.PHONY: publish
publish: ## publish bin/release of the tagged commit on GitHub, with its notes (needs gh, and GH_TOKEN)
	tag=$$(git describe --exact-match --tags) && $(GO) run -C tools ./release -notes $$tag > bin/notes.md && \
		gh release create $$tag --verify-tag --title $$tag --notes-file bin/notes.md $(RELEASE)/*

.PHONY: clean
clean: ## remove what was built (runs stay)
	rm -rf bin night models/onnxtest/node_modules
