// Errors that teach: each refusal is defined once, is given somewhere, and tells cause and cure; docs/errors.md says
// the same.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE } from '../../../src/core/applications/error-catalogue.ts';
import { ERROR_CODES } from '../../../src/views/page/page.ts';
import { ERRORS_FILE, errorsDocument } from './errors-document.ts';

const entries = ERROR_CATALOGUE.flatMap((chapter) => chapter.entries);
const codes = entries.map(({ code }) => code);

const DEFINED_IN = /^src\/(protocol\/refusals\/|core\/applications\/fault-causes\.ts)/;
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ path: join('src', name), text: readFileSync(join('src', name), 'utf8') }))
  .filter(({ path }) => !DEFINED_IN.test(path));
/** Whether some file besides the definitions names it. */
const isGiven = (code: string) => sources.some(({ text }) => text.includes(`'${code}'`) || text.includes(` ${code}:`));

describe('every refusal', () => {
  it('has one code, in kebab-case', () => {
    expect(codes).toEqual([...new Set(codes)]);
    expect(codes.filter((code) => !/^[a-z]+(?:-[a-z]+)*$/.test(code))).toEqual([]);
  });

  it.each(entries.map((entry) => [entry.code, entry] as const))('%s tells cause and cure in sentences', (_, entry) => {
    expect(entry.reportedAs.length).toBeGreaterThan(0);
    expect(entry.title).toMatch(/^[A-Za-z].*[^.]$/);
    for (const text of [entry.cause, entry.cure]) expect(text).toMatch(/^\S.{10,}[.)]$/);
  });

  it('is given somewhere: no entry outlives its refusal', () => {
    expect(codes.filter((code) => !isGiven(code))).toEqual([]);
  });

  it('contract 9: pages know no error besides these', () => {
    expect(ERROR_CODES.filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('is made by its factory: nobody makes an error beside them', () => {
    const makers = sources.filter(({ text }) => /\bnew (?:OAuthError|HttpError)\(/.test(text)).map(({ path }) => path);
    expect(makers.toSorted()).toEqual(['src/http/errors/http-error.ts', 'src/protocol/errors.ts']);
  });

  it('has a code where its status has several: 409 names one', () => {
    const withoutCode = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/httpError\(409,[^;]*;/g)]
        .filter(([call]) => !call.includes('code') && !call.includes('edit.conflicts'))
        .map(([call]) => `${path}: ${call}`),
    );
    expect(withoutCode).toEqual([]);
  });

  it('of faults: the registration API tells none besides these', () => {
    const literal = sources
      .filter(({ path }) => /^src\/(?:http\/api|schema)\//.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/\b(?:path\b[^;{}]*?|params: \{ )code: '([a-z-]+)'/g)].map(([, code = '']) => ({
          path,
          code,
        })),
      );
    expect(literal.filter(({ code }) => !codes.includes(code))).toEqual([]);
    expect(literal.map(({ code }) => code)).toEqual(expect.arrayContaining(['member-unknown', 'time-malformed']));
  });
});

describe('docs/errors.md', () => {
  it('is what the definitions make (npm run docs:errors)', () => {
    expect(readFileSync(ERRORS_FILE, 'utf8')).toBe(errorsDocument());
  });

  it('has an anchor for each code', () => {
    const headings = [...errorsDocument().matchAll(/^### (\S+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(codes);
  });
});
