// A page around contents that the build rendered: the API reference and the guides.

import type { PageContext } from '../page/page.ts';
import { renderPage } from '../parts/layout.tsx';

/** Stands for the contents. No text of a page can contain these tags. */
const PLACEHOLDER = '<main id="main"></main>';

/** @param page `contents` is HTML in the language of the context */
export function renderBuiltPage(
  context: PageContext,
  { title, contents }: { title: string; contents: string },
): string {
  const page = renderPage(context, { title, developers: true }, null);
  return page.replace(PLACEHOLDER, () => `<main id="main">${contents}</main>`);
}
