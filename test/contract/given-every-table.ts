// An SQLite file with rows in every table, written by plain SQL: empty and odd values among them, and more rows than a
// move holds at once.
import { openSqlite } from '../../src/store/sqlite/open.ts';
import { openFile } from '../helpers/open-file.ts';
import { NOW } from './stores/given.ts';

const bytes = (seed: string) => Buffer.from(seed.repeat(32)).subarray(0, 32);
const ODD = '{"nickname":"Mi\\u0000na \u{1F98A} \\ud800","a":1.50,  "b":"\\""}';

const ROWS: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  accounts: [
    [
      'a1',
      'Mina@Example.com',
      'mina@example.com',
      1,
      null,
      ODD,
      null,
      1,
      2,
      0,
      0,
      'setup',
      'operator',
      7,
      'mina',
      '[5,6]',
      3,
      4,
      5,
      'user',
    ],
    [
      ...['a2', 'ö@example.com', 'ö@example.com', 0, '$argon2id$', '{}', 5, 1, Number.MAX_SAFE_INTEGER],
      ...[3, 2, 'sign-up', null, null, null, '[]', 0, null, null, 'operator'],
    ],
  ],
  usernames: [
    [bytes('m'), 'a1', 5],
    [bytes('o'), null, 6],
  ],
  former_usernames: [
    ['a1', null],
    ['a2', '관우 \u{1F98A}'],
  ],
  sessions: [
    ['s1', bytes('h'), 'a1', 1, 1, 2, 3, 4, 'Mozilla "5" \\ {curly}, NULL', '["pwd"]', 5, 1, '192.0.2.0/24', 6, 1, 7],
  ],
  receipts: [
    ['r1', 'a1', 'p1', 'sub1', 5, 'consent', 'ko', '{"application": {"name": "한빛"}, "items": []}', null],
    ['r2', null, 'p9', 's9', 6, 'change', 'en', '{}', 7],
  ],
  document_agreements: [
    ['a1', 'marketing', '2', 5, 9],
    ['a1', 'minimum-age', '14', 5, null],
    ['a1', 'terms', '2026-01', 5, null],
  ],
  one_time_links: [
    ['l1', bytes('t'), 'setup', null, 1, 2],
    ['l2', bytes('u'), 'password', 'a1', 1, 2],
  ],
  one_time_codes: [['a1', bytes('k'), 60_000_000, 3, 4, 5, 2, 'SHA256', 8, 60, 1, 'factor']],
  subjects: [
    ['p1', 'old|1', 'a1'],
    ['p1', 'old|2', null],
  ],
  deleted_accounts: [
    ['d1', 5, 0],
    ['d2', 6, 1],
  ],
  kept_agreements: [['p1', 'kept|1', '{"nickname":{"agreed":true}}', '[{"item":"nickname"}]', 5, 6]],
  untouched_imports: [['a2']],
  password_kinds: [['$2b$10', 3]],
  recovery_codes: [
    ['a1', bytes('x'), null, 0],
    ['a1', bytes('y'), 7, 5],
  ],
  account_pictures: [['a1', 'p1', bytes('w'), 5]],
  passkeys: [
    [
      'k1',
      'a1',
      bytes('c'),
      bytes('p'),
      0,
      'id.example.com',
      '폰 \u{1F511}',
      'a-g',
      '["internal","hybrid"]',
      1,
      1,
      4,
      5,
      6,
      3,
      'mail',
      bytes('h'),
    ],
    [
      'k2',
      'a1',
      bytes('d'),
      bytes('p'),
      4_294_967_295,
      'example.com',
      'Key',
      'a-g',
      '[]',
      0,
      0,
      4,
      null,
      null,
      null,
      null,
      null,
    ],
  ],
  trusted_devices: [['d1', 'a1', bytes('r'), 1, 'Mozilla \u{1F98A}', '192.0.2.0/24', 5, 9]],
  used_challenges: [[bytes('q'), 9]],
  told_devices: [['a1', bytes('n'), 9]],
  policy: [['minimumAge', '14', 1, 2]],
  policy_processes: [['p1', '{"service_name": "0"}', 3]],
  machine_tokens: [['m1', 'deploy', bytes('m'), '["policy"]', 1, null, 9, 'a1']],
  api_tokens: [['t1', 'a1', '', bytes('v'), 1, null, 9, '["applications", "audit"]']],
  applications: [
    [
      'p1',
      'a1',
      'Acme',
      'REST API',
      1,
      0,
      1,
      0,
      'https://x.example',
      null,
      null,
      1,
      2,
      1,
      'ES256',
      null,
      'https://x.example/out',
      3,
      'a1b2',
      2,
      8,
      'Acme Inc.',
      'KR',
      'team',
      '{"ko": {"name": "상점"}}',
      1,
      1,
      '{"keys":[{"kty":"OKP","kid":"열쇠"}]}',
      'https://x.example/keys',
      'private_key_jwt',
      1,
      1,
      '["authorization_code",  "refresh_token"]',
      'FAPI 2.0',
      null,
    ],
    [
      ...['p2', null, 'A client', 'REST API', 1, 1, 0, 0, null, null, null, 1, 2, 1, 'RS256', null, null, 0, null, 0],
      ...[null, null, null, 'everyone', null, 0, 0, null, null, null, 0, 0, '["authorization_code"]', null],
      'https://client.example/client.json',
    ],
  ],
  user_groups: [
    ['g1', 'sre', 'SRE', null, '{"ko":  {"label": "신뢰성"}}', 0, 1, 2, 3],
    ['g2', 'ops', null, 'Ops \u{1F98A}', null, 1, 1, 2, 1],
  ],
  group_applications: [['g1', 'p1']],
  application_groups: [
    ['p1', 'admits', 'g1'],
    ['p1', 'receives', 'g2'],
  ],
  group_members: [['a1', 'g1', 5]],
  apis: [['i1', 'https://X.example/a', 'https://x.example/a', 'Bills', 'jwt', 'ES256', 300, 1, 2, 3, 1, 0, 1]],
  api_scopes: [
    ['x.read', 'i1', 0, null, 1, null, null, 0, 1],
    ['x.write', 'i1', 1, 'Write \u{1F98A}', 0, 'Write', '{"ko":{"label":"쓰기"}}', 1, 2],
  ],
  api_machine_access: [['p1', 'x.read']],
  client_documents: [['p2', 'client.example', 3, 4]],
  blocked_client_hosts: [['evil.example', 5]],
  api_secrets: [['i2', 'i1', bytes('a'), 1, null]],
  api_applications: [['i1', 'p1']],
  api_groups: [
    ['i1', 'admits', 'g1'],
    ['i1', 'receives', 'g1'],
  ],
  api_subjects: [['i1', 'a1', 'of-the-api']],
  application_api_scopes: [['p1', 'x.write', 0, 'optional', 'To write', '{"ko":{"purpose":"쓰려고"}}', 5]],
  resource_tokens: [['i3', bytes('t'), 'i1', 'p1', 'key1', '["x.read"]', 'thumbprint', 1, 2, 'g1']],
  platforms: [['f1', 'p1', 0, 'Web', 'key1', null, null, 1]],
  site_domains: [
    ['f1', 0, 'https://x.example'],
    ['f1', 1, 'https://y.example'],
  ],
  redirect_uris: [['r1', 'p1', 0, 'https://x.example/back', 1]],
  consent_items: [['p1', 'email', 0, 'optional', null, 1, '1 year', '{"ko":{"retention":"1년"}}', 1]],
  spent_jwts: [[bytes('j'), 9]],
  pushed_requests: [[bytes('u'), bytes('t'), 'key1', 'client_id=key1', 8, 9]],
  device_codes: [
    ['d1', bytes('d'), bytes('u'), 'key1', 'p1', '["openid"]', 1, 2, 5000, 3, 1, null, null],
    ['d2', bytes('e'), bytes('v'), 'key1', 'p1', null, 1, 2, 5000, 3, 0, 'confirmed', 'g1'],
  ],
  client_secrets: [['c1', 'p1', bytes('s'), 1, null, null]],
  connections: [['p1', 'a1', 'sub1', 1, '{"email":true}', 1, null, null, 2, 3, 'owner']],
  removed_applications: [['gone']],
  unlinked_applications: [['p1', 2, 'act1', 'operator']],
  grants: [
    [
      ...['g1', bytes('c'), 'key1', 'p1', 'a1', 1, 's1', 'https://x.example/back', null, 'a \0 nonce', '["email"]'],
      ...['["email"]', 1, 2, 3, 4, null, 7, 8, 9, '[[1,2]]', 'n1', 10, null, '{"sid":"s","amr":["pwd"],"claims":[]}'],
      ...[1, 2, bytes('w'), bytes('f'), 1, 'code-reused', 'thumbprint', 1],
      '{"audiences":["i1"],"scopes":["x.write"],"amr":["pwd"]}',
    ],
    [
      ...['g2', bytes('d'), 'key1', 'p1', 'a1', 1, 's1', 'https://x.example/back', 'ch', null, null],
      ...['[]', 1, 2, 3, null, 5, 0, null, null, '[]', null, null, '""', null],
      ...[0, 0, null, null, 0, null, null, 0, null],
    ],
  ],
  // The same text and other bytes, over several parts.
  sign_in_attempts: Array.from({ length: 2500 }, (_, index) => [`try${index % 2}`, bytes(`${index}-`), index]),
  access_tokens: Array.from({ length: 2000 }, (_, index) => [
    `n${String(index).padStart(5, '0')}`,
    bytes(`${index}.`),
    'g1',
    '["email"]',
    index,
    index + 1,
    index % 2 === 0 ? null : '["email"]',
    index % 3 === 0 ? null : `thumbprint-${index}`,
  ]),
  post_logout_redirect_uris: [['p1', 0, 'https://x.example/bye']],
  application_members: [['p1', 'a2', 'viewer', 4]],
  invitations: [['i1', 'p1', 'Mina@Example.com', 'mina@example.com', 'editor', bytes('x'), 'a2', 2, 3, 4, 1]],
  application_logos: [['p1', 'image/png', bytes('i'), 5]],
  daily_counts: [['p1', 20_000, 'started', 7]],
  refused_logout_uris: [['p1', 'https://x.example/Bye', 5]],
  failed_requests: [['p1', 'redirect-uri-unregistered', '', 'https://x.example/Cb', 7, 3, 5]],
  signing_keys: [['kid1', 'ES256', 1, '{"kty":"EC"}', bytes('k'), 1, 2, null]],
  sealed_values: [['secret-check', bytes('y'), 1]],
  shown_once: [['o1', 's1', bytes('z'), 4]],
  ended_sessions: [['s0', 3]],
  email_proofs: [['e1', 'a2', 'address', 'ö@example.com', bytes('w'), bytes('x'), 2, 3, 1, 9]],
  email_changes: [['a2', 'Neu@example.com', 'neu@example.com', 2, 1, 9]],
  former_emails: [['f1', 'a1', 'Alt@example.com', 'alt@example.com', bytes('f'), 1, 2, 9]],
  pending_sign_ups: [
    [
      'u1',
      bytes('d'),
      'Ö@example.com',
      'ö@example.com',
      '$argon2id$',
      'Mi \u{1F98A}',
      '[]',
      bytes('k'),
      0,
      1,
      9,
      bytes('z'),
      '{"a": 1}',
    ],
  ],
  unproven_notices: [['a2', 5, 6]],
  reset_requests: [['r1', bytes('y'), 9, 1, 0]],
  mails: [
    [...['m1', 'password-changed', 'a1', '', null, '{}', null, 0, 1, 2, null], ...[1, 3, null, 1, null, null, null]],
    [
      ...['m2', 'invitation', null, 'x@example.com', 'ko', '{"at":1}', bytes('w'), 0, 1, 2, 3],
      ...[0, null, null, 0, 'RCPT TO 550 5.7.1', 4, 5],
    ],
  ],
  mail_troubles: [['MAIL FROM 550 5.7.1', 'sender', 5, 6]],
  session_clients: [['s1', 'key1', 'sid1', 'sub1', 1, null, 0]],
  given_up_logouts: [['g1', 'p1', 1, 2, 13, 'answered 500']],
  events: [
    ['e1', 'p1', 'sub1', 'connection.ended', 5, 3, '{"by":  "owner"}', 'act1'],
    ['e2', 'p1', null, 'test', 6, 0, '{}', null],
  ],
  event_deliveries: [
    ['d1', 'e1', 'n1', 'sub1', 3, 5, 9, 1, 2, null, 8, null, null, 'timeout'],
    ['d2', 'e2', 'n1', null, 0, 6, null, 0, 1, null, 7, 7, 'no answer', null],
  ],
  event_endpoints: [['n1', 'p1', 'https://x.example/ö', '["account.deleted"]', 5, 6, 'e1', 4, 5, 6]],
  event_secrets: [['k1', 'n1', bytes('q'), 5]],
  event_rules: [['unverified-email-released']],
  audit_entries: [
    [1, 5, 'server', null, null, null, null, null, 'settings', null, null, null, '[]', null, 'done', null],
    [
      ...[7, 6, 'owner', 'a1', 't1', 'audit export', '192.0.2.7', 'r1', 'audit export', 'p1', 'a2', 'e1'],
      ...['["a", "b"]', 'M\u00fcller fragt \u{1F98A}', 'refused', 'role-too-low'],
    ],
  ],
  audit_seals: [
    [1, 0, 1, 1, bytes('s'), 5],
    [2, 1, 7, 1, bytes('t'), 6],
  ],
  audit_horizons: [[1, 1, 1, bytes('u'), 7]],
  activities: [
    ['v1', 'a1', 5, 'sign-in-failed', null, '{"times": 2}'],
    ['v2', 'a2', 6, 'agreed', 'p1', '{}'],
  ],
};

export async function makeDatabase(path: string): Promise<void> {
  const database = await openSqlite({ path, clock: { now: () => NOW } });
  await database.close();
}

/** A closed file at `path`. */
export async function givenEveryTable(path: string): Promise<void> {
  await makeDatabase(path);
  const file = openFile(path);
  // In one transaction: a commit takes longer than a hundred rows.
  file.exec('begin');
  for (const [table, rows] of Object.entries(ROWS)) {
    const places = (rows[0] ?? []).map(() => '?').join(', ');
    const insert = file.prepare(`insert into ${table} values (${places})`);
    for (const row of rows) insert.run(...row);
  }
  file.exec('commit');
  file.close();
}

/** Every row of every table as the file has it, the history of the schema excepted. */
export function contentsOf(path: string): Readonly<Record<string, readonly unknown[]>> {
  const file = openFile(path, { readonly: true });
  try {
    return Object.fromEntries(tablesOf(path).map((name) => [name, file.prepare(`select * from ${name}`).all()]));
  } finally {
    file.close();
  }
}

/** As the schema names them. */
export function tablesOf(path: string): string[] {
  const file = openFile(path, { readonly: true });
  const tables = file.prepare<[], string>("select name from sqlite_schema where type = 'table' order by name").pluck();
  const names = tables.all().filter((name) => name !== 'schema_migrations' && !name.startsWith('sqlite_'));
  file.close();
  return names;
}
