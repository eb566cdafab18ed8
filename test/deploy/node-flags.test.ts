// However the server is started, Node has the same flags: they halve what it holds after a load (docs/performance.md).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const flagsIn = (text: string | undefined) => text?.match(/--[a-z][^\s",]*/g) ?? [];

describe('the ways to start the server', () => {
  const flags = flagsIn(JSON.parse(read('package.json')).scripts.start);

  it('npm start keeps the room for new objects small', () => {
    expect(flags).toEqual([expect.stringMatching(/^--max-semi-space-size=\d+$/)]);
  });

  it('the image and the program by its name have the flags of npm start', () => {
    const entry = read('Dockerfile').match(/^ENTRYPOINT .*"node", (.*)$/m)?.[1];
    expect(flagsIn(entry)).toEqual(flags);
    expect(flagsIn(read('src/cli/main.ts').split('\n', 1)[0])).toEqual(flags);
  });
});
