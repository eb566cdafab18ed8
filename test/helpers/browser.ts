// A browser for tests: cookies, redirects and forms over real HTTP, without scripts. It can do everything that a person
// can do on our pages with JavaScript disabled.
//
//   const browser = new Browser();
//   const login = await browser.open(url);                         // follows redirects until a page
//   const consent = await browser.submit(login.form(), { email, password });
//   const callback = await browser.submit(consent.form(), {}, { press: 'agree', stopAt: redirectUri });

import { type Form, type Page, toPage } from './html-page.ts';

/** A value replaces all of that name; a list sends each; undefined omits the control (an unticked box). */
export type FormValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export type VisitOptions = {
  /** Stops at an address that begins with this text and does not request it: the page's `url` is that address. */
  stopAt?: string;
  headers?: Readonly<Record<string, string>>;
  /** False: return the first answer, redirect or not. Default true. */
  follow?: boolean;
};

const MAX_REDIRECTS = 20;

export class Browser {
  /** By host without port: cookies are shared between ports (RFC 6265 8.5). */
  readonly #jar = new Map<string, Map<string, { value: string; path: string; secure: boolean }>>();
  readonly #headers: Readonly<Record<string, string>>;

  /** @param headers sent with every request, such as `Accept-Language` */
  constructor(headers: Readonly<Record<string, string>> = {}) {
    this.#headers = headers;
  }

  /** Follows a link, or opens a typed address. */
  open(url: string | URL, options: VisitOptions = {}): Promise<Page> {
    return this.#visit(new URL(url), { method: 'GET' }, options);
  }

  /**
   * Fills in and sends a form.
   * @param options.press part of the name, value or text of the button; default the first button
   */
  submit(form: Form, values: FormValues = {}, options: VisitOptions & { press?: string } = {}): Promise<Page> {
    const sent = formBody(form, values, options.press);
    if (form.method === 'GET') {
      const url = new URL(form.action);
      url.search = sent.toString();
      return this.#visit(url, { method: 'GET' }, options);
    }
    const init = {
      method: 'POST',
      body: sent.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: form.page.origin },
    };
    return this.#visit(form.action, init, options);
  }

  /**
   * Sends a form with a file field and the chosen files. Like a browser, it sends an empty file where none is chosen.
   */
  submitFiles(form: Form, files: readonly (readonly [name: string, file: File])[], options: VisitOptions = {}) {
    const body = new FormData();
    for (const [name, value] of form.values) if (!files.some(([field]) => field === name)) body.append(name, value);
    for (const [name, file] of files) body.append(name, file);
    return this.#visit(form.action, { method: 'POST', body, headers: { origin: form.page.origin } }, options);
  }

  /** The cookies that a request to this address would send: name → value. */
  cookies(url: string | URL): Map<string, string> {
    const { hostname, pathname, protocol } = new URL(url);
    const sent = new Map<string, string>();
    for (const [name, cookie] of this.#jar.get(hostname) ?? []) {
      const underPath = pathname === cookie.path || pathname.startsWith(cookie.path.replace(/\/?$/, '/'));
      const loopback = hostname === 'localhost' || hostname === '127.0.0.1';
      if (underPath && (!cookie.secure || protocol === 'https:' || loopback)) sent.set(name, cookie.value);
    }
    return sent;
  }

  /** Sets a cookie, as an attacker on a neighbouring port could. */
  setCookie(url: string | URL, name: string, value: string): void {
    this.#jarOf(new URL(url)).set(name, { value, path: '/', secure: false });
  }

  clearCookies(): void {
    this.#jar.clear();
  }

  /** The headers that it sends with a request to this address, besides those of a form. */
  headers(url: string | URL): Record<string, string> {
    const cookie = [...this.cookies(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    return { accept: 'text/html', ...this.#headers, ...(cookie && { cookie }) };
  }

  /** Takes the cookies of an answer from this address. @param lines `Set-Cookie` */
  keep(url: string | URL, lines: readonly string[]): void {
    for (const line of lines) this.#store(new URL(url), line);
  }

  async #visit(
    url: URL,
    init: RequestInit & { headers?: Record<string, string> },
    options: VisitOptions,
  ): Promise<Page> {
    const trail = [url.href];
    for (let step = 0; step < MAX_REDIRECTS; step++) {
      const response = await this.#request(url, init, options.headers);
      const location = response.headers.get('location');
      if (location === null || response.status < 300 || options.follow === false) {
        return toPage(url, response, await response.text(), trail);
      }
      await response.arrayBuffer();
      const next = new URL(location, url);
      trail.push(next.href);
      if (options.stopAt && next.href.startsWith(options.stopAt)) return toPage(next, response, '', trail);
      url = next;
      // Browsers turn 303, and 301 and 302 too, into a GET. 307 and 308 repeat the request unchanged.
      if (response.status !== 307 && response.status !== 308) init = { method: 'GET' };
    }
    throw new Error(`More than ${MAX_REDIRECTS} redirects: ${trail.join(' → ')}`);
  }

  async #request(
    url: URL,
    init: RequestInit & { headers?: Record<string, string> },
    extra: Readonly<Record<string, string>> | undefined,
  ): Promise<Response> {
    const { cookie, ...own } = this.headers(url);
    const headers = { ...own, ...init.headers, ...extra, ...(cookie && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    this.keep(url, response.headers.getSetCookie());
    return response;
  }

  #jarOf(url: URL) {
    const known = this.#jar.get(url.hostname);
    if (known) return known;
    const jar = new Map<string, { value: string; path: string; secure: boolean }>();
    this.#jar.set(url.hostname, jar);
    return jar;
  }

  #store(url: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    const named = new Map(
      attributes.map((attribute) => {
        const [name = '', value = ''] = attribute.split('=');
        return [name.toLowerCase(), value] as const;
      }),
    );
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)];
    const expired = named.get('max-age') === '0' || new Date(named.get('expires') ?? 8.64e15).getTime() <= 0;
    if (expired) this.#jarOf(url).delete(name);
    else this.#jarOf(url).set(name, { value, path: named.get('path') || '/', secure: named.has('secure') });
  }
}

function formBody(form: Form, values: FormValues, press: string | undefined): URLSearchParams {
  const button = press
    ? form.buttons.find(({ name, value, text }) =>
        [name ?? '', value, text].some((word) => word.toLowerCase().includes(press.toLowerCase())),
      )
    : form.buttons[0];
  if (press && !button) throw new Error(`No button "${press}" in ${form.html}`);
  const body = new URLSearchParams();
  for (const [name, value] of form.values) if (!(name in values)) body.append(name, value);
  for (const [name, given] of Object.entries(values)) {
    if (!form.fields.includes(name)) throw new Error(`No field "${name}" in ${form.html}`);
    for (const value of given === undefined ? [] : [given].flat()) body.append(name, value);
  }
  if (button?.name) body.append(button.name, button.value);
  return body;
}
