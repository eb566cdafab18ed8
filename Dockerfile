# Builds the program with its native addon, then copies what runs into a clean image. Data and secret live in /data:
#   docker run -p 4000:4000 -p 4001:4001 -v latchkey:/data -e LATCHKEY_AUTH_URL=https://login.example.com … latchkey
# Commands run beside it: docker exec <container> latchkey accounts list. It runs with a read-only root (--read-only).

FROM node:24-bookworm-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 make g++ \
 && rm -rf /var/lib/apt/lists/*
# The headers are in the image: none are downloaded while better-sqlite3 compiles.
ENV npm_config_nodedir=/usr/local
WORKDIR /app
COPY package.json package-lock.json ./
# Without scripts first, because `prepare` builds and the source is not here yet: dependencies stay in a layer of their own.
RUN npm ci --ignore-scripts --no-audit --no-fund && npm rebuild better-sqlite3
COPY tsconfig.json ./
COPY build ./build
COPY src ./src
COPY docs ./docs
# The build runs the program once, to keep what V8 compiles for a start.
COPY migrations ./migrations
RUN npm run build \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && chmod +x dist/cli/main.js \
 && rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/better-sqlite3/build/Release/obj*

FROM node:24-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends tini \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o node -g node -m 0700 /data \
 && ln -s /app/dist/cli/main.js /usr/local/bin/latchkey
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY migrations ./migrations
COPY config/latchkey.example.yaml ./config/
COPY LICENSE ./
ENV NODE_ENV=production \
    LATCHKEY_DATABASE_URL=sqlite:/data/latchkey.db \
    LATCHKEY_SECRET_FILE=/data/secret.key \
    LATCHKEY_AUTH_LISTEN=0.0.0.0:4000 \
    LATCHKEY_API_LISTEN=0.0.0.0:4001 \
    LATCHKEY_OPS_LISTEN=0.0.0.0:4009
USER node
VOLUME /data
EXPOSE 4000 4001 4009
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "/app/dist/cli/main.js", "healthcheck"]
ENTRYPOINT ["/usr/bin/tini", "--", "node", "/app/dist/cli/main.js"]
CMD ["serve"]
LABEL org.opencontainers.image.title="Latchkey" \
      org.opencontainers.image.description="A standalone OAuth 2.0 and OpenID Connect identity provider on SQLite or PostgreSQL." \
      org.opencontainers.image.licenses="MIT"
