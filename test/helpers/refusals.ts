// Which rule refused. Several give one status, so a test that sees the status alone may pass for another's reason.
import type { Page } from './html-page.ts';

/** The code that an error page shows, or by which problem+json and OAuth JSON lead to /errors; '' when none is told. */
export const refusalIn = (text: string): string =>
  (/<code>([\w-]+)<\/code> <span>\(\d{3}\)/.exec(text) ?? /"[^"]*\/errors#([\w-]+)"/.exec(text))?.[1] ?? '';

/** Status and code of what refused. */
export const refusalOf = async (response: Response): Promise<[status: number, code: string]> => [
  response.status,
  refusalIn(await response.text()),
];

/** What a page says that comes back because its form was not taken (case K1). */
const FORM_EXPIRED = 'Something changed after you opened this page, so nothing was submitted.';

/** Whether a form of ours was refused for not coming from a page of this browser and session, and for nothing else. */
export const isFormRefused = ({ status, html }: Pick<Page, 'status' | 'html'>): boolean =>
  status === 403 && (html.includes(FORM_EXPIRED) || refusalIn(html) === 'form-refused');
