// The rules that comments and the names of tests cite stand in the repository: each citation in `src` and `test` leads
// to a section of docs/contract, a line of docs/cases.md, a decision record, a section of docs/architecture.md, or a
// page.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Citation, citationsOf, hasTitle, readPage } from './citations.ts';

const PAGE_FOLDERS = ['.', 'docs', 'docs/operations'];
/** They hold citations as examples. */
const EXAMPLES = ['test/unit/docs/citations.ts', 'test/unit/docs/citations.test.ts'];

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

const files = ['src', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
  .filter((path) => /\.(?:tsx?|cjs|md)$/.test(path) && !EXAMPLES.includes(path) && !path.includes('node_modules'));
/** Icons are drawn by letters and numbers. */
const textOf = (path: string): string => read(path).replaceAll(/ d="[^"]*"/g, '');
const cited = files.flatMap((file) => citationsOf(textOf(file)).map((citation) => ({ file, ...citation })));

/** Its sections are a page each; one below the other they read as one. */
const contract = readPage(
  [
    read('docs/contract.md'),
    ...readdirSync('docs/contract').map((name) => read(join('docs/contract', name)).replaceAll(/^(?=#)/gm, '#')),
  ].join('\n'),
);
const architecture = readPage(read('docs/architecture.md'));
const caseIds = [...read('docs/cases.md').matchAll(/^- \*\*([A-Z]\d+)\*\* \S/gm)].map(([, id = '']) => id);
const decisions = readdirSync('docs/decisions')
  .filter((name) => name !== 'README.md')
  .map((name) => ({ name, number: Number.parseInt(name, 10) }));

/** What a citation names and nothing has; undefined: it resolves. */
function missing(citation: Citation & { file: string }): string | undefined {
  switch (citation.kind) {
    case 'contract': {
      const { sections, titles } = citation;
      if (sections.length + titles.length === 0) return 'contract without a section';
      const absent = sections.find((section) => !contract.sections.has(section));
      if (absent !== undefined) return `contract ${absent}`;
      const texts = (sections.length === 0 ? [''] : sections).map((section) => contract.sections.get(section) ?? '');
      const untitled = titles.find((title) => !texts.some((text) => hasTitle(text, title)));
      return untitled && `contract ${sections.join(', ')} "${untitled}"`;
    }
    case 'case':
      return caseIds.includes(citation.id) ? undefined : `case ${citation.id}`;
    case 'decision':
      return decisions.some(({ number }) => number === Number(citation.id)) ? undefined : `decision ${citation.id}`;
    case 'architecture': {
      const [section = '', item] = citation.id.split('.');
      const text = architecture.sections.get(section);
      const found = text !== undefined && (item === undefined || new RegExp(`^${item}\\. `, 'm').test(text));
      return found ? undefined : `architecture ${citation.id}`;
    }
    case 'page': {
      const paths = [...PAGE_FOLDERS, dirname(citation.file)].map((folder) => normalize(join(folder, citation.path)));
      const page = paths.find((path) => existsSync(path));
      const untitled = page && citation.titles.find((title) => !hasTitle(read(page), title));
      return page === undefined ? citation.path : untitled && `${citation.path} "${untitled}"`;
    }
  }
}

describe('the reader of citations', () => {
  it.each<[string, Citation[]]>([
    ['(contract 5).', [{ kind: 'contract', sections: ['5'], titles: [] }]],
    [
      'contract 9, 10; case K7',
      [
        { kind: 'contract', sections: ['9', '10'], titles: [] },
        { kind: 'case', id: 'K7' },
      ],
    ],
    ['Contract 4-6: told', [{ kind: 'contract', sections: ['4', '5', '6'], titles: [] }]],
    ['(contract 4,\n * "Native rule").', [{ kind: 'contract', sections: ['4'], titles: ['Native rule'] }]],
    ['(contract 3 "A" and "B";', [{ kind: 'contract', sections: ['3'], titles: ['A', 'B'] }]],
    ['(contract, "Words")', [{ kind: 'contract', sections: [], titles: ['Words'] }]],
    ['by the contract (sections 2, 4)', [{ kind: 'contract', sections: ['2', '4'], titles: [] }]],
    ['(contract, pages)', [{ kind: 'contract', sections: [], titles: [] }]],
    [
      '(cases N1,\n// N4)',
      [
        { kind: 'case', id: 'N1' },
        { kind: 'case', id: 'N4' },
      ],
    ],
    ["it('K8: headers'", [{ kind: 'case', id: 'K8' }]],
    ['case Q7', [{ kind: 'case', id: 'Q7' }]],
    [
      '(decisions 4 and 24)',
      [
        { kind: 'decision', id: '4' },
        { kind: 'decision', id: '24' },
      ],
    ],
    ['(architecture, decision 8)', [{ kind: 'decision', id: 'architecture 8' }]],
    ['architecture 7.6: time', [{ kind: 'architecture', id: '7.6' }]],
    ['(docs/errors.md)', [{ kind: 'page', path: 'docs/errors.md', titles: [] }]],
    ['(performance.md, "Results")', [{ kind: 'page', path: 'performance.md', titles: ['Results'] }]],
    ['%C3%BC S256 contract 03011987 \\u200Dna', []],
  ])('reads %j', (text, citations) => {
    expect(citationsOf(text)).toEqual(citations);
  });

  it('knows headings and bold openings as titles, and nothing else', () => {
    const page = '## 4. Consent\n\n### Pages\n\n**Native rule.** As the RFC says.\n\n- **Title:** of a line\n';
    expect(['Consent', 'Pages', 'Native rule', 'Title'].filter((title) => !hasTitle(page, title))).toEqual([]);
    expect(hasTitle(page, 'As the RFC says')).toBe(false);
    expect([...readPage(page).sections.keys()]).toEqual(['', '4']);
  });
});

describe('what src and test cite', () => {
  it('is found: hundreds of citations of each kind that there are hundreds of', () => {
    const number = (kind: Citation['kind']) => cited.filter((citation) => citation.kind === kind).length;
    expect(number('contract')).toBeGreaterThan(800);
    expect(number('case')).toBeGreaterThan(500);
    expect(Math.min(number('decision'), number('architecture'), number('page'))).toBeGreaterThan(10);
  });

  it.each(['contract', 'case', 'decision', 'architecture', 'page'] as const)('resolves: %s', (kind) => {
    const unresolved = cited
      .filter((citation) => citation.kind === kind)
      .flatMap((citation) => missing(citation)?.concat(` in ${citation.file}`) ?? []);
    expect([...new Set(unresolved)]).toEqual([]);
  });

  it('is no number of an issue: issues are not in the repository', () => {
    expect(files.filter((path) => /\bissue(?:s? \d|,? of (?:owners|scale|the)\b)/i.test(read(path)))).toEqual([]);
  });
});

describe('docs/cases.md', () => {
  it('has one line for each case, sorted by letter and number', () => {
    const key = (id: string) => `${id[0]}${id.slice(1).padStart(3, '0')}`;
    expect(caseIds.length).toBeGreaterThan(80);
    expect(caseIds).toEqual([...new Set(caseIds)].toSorted((a, b) => (key(a) < key(b) ? -1 : 1)));
  });

  it('has no case that no test cites', () => {
    const ids = cited.flatMap((one) => (one.kind === 'case' && one.file.startsWith('test/') ? [one.id] : []));
    expect(caseIds.filter((id) => !ids.includes(id))).toEqual([]);
  });
});

describe('docs/decisions', () => {
  it('has a number of its own in each name and heading', () => {
    expect(new Set(decisions.map(({ number }) => number)).size).toBe(decisions.length);
    const headings = decisions.map(({ name }) => Number(/^# (\d+)\. /.exec(read(join('docs/decisions', name)))?.[1]));
    expect(headings).toEqual(decisions.map(({ number }) => number));
  });

  it('README.md names each, and marks those that another supersedes', () => {
    const lines = read('docs/decisions/README.md').split('\n');
    const wrong = decisions.filter(({ name }) => {
      const by = /^Superseded by \[(decision \d+)\]/m.exec(read(join('docs/decisions', name)))?.[1];
      const line = lines.find((one) => one.includes(`(${name})`) && one.startsWith(`| ${Number.parseInt(name, 10)} |`));
      return line === undefined || line.includes('superseded by') !== (by !== undefined) || !line.includes(by ?? '');
    });
    expect(wrong).toEqual([]);
  });
});

/** As GitHub makes them of headings. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the pages of docs', () => {
  const pages = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
  ].filter((path) => path.endsWith('.md'));

  it.each([
    ['README.md', 180],
    ['docs/performance.md', 150],
  ])('%s is read in one go: it has at most %i lines', (path, most) => {
    expect(read(path).split('\n').length - 1).toBeLessThanOrEqual(most);
    expect(read(path)).not.toBe('');
  });

  it('link only to files that there are', () => {
    const dead = pages.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => normalize(join(path, '..', target)))
        .filter((target) => !existsSync(target))
        .map((target) => `${target} in ${basename(path)}`),
    );
    expect(dead).toEqual([]);
  });

  it('link only to headings that there are', () => {
    const dead = pages.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
        .map(([, target = '', anchor = '']) => ({ page: target ? normalize(join(path, '..', target)) : path, anchor }))
        .filter(({ page, anchor }) => page.endsWith('.md') && existsSync(page) && !anchorsOf(page).includes(anchor))
        .map(({ page, anchor }) => `${page}#${anchor} in ${path}`),
    );
    expect(dead).toEqual([]);
  });
});
