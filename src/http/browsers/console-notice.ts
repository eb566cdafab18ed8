// The notice of what was just done in the console travels in the query of the redirect (303). It comes from a closed
// list, the texts, so that the text is always the page's own, and a reload shows the same page.
import type { FastifyRequest } from 'fastify';
import type { ConsoleNotice } from '../../views/console/parts/console-page.ts';
import { enConsole } from '../../views/messages/en/console.ts';
import { queryOf } from '../wire/request-parts.ts';

const NOTICES = Object.keys(enConsole.notices) as readonly ConsoleNotice[];

export const withNotice = (path: string, notice: ConsoleNotice): string => `${path}?notice=${notice}`;

export function readConsoleNotice(request: FastifyRequest): ConsoleNotice | undefined {
  const named = queryOf(request).get('notice');
  return NOTICES.find((notice) => notice === named);
}
