// Somebody in a walk around a change of address: what they know and read, and how they answer what a page asks of them.
// They read their own mailboxes alone, and give up where they have nothing to show.
import { openMailSecrets } from '../../src/core/server/mail/write-mail.ts';
import type { Key } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { codeOf } from '../stories/factor-pages.ts';
import { answerWith, promptIn } from '../stories/passkey-pages.ts';

export type Mail = { kind: string; token?: string; code?: string };

/** All mail of the server, by address. The queue is emptied as by a mail server that takes everything. */
export class Post {
  readonly #boxes = new Map<string, Mail[]>();
  readonly #hosts: Hosts;
  readonly #claim: Hosts['ports']['mails']['claim'];

  /** Nothing else may take mails from the queue. */
  constructor(hosts: Hosts) {
    this.#hosts = hosts;
    this.#claim = hosts.ports.mails.claim;
    hosts.ports.mails.claim = async () => [];
  }

  /** Oldest first. */
  async to(email: string): Promise<readonly Mail[]> {
    const { ports, clock } = this.#hosts;
    for (;;) {
      const now = clock.now();
      const due = await this.#claim({ now, until: now + 1000, limit: 100, busy: [] });
      if (due.length === 0) return this.#boxes.get(email) ?? [];
      for (const mail of due) {
        const box = this.#boxes.get(mail.email) ?? [];
        this.#boxes.set(mail.email, [...box, { kind: mail.kind, ...openMailSecrets(ports, mail) }]);
        await ports.mails.remove(mail, { failure: undefined, at: now, id: mail.id });
      }
    }
  }
}

/** More than any way to a page has. */
const MOST_PAGES = 12;

export class Person {
  browser = new Browser();
  password: string;
  /** Of an authenticator app, with the last code that was given. */
  secret: string | undefined;
  lastCode = '';
  keys: Key[] = [];
  readonly mailboxes: string[];
  readonly hosts: Hosts;
  readonly post: Post;

  constructor(hosts: Hosts, post: Post, given: { password: string; mailboxes: readonly string[] }) {
    this.hosts = hosts;
    this.post = post;
    this.password = given.password;
    this.mailboxes = [...given.mailboxes];
  }

  open(path: string): Promise<Page> {
    return this.browser.open(new URL(path, this.hosts.authUrl).href);
  }

  /** The newest of these kinds that they can read. */
  async newest(...kinds: readonly string[]): Promise<Mail | undefined> {
    const all = await Promise.all(this.mailboxes.map((email) => this.post.to(email)));
    return all.flat().findLast(({ kind }) => kinds.includes(kind));
  }

  /** A code works once: another one is there half a minute later. */
  code(): string {
    if (this.secret === undefined) return '';
    if (codeOf(this.hosts, this.secret) === this.lastCode) this.hosts.clock.advance(30_000);
    this.lastCode = codeOf(this.hosts, this.secret);
    return this.lastCode;
  }

  /** One of theirs that the page asks for. */
  keyFor(page: Page): Key | undefined {
    const asked = promptIn(page)?.options.allowCredentials?.map(({ id }) => id) ?? [];
    return this.keys.find(({ credentialId }) => asked.includes(credentialId.toString('base64url')));
  }

  /** Opens a page of the account, and proves who they are as far as they can. @returns where that leads */
  async reach(path: string, email: string): Promise<Page> {
    return this.goOn(await this.open(path), email);
  }

  async goOn(from: Page, email: string): Promise<Page> {
    let page = from;
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const next = await this.#answer(page, email);
      if (next === undefined) return page;
      if (next.status >= 400) return next;
      page = next;
    }
    throw new Error(`${MOST_PAGES} pages, and still at ${page.url.href}`);
  }

  /** Undefined: nothing is asked, or they have nothing to show. */
  async #answer(page: Page, email: string): Promise<Page | undefined> {
    const { pathname } = page.url;
    const form = (field: string): Form | undefined => page.forms.find(({ fields }) => fields.includes(field));
    if (form('restoration')) return this.browser.submit(page.form({ fields: ['restoration'] }));
    if (form('proof_token')) return this.#giveFactor(page, form('code'), {});
    if (pathname === '/login' && form('password')) {
      return this.browser.submit(page.form({ fields: ['password'] }), { email, password: this.password });
    }
    if (pathname === '/confirm/factor' || pathname === '/confirm' || form('confirming')) {
      const typed = form('confirming');
      const shown = await this.#giveFactor(page, typed?.fields.includes('code') ? typed : undefined, {
        password: this.password,
      });
      if (shown) return shown;
      if (typed?.fields.includes('password') && !typed.fields.includes('code'))
        return this.browser.submit(typed, { password: this.password });
      const byMail = /href="(\/confirm\/mail[^"]*)"/.exec(page.html)?.[1];
      return byMail === undefined ? undefined : this.open(byMail.replaceAll('&amp;', '&'));
    }
    if (/^\/(confirm\/mail|second-factor)(\/code)?$/.test(pathname)) return this.#proveAddress(page);
    return undefined;
  }

  async #giveFactor(page: Page, form: Form | undefined, values: Readonly<Record<string, string>>) {
    const key = this.keyFor(page);
    if (form && this.secret !== undefined) return this.browser.submit(form, { ...values, code: this.code() });
    return key ? answerWith(this.hosts, this.browser, page, key) : undefined;
  }

  async #proveAddress(page: Page): Promise<Page | undefined> {
    const has = (value: string) => page.forms.find(({ buttons }) => buttons.some((one) => one.value === value));
    const waits = page.forms.find(({ fields }) => fields.includes('code'));
    if (waits) {
      const code = (await this.newest('factor-code'))?.code;
      if (code === undefined) return undefined;
      const next = await this.browser.submit(waits, { code }, { press: 'prove' });
      return next.status === 200 ? next : undefined;
    }
    const sends = has('send');
    return sends && this.browser.submit(sends, {}, { press: 'send' });
  }
}
