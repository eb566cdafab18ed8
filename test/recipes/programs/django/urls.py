from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.urls import include, path


def who(request):
    user = request.user
    if not user.is_authenticated:
        return JsonResponse({"signed_in": False})
    return JsonResponse(
        {"signed_in": True, "username": user.username, "email": user.email, "is_superuser": user.is_superuser}
    )


def sign_out_form(request):
    field = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    return HttpResponse(f'<form method="post" action="/oidc/logout/">{field}<button>Sign out</button></form>')


urlpatterns = [
    path("", who),
    path("sign-out", sign_out_form),
    path("oidc/", include("mozilla_django_oidc.urls")),
]
