# Two stages: what builds does not travel. The result runs as a user without rights.
FROM python:3.13.7-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/podium
COPY requirements.txt /tmp/requirements.txt
# trueskill comes as source only; every file must match its hash.
RUN /opt/podium/bin/pip install --require-hashes --no-binary trueskill -r /tmp/requirements.txt
WORKDIR /srv/podium
COPY . .
# As in production, so that names get their hashes; the key signs nothing, nothing is connected to.
RUN PODIUM_MODE=production SECRET_KEY=only-for-collecting-static-files-while-it-is-built \
    ALLOWED_HOSTS=localhost DATABASE_URL=postgres://localhost/none REDIS_URL=redis://localhost \
    /opt/podium/bin/python manage.py collectstatic --no-input --verbosity 0 \
    && /opt/podium/bin/python -m compileall -q . \
    && rm -f var/podium.sqlite3*

FROM python:3.13.7-slim-bookworm
ENV PATH=/opt/podium/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN groupadd --gid 10001 podium \
    && useradd --uid 10001 --gid podium --no-create-home --shell /usr/sbin/nologin podium
COPY --from=build /opt/podium /opt/podium
COPY --from=build /srv/podium /srv/podium
WORKDIR /srv/podium
USER 10001:10001
EXPOSE 8000
CMD ["granian", "--interface=wsgi", "--host=0.0.0.0", "--port=8000", "config.wsgi:application"]
