// The programs of docs/events.md that verify messages, as they stand on the page. `npm run test:recipes`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from '../../src/core/application-events/sign-message.ts';
import { EVENTS_PAGE } from '../helpers/events-page.ts';

const SECRETS = [
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0sXxhRqmx5Q=',
  'whsec_t7Kq0hJ5nUuX6pZ1vCwR3yB8dEfG2iLmNoPqRsTuVwA=',
];
const BODY = '{"type":"account.deleted","data":{"sub":"k3v9"},"note":"é"}';

type Language = { file: string; program: string; ending: string; arguments: (file: string) => string[] };

/** Each gets the secret, the three headers and the body as arguments, and prints yes or no. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    file: 'verify.py',
    program: '/usr/bin/python3',
    ending: `
import sys
_, secret, id, sent_at, signature, body = sys.argv
headers = {"webhook-id": id, "webhook-timestamp": sent_at, "webhook-signature": signature}
print("yes" if is_genuine([secret], headers, body.encode()) else "no")
`,
    arguments: (file) => [file],
  },
  go: {
    file: 'verify.go',
    program: 'go',
    ending: `
func main() {
	header := http.Header{}
	header.Set("webhook-id", os.Args[2])
	header.Set("webhook-timestamp", os.Args[3])
	header.Set("webhook-signature", os.Args[4])
	if isGenuine([]string{os.Args[1]}, header, []byte(os.Args[5])) {
		fmt.Println("yes")
	} else {
		fmt.Println("no")
	}
}
`,
    arguments: (file) => ['run', file],
  },
  perl: {
    file: 'verify.pl',
    program: '/usr/bin/perl',
    ending: `
my ($secret, $id, $sent_at, $signature, $body) = @ARGV;
my %headers = ('webhook-id' => $id, 'webhook-timestamp' => $sent_at, 'webhook-signature' => $signature);
print is_genuine([$secret], \\%headers, $body) ? "yes\\n" : "no\\n";
`,
    arguments: (file) => [file],
  },
};

describe.each(Object.entries(LANGUAGES))('contract 60: %s on the page', (name, language) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-events-'));
  const file = join(folder, language.file);
  // Go names what it imports at the top.
  const program = EVENTS_PAGE.block(name).replace('"encoding/base64"\n', '"encoding/base64"\n\t"fmt"\n\t"os"\n');
  writeFileSync(file, `${name === 'go' ? program : EVENTS_PAGE.block(name)}${language.ending}`);

  const judge = (secret: string, headers: Record<string, string>, body: string): string =>
    execFileSync(
      language.program,
      [
        ...language.arguments(file),
        ...[secret, headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? ''],
        ...[headers['webhook-signature'] ?? '', body],
      ],
      { env: { PATH: `${process.env.PATH}:/usr/local/go/bin`, HOME: folder, LC_ALL: 'C.UTF-8' }, encoding: 'utf8' },
    ).trim();

  const headersAt = (at: number) => signedHeaders({ id: 'e1', at, body: BODY }, SECRETS);

  it('accepts a message that is signed with any of the secrets', () => {
    expect(SECRETS.map((secret) => judge(secret, headersAt(Date.now()), BODY))).toEqual(['yes', 'yes']);
  });

  it('refuses another body, another secret, and what is older than five minutes', () => {
    const [secret = ''] = SECRETS;
    expect(judge(secret, headersAt(Date.now()), BODY.replace('k3v9', 'k3v8'))).toBe('no');
    expect(judge('whsec_AAAA', headersAt(Date.now()), BODY)).toBe('no');
    expect(judge(secret, headersAt(Date.now() - 6 * 60_000), BODY)).toBe('no');
  });
});
