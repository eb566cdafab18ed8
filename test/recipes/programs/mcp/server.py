# An MCP server as the Python SDK's documentation writes one: python server.py ISSUER RESOURCE SCOPE
# The verifier says for whom a token is, and `validate_token_resource` refuses those for another server.
import json
import os
import sys
import urllib.request

import jwt
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

issuer, resource, scope = sys.argv[1:]
metadata = json.load(urllib.request.urlopen(issuer + "/.well-known/oauth-authorization-server"))
keys = jwt.PyJWKClient(metadata["jwks_uri"])


class Verifier:
    async def verify_token(self, token):
        try:
            key = keys.get_signing_key_from_jwt(token)
            claims = jwt.decode(token, key, algorithms=["ES256"], issuer=issuer, options={"verify_aud": False})
        except jwt.PyJWTError:
            return None
        if jwt.get_unverified_header(token)["typ"] != "at+jwt":
            return None
        return AccessToken(
            token=token,
            client_id=claims["client_id"],
            scopes=claims["scope"].split(),
            expires_at=claims["exp"],
            resource=claims["aud"],
            subject=claims["sub"],
        )


mcp = MCPServer(
    "clock",
    token_verifier=Verifier(),
    auth=AuthSettings(
        issuer_url=issuer,
        resource_server_url=resource,
        required_scopes=[scope],
        validate_token_resource=True,
    ),
)


@mcp.tool()
def year() -> str:
    return "2026"


mcp.run("streamable-http", host="127.0.0.1", port=int(os.environ["PORT"]), json_response=True)
