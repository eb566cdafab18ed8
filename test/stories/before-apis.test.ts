// What applications without an API and people who use them are answered, beside what they were answered before there
// were APIs of operators and clients that nobody registered (contracts 45 and 46): metadata, consent page, tokens,
// introspection, user-info, sign-out. The record is test/fixtures/before-apis; test/helpers/recorded-answers asks.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import {
  type Answers,
  fromFile,
  RECORDS,
  type RecordName,
  recordAnswers,
} from '../helpers/recorded-answers/records.ts';

/** Lines that other work changed on purpose since. One that is no difference any more fails. */
const DELIBERATE: Readonly<Record<RecordName, readonly { before: string; now: string }[]>> = {
  metadata: [],
  consent: [],
  tokens: [
    {
      // Three grant types read as a list, and no longer as a pair (30f99534).
      before:
        '  "error_description": "grant_type must be authorization_code or refresh_token or urn:ietf:params:oauth:grant-type:device_code.",',
      now: '  "error_description": "grant_type must be one of authorization_code, refresh_token, urn:ietf:params:oauth:grant-type:device_code.",',
    },
  ],
  'with-tokens': [],
};

/** What was recorded, with the deliberate differences. */
function expectedOf(name: RecordName): Answers {
  let text = readFileSync(`test/fixtures/before-apis/${name}.txt`, 'utf8');
  for (const { before, now } of DELIBERATE[name]) {
    expect(text, 'a deliberate difference').toContain(`\n${before}\n`);
    text = text.replaceAll(`\n${before}\n`, () => `\n${now}\n`);
  }
  return fromFile(text);
}

/** @param isMeant whether the answer is compared; default: each */
async function expectAsBefore(hosts: Hosts, name: RecordName, isMeant = (_: string) => true): Promise<void> {
  const expected = expectedOf(name);
  const answers = await recordAnswers(hosts, name);
  expect([...answers.keys()]).toEqual([...expected.keys()]);
  for (const [asked, answer] of answers) if (isMeant(asked)) expect.soft(answer, asked).toBe(expected.get(asked));
}

describe('contract 45, contract 46: a server that turned nothing on', () => {
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts();
  });
  afterAll(() => hosts?.stop());

  test.each(RECORDS)('answers as before: %s', (name) => expectAsBefore(hosts, name));
});

describe('contract 45: an application without an API, on a server where others have the APIs that it names', () => {
  /** Clients that nobody registered are no applications. */
  const isOfApplication = (asked: string): boolean => !asked.startsWith('refused: a URL as client');
  let hosts: Hosts;
  beforeAll(async () => {
    hosts = await startHosts({ LATCHKEY_CLIENT_METADATA_DOCUMENTS: 'mcp' });
    const scopes = [
      { name: 'api.read', label: 'Read', byDefault: true },
      { name: 'api.admin', machine: true },
    ];
    const open = { applications: 'any', documents: true } as const;
    await givenApi(hosts, { resource: 'https://api.example', name: 'Everything', scopes, ...open });
    await givenApi(hosts, { resource: 'https://a.example', name: 'Something', ...open });
  });
  afterAll(() => hosts?.stop());

  test.each(RECORDS.filter((name) => name !== 'metadata'))('is answered as before: %s', (name) =>
    expectAsBefore(hosts, name, isOfApplication),
  );
});
