// What JupyterHub shows of whoever is signed in.
import type { Browser } from '../helpers/browser.ts';

/** Who the Hub says is signed in, and whether they may see what only administrators see. */
export async function whoAtHub(browser: Browser, home: string): Promise<{ name: string | undefined; admin: boolean }> {
  const page = await browser.open(`${home}/hub/home`);
  const name = /^ *user: "([^"]*)",$/m.exec(page.html)?.[1];
  const panel = await browser.open(`${home}/hub/admin`);
  return { name, admin: panel.status === 200 && panel.url.pathname === '/hub/admin' };
}
