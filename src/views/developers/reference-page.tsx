// The page of the API reference, around what the build rendered (reference.tsx).

import { messagesFor } from '../messages/messages-for.ts';
import { renderPage } from '../parts/layout.tsx';
import type { PageContext } from '../parts/page.ts';

/** Stands for the contents. No text of a page can contain these tags. */
const PLACEHOLDER = '<main id="main"></main>';

/** @param contents HTML that `renderReference` made in the language of the context */
export const renderReferencePage = (context: PageContext, contents: string): string => {
  const { title } = messagesFor(context.language).reference.api;
  const page = renderPage(context, { title, developers: true }, null);
  return page.replace(PLACEHOLDER, () => `<main id="main">${contents}</main>`);
};
