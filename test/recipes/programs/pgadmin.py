# What pgAdmin 9.18 does with the recipe's settings at a sign-in (pgadmin/authenticate/oauth2.py), on the same library: its
# package is 120 MB with ten cloud SDKs behind it, and takes longer to install than all recipes together take to run.
import os

import config_local as config
from authlib.integrations.flask_client import OAuth
from flask import Flask, session

app = Flask(__name__)
app.secret_key = "only for this test"
provider = config.OAUTH2_CONFIG[0]
client = OAuth(app).register(
    name=provider["OAUTH2_NAME"],
    client_id=provider["OAUTH2_CLIENT_ID"],
    client_secret=provider["OAUTH2_CLIENT_SECRET"],
    access_token_url=provider["OAUTH2_TOKEN_URL"],
    authorize_url=provider["OAUTH2_AUTHORIZATION_URL"],
    api_base_url=provider["OAUTH2_API_BASE_URL"],
    server_metadata_url=provider.get("OAUTH2_SERVER_METADATA_URL"),
    client_kwargs={
        "scope": provider["OAUTH2_SCOPE"],
        "verify": True,
        "code_challenge_method": provider["OAUTH2_CHALLENGE_METHOD"],
        "response_type": provider["OAUTH2_RESPONSE_TYPE"],
    },
)
# Accounts that pgAdmin has already: (username, source) → role.
users = {("boss@example.com", "oauth2"): "Administrator"}


def resolve_username(claims, profile):
    """pgAdmin's order: the claim it is told to take, or else address, username, sub."""
    email = profile.get("mail") or profile.get("email")
    claim = provider.get("OAUTH2_USERNAME_CLAIM")
    if claim:
        return claims.get(claim) or profile.get(claim)
    return claims.get("email") or email or claims.get("preferred_username") or claims.get("sub")


@app.get("/login")
def login():
    return client.authorize_redirect(f"http://localhost:{os.environ['PORT']}/oauth2/authorize")


@app.get("/oauth2/authorize")
def authorize():
    session["oauth2_token"] = token = client.authorize_access_token()
    claims = token.get("userinfo") or {}
    profile = client.get(provider["OAUTH2_USERINFO_ENDPOINT"], token=token).json()
    username = resolve_username(claims, profile)
    if not username:
        return "Could not extract username from OIDC claims.", 401
    role = users.setdefault((username, "oauth2"), "User")
    return {"username": username, "role": role}


app.run("localhost", int(os.environ["PORT"]))
