"""Addresses of the back office besides those of Django's admin."""

from django.urls import URLPattern, path

from office.views import claim_figures, claim_letters, claims, handling_claims

app_name = "office"
urlpatterns: list[URLPattern] = [
    path("reclamations/", claims.queue, name="claims"),
    path("reclamations/chiffres/", claim_figures.page, name="claim_figures"),
    path("reclamations/nouvelle/", claims.new, name="new_claim"),
    path("reclamations/<int:number>/", handling_claims.page, name="claim"),
    path("reclamations/<int:number>/lettres/<int:event>/", claim_letters.page, name="claim_letter"),
    path("reclamations/<int:number>/lettres/<int:event>/pdf/", claim_letters.pdf, name="claim_letter_pdf"),
    path("reclamations/<int:number>/donnees/", handling_claims.give, name="claim_data"),
    path("reclamations/<int:number>/<slug:action>/", handling_claims.act, name="claim_act"),
]
