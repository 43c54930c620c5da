"""Asks a server of this container whether it answers; the health check of web and live.

A red `/healthz` (503) is an answer: it speaks of the whole service, and restarting the one that
reports a late clock would help nobody.
"""

from __future__ import annotations

import http.client
import os
import sys

ANSWERS = {200, 503}


def main(port: int) -> int:
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return 0 if connection.getresponse().status in ANSWERS else 1
    except OSError:
        return 1


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1])))
