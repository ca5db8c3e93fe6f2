# Plumbline as an image: the server with its worker, without the embedded PostgreSQL. docs/install.md says how it is run.
#
#   docker build --build-arg COMMIT="$(git rev-parse HEAD)" -t plumbline:0.1.0 .

FROM node:24-bookworm-slim AS build
# The base fixes the versions of packages: pinned ones would keep out its security updates. The Node of the lock file, which the
# tests run on, needs libatomic.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/ledger-verify/package.json packages/ledger-verify/
COPY packages/sdk/package.json packages/sdk/
COPY packages/testing/package.json packages/testing/
RUN npm ci --engine-strict=false --no-audit --no-fund
COPY . .
ARG COMMIT=""
RUN npm run --silent package -- --into /opt/plumbline --commit "$COMMIT"

# That Node comes with the tree: the base has its libraries, certificates and time zones alone.
FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates libatomic1 tzdata \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --home-dir /var/lib/plumbline --create-home --shell /usr/sbin/nologin plumbline
COPY --from=build /opt/plumbline /opt/plumbline
RUN ln -s /opt/plumbline/bin/plumbline /usr/local/bin/plumbline

# Nothing is written outside DATA_DIR and /tmp, so the root file system may be read-only.
ENV DATA_DIR=/var/lib/plumbline \
  HOST=0.0.0.0 \
  PORT=8080 \
  METRICS_PORT=9464
USER 10001:10001
WORKDIR /var/lib/plumbline
VOLUME /var/lib/plumbline
EXPOSE 8080
# Every role has /readyz on METRICS_PORT, a worker too.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/opt/plumbline/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/plumbline/bin/plumbline"]
CMD ["serve"]
