// The records by name, and their form as a file: each answer under a line with its name.
import { askAboutServer } from './asked-about-server.ts';
import { askForConsent } from './asked-consent.ts';
import { askForTokens } from './asked-tokens.ts';
import { askWithTokens } from './asked-with-tokens.ts';
import { type RecordedServer, World } from './world.ts';

const ASKED = {
  metadata: askAboutServer,
  consent: askForConsent,
  tokens: askForTokens,
  'with-tokens': askWithTokens,
} satisfies Readonly<Record<string, (world: World) => Promise<void>>>;

export type RecordName = keyof typeof ASKED;
export const RECORDS = Object.keys(ASKED) as readonly RecordName[];

/** What was asked → what was answered. */
export type Answers = ReadonlyMap<string, string>;

/** Asks the server, which may have other people and applications already. */
export async function recordAnswers(server: RecordedServer, name: RecordName): Promise<Answers> {
  const world = await World.at(server, `${name}.example`);
  await ASKED[name](world);
  return world.record.answers;
}

/** @param header what the file is */
export const toFile = (header: string, answers: Answers): string =>
  [header, ...[...answers].map(([name, answer]) => `=== ${name} ===\n${answer}`)].map((part) => `${part}\n`).join('\n');

export const fromFile = (text: string): Answers =>
  new Map(
    text
      .split(/^=== (?=.* ===$)/m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.trimEnd().split('\n');
        return [name.replace(/ ===$/, ''), lines.join('\n')] as const;
      }),
  );
