// Every error by its code, with cause and remedy, for application developers. The errors are in English, as they are
// sent; the page around them is in the reader's language.

import { messagesFor } from '../messages/messages-for.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import type { PageContext } from '../parts/page.ts';

/** Texts are in English. */
export type ErrorsProps = {
  chapters: readonly {
    /** Anchor of the chapter. */
    id: string;
    title: string;
    entries: readonly { code: string; reportedAs: readonly string[]; title: string; cause: string; cure: string }[];
  }[];
};

type Entry = ErrorsProps['chapters'][number]['entries'][number];

/** A code that may break after its hyphens. */
const Code = ({ of }: { of: string }) => (
  <code>
    {of.split(/(?<=-)/).map((part, at) => (
      <>
        {at > 0 ? <wbr /> : null}
        {part}
      </>
    ))}
  </code>
);

const EntryText = ({ entry }: { entry: Entry }) => (
  <div class="entry" id={entry.code}>
    <h3>
      <a href={`/errors#${entry.code}`}>
        <Code of={entry.code} />
      </a>
    </h3>
    <p>
      <b>{entry.title}.</b> {entry.cause}
    </p>
    <p>
      <b>How to fix it:</b> {entry.cure}
    </p>
    <p class="hint">Returned as {entry.reportedAs.join(', ')}</p>
  </div>
);

export const renderErrors = (context: PageContext, { chapters }: ErrorsProps): string => {
  const words = messagesFor(context.language).errors;
  return renderPage(
    context,
    { title: words.title, wide: true },
    <>
      <div class="card">
        <Heading title={words.title} lede={[words.lede]} />
        <ul lang="en">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`/errors#${id}`}>{title}</a>
            </li>
          ))}
        </ul>
      </div>
      {chapters.map(({ id, title, entries }) => (
        <section key={id} class="card entries" id={id} lang="en" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {entries.map((entry) => (
            <EntryText key={entry.code} entry={entry} />
          ))}
        </section>
      ))}
    </>,
  );
};
