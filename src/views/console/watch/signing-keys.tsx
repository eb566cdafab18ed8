// The signing keys, for operators: what each does now and until when, and which commands rotate them (decision 9).
import type { DescribedKey, DescribedKeys } from '../../../core/server/keys/describe-keys.ts';
import { type Messages, messagesFor } from '../../messages/messages-for.ts';
import type { Language, PageContext } from '../../page/page.ts';
import { TimeText } from '../../page/time-text.tsx';
import { NO_FORMS, renderConsole } from '../parts/console-layout.tsx';
import { Copyable, Fact } from '../parts/console-parts.tsx';
import { STAFF_PATHS } from '../parts/staff-pages.ts';

export const SIGNING_KEYS = STAFF_PATHS['signing-keys'];

export type SigningKeysProps = { algorithms: readonly DescribedKeys[] };

type Part = { messages: Messages; language: Language };

const BADGES: Readonly<Record<DescribedKey['state'], string>> = {
  next: 'badge',
  current: 'badge good',
  previous: 'badge',
  kept: 'badge',
  revoked: 'badge warn',
};

const Times = ({ of, messages, language }: Part & { of: DescribedKey }) => {
  const words = messages.signingKeys.facts;
  const isOver = of.state === 'previous' || of.state === 'kept' || of.state === 'revoked';
  const moments: readonly (readonly [label: string, moment: number | undefined])[] = [
    [words.created, of.createdAt],
    [isOver ? words.signedFrom : words.signsFrom, of.signsFrom],
    [isOver ? words.signedUntil : words.signsUntil, of.signsUntil],
    [words.publishedUntil, of.state === 'previous' ? of.publishedUntil : undefined],
    [words.believedUntil, isOver ? of.believedUntil : undefined],
    [words.revoked, of.revokedAt],
  ];
  return (
    <dl class="facts">
      {moments.map(([label, moment]) =>
        moment === undefined ? null : (
          <Fact key={label} label={label}>
            <TimeText moment={moment} language={language} />
          </Fact>
        ),
      )}
    </dl>
  );
};

const Algorithm = ({ of, messages, language }: Part & { of: DescribedKeys }) => {
  const words = messages.signingKeys;
  return (
    <section class="card" aria-label={of.algorithm}>
      <h2>{of.algorithm}</h2>
      <p class="hint">
        {of.nextRotationAt === undefined ? (
          words.notMade
        ) : (
          <>
            {words.nextRotation}: <TimeText moment={of.nextRotationAt} language={language} />
          </>
        )}
      </p>
      <ul class="rows">
        {of.keys.map((key) => (
          <li key={key.id}>
            <div>
              <code>{key.id}</code> <span class={BADGES[key.state]}>{words.states[key.state]}</span>
              <Times of={key} messages={messages} language={language} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const renderSigningKeys = (context: PageContext, { algorithms }: SigningKeysProps): string => {
  const { language } = context;
  const messages = messagesFor(language);
  const words = messages.signingKeys;
  return renderConsole(
    context,
    NO_FORMS,
    { title: words.title, place: 'signing-keys' },
    <>
      <div class="top">
        <h1>{words.title}</h1>
      </div>
      <p class="hint says">{words.hint}</p>
      {algorithms.length === 0 ? (
        <section class="card empty">
          <p>
            <b>{words.empty}</b>
          </p>
          <p class="hint">{words.emptyHint}</p>
        </section>
      ) : null}
      {algorithms.map((one) => (
        <Algorithm key={one.algorithm} of={one} messages={messages} language={language} />
      ))}
      <section class="card" aria-label={words.rotateTitle}>
        <h2>{words.rotateTitle}</h2>
        <p>{words.rotate}</p>
        <Copyable of="latchkey keys rotate" messages={messages} />
        <p>{words.leaked}</p>
        <Copyable of="latchkey keys rotate --revoke" messages={messages} />
      </section>
    </>,
  );
};
