// Every designed state of the pages that members of an application's team see when they try things out, by name.
import type { Application } from '../../../src/core/applications/applications/application.ts';
import type { ImplementationMethod } from '../../../src/core/applications/applications/application-fields.ts';
import {
  type RegisterUriProps,
  renderRegisteredUri,
  renderRegisterUri,
} from '../../../src/views/console/register-redirect-uri.tsx';
import { renderSampleCode } from '../../../src/views/console/sample-code/sample-code.tsx';
import { renderTryIt, renderTryItResult, type TryItResult } from '../../../src/views/console/try-it.tsx';
import type { Language } from '../../../src/views/page/page.ts';
import {
  type ComparedUri,
  type MismatchProps,
  renderMismatch,
} from '../../../src/views/pages/redirect-uri-mismatch.tsx';
import { applicationPage, consoleContext, empty, registered } from './console-states.ts';
import { ARABIC_NAME, fault, LONG_NAME, times } from './people.ts';

type State = (language: Language) => string;

const SENT = 'http://localhost:3000/callback/';

const compared = (over: Partial<ComparedUri> = {}): ComparedUri => ({
  sent: [
    { text: 'http://localhost:3000/callback', same: true },
    { text: '/', same: false },
  ],
  registered: [{ text: 'http://localhost:3000/callback', same: true }],
  firstDifference: 31,
  differences: ['slash-at-end'],
  ...over,
});

const farther = compared({
  sent: [
    { text: 'http', same: true },
    { text: '://localhost:3000/callback/', same: false },
  ],
  registered: [
    { text: 'http', same: true },
    { text: 's://shop.acme.example/callback', same: false },
  ],
  firstDifference: 5,
  differences: ['scheme', 'host', 'port', 'path'],
});

const REGISTER = '/redirect-uri-mismatch?client_id=0123456789abcdef0123456789abcdef';

export const mismatchProps = (over: Partial<MismatchProps> = {}): MismatchProps => ({
  application: 'Acme Shop',
  addressesHref: '/console/applications/01/addresses',
  registerHref: REGISTER,
  sent: SENT,
  compared: [compared(), farther],
  warning: undefined,
  mayRegister: true,
  code: 'redirect-uri-unregistered',
  status: 400,
  requestId: '01978f3c6a2e7c0e9d51',
  ...over,
});

const mismatch =
  (over: Partial<MismatchProps> = {}): State =>
  (language) =>
    renderMismatch(consoleContext(language), mismatchProps(over));

export const registerProps = (over: Partial<RegisterUriProps> = {}): RegisterUriProps => ({
  application: 'Acme Shop',
  sent: SENT,
  nearest: compared(),
  warning: { otherHost: undefined },
  action: REGISTER,
  csrf: 'token',
  backHref: '/oauth/authorize?client_id=0123456789abcdef0123456789abcdef',
  faults: [],
  conflicts: [],
  ...over,
});

const register =
  (over: Partial<RegisterUriProps> = {}): State =>
  (language) =>
    renderRegisterUri(consoleContext(language), registerProps(over));

const samples =
  (application: Application, method: ImplementationMethod = 'REST API'): State =>
  (language) =>
    renderSampleCode(consoleContext(language), applicationPage({ application }), {
      method,
      authUrl: 'https://id.acme.example',
      apiUrl: 'https://api.acme.example',
    });

const GRANT = `WyJmUkhEaVVBck9yOU5BckNvdjB5dVJESE5RVU0tbXpEYmkzM1E2dklDZ1hRIiwiMzY2NDBkMTQ0ZWU2ZDlhYyIs.${'x'.repeat(43)}`;

export const tryItResult = (over: Partial<TryItResult> = {}): TryItResult => ({
  outcome: 'signed-in',
  needsSecret: true,
  steps: [
    {
      step: 'request',
      line: 'GET https://id.acme.example/oauth/authorize',
      parameters: [
        ['client_id', '0123456789abcdef0123456789abcdef'],
        ['redirect_uri', 'https://id.acme.example/console/applications/01/try-it/callback'],
        ['scope', 'openid nickname email'],
        ['state', GRANT],
      ],
    },
    {
      step: 'callback',
      line: 'GET https://id.acme.example/console/applications/01/try-it/callback',
      parameters: [
        ['iss', 'https://id.acme.example'],
        ['state', GRANT],
        ['code', 'Y0zqZwAeZHd0RJg6TyFDJQBWZ2k5HoaBleAaXBJoGn0'],
      ],
    },
    {
      step: 'token',
      line: 'POST https://id.acme.example/oauth/token',
      parameters: [
        ['grant_type', 'authorization_code'],
        ['code_verifier', 'V3hFtMtlVgZiKg1n6YmlEZFqsDg9qJtJHQ6aFn91ipw'],
      ],
    },
    { step: 'answer', documents: [{ value: { token_type: 'Bearer', access_token: `lk_at_${'x'.repeat(64)}` } }] },
    {
      step: 'idToken',
      documents: [
        { title: 'header', value: { alg: 'ES256', typ: 'JWT' } },
        { title: 'claims', value: { iss: 'https://id.acme.example', sub: '3hd95k1ufh1sufg3', nickname: 'Mina' } },
      ],
    },
    {
      step: 'userInfo',
      line: 'GET https://api.acme.example/user-info',
      documents: [{ value: { sub: '3hd95k1ufh1sufg3', nickname: 'Mina' } }],
    },
  ],
  ...over,
});

const result =
  (over: Partial<TryItResult> = {}, application: Partial<Application> = {}): State =>
  (language) =>
    renderTryItResult(
      consoleContext(language),
      applicationPage({ application: registered(application) }),
      tryItResult(over),
    );

const start =
  (application: Application): State =>
  (language) =>
    renderTryIt(consoleContext(language), applicationPage({ application }), 'openid nickname email phone_number');

const failed: TryItResult['steps'] = [
  ...tryItResult().steps.slice(0, 3),
  {
    step: 'error',
    documents: [{ value: { error: 'invalid_grant', error_description: 'The code was already used.' } }],
  },
];

export const DEVELOPER_STATES: Readonly<Record<string, State>> = {
  'console-mismatch': mismatch(),
  'console-mismatch-none': mismatch({ compared: [], warning: { otherHost: 'localhost' } }),
  'console-mismatch-stranger': mismatch({ warning: { otherHost: undefined } }),
  'console-mismatch-viewer': mismatch({ mayRegister: false }),
  'console-mismatch-other-host': mismatch({
    sent: 'https://evil.example/callback',
    compared: [farther],
    warning: { otherHost: 'evil.example' },
  }),
  'console-register-uri': register(),
  'console-register-uri-none': register({ nearest: undefined, warning: { otherHost: 'evil.example' } }),
  'console-register-uri-fault': register({
    application: ARABIC_NAME,
    faults: [fault('redirect_uri', 'redirect-uri-http-host')],
    conflicts: [{ fault: fault('redirect_uris', 'redirect-uris-too-many'), stored: [] }],
  }),
  'console-registered-uri': (language) =>
    renderRegisteredUri(consoleContext(language), {
      application: 'Acme Shop',
      sent: SENT,
      addressesHref: '/console/applications/01/addresses',
    }),
  'console-mismatch-long': mismatch({
    application: LONG_NAME,
    sent: `https://shop.acme.example/${'a-rather-long-path-segment/'.repeat(12)}`,
    compared: times(20, () =>
      compared({
        sent: [
          { text: 'https://shop.acme.example/', same: true },
          { text: 'a-rather-long-path-segment/'.repeat(12), same: false },
        ],
        registered: [{ text: 'https://shop.acme.example/', same: true }],
        differences: ['path'],
      }),
    ),
  }),
  'console-mismatch-rtl': mismatch({ application: ARABIC_NAME }),
  'console-samples': samples(registered()),
  'console-samples-secret': samples(registered({ clientSecretRequired: true, loginActivation: false }), 'JavaScript'),
  'console-samples-android': samples(registered({ name: ARABIC_NAME }), 'Android'),
  'console-samples-missing': samples(empty()),
  'console-try-it': start(registered({ loginActivation: false })),
  'console-try-it-done': result(),
  'console-try-it-failed': result({ outcome: 'failed', steps: failed }, { name: LONG_NAME }),
  'console-try-it-expired': result({ outcome: 'expired', steps: [] }, { name: ARABIC_NAME }),
};
