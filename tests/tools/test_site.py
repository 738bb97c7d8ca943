"""What every answer of the site carries, and that Django's admin works under it."""

import re
from urllib.request import Request, urlopen

import pytest
from django.contrib.auth.models import User
from django.templatetags.static import static
from playwright.sync_api import Browser, ConsoleMessage


def _get(address: str, **headers: str) -> tuple[dict[str, str], bytes]:
    with urlopen(Request(address, headers=headers)) as answer:  # noqa: S310
        return {name.lower(): value for name, value in answer.headers.items()}, answer.read()


def test_a_static_file_is_named_by_its_digest_compressed_and_kept_for_ever(site: str):
    path = static("admin/css/base.css")
    assert re.search(r"base\.[0-9a-f]{12}\.css$", path)
    headers, plain = _get(site + path)
    assert "immutable" in headers["cache-control"]
    assert headers["content-type"].startswith("text/css")
    packed_headers, packed = _get(site + path, **{"Accept-Encoding": "gzip"})
    assert packed_headers["content-encoding"] == "gzip"
    assert len(packed) < len(plain)


def test_a_static_file_is_not_sent_again_to_who_has_it(client):
    path = static("admin/css/base.css")
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


@pytest.mark.browser
def test_the_admin_works_under_the_content_security_policy(site: str, browser: Browser):
    User.objects.create_superuser("chef", password="mot de passe")
    page = browser.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{site}/admin/")
    page.fill("[name=username]", "chef")
    page.fill("[name=password]", "mot de passe")
    page.click("[type=submit]")
    for path in ("auth/user/", "auth/user/add/", "auth/user/1/change/", "auth/group/add/"):
        page.goto(f"{site}/admin/{path}")
        assert page.locator("#content").is_visible()
    assert complaints == []
