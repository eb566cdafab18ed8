// Somebody who has read nothing but the screen, counted: clicks, fields, characters and seconds; and the code of a page
// run as the page says.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';

const NODE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** A person: presses what they see, types into what has a label, and is counted. */
export class Newcomer {
  readonly page: Page;
  readonly #begun = performance.now();
  #clicks = 0;
  #fields = 0;
  #characters = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(what: Locator): Promise<void> {
    this.#clicks += 1;
    await what.click();
  }

  readonly pressLink = (name: string) => this.press(this.page.getByRole('link', { name, exact: true }));
  readonly pressButton = (name: string) => this.press(this.page.getByRole('button', { name, exact: true }));

  async type(label: string, text: string): Promise<void> {
    this.#fields += 1;
    this.#characters += text.length;
    await this.page.getByLabel(label, { exact: true }).and(this.page.locator('input')).fill(text);
  }

  /** A file, which is a click and the system's own window. */
  async choose(label: string, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    this.#clicks += 1;
    await this.page.getByLabel(label, { exact: true }).setInputFiles(file);
  }

  get clicks(): number {
    return this.#clicks;
  }

  /** Those that were typed into. */
  get fields(): number {
    return this.#fields;
  }

  /**
   * At a person's pace, by the keystroke-level model (Card, Moran, Newell): 1.35 s to decide on each click and field,
   * 1.1 s to point at it, 0.2 s to press, 0.28 s for each character; and half a minute for a terminal: a file saved, a
   * library installed, a program started, an address opened.
   */
  get seconds(): number {
    return (this.#clicks + this.#fields) * (1.35 + 1.1 + 0.2) + this.#characters * 0.28 + 30;
  }

  get told(): string {
    const machine = ((performance.now() - this.#begun) / 1000).toFixed(1);
    return `${this.#clicks} clicks, ${this.#fields} fields (${this.#characters} characters), ${machine} s here, about ${Math.round(this.seconds)} s for a person`;
  }
}

/** Saves the text as the page names it, in a folder where openid-client is installed, and runs it as the page says. */
export async function runCopied(text: string): Promise<{ address: string; stop(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'first-application-'));
  symlinkSync(NODE_MODULES, join(folder, 'node_modules'));
  writeFileSync(join(folder, 'sign-in.mjs'), text);
  const program = spawn(process.execPath, ['sign-in.mjs'], { cwd: folder, env: { PATH: process.env.PATH } });
  const stop = () => {
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        const address = /^Open (\S+)$/m.exec(output)?.[1];
        if (address) resolve({ address, stop });
      });
    }
    program.once('exit', (code) => {
      stop();
      reject(new Error(`The copied code ended with ${code}: ${output}`));
    });
  });
}
