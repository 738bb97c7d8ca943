"""Addresses of the back office besides those of Django's admin."""

from django.urls import URLPattern, path, re_path

from office import issuing
from office.views import (
    blocks,
    booklets,
    claim_figures,
    claim_letters,
    claims,
    deciding,
    emissions,
    handling_claims,
    histories,
    liftings,
    refunds,
    returned,
    search,
    searching,
    suspensions,
    tables,
    ticket,
)

app_name = "office"
urlpatterns: list[URLPattern] = [
    path("reclamations/", claims.queue, name="claims"),
    path("reclamations/chiffres/", claim_figures.page, name="claim_figures"),
    path("reclamations/nouvelle/", claims.new, name="new_claim"),
    path("reclamations/<int:number>/", handling_claims.page, name="claim"),
    path("reclamations/<int:number>/lettres/<int:event>/", claim_letters.page, name="claim_letter"),
    path("reclamations/<int:number>/lettres/<int:event>/pdf/", claim_letters.pdf, name="claim_letter_pdf"),
    path("reclamations/<int:number>/donnees/", handling_claims.give, name="claim_data"),
    path("reclamations/<int:number>/effacer/", handling_claims.erase, name="claim_erase"),
    path("reclamations/<int:number>/<slug:action>/", handling_claims.act, name="claim_act"),
    path("livrets/voles/", booklets.stolen, name="flag_stolen"),
    path("livrets/anomalies/", booklets.misprint, name="flag_misprint"),
    path("livrets/lever/", booklets.lift, name="lift_flag"),
    path("livrets/signalements/<int:flagging_id>/", booklets.one, name="flagging"),
    path("livrets/levees/<int:lifting_id>/", liftings.one, name="lifting"),
    path("livrets/levees/<int:lifting_id>/retirer/", liftings.withdraw, name="lifting_withdraw"),
    path("tickets-rendus/", returned.returned, name="returned"),
    path("suspendre/", suspensions.suspend, name="suspend"),
    path("suspendre/<int:suspension_id>/lever/", suspensions.lift, name="lift_suspension"),
    path("remboursements/panne/", refunds.ask, name="mass_refund"),
    path("remboursements/panne/<int:mass_id>/", refunds.one, name="mass_refund_one"),
    path("remboursements/panne/<int:mass_id>/retirer/", refunds.withdraw, name="mass_refund_withdraw"),
    path("tableaux/nouveau/", tables.new, name="table_new"),
    path("tableaux/<int:table_id>/", tables.page, name="table"),
    path("tableaux/<int:table_id>/calcul/", tables.calculate, name="table_figures"),
    path("tableaux/<int:table_id>/fichier/", tables.import_file, name="table_import"),
    path("tableaux/<int:table_id>/copie/", tables.copy, name="table_copy"),
    path("tableaux/<int:table_id>/approbation/", tables.approve, name="table_approve"),
    path("tableaux/<int:table_id>/tableau.<str:form>", tables.export, name="table_export"),
    path("chercher/", searching.lead, name="searching"),
    path("recherche/", search.search, name="search"),
    path("recherche/livret/<int:key>/", search.booklet, name="found_booklet"),
    re_path(r"^recherche/emission/(?P<code>\d{5})/$", search.emission, name="found_emission"),
    re_path(r"^tickets/(?P<number>\d{15})/$", ticket.ticket, name="ticket"),
    re_path(r"^tickets/(?P<number>\d{15})/partie/(?P<step>\d{1,4})/$", ticket.replay, name="replay"),
    re_path(r"^tickets/(?P<number>\d{15})/decider/(?P<slug>[a-z-]+)/$", deciding.decide, name="decide"),
    re_path(r"^tickets/(?P<number>\d{15})/lever/(?P<mark_id>\d{1,18})/$", deciding.lift, name="lift"),
    re_path(r"^tickets/(?P<number>\d{15})/remboursement/(?P<refund_id>\d{1,18})/$", deciding.withdraw, name="withdraw"),
    path("emissions/nouvelle/", emissions.create, name="emission_create"),
    path("emissions/<int:emission_id>/", emissions.emission, name="emission"),
    path("emissions/<int:emission_id>/avis/<slug:which>/", emissions.notice, name="notice"),
    path("emissions/<int:emission_id>/avis/<slug:which>/texte/", emissions.text, name="notice_text"),
    path("emissions/<int:emission_id>/bloc/", blocks.ask, name="block_ask"),
    path("emissions/<int:emission_id>/epreuves/", blocks.proofs, name="proofs"),
    path("emissions/<int:emission_id>/epreuves.pdf", blocks.proofs_pdf, name="proofs_pdf"),
    path("blocs/demandes/<int:order_id>/", blocks.order, name="order"),
    path("blocs/demandes/<int:order_id>/annuler/", blocks.cancel, name="order_cancel"),
    path("blocs/<int:block_id>/", blocks.block, name="block"),
    path("blocs/<int:block_id>/fichier/", blocks.download, name="block_download"),
    path("blocs/<int:block_id>/autoriser/", blocks.authorise, name="block_authorise"),
    path(
        "<slug:app>/<slug:model>/<str:key>/history/", histories.history, name="history"
    ),  # in the place of the admin's
]

websocket_urlpatterns = [path("admin/blocs/direct", issuing.OrdersConsumer.as_asgi())]
