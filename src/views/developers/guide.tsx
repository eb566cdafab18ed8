// The guides of `docs` as pages: for people who sign in (`/help`), and for owners of applications (`/guide`).
import { render } from 'preact-render-to-string';
import type { PageContext } from '../page/page.ts';
import { NameText } from '../parts/words.tsx';
import { renderBuiltPage } from './built-page.tsx';

export type GuideProps = {
  title: string;
  /** HTML that names the service `Latchkey` and its hosts as `docs` does. */
  contents: string;
  authUrl: string;
  apiUrl: string;
};

export function renderGuide(context: PageContext, { title, contents, authUrl, apiUrl }: GuideProps): string {
  const name = render(<NameText of={context.brand.serviceName} />);
  // Public URLs are origins, in which HTML needs no escape.
  const inPlace = contents
    .replaceAll('Latchkey', () => name)
    .replaceAll('http://localhost:4000', () => authUrl)
    .replaceAll('http://localhost:4001', () => apiUrl);
  return renderBuiltPage(context, { title, contents: inPlace });
}
