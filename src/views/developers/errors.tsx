// Every error by its code, with cause and remedy, for application developers. A search shows the errors that match.

import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';
import { Words } from '../parts/words.tsx';
import { Code } from './code.tsx';

/** Texts are in the reader's language. */
export type ErrorsProps = {
  /** What was searched for; undefined: everything is shown. */
  query: string | undefined;
  chapters: readonly {
    /** Anchor of the chapter. */
    id: string;
    title: string;
    entries: readonly {
      code: string;
      reportedAs: readonly (string | number)[];
      title: string;
      cause: string;
      cure: string;
    }[];
  }[];
};

type Entry = ErrorsProps['chapters'][number]['entries'][number];
type Part = { props: ErrorsProps; words: Messages['reference']['errors'] };

const reportText = (report: string | number, { reports }: Part['words']): string =>
  report === 'page' || report === 'fault' ? reports[report] : String(report);

const EntryText = ({ entry, words }: { entry: Entry; words: Part['words'] }) => (
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
      <b>{words.fix}</b> {entry.cure}
    </p>
    <p class="hint">
      {words.returnedAs} {entry.reportedAs.map((report) => reportText(report, words)).join(', ')}
    </p>
  </div>
);

const Search = ({ props, words }: Part) => (
  <form class="search" method="get" action="/errors">
    <label for="q">{words.search}</label>
    <input id="q" type="search" name="q" value={props.query} maxlength={100} autocomplete="off" autocapitalize="none" />
    <button type="submit" class="secondary">
      {words.submit}
    </button>
  </form>
);

const Found = ({ props, words }: Part) => {
  const { query = '', chapters } = props;
  const count = chapters.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <p class="found">
      <Words of={count === 0 ? words.none(query) : words.found(count, query)} /> <a href="/errors">{words.all}</a>
    </p>
  );
};

const Contents = ({ props, words }: Part) => (
  <nav class="contents" aria-labelledby="contents">
    <h2 id="contents">{words.contents}</h2>
    <ul>
      {props.chapters.map(({ id, title, entries }) => (
        <li key={id} class="chapter">
          <a href={`#${id}`}>{title}</a>
          <details>
            <summary>{words.codes(entries.length)}</summary>
            <ul>
              {entries.map(({ code }) => (
                <li key={code}>
                  <a href={`#${code}`}>
                    <Code of={code} />
                  </a>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  </nav>
);

export const renderErrors = (context: PageContext, props: ErrorsProps): string => {
  const words = messagesFor(context.language).reference.errors;
  const { query, chapters } = props;
  return renderPage(
    context,
    { title: query === undefined ? words.title : words.searched(showName(query)), developers: true },
    <>
      <div class="card">
        <Heading title={words.title} lede={[words.lede]} />
        <Search props={props} words={words} />
        {query === undefined ? null : <Found props={props} words={words} />}
      </div>
      <div class={query === undefined ? 'with-contents' : 'results'}>
        {query === undefined ? <Contents props={props} words={words} /> : null}
        <div>
          {chapters.map(({ id, title, entries }) => (
            <section key={id} class="card" id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              {entries.map((entry) => (
                <EntryText key={entry.code} entry={entry} words={words} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </>,
  );
};
