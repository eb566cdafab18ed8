// The programs of docs/events.md that verify messages, as they stand on the page. `npm run test:recipes`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedHeaders } from '../../src/core/applications/application-events/sign-message.ts';
import { EVENTS_PAGE } from '../helpers/events-page.ts';

const SECRETS = [
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD0sXxhRqmx5Q=',
  'whsec_t7Kq0hJ5nUuX6pZ1vCwR3yB8dEfG2iLmNoPqRsTuVwA=',
];
const BODY = '{"type":"account.deleted","data":{"sub":"k3v9"},"note":"é"}';

/** `compile` makes the file `verify`, which is run then. */
type Language = { file: string; ending: string; compile?: [string, ...string[]]; run: [string, ...string[]] };

/** Each gets the secret, the three headers and the body as arguments, and prints yes or no. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  python: {
    file: 'verify.py',
    run: ['/usr/bin/python3', 'verify.py'],
    ending: `
import sys
_, secret, id, sent_at, signature, body = sys.argv
headers = {"webhook-id": id, "webhook-timestamp": sent_at, "webhook-signature": signature}
print("yes" if is_genuine([secret], headers, body.encode()) else "no")
`,
  },
  go: {
    file: 'verify.go',
    compile: ['go', 'build', '-o', 'verify', 'verify.go'],
    run: ['./verify'],
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
  },
  perl: {
    file: 'verify.pl',
    run: ['/usr/bin/perl', 'verify.pl'],
    ending: `
my ($secret, $id, $sent_at, $signature, $body) = @ARGV;
my %headers = ('webhook-id' => $id, 'webhook-timestamp' => $sent_at, 'webhook-signature' => $signature);
print is_genuine([$secret], \\%headers, $body) ? "yes\\n" : "no\\n";
`,
  },
};

describe.each(Object.entries(LANGUAGES))('contract 60: %s on the page', (name, { file, ending, compile, run }) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-events-'));
  beforeAll(() => {
    // Go names what it imports at the top.
    const block = EVENTS_PAGE.block(name).replace('"encoding/base64"\n', '"encoding/base64"\n\t"fmt"\n\t"os"\n');
    writeFileSync(join(folder, file), `${name === 'go' ? block : EVENTS_PAGE.block(name)}${ending}`);
    // With what other programs were compiled from: Go's own library is there already.
    if (compile) execFileSync(compile[0], compile.slice(1), { cwd: folder });
  }, 120_000);

  const judge = (secret: string, headers: Record<string, string>, body: string): string =>
    execFileSync(
      run[0],
      [
        ...run.slice(1),
        ...[secret, headers['webhook-id'] ?? '', headers['webhook-timestamp'] ?? ''],
        ...[headers['webhook-signature'] ?? '', body],
      ],
      { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' }, encoding: 'utf8' },
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
