# Everything lives in .venv and var/; nothing outside this folder is touched
# (but `make test` as root may install Debian packages that the tests need).
PYTHON ?= python3
BIN := .venv/bin
PIP_INSTALL = $(ALONE) $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all:

# One at a time, so that two `make run` in a new clone do not install, or load the demo, at once.
ALONE := $(PYTHON) -c "import fcntl, subprocess, sys; lock = open('Makefile'); fcntl.flock(lock, fcntl.LOCK_EX); sys.exit(subprocess.call(sys.argv[1:]))"

.PHONY: setup engine engine-daily dev run test test-all fuzz bench estimate ladder pictures release requirements lint clean

setup: .venv/run.stamp engine-daily  ## the virtual environment with what the site needs to run

engine: .venv/run.stamp  ## compile the engine, where there is a C compiler; ENGINE=plain leaves it as it is
	@$(BIN)/python -m engines.native.compiling

engine-daily: .venv/run.stamp  # the same; the rest goes on without it, and where it failed it is tried once a day
	-@$(BIN)/python -m engines.native.compiling --daily

dev: .venv/dev.stamp engine-daily  ## and with what its tests need

.venv/bin/python:
	$(ALONE) sh -c 'test -x .venv/bin/pip || $(PYTHON) -m venv .venv'

.venv/run.stamp: requirements/run.txt | .venv/bin/python
	$(PIP_INSTALL) -r requirements/run.txt
	@touch $@

.venv/dev.stamp: requirements/dev.txt .venv/run.stamp
	$(PIP_INSTALL) -r requirements/dev.txt
	@touch $@

.venv/bench.stamp: requirements/bench.txt requirements/compile.txt dev
	$(PIP_INSTALL) -r requirements/compile.txt
	$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --no-build-isolation -r requirements/bench.txt
	@touch $@

run: .venv/run.stamp $(if $(filter compiled,$(ENGINE)),engine)  ## PORT=8000 HOST=127.0.0.1; Ctrl-C stops web and worker
	@$(ALONE) $(BIN)/python manage.py prepare
	@exec $(BIN)/python manage.py up --compile

test: dev
	@exec $(BIN)/python tests/run.py

test-all: dev  ## the same, with every case of what `make test` tries in part (tests/thorough.py)
	@THOROUGH=1 exec $(BIN)/python tests/run.py

fuzz: dev  ## MINUTES=1 PROCESSES=1 ORACLE=--oracle EVERY=--every
	@exec $(BIN)/python -m tests.fuzz --minutes $(or $(MINUTES),1) --processes $(or $(PROCESSES),1) $(ORACLE) $(EVERY)

bench: .venv/bench.stamp
	@exec $(BIN)/python -m bench

estimate: .venv/bench.stamp  ## play zones out, fit the estimate of battles to them, say how far it is off: some hours
	@$(BIN)/python -m bench.wars.estimate data fit
	@$(BIN)/python -m bench.wars.calibration
	@exec $(BIN)/python -m bench.wars.estimate check

ladder: dev  ## how the captains' levels stand to each other, and the scenarios' fleets: some ten minutes
	@exec $(BIN)/python -m bench.battles.ladder

pictures: dev  ## every page at both widths into var/pictures/; those of the README into docs/pictures/
	@$(BIN)/python -m tests.floors
	@exec $(BIN)/python tests/pictures.py

release: .venv/run.stamp  ## what is sent along: var/release/sbom.json, and docs/third-party.md as it is now
	@$(PYTHON) -m venv var/release/tools
	@var/release/tools/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/release.txt
	@var/release/tools/bin/cyclonedx-py requirements requirements/run.txt --output-reproducible --of JSON \
	  --output-file var/release/sbom.json
	@printf '# Third-party software\n\nWhat the site needs to run, as `make release` found it. None of it is in this repository.\n\n' \
	  >docs/third-party.md
	@var/release/tools/bin/pip-licenses --python $(BIN)/python --from=mixed --format=markdown --with-urls --with-system \
	  --packages $$(grep -oE '^[A-Za-z0-9._-]+' requirements/run.txt) >>docs/third-party.md
	@echo "Look at what changed in docs/third-party.md. var/release/sbom.json is for those who ask for it."

lint: dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	find templates */*/templates */*/*/templates -name '*.html' -exec $(BIN)/djade --check {} +
	$(BIN)/python tests/template_layout.py
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run

requirements:  ## needs the uv tool
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 \
	  --custom-compile-command "make requirements" run.in -o run.txt
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 \
	  --custom-compile-command "make requirements" -c run.txt dev.in -o dev.txt
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 \
	  --custom-compile-command "make requirements" -c dev.txt compile.in -o compile.txt
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 \
	  --custom-compile-command "make requirements" -c dev.txt bench.in -o bench.txt
	cd requirements && uv pip compile --quiet --upgrade --generate-hashes --python-version 3.11 \
	  --custom-compile-command "make requirements" -c dev.txt release.in -o release.txt

clean:
	rm -rf .venv var
