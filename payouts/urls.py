"""Addresses about what a play pays, and of the caisse."""

from django.urls import path, re_path

from payouts.views import attestation, day, desk, lots, result, winners

app_name = "payouts"
urlpatterns = [
    path("partie/<uuid:play_id>/resultat", result.result, name="result"),
    path("caisse/", desk.look_up, name="desk"),
    path("caisse/ticket/<int:number>/", desk.ticket, name="ticket"),
    path("caisse/ticket/<int:number>/payer", desk.pay, name="pay"),
    path("caisse/ticket/<int:number>/nul", desk.void, name="void"),
    path("caisse/ticket/<int:number>/lot/<int:lot_id>", lots.lot, name="lot"),
    re_path(r"^caisse/ticket/(?P<number>\d{15})/(?P<how>virement|cheque)$", winners.winners, name="winners"),
    path("caisse/paiement/<uuid:payment_id>/", desk.payment, name="payment"),
    path("caisse/paiement/<uuid:payment_id>/attestation", attestation.attestation, name="attestation"),
    path("caisse/paiement/<uuid:payment_id>/attestation.pdf", attestation.pdf, name="attestation_pdf"),
    path("caisse/paiement/<uuid:payment_id>/annuler", desk.cancel, name="cancel"),
    path("caisse/journee/", day.page, name="day"),
    path("caisse/journee.csv", day.csv_file, name="day_csv"),
    path("caisse/journee.pdf", day.pdf, name="day_pdf"),
]
