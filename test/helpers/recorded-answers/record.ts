// Writes what the server of a checkout answers into test/fixtures/before-apis. The files say of which commit they are and
// how they were made: by this program, in a checkout of that commit which this folder was copied into.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { startHosts } from '../hosts.ts';
import { RECORDS, recordAnswers, toFile } from './records.ts';

const FOLDER = 'test/fixtures/before-apis';

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const header = `What the server of commit ${commit} answered, the last before APIs of operators and clients that nobody registered:
an application of today without an API gets the same, as test/stories/before-apis.test.ts holds. Written by
\`npx tsx test/helpers/recorded-answers/record.ts\` in a checkout of that commit, into which the folder
test/helpers/recorded-answers was copied. Lines with > are what was sent.`;

const hosts = await startHosts();
try {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of RECORDS) writeFileSync(`${FOLDER}/${name}.txt`, toFile(header, await recordAnswers(hosts, name)));
} finally {
  await hosts.stop();
}
