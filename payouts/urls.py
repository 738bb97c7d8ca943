"""Addresses about what a play pays, and of the caisse."""

from django.urls import path, re_path

from payouts.views import attestation, day, desk, exchange, lots, result, transfer_files, transfers, winners

app_name = "payouts"
urlpatterns = [
    path("partie/<uuid:play_id>/resultat", result.result, name="result"),
    path("caisse/", desk.look_up, name="desk"),
    path("caisse/ticket/<int:number>/", desk.ticket, name="ticket"),
    path("caisse/ticket/<int:number>/payer", desk.pay, name="pay"),
    path("caisse/ticket/<int:number>/nul", desk.void, name="void"),
    path("caisse/ticket/<int:number>/echanger", exchange.exchange, name="exchange"),
    path("caisse/ticket/<int:number>/lot/<int:lot_id>", lots.lot, name="lot"),
    re_path(r"^caisse/ticket/(?P<number>\d{15})/(?P<how>virement|cheque)$", winners.winners, name="winners"),
    path("caisse/paiement/<uuid:payment_id>/", desk.payment, name="payment"),
    path("caisse/paiement/<uuid:payment_id>/attestation", attestation.attestation, name="attestation"),
    path("caisse/paiement/<uuid:payment_id>/attestation.pdf", attestation.pdf, name="attestation_pdf"),
    path("caisse/paiement/<uuid:payment_id>/annuler", desk.cancel, name="cancel"),
    path("caisse/journee/", day.page, name="day"),
    path("caisse/journee.csv", day.csv_file, name="day_csv"),
    path("caisse/journee.pdf", day.pdf, name="day_pdf"),
    path("caisse/virements/", transfer_files.index, name="transfers"),
    path("caisse/virements/fichier/<int:file_id>/", transfer_files.file, name="transfer_file"),
    path("caisse/virements/fichier/<int:file_id>/liberer", transfer_files.release, name="transfer_release"),
    path("caisse/virements/fichier/<int:file_id>/telecharger", transfer_files.download, name="transfer_download"),
    path("caisse/virements/<int:transfer_id>/", transfers.transfer, name="transfer"),
    path("caisse/virements/<int:transfer_id>/banque", transfers.confirm, name="transfer_confirm"),
    path("caisse/virements/<int:transfer_id>/refus", transfers.refuse, name="transfer_refuse"),
    path("caisse/virements/<int:transfer_id>/rejet", transfers.record_return, name="transfer_return"),
    path("caisse/virements/<int:transfer_id>/compte", transfers.correct, name="transfer_correct"),
]
