// What a person sees on a page and a form sends, line by line and without markup: title, headings, texts with their
// links, boxes with name, value and tick, hidden fields, buttons. Two pages with the same lines ask and say the same.

const INLINE = 'a abbr b bdi bdo code em i kbd mark small span strong time u wbr'.split(' ');
const UNSEEN = 'head script style svg template'.split(' ');
const VOID = 'br hr img input link meta wbr'.split(' ');
const PARTS = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*)>|([^<]+)/gi;

type Attributes = Readonly<Record<string, string>>;

/** What begins a line of an element. */
const MARKS: Readonly<Record<string, (attributes: Attributes) => string>> = {
  ...Object.fromEntries([1, 2, 3, 4].map((level) => [`h${level}`, () => `(h${level}) `])),
  button: ({ name, value, formaction }) => `(button${told({ name, value, formaction })}) `,
  dd: () => '  ',
  legend: () => '(legend) ',
  li: () => '- ',
  option: ({ value, selected }) => `(option${told({ value, selected })}) `,
  summary: () => '(opens) ',
  label: () => '(label) ',
};

export function seenPage(html: string): readonly string[] {
  const lines: string[] = [];
  const head = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
  lines.push(`title: ${plain(head)}`, `language: ${/<html[^>]*\slang="([^"]*)"/.exec(html)?.[1]}`);
  let mark = '';
  let line = '';
  let link = '';
  const flush = (): void => {
    const text = line.replace(/\s+/g, ' ').trim();
    if (text !== '') {
      lines.push(`${mark}${text}`);
      mark = '';
    }
    line = '';
  };
  const begin = (tag: string, attributes: Attributes): void => {
    if (tag === 'a') {
      link = attributes.href ?? '';
      line += ' [';
    } else if (!INLINE.includes(tag)) {
      flush();
      if (tag === 'form') lines.push(`(form ${attributes.method ?? 'get'} ${attributes.action ?? ''})`);
      else if (tag === 'input') lines.push(inputLine(attributes));
      else if (tag === 'select') lines.push(`(select${told({ name: attributes.name })})`);
      else if (tag === 'img') lines.push(`(image${told({ alt: attributes.alt })})`);
      mark = MARKS[tag]?.(attributes) ?? mark;
    }
  };
  const end = (tag: string): void => {
    if (tag === 'a') line = `${line.trimEnd()}](${link})`;
    else if (!INLINE.includes(tag)) {
      flush();
      mark = '';
      if (tag === 'form') lines.push('(end of form)');
    }
  };
  /** The element that nobody sees, and how many of its kind are open. */
  let unseen: { tag: string; depth: number } | undefined;
  for (const [, closing, name = '', attributeText = '', text] of html.matchAll(PARTS)) {
    const tag = name.toLowerCase();
    if (unseen) {
      if (tag === unseen.tag) unseen.depth += closing ? -1 : 1;
      if (unseen.depth === 0) unseen = undefined;
    } else if (text !== undefined) line += plain(text);
    else if (closing) end(tag);
    else if (tag !== '') {
      const attributes = attributesOf(attributeText);
      const isVoid = VOID.includes(tag) || attributeText.endsWith('/');
      if (!isVoid && (UNSEEN.includes(tag) || 'hidden' in attributes)) unseen = { tag, depth: 1 };
      else begin(tag, attributes);
    }
  }
  flush();
  return lines;
}

function inputLine({ type = 'text', name, value, checked, required, disabled }: Attributes): string {
  const isBox = type === 'checkbox' || type === 'radio';
  const box = isBox ? { ticked: checked === undefined ? 'no' : 'yes' } : {};
  return `(${type}${told({ name, value, ...box, required, disabled })})`;
}

/** Only what the element has. */
const told = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : value === '' ? ` ${name}` : ` ${name}=${value}`))
    .join('');

function attributesOf(text: string): Attributes {
  const pairs = [...text.matchAll(/\s([\w-]+)(?:\s*=\s*"([^"]*)")?/g)];
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), plain(value)]));
}

const NAMED = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

const plain = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
