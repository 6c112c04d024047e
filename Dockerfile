# The workspace in a container: docker compose up
ARG NODE_IMAGE=node:22-bookworm-slim

# What npm reads, alone: a change of code installs no dependency again.
FROM ${NODE_IMAGE} AS manifests
COPY . /app
RUN find /app -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM ${NODE_IMAGE} AS build
COPY --from=manifests /app /app
WORKDIR /app
RUN npm ci
COPY . .
RUN npm run build \
  && rm -rf node_modules packages/*/node_modules apps/*/node_modules \
  && npm ci --omit=dev --workspace apps/btcp --prefer-offline \
  && rm -rf docs examples site scripts test-support packages/*/test apps/*/test

FROM ${NODE_IMAGE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium ca-certificates fonts-liberation fonts-noto-color-emoji tini \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home --uid 10001 btcp \
  && mkdir --mode=700 /data /downloads /workspace \
  && chown btcp:btcp /data /downloads /workspace \
  && ln --symbolic /app/apps/btcp/bin/btcp.js /usr/local/bin/btcp
COPY --from=build /app /app
USER btcp
WORKDIR /home/btcp
# Each is also a flag of btcp serve. AGENT_BROWSER_PROFILE, which usually is in /workspace, AGENT_BROWSER_ARGS and
# AGENT_BROWSER_STREAM_PORT work as well.
ENV BTCP_HOST=0.0.0.0 \
  BTCP_PORT=4700 \
  BTCP_CHROME=/usr/bin/chromium \
  BTCP_DATA=/data \
  BTCP_STATE=/data/state \
  BTCP_OUTPUT_DIR=/downloads
# Agents, sessions, profiles and the token; and what pages give out.
VOLUME ["/data", "/downloads"]
EXPOSE 4700
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.BTCP_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "btcp"]
CMD ["serve"]
