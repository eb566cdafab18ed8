// Authlib for Python: a script that signs somebody in and checks the ID token.
import { quoted } from './quote.ts';
import type { Sample, SampleValues } from './sample.ts';

export const authlibSample = (values: SampleValues): Sample => ({
  id: 'authlib',
  title: 'Authlib (Python)',
  commands: 'pip install Authlib requests\npython sign_in.py',
  files: [{ name: 'sign_in.py', text: program(values) }],
  tested: true,
});

const program = (values: SampleValues): string => {
  const { secret } = values;
  const proof =
    secret === undefined
      ? 'token_endpoint_auth_method="none",'
      : 'client_secret=CLIENT_SECRET,\n    token_endpoint_auth_method="client_secret_basic",';
  return `import json

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, JsonWebToken
from authlib.oidc.core import CodeIDToken

LATCHKEY = ${quoted(values.authUrl)}
API_KEY = ${quoted(values.apiKey)}
${secret === undefined ? '' : `CLIENT_SECRET = ${quoted(secret)}\n`}REDIRECT_URI = ${quoted(values.redirectUri)}
SCOPE = ${quoted(values.scope)}
NAME = ${quoted(values.name)}

server = requests.get(LATCHKEY + "/.well-known/openid-configuration", timeout=10).json()
client = OAuth2Session(
    API_KEY,
    ${proof}
    scope=SCOPE,
    redirect_uri=REDIRECT_URI,
    code_challenge_method="S256",
)

# A website keeps these three in its visitor's session.
verifier, nonce = generate_token(48), generate_token(32)
address, state = client.create_authorization_url(
    server["authorization_endpoint"], code_verifier=verifier, nonce=nonce
)
print("Open " + address, flush=True)

# A website is called here; this script is told what stands in the browser's address bar.
answer = input("The address you were sent to: ")
tokens = client.fetch_token(
    server["token_endpoint"], authorization_response=answer, state=state, code_verifier=verifier
)

keys = JsonWebKey.import_key_set(requests.get(server["jwks_uri"], timeout=10).json())
algorithms = server["id_token_signing_alg_values_supported"]
claims = JsonWebToken(algorithms).decode(
    tokens["id_token"],
    keys,
    claims_cls=CodeIDToken,
    claims_options={
        "iss": {"essential": True, "value": server["issuer"]},
        "aud": {"essential": True, "value": API_KEY},
    },
    claims_params={"nonce": nonce, "client_id": API_KEY, "access_token": tokens["access_token"]},
)
claims.validate(leeway=10)

# Know a person by "sub": it never changes. Everything else may.
user = client.get(server["userinfo_endpoint"], timeout=10).json()
assert user["sub"] == claims["sub"]
print("Signed in to " + NAME)
print(json.dumps(user, indent=2, ensure_ascii=False))
`;
};
