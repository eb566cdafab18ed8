// Asks a server over HTTP, and writes each answer down with names for what is random: what was sent, then status,
// headers and body as whoever asked gets them, a page as a person sees it.
import type { Browser, FormValues } from '../browser.ts';
import type { Form, Page } from '../html-page.ts';
import { NamedValues } from './named-values.ts';
import { seenPage } from './seen-page.ts';

export type Asked = {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  /** A form, or a body of the type that `headers` name. */
  body?: Readonly<Record<string, string>> | URLSearchParams | string;
};

export type Answered = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** Of the connection, of who asks or of the moment, or derived from the body. */
const UNTOLD = ['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

export class Recorder {
  readonly #answers = new Map<string, string>();
  readonly #names: NamedValues;

  constructor(server: { authUrl: string; apiUrl: string; clock: { now(): number } }) {
    const { port } = new URL(server.authUrl);
    this.#names = new NamedValues(
      { [server.authUrl]: '{auth}', [server.apiUrl]: '{api}', [`latchkey-${port}`]: 'latchkey-{port}' },
      server.clock.now(),
    );
  }

  /** What was asked → what was answered. */
  get answers(): ReadonlyMap<string, string> {
    return this.#answers;
  }

  /** @param name of the answer in the record */
  async ask(name: string, url: string, { method, headers = {}, body }: Asked = {}): Promise<Answered> {
    const isForm = body !== undefined && typeof body !== 'string';
    const form = isForm ? new URLSearchParams(body).toString() : body;
    const sent = { ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers };
    const verb = method ?? (body === undefined ? 'GET' : 'POST');
    const response = await fetch(url, { method: verb, headers: sent, body: form ?? null, redirect: 'manual' });
    const text = await response.text();
    const credentials = Object.entries(headers).map(([header, value]) => `${header}: ${openBasic(value)}`);
    this.#write(name, [`${verb} ${url}`, ...credentials, ...(form === undefined ? [] : form.split('&'))], {
      status: response.status,
      headers: response.headers,
      text,
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : {} };
  }

  /** Opens an address in the browser, and follows no redirect. */
  async open(name: string, browser: Browser, url: string | URL): Promise<Page> {
    return this.#see(name, [`GET ${url}`], await browser.open(url, { follow: false }));
  }

  async submit(name: string, browser: Browser, form: Form, values: FormValues, press: string): Promise<Page> {
    const typed = Object.entries(values).map(([field, value]) => `${field}=${value ?? ''}`);
    const page = await browser.submit(form, values, { press, follow: false });
    return this.#see(name, [`${form.method} ${form.action}`, ...typed, `(${press})`], page);
  }

  #see(name: string, asked: readonly string[], page: Page): Page {
    this.#write(name, asked, { status: page.status, headers: page.headers, text: page.html });
    return page;
  }

  #write(name: string, asked: readonly string[], { status, headers, text }: Omit<Answered, 'body'>): void {
    if (this.#answers.has(name)) throw new Error(`Two answers are named "${name}".`);
    const tag = headers.get('etag');
    if (tag) this.#names.give(tag, '<etag>');
    const told = [...headers].filter(([header]) => !UNTOLD.includes(header)).map((pair) => pair.join(': '));
    const head = [...asked.map((line) => `> ${line}`), String(status), ...told.sort()].join('\n');
    const answer = [this.#names.text(head), ...this.#bodyLines(headers.get('content-type') ?? '', text)].join('\n');
    this.#answers.set(name, answer.replaceAll(headers.get('x-request-id') ?? 'no id', '<request id>'));
  }

  #bodyLines(type: string, text: string): readonly string[] {
    if (text === '') return [];
    if (type.startsWith('application/json')) return jsonLines(this.#names.json(JSON.parse(text)));
    if (type.startsWith('application/jwt')) return jsonLines(this.#names.jwt(text));
    return [this.#names.text(type.startsWith('text/html') ? seenPage(text).join('\n') : text)];
  }
}

const openBasic = (value: string): string =>
  value.replace(/^Basic (.*)$/, (_, pair: string) => `Basic of ${Buffer.from(pair, 'base64').toString()}`);

/** Lists of texts stand on one line. */
const jsonLines = (value: unknown): readonly string[] =>
  JSON.stringify(value, null, 2)
    .replace(/\[\n[^[\]{}]*\]/g, (list) => list.replace(/\s*\n\s*/g, ' '))
    .split('\n');
