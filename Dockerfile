# A Branchline server. `docker compose up` runs it with PostgreSQL; alone it keeps its games in /data.
FROM python:3.13-slim AS build
WORKDIR /src
COPY . .
# The versions that are tested; pip accepts no hashes in constraints.
RUN sed -n '/==/s/ \\$//p' requirements.lock > constraints.txt \
    && pip install --no-cache-dir --prefix /install --constraint constraints.txt ".[postgres]"

FROM python:3.13-slim
COPY --from=build /install /usr/local
RUN useradd --system --create-home --uid 10001 branchline \
    && mkdir /data && chown branchline /data
USER 10001
ENV BRANCHLINE_HOST=0.0.0.0 \
    BRANCHLINE_DATABASE=/data/games.db \
    BRANCHLINE_CACHE=/home/branchline/cache \
    BRANCHLINE_LOG=json
# Compile the rules and the bots into the image, so that a container is ready in seconds.
RUN python -m branchline.bots.warmup
VOLUME /data
EXPOSE 8111
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8111/readyz', timeout=2)"]
CMD ["branchline", "serve"]
