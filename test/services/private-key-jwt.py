"""Redeems a code, refreshes and asks what a token is worth, as a client that Authlib authenticates by private_key_jwt."""
import json
import sys
import time

from authlib.jose import JsonWebKey
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7523 import PrivateKeyJWT



class ShortLived(PrivateKeyJWT):
    """By default Authlib lets an assertion live for an hour; and it keeps the jti in the claims that it is given."""

    def sign(self, auth, token_endpoint):
        self.claims = {"exp": int(time.time()) + 60}
        return super().sign(auth, token_endpoint)


told = json.load(sys.stdin)
token_url = told["issuer"] + "/oauth/token"
method = ShortLived(token_url, None, {"kid": told["key"]["kid"]}, told["alg"])
session = OAuth2Session(
    told["client_id"],
    JsonWebKey.import_key(told["key"]),
    token_endpoint_auth_method=method,
    revocation_endpoint_auth_method=method,
    redirect_uri=told["redirect_uri"],
)
tokens = session.fetch_token(token_url, grant_type="authorization_code", code=told["code"])
refreshed = session.refresh_token(token_url, refresh_token=tokens["refresh_token"])
asked = session.introspect_token(told["issuer"] + "/oauth/introspection", token=refreshed["access_token"])
print(json.dumps({"type": refreshed["token_type"], "worth": asked.json().get("active")}))
