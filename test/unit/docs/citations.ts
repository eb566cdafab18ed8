// Reads the citations of a text: "contract 4, "Consent"", "cases N1, N4", "decision 9", "architecture 7.6",
// "docs/errors.md". `citations.test.ts` looks up each one.

export type Citation =
  | { kind: 'contract'; sections: readonly string[]; titles: readonly string[] }
  | { kind: 'case' | 'decision' | 'architecture'; id: string }
  | { kind: 'page'; path: string; titles: readonly string[] };

/** One line: a citation may begin on one line of a comment and end on the next. */
const unwrapped = (text: string): string => text.replaceAll(/\n[ \t]*(?:\/\/|\*(?!\/))?[ \t]*/g, ' ');

const NUMBERS = String.raw`\d{1,2}(?!\d)(?:(?:, | and |, and |-)\d{1,2}(?!\d))*`;
const TITLES = `(?:,? "[^"]+"(?:(?:, | and )"[^"]+")*)`;

const CONTRACT = new RegExp(
  String.raw`\b[Cc]ontract(?:,? (?:\(?sections? )?(${NUMBERS})(${TITLES})?|, "([^"]+)"|,? (?:pages|catalogue)\b)`,
  'g',
);
/** The letters of docs/cases.md; any letter after the word "case". Not `%C3`, not part of a longer word. */
const CASE = /(?<![\w%\\.$/-])[CDGKLMNP]\d{1,2}(?!\w)|(?<=\bcases? )[A-Z]\d{1,2}(?!\w)/g;
const DECISION = /\b([Aa]rchitecture,? )?[Dd]ecisions? (\d{1,4}(?:(?:, | and )\d{1,4})*)/g;
const ARCHITECTURE = /\b[Aa]rchitecture,? (\d+(?:\.\d+)?)/g;
const PAGE = new RegExp(String.raw`(?<![\w/])((?:[\w.-]+\/)*[\w-]+\.md)(?![\w/])(${TITLES})?`, 'g');

const listed = (text: string | undefined): string[] => text?.match(/\d+/g) ?? [];
const quoted = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);

/** `4-7` names the sections between as well. */
function sectionsOf(text: string | undefined): string[] {
  const spread = text?.replaceAll(/(\d+)-(\d+)/g, (_, from: string, to: string) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_each, index) => Number(from) + index).join(' '),
  );
  return listed(spread);
}

export function citationsOf(source: string): Citation[] {
  const text = unwrapped(source);
  const contract = [...text.matchAll(CONTRACT)].map(([, numbers, titles, title]) => ({
    kind: 'contract' as const,
    sections: sectionsOf(numbers),
    titles: title === undefined ? quoted(titles) : [title],
  }));
  const decisions = [...text.matchAll(DECISION)].flatMap(([, ofArchitecture, numbers]) =>
    listed(numbers).map((number) => ({
      kind: 'decision' as const,
      id: ofArchitecture ? `architecture ${number}` : `${Number(number)}`,
    })),
  );
  return [
    ...contract,
    ...[...text.matchAll(CASE)].map(([id]) => ({ kind: 'case' as const, id })),
    ...decisions,
    ...[...text.matchAll(ARCHITECTURE)].map(([, id = '']) => ({ kind: 'architecture' as const, id })),
    ...[...text.matchAll(PAGE)].map(([, path = '', titles]) => ({
      kind: 'page' as const,
      path,
      titles: quoted(titles),
    })),
  ];
}

export type Page = {
  /** The text below each numbered heading, by number; `''` for the whole page. */
  sections: ReadonlyMap<string, string>;
};

/** A page by its numbered headings: `## 4. Authorization request`. */
export function readPage(text: string): Page {
  const numbered = text.split(/^(?=## )/m).flatMap((section) => {
    const number = /^## (\d+)\. /.exec(section)?.[1];
    return number === undefined ? [] : [[number, section] as const];
  });
  return { sections: new Map([['', text], ...numbered]) };
}

/** Whether a text has a heading, a row or a paragraph of this title. */
export function hasTitle(text: string, title: string): boolean {
  const exact = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(String.raw`^#+ (?:\d+\. )?${exact}$|^(?:[-*] |\d+\. )?\*\*${exact}[.:]?\*\*`, 'm').test(text);
}
