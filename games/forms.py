"""The forms a player posts, besides each game's own choice, which its rules read."""

from django import forms

MINORS = "Confirmez que vous avez 18 ans ou plus\u00a0: le jeu est interdit aux mineurs."


class CodeForm(forms.Form):
    """The ticket's code and the confirmation of age (art. 1, 3.3.2)."""

    code = forms.CharField(
        max_length=200,
        strip=True,
        error_messages={
            "required": "Tapez le code de votre ticket.",
            "max_length": "Ce texte est bien trop long pour un code.",
        },
    )
    majeur = forms.RegexField(r"\A(oui|on)\Z", error_messages={"required": MINORS, "invalid": MINORS})


class StepForm(forms.Form):
    """Which step of the play the posted choice is for."""

    step = forms.RegexField(r"\A[0-9]{1,5}\Z", strip=False)

    def clean_step(self) -> int:
        return int(self.cleaned_data["step"])
