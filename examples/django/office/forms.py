from django import forms

from .models import Document


class DocumentForm(forms.ModelForm):
    class Meta:
        model = Document
        fields = ["title", "private"]


class CarelessForm(forms.ModelForm):
    """Takes the owner from the request."""

    class Meta:
        model = Document
        fields = ["title", "private", "owner"]
