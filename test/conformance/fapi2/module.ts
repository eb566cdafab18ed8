// A module of the plan for FAPI 2.0, under its published name without the prefix, and what several of them ask.
import { expect } from 'vitest';
import type { Page } from '../../helpers/html-page.ts';
import type { Answer, FapiProvider, Variant } from './provider.ts';

export const PREFIX = 'fapi2-security-profile-final-';

export type FapiModule = {
  name: string;
  /** What passes when it passes, in one line: the row of docs/conformance-fapi2.md. */
  verifies: string;
  /** The plan has it for this variant alone. */
  only?: Variant;
  run(provider: FapiProvider): Promise<void>;
};

/** Refused with one of these errors. */
export function expectError({ status, body }: Answer, ...errors: readonly string[]): void {
  expect([status, body.error]).toEqual([400, errors.find((error) => error === body.error) ?? errors.join(' or ')]);
}

/** An error page, or the error at the redirect URI; no code in either. */
export function expectRefusedInBrowser(page: Page, shown: RegExp): void {
  expect(page.url.searchParams.get('code')).toBeNull();
  const told = page.url.searchParams.get('error') ?? (page.status === 400 ? page.html : '');
  expect(told).toMatch(shown);
}
