# The project's commands; `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The only list of required Debian packages. The Dockerfile installs its headers.
HEADERS := libpq-dev libssl-dev libcurl4-openssl-dev
PACKAGES := $(HEADERS) postgresql-15 postgresql-15-plpgsql-check pgbouncer prometheus python3-yaml jq

# Those of the clients' tests, beside the tools of PyPI in clients/tests/requirements.txt.
CLIENT_PACKAGES := nodejs node-typescript node-express python3-venv python3-yaml

SWIFT_FOLDERS := Package.swift Plugins Sources Tests clients
SHELL_SCRIPTS := .ci/run scripts/bootstrap scripts/database scripts/schema scripts/test \
	scripts/test_image scripts/test_package $(addprefix scripts/package/,bookworm check_libraries clients dist split_swift \
	run_image debian/postinst debian/prerm debian/postrm)

# Tests that need no Postgres: those of the domain and of the house style.
PURE_TESTS := ^(EntitlementsTests|RevenueCatTests|TidyTests)\.

.PHONY: help
help: ## list the commands
	@awk 'BEGIN { FS = ":.*## " } /^[a-z\/]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: bootstrap ## start everything: a private Postgres, example tenants, demo data, the server
	@swift build --product hearth
	@exec "$$(swift build --show-bin-path)/hearth" up

.PHONY: bootstrap
bootstrap: toolchain ## install missing packages for building, running and testing (Debian)
	@scripts/bootstrap $(PACKAGES)

.PHONY: headers
headers: toolchain
	@scripts/bootstrap $(HEADERS)

.PHONY: toolchain
toolchain:
	@command -v swift >/dev/null || { \
	    echo "Swift 6.3 is missing. Get it from https://www.swift.org/install/linux/ and try again." >&2; \
	    exit 69; }

.PHONY: release
release: headers ## build the binary that needs no Swift where it runs: .build/release/hearth
	@HEARTH_EMBED_TEXT=1 swift build --configuration release --product hearth --static-swift-stdlib -Xlinker -s
	@scripts/package/check_libraries .build/release/hearth

.PHONY: dist
dist: release ## pack the release: a tarball, a Debian package, the clients, SHA256SUMS in .build/dist
	@scripts/bootstrap dpkg-dev python3-venv
	@scripts/package/dist .build/release/hearth

.PHONY: test
test: ## run every test on fixed seeds, against a Postgres that the tests start
	@scripts/test

.PHONY: test/soak
test/soak: ## run every test with full proofs on random seeds: an hour, before a release
	@HEARTH_TEST_EFFORT=100 scripts/test

.PHONY: test/clients
test/clients: ## test the clients of clients/ against the real binary
	@scripts/bootstrap $(CLIENT_PACKAGES)
	@swift build --product hearth
	@scripts/test_clients "$$(swift build --show-bin-path)/hearth" $(CLIENTS)

.PHONY: test/compose
test/compose: ## run each service of docker-compose.yml: its command, environment, order and health check
	@swift build --product hearth
	@scripts/test_compose "$$(swift build --show-bin-path)/hearth"

.PHONY: test/console
test/console: ## use the console and the documentation in a real browser, with and without scripts
	@scripts/bootstrap chromium chromium-driver
	@swift build --product hearth
	@scripts/test_console "$$(swift build --show-bin-path)/hearth"

.PHONY: test/cost
test/cost: ## count what an event costs Postgres, and compare it with a limit
	@swift build --product hearth
	@benchmarks/cost --check --program "$$(swift build --show-bin-path)/hearth"

.PHONY: test/alerts
test/alerts: ## check the alerts and the dashboard of examples/ with promtool
	@scripts/test_alerts

.PHONY: test/kubernetes
test/kubernetes: ## check examples/kubernetes against the schemas of Kubernetes
	@scripts/test_kubernetes

.PHONY: test/haproxy
test/haproxy: ## check examples/haproxy, and send a request of each kind through HAProxy
	@scripts/bootstrap haproxy
	@scripts/test_haproxy

.PHONY: test/package
test/package: dist ## install the Debian package in a Debian without Swift, and try it there (root)
	@scripts/bootstrap debootstrap curl
	@scripts/test_package

.PHONY: test/image
test/image: ## build the image without a registry, and run docker-compose.yml on it (root)
	@scripts/bootstrap buildah debootstrap python3-yaml
	@scripts/test_image

.PHONY: test/fast
test/fast: ## run the tests that need no database
	@scripts/test --filter '$(PURE_TESTS)'

.PHONY: lint
lint: ## check the format of Swift, and shell scripts with shellcheck
	@swift format lint --strict --parallel --recursive $(SWIFT_FOLDERS)
	@scripts/bootstrap shellcheck
	@shellcheck $(SHELL_SCRIPTS)

.PHONY: format
format: ## format Swift in place
	@swift format --in-place --parallel --recursive $(SWIFT_FOLDERS)

.PHONY: check
check: CLIENTS := python typescript
check: lint operations/check schema/check calls/check clients/check test/alerts test/haproxy test/kubernetes test test/compose test/console test/cost test/clients ## run what CI runs: lint, schema and calls, every test

.PHONY: check/changed
check/changed: ## check what differs from the last commit: lint, generated files, suites of its names
	@scripts/changed check

.PHONY: watch
watch: ## run the suites of each file that is saved; Ctrl-C ends it
	@scripts/changed watch

.PHONY: schema
schema: ## generate sql/schema.sql from the migrations and functions
	@scripts/schema write

.PHONY: schema/check
schema/check: ## compare sql/schema.sql with a fresh database, and check every function's body
	@scripts/schema check

.PHONY: operations
operations: ## generate the types that read requests, and the commands of hearth, from openapi/
	@scripts/operations write

.PHONY: operations/check
operations/check: ## compare what make operations writes with openapi/
	@scripts/operations check

.PHONY: calls
calls: ## generate the Swift calls of the functions: Sources/EntitlementsDatabase/Calls
	@scripts/calls write

.PHONY: calls/check
calls/check: ## compare the Swift calls with a fresh database
	@scripts/calls check

.PHONY: clients
clients: ## generate the types of the clients from openapi.yaml
	@[[ -x "$$(swift build --show-bin-path)/hearth" ]] || swift build --product hearth
	@scripts/clients write

.PHONY: clients/check
clients/check: ## compare the types of the clients with openapi.yaml
	@swift build --product hearth
	@scripts/clients check

.PHONY: bench
bench: ## run the benchmarks
	@benchmarks/run

.PHONY: drill
drill: release ## kill, hang and switch the primary of a Patroni cluster under load
	@scripts/bootstrap patroni etcd-server haproxy
	@benchmarks/drill

.PHONY: db
db: ## start a temporary migrated Postgres and print how to connect; Ctrl-C removes it
	@scripts/database run
