// A browser inside another app, as links in chats open: it has no passkeys.
import type { Page } from 'playwright-core';

export const IN_KAKAOTALK = 'Mozilla/5.0 (Linux; Android 15; wv) Chrome/140.0 KAKAOTALK/11';

/** As browsers are that have no passkeys, inside apps or not. */
export const withoutPasskeys = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
  });
