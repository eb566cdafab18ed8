// Parses a page for tests: its text, its links, and its forms with what they would send.

/** A final response, or a redirect to `stopAt`, which has `status` 303 and an empty `html`. */
export type Page = {
  /** The address of the page; at `stopAt`: the redirect's target, which was not requested. */
  url: URL;
  status: number;
  headers: Headers;
  html: string;
  /** The visible text: tags removed, entities decoded, white space collapsed. */
  text: string;
  /** All addresses on the way, including the last one. */
  trail: readonly string[];
  /** The forms in the order of the page. */
  forms: readonly Form[];
  /**
   * Returns the first form with this action path and all these fields; without an argument, the first form of the page.
   * @throws Error when there is none
   */
  form(select?: { action?: string; fields?: readonly string[] }): Form;
  /** Returns the address of the first link whose text or `href` contains `part`. @throws Error when there is none */
  link(part: string): URL;
};

export type Form = {
  /** Absolute. */
  action: URL;
  method: 'GET' | 'POST';
  /** What an unchanged form sends: every successful control except the buttons (HTML 4.10.21). */
  values: readonly (readonly [name: string, value: string])[];
  /** The names of all controls, including unticked boxes. */
  fields: readonly string[];
  /** Buttons that submit, with name and value where they have them, in order. */
  buttons: readonly { name: string | undefined; value: string; text: string }[];
  html: string;
  /** The address of the page with the form, whose origin is sent as `Origin`. */
  page: URL;
};

/** @param html the body; empty at `stopAt` */
export function toPage(url: URL, response: Response, html: string, trail: readonly string[]): Page {
  // Most pages are opened for one of these, or for neither.
  const forms = once(() => [...html.matchAll(/<form\b[\s\S]*?<\/form>/gi)].map(([form]) => parseForm(form, url)));
  const text = once(() => textOf(html));
  return {
    url,
    status: response.status,
    headers: response.headers,
    html,
    get text() {
      return text();
    },
    trail,
    get forms() {
      return forms();
    },
    form(select = {}) {
      const { action, fields } = select;
      const found = forms().find(
        (form) =>
          (!action || form.action.pathname === action) &&
          (!fields || fields.every((name) => form.fields.includes(name))),
      );
      if (!found) throw new Error(`No form ${JSON.stringify(select)} at ${url.href} (${response.status}): ${html}`);
      return found;
    },
    link(part) {
      for (const [, attributes = '', inner = ''] of html.matchAll(/<a\b((?:"[^"]*"|[^">])*)>([\s\S]*?)<\/a>/gi)) {
        const { href } = attributesOf(attributes);
        if (href !== undefined && (href.includes(part) || textOf(inner).includes(part))) return new URL(href, url);
      }
      throw new Error(`No link "${part}" at ${url.href} (${response.status}): ${html}`);
    },
  };
}

function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

function parseForm(html: string, page: URL): Form {
  const form = attributesOf(/<form\b[^>]*/i.exec(html)?.[0] ?? '');
  const values: [string, string][] = [];
  const fields: string[] = [];
  const buttons: Form['buttons'][number][] = [];
  // A quoted value may contain a raw `>`.
  const controls = /<(input|button|select|textarea)\b((?:"[^"]*"|[^">])*)>(?:([\s\S]*?)<\/\1>)?/gi;
  for (const [, kind = '', attributeText = '', inner = ''] of html.matchAll(controls)) {
    const control = attributesOf(attributeText);
    if ('disabled' in control) continue;
    const name = control.name || undefined;
    if (kind === 'button' || control.type === 'submit') {
      const text = textOf(inner);
      if ((control.type ?? 'submit') === 'submit') buttons.push({ name, value: control.value ?? '', text });
    } else if (name) {
      fields.push(name);
      const value = unchangedValue(kind, control, inner);
      if (value !== undefined) values.push([name, value]);
    }
  }
  return {
    action: new URL(form.action || page.href, page),
    method: form.method?.toUpperCase() === 'POST' ? 'POST' : 'GET',
    values,
    fields,
    buttons,
    html,
    page,
  };
}

/** What an unchanged control sends; undefined: nothing. */
function unchangedValue(kind: string, control: Readonly<Record<string, string>>, inner: string): string | undefined {
  if (kind === 'textarea') return decodeEntities(inner);
  if (kind === 'select') {
    const options = [...inner.matchAll(/<option\b([^>]*)>([^<]*)/gi)].map(([, text = '', label = '']) => ({
      option: attributesOf(text),
      label: decodeEntities(label).trim(),
    }));
    const chosen = options.find(({ option }) => 'selected' in option) ?? options[0];
    return chosen && (chosen.option.value ?? chosen.label);
  }
  if (control.type === 'checkbox' || control.type === 'radio') {
    return 'checked' in control ? (control.value ?? 'on') : undefined;
  }
  return control.value ?? '';
}

function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of tag.matchAll(/\s([\w-]+)(?:\s*=\s*"([^"]*)")?/g)) {
    attributes[name.toLowerCase()] = decodeEntities(value);
  }
  return attributes;
}

function textOf(html: string): string {
  const visible = html.replace(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, '');
  return decodeEntities(visible.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, entity: string) => {
    if (/^#x/i.test(entity)) return String.fromCodePoint(Number.parseInt(entity.slice(2), 16));
    if (entity.startsWith('#')) return String.fromCodePoint(Number(entity.slice(1)));
    return NAMED.get(entity) ?? whole;
  });
}
