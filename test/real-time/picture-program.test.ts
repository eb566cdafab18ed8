// Decision 61: the built program makes pictures in a process of its own, so the server never has the decoder in memory.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { png } from '../helpers/images.ts';
import { startServer } from '../helpers/program.ts';

test('decision 61: the built program makes a picture, and has no decoder in its memory before or after', async () => {
  const server = await startServer();
  const maps = `/proc/${server.pid}/maps`;
  const isLoaded = () => readFileSync(maps, 'utf8').includes('libvips');
  const browser = new Browser();
  const signUp = await browser.open(`${server.authUrl}/sign-up`);
  const values = { email: 'mina@example.com', password: 'seven quiet harbour lights', nickname: 'Mina' };
  const page = await browser.submit(signUp.form({ action: '/sign-up' }), values);
  if (existsSync(maps)) expect(isLoaded()).toBe(false);
  const file = new File([new Uint8Array(png(700, 300))], 'me.png', { type: 'image/png' });
  const done = await browser.submitFiles(page.form({ action: '/account/picture' }), [['picture', file]]);
  expect(done.text).toContain('Your picture was saved.');
  if (existsSync(maps)) expect(isLoaded()).toBe(false);
  await server.stop();
});
