// The cases that codes, refresh tokens, sessions and pages, reliability, owners' rights, and secrets at rest and in
// logs are held to: each stands in the name of at least one test that `.ci/run` runs, so that none is lost when tests are
// moved, joined, renamed or left to a command of their own.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Authorization codes, refresh tokens (grants), sessions and pages, mail (letters), what must be survived (mishaps), owners
 * of applications, and privacy of what is kept: C, G, K, L, M, N, P.
 */
const CASES = [
  ...['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8', 'C9', 'C10', 'C11', 'C12'],
  ...['G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'G7', 'G8', 'G9', 'G10', 'G11', 'G12', 'G13'],
  ...['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9', 'K10', 'K11', 'K12'],
  ...['K13', 'K14', 'K15', 'K16', 'K17', 'K18', 'K19', 'K20', 'K21', 'K22', 'K23', 'K24'],
  ...['L1', 'L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8'],
  ...['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8', 'M9', 'M10'],
  ...['M11', 'M12', 'M13', 'M14', 'M15', 'M16', 'M17', 'M18', 'M19', 'M20'],
  ...['N1', 'N2', 'N3', 'N4', 'N5', 'N6', 'N7', 'N8', 'N9', 'N10', 'N11', 'N12', 'N13'],
  ...['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9', 'P10'],
];

/** The names of a file's tests and groups, as written; of `each`, the name that its rows are put into. */
function titlesOf(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const titles: string[] = [];
  for (const { index, 0: head } of code.matchAll(/(?<![\w.$])(?:it|test|describe)\b/g)) {
    let at = index + head.length;
    for (let member = /^\s*\.\w+/.exec(code.slice(at)); member; member = /^\s*\.\w+/.exec(code.slice(at))) {
      at += member[0].length;
      // `each(…)`, `skipIf(…)`, and the rest, then the call that has the name.
      if (/each|If/.test(member[0]) && code[at] === '(') at = afterParentheses(code, at);
    }
    const [, , title] = /^\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(code.slice(at)) ?? [];
    if (title !== undefined) titles.push(title);
  }
  return titles;
}

/** Where the code goes on behind the parenthesis that opens at `start`. */
function afterParentheses(code: string, start: number): number {
  const token = /(['"`])(?:\\.|(?!\1)[\s\S])*\1|\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\[\n])+\/|[()]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(code); found; found = token.exec(code)) {
    if (found[0] === '(') depth += 1;
    if (found[0] === ')') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return code.length;
}

describe('the names of tests', () => {
  const source = [
    "// it('M1: only told of', …)",
    "it('C1: plain', () => {});",
    'test(`G2: {TIMES} times`, async () => {});',
    "describe.each([['M3: a row', () => f(')')]] as const)('P4: %s', () => {});",
    "test.skipIf(x)('P5: %s', () => expect(split('C9: no name')).toBe(1));",
  ].join('\n');

  it('are found in each form that there is, and nothing else is taken for one', () => {
    expect(titlesOf(source)).toEqual(['C1: plain', 'G2: {TIMES} times', 'P4: %s', 'P5: %s']);
  });
});

describe('the security cases', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.includes('node_modules'),
  );
  /** Of the faults, those that `.ci/run` names. */
  const faults = [...readFileSync('.ci/run', 'utf8').matchAll(/--project=faults-\S+ (\S+)/g)].map(
    ([, file]) => `faults/${file}.test.ts`,
  );
  /** What `.ci/run` leaves to commands of their own (decision 35). */
  const isLeft = (name: string) => /^(?:races|faults|long)\//.test(name) && !faults.includes(name);
  const titles = files
    .filter((name) => join('test', name) !== 'test/unit/docs/security-cases.test.ts' && !isLeft(name))
    .flatMap((name) => titlesOf(readFileSync(join('test', name), 'utf8')));

  it('are looked for among all tests that `.ci/run` runs', () => {
    expect(titles.length).toBeGreaterThan(1500);
  });

  it.each(CASES)('%s stands in the name of a test that `.ci/run` runs', (id) => {
    expect(titles.filter((title) => new RegExp(`\\b${id}\\b`).test(title))).not.toEqual([]);
  });
});
