"""The addresses of an account: of all that django-allauth has, those that staff need, under its own names."""

from allauth.account.views import login, logout, reauthenticate
from allauth.mfa.base.views import authenticate
from allauth.mfa.base.views import reauthenticate as reauthenticate_by_code
from allauth.mfa.recovery_codes.views import generate_recovery_codes
from allauth.mfa.totp.views import deactivate_totp
from allauth.mfa.webauthn.views import RemoveWebAuthnView, login_webauthn, reauthenticate_webauthn
from django.urls import path, reverse_lazy

from payouts.signing import views

remove_passkey = RemoveWebAuthnView.as_view(success_url=reverse_lazy("mfa_index"))

urlpatterns = [
    path("", views.Index.as_view(), name="mfa_index"),
    path("connexion", login, name="account_login"),
    path("connexion/code", authenticate, name="mfa_authenticate"),
    path("connexion/cle", login_webauthn, name="mfa_login_webauthn"),
    path("deconnexion", logout, name="account_logout"),
    path("mot-de-passe", views.ChangePassword.as_view(), name="account_change_password"),
    path("confirmer", reauthenticate, name="account_reauthenticate"),
    path("confirmer/code", reauthenticate_by_code, name="mfa_reauthenticate"),
    path("confirmer/cle", reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("application", views.ActivateTOTP.as_view(), name="mfa_activate_totp"),
    path("application/retirer", deactivate_totp, name="mfa_deactivate_totp"),
    path("cles/ajouter", views.AddPasskey.as_view(), name="mfa_add_webauthn"),
    path("cles/<int:pk>/retirer", remove_passkey, name="mfa_remove_webauthn"),
    path("codes", views.RecoveryCodes.as_view(), name="mfa_view_recovery_codes"),
    path("codes/nouveaux", generate_recovery_codes, name="mfa_generate_recovery_codes"),
]
