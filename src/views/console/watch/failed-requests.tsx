// Why sign-ins fail: refused requests in groups of one cause, key and value, with what was sent beside what is
// registered. Anybody who knows the API key can send them, so adding a redirect URI says what it means and has to be
// opened first.
import type { Messages } from '../../messages/messages-for.ts';
import type { Language } from '../../page/page.ts';
import { ownPath } from '../../page/safe-text.ts';
import { TimeText } from '../../page/time-text.tsx';
import { Compared, WholeUri } from '../../pages/redirect-uri-mismatch.tsx';
import { numberText } from '../../parts/number-text.ts';
import { ConsoleForm, formOf } from '../parts/console-fields.tsx';
import type { ApplicationPage } from '../parts/console-page.ts';
import { AddRefusedUri } from '../parts/refused-uri.tsx';
import { sectionPath } from '../parts/sections.ts';
import type { FailedShown } from '../parts/statistics-page.ts';

type Part = { page: ApplicationPage; messages: Messages; language: Language };

const Group = ({ of, page, messages, language }: Part & { of: FailedShown }) => {
  const words = messages.statistics.why;
  const { title, cure, compared, parameter, value, toAdd, platform, count, firstAt, lastAt } = of;
  const below = (
    <>
      {/[?#]$/.test(value) && parameter === 'redirect_uri' ? <p class="hint">{words.cut}</p> : null}
      {toAdd && page.may.change ? (
        <AddRefusedUri uri={value} name="redirect_uri" otherHost={toAdd.otherHost} words={words} />
      ) : null}
    </>
  );
  const shown = compared ? (
    <Compared uri={compared} messages={messages}>
      {below}
    </Compared>
  ) : value === '' ? null : (
    <li>
      <WholeUri uri={value} label={parameter === 'redirect_uri' ? words.sent : words.sentIn(parameter ?? '')} />
      {below}
    </li>
  );
  return (
    <li>
      <h3>{title ?? of.cause}</h3>
      <p class="hint">
        <b>{words.times(numberText(count, language))}</b>
        {platform === undefined ? null : `\u00a0· ${platform}`}
        {'\u00a0· '}
        {firstAt === lastAt ? null : (
          <>
            <TimeText moment={firstAt} language={language} />
            {' – '}
          </>
        )}
        <TimeText moment={lastAt} language={language} />
      </p>
      {shown === null ? null : <ul class="comparisons">{shown}</ul>}
      {cure === undefined || toAdd ? null : (
        <p class="hint">
          {cure} <a href={ownPath(`/errors#${of.cause}`)}>{words.more}</a>
        </p>
      )}
    </li>
  );
};

/** Asks for all of them. */
export const ALL_FAILED = 'all-failed';

/** Nothing where none failed. One form has a button for each, which keeps the page small. */
export const FailedList = ({ failed, more, ...part }: Part & { failed: readonly FailedShown[]; more: number }) => {
  if (failed.length === 0) return null;
  const { page, messages } = part;
  const words = messages.statistics.why;
  const { application } = page;
  const list = (
    <ul class="failed">
      {failed.map((one) => (
        <Group key={`${one.cause} ${one.apiKey} ${one.value}`} {...part} of={one} />
      ))}
    </ul>
  );
  return (
    <section class="card" id="why">
      <h2>{words.title}</h2>
      <p class="hint">{words.hint}</p>
      {page.may.change && failed.some(({ toAdd }) => toAdd) ? (
        <ConsoleForm
          of={formOf(page, 'redirect-uri', messages)}
          href={sectionPath(application.id, 'addresses')}
          csrf={page.csrf}
          action="add-redirect-uri"
          version={application.version}
        >
          {list}
        </ConsoleForm>
      ) : (
        list
      )}
      {more === 0 ? null : (
        <p>
          <a href={ownPath(`?${ALL_FAILED}=on#why`)}>{words.all(numberText(failed.length + more, part.language))}</a>
        </p>
      )}
    </section>
  );
};
