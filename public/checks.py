"""What a production site has to say of itself before it is opened."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register


@register("public", deploy=True)
def known(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Name what the legal notice and security.txt lack."""
    lacking = [f"LEGAL_{name.upper()}" for name, told in settings.LEGAL.items() if not told]
    lacking += [] if settings.SECURITY_CONTACT else ["SECURITY_CONTACT"]
    hint = "docs/operations.md says what each is."
    return [Warning(f"{', '.join(lacking)}: not set", hint=hint, id="public.W001")] if lacking else []
