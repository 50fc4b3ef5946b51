# One image for both services. Started as it is, it runs both under the supervisor, with the tables in /data;
# docker-compose.yml runs each by itself, beside a Redis.
FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONPATH=/app
WORKDIR /app

COPY requirements-runtime.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-runtime.lock

COPY LICENSE openapi.yaml ./
COPY api ./api
COPY evaluator ./evaluator
COPY bots ./bots
RUN python -m compileall -q api evaluator bots \
    && useradd --system --no-create-home --uid 10001 regrets \
    && install --directory --owner regrets --mode 0700 /data

# The command, without installing the project, which would need what builds it.
RUN printf '#!/bin/sh\nexec python -m api.cli "$@"\n' > /usr/local/bin/regrets \
    && chmod 755 /usr/local/bin/regrets

USER regrets
ENV REGRETS_HOST=0.0.0.0 REGRETS_DATA=/data
VOLUME /data
EXPOSE 8000

HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]

CMD ["regrets", "serve"]
