# The service from its sources: Node runs TypeScript as it stands, so there is nothing to build.
FROM node:24-slim

ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    ASIDE_DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/aside-compile-cache \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY LICENSE ./
COPY scripts ./scripts
COPY models ./models
COPY sample ./sample
COPY console ./console
COPY sdk ./sdk
COPY src ./src

RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080

HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# Node itself is the first process, so it gets SIGTERM and stops in good order.
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "--no-parallel-scavenge", "--no-allocation-site-pretenuring", "--expose-gc", "src/main.ts"]
