"""What every answer of the site carries."""

import re
from urllib.request import Request, urlopen

from django.templatetags.static import static


def _get(address: str, **headers: str) -> tuple[dict[str, str], bytes]:
    with urlopen(Request(address, headers=headers)) as answer:  # noqa: S310
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def test_a_static_file_is_named_by_its_digest_compressed_and_kept_for_ever(site: str):
    path = static("css/base.css")
    assert re.search(r"base\.[0-9a-f]{12}\.css$", path)
    headers, plain = _get(site + path)
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/css")
    packed_headers, packed = _get(site + path, **{"Accept-Encoding": "gzip"})
    assert packed_headers["content-encoding"] == "gzip"
    assert len(packed) < len(plain)


def test_a_static_file_is_not_sent_again_to_who_has_it(client):
    path = static("css/base.css")
    first = client.get(path)
    assert first.content
    again = client.get(path, headers={"If-Modified-Since": first["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")


def test_pages_allow_nothing_from_elsewhere_and_no_inline_code(site: str):
    headers, _ = _get(f"{site}/admin/login/")
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
