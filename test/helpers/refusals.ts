// Finds which rule refused. Several rules have one status, so a test that checks the status alone may pass for another
// reason.
import type { Page } from './html-page.ts';

/** The code on an error page, or in the link to /errors in problem+json and OAuth JSON; empty: there is none. */
export const refusalIn = (text: string): string =>
  (/<code>([\w-]+)<\/code> <span>\(\d{3}\)/.exec(text) ?? /"[^"]*\/errors#([\w-]+)"/.exec(text))?.[1] ?? '';

/** Returns the status and the code of a refusal. */
export const refusalOf = async (response: Response): Promise<[status: number, code: string]> => [
  response.status,
  refusalIn(await response.text()),
];

/** The text of a page that is shown again because its form was not accepted (case K1). */
const FORM_EXPIRED = 'Something changed after you opened this page, so nothing was submitted.';

/** Whether a form was refused only because it did not come from a page of this browser and session. */
export const isFormRefused = ({ status, html }: Pick<Page, 'status' | 'html'>): boolean =>
  status === 403 && (html.includes(FORM_EXPIRED) || refusalIn(html) === 'form-refused');
