# One binary in a small image. Only the build stage needs the compiler and the headers.

FROM swift:6.3-bookworm AS build
WORKDIR /build
COPY Makefile ./
COPY scripts/bootstrap scripts/bootstrap
RUN apt-get update -qq \
    && apt-get install --yes --no-install-recommends -qq make \
    && make headers \
    && rm -rf /var/lib/apt/lists/*
COPY Package.* ./
COPY Plugins Plugins
COPY Sources Sources
COPY Tests Tests
COPY sql sql
COPY examples examples
COPY docs docs
COPY README.md ./
COPY scripts/package scripts/package
RUN make release && install -D .build/release/hearth /out/hearth

FROM debian:12-slim
RUN apt-get update -qq \
    && apt-get install --yes --no-install-recommends -qq \
        ca-certificates libcurl4 libpq5 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin hearth
COPY --from=build /out/hearth /usr/local/bin/hearth
USER 10001
ENV HEARTH_HOST=0.0.0.0 HEARTH_PORT=8080
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
    CMD ["/usr/local/bin/hearth", "health"]
ENTRYPOINT ["/usr/local/bin/hearth"]
CMD ["serve"]
