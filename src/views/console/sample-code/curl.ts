// The protocol on a command line: a bash script with openssl and curl, which computes PKCE itself.
import { shellQuoted } from './quote.ts';
import type { Sample, SampleValues } from './sample.ts';

export const curlSample = (values: SampleValues): Sample => ({
  id: 'curl',
  title: 'curl',
  commands: 'bash sign-in.sh',
  files: [{ name: 'sign-in.sh', text: script(values) }],
  tested: true,
});

const script = (values: SampleValues): string => {
  const { secret } = values;
  return `set -euo pipefail

AUTH_URL=${shellQuoted(values.authUrl)}
API_URL=${shellQuoted(values.apiUrl)}
API_KEY=${shellQuoted(values.apiKey)}
${secret === undefined ? '' : `CLIENT_SECRET=${shellQuoted(secret)}\n`}REDIRECT_URI=${shellQuoted(values.redirectUri)}

# 1. What only this sign-in knows: a state, and a secret (PKCE) of which Latchkey first sees a hash alone.
STATE=$(openssl rand -hex 16)
VERIFIER=$(openssl rand -base64 48 | tr '+/' '-_' | tr -d '=\\n')
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')

# 2. Sign in with a browser. It is sent to the redirect URI; whether anything answers there does not matter here.
QUERY="client_id=$API_KEY&response_type=code&redirect_uri="${shellQuoted(encoded(values.redirectUri))}
QUERY="$QUERY&scope="${shellQuoted(encoded(values.scope))}"&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"
echo "Open $AUTH_URL/oauth/authorize?$QUERY"
read -r -p 'The address you were sent to: ' ANSWER

# 3. The code stands last in that address. It is good once, for a minute.
case "$ANSWER" in
  *"state=$STATE&code="*) CODE=\${ANSWER##*&code=} ;;
  *) echo "This is no answer to this sign-in: $ANSWER" >&2; exit 1 ;;
esac
TOKENS=$(curl --silent --show-error --fail-with-body "$AUTH_URL/oauth/token" \\
  --data grant_type=authorization_code --data-urlencode "code=$CODE" --data-urlencode "redirect_uri=$REDIRECT_URI" \\
  --data "client_id=$API_KEY" ${secret === undefined ? '' : '--data-urlencode "client_secret=$CLIENT_SECRET" '}--data "code_verifier=$VERIFIER")
echo "$TOKENS"

# 4. The access token opens what the person agreed to.
ACCESS_TOKEN=$(printf %s "$TOKENS" | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p')
curl --silent --show-error --fail-with-body "$API_URL/user-info" --header "Authorization: Bearer $ACCESS_TOKEN"
echo
`;
};

const encoded = (text: string): string => encodeURIComponent(text);
