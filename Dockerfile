# The workspace in a container: docker compose up
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
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
