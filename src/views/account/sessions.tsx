// Where the person is signed in. Each device can be signed out alone, or all at once.

import { dateText, TimeText } from '../page/time-text.tsx';
import { Form } from '../parts/form.tsx';
import { NameText } from '../parts/words.tsx';
import type { AccountSession, DevicesPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

const Device = ({ session, context, messages }: AccountSectionProps<DevicesPage> & { session: AccountSession }) => {
  const words = messages.account;
  const device = [session.browser ?? words.unknownBrowser, session.system].filter(Boolean).join(', ');
  const seen = `seen-${session.id}`;
  return (
    <li>
      <div>
        <NameText of={device} /> {session.current ? <span class="badge good">{words.thisDevice}</span> : null}
        <p class="hint" id={seen}>
          {words.lastSeen} <TimeText moment={session.lastUsedAt} language={context.language} />
          <br />
          {words.firstSeen} {dateText(session.firstSeenAt, context.language)}
          {session.network === '' ? null : (
            <>
              <br />
              {words.network} <NameText of={session.network} />
            </>
          )}
        </p>
      </div>
      {session.current ? (
        <button type="submit" class="small" form="sign-out">
          {words.endSession}
        </button>
      ) : (
        <button
          type="submit"
          class="small"
          name="session"
          value={session.id}
          aria-label={words.endSessionLabel(device)}
          aria-describedby={seen}
        >
          {words.endSession}
        </button>
      )}
    </li>
  );
};

/** The current device's button belongs to the sign-out form in the page's header. */
export const SessionsSection = (section: AccountSectionProps<DevicesPage>) => {
  const { props, messages } = section;
  const words = messages.account;
  return (
    <section class="card">
      <Form action="/account/sessions" csrf={props.csrf}>
        <ul class="rows devices">
          {props.sessions.map((session) => (
            <Device key={session.id} session={session} {...section} />
          ))}
        </ul>
        {props.moreSessions ? <p class="hint">{words.moreSessions}</p> : null}
        <div class="buttons inline">
          {props.sessions.some((session) => !session.current) ? (
            <button type="submit" class="secondary" name="action" value="end-others">
              {words.endOthers}
            </button>
          ) : null}
          <button type="submit" class="secondary" name="action" value="end-all">
            {words.endAll}
          </button>
        </div>
      </Form>
    </section>
  );
};
