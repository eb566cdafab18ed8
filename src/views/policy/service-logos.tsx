// The logos of the service: one for light pages, and one for dark ones. Each is a form of its own, because a file is
// sent by itself.

import { ConsoleFile, ConsoleForm, formOf } from '../console/parts/console-fields.tsx';
import { STAFF_PATHS } from '../console/parts/staff-pages.ts';
import type { Messages } from '../messages/messages-for.ts';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { Held } from './locked-value.tsx';
import type { PolicyProps } from './policy-props.ts';

const HINT = 'logo-hint';

type Part = { props: PolicyProps; messages: Messages };

/** Each with its place in the props, its key, and what its forms are called and do. */
const LOGOS = [
  { look: 'light', key: 'logo', form: 'logo', set: 'set-logo', remove: 'remove-logo' },
  { look: 'dark', key: 'logoDark', form: 'logo-dark', set: 'set-dark-logo', remove: 'remove-dark-logo' },
] as const;

const Logo = ({ of, props, messages }: Part & { of: (typeof LOGOS)[number] }) => {
  const words = messages.policy.logos[of.look];
  const { logo: names, remove } = messages.console;
  const logo = props.logos[of.look];
  const by = props.locked[of.key];
  const mayChange = by === undefined && props.confirmHref === undefined;
  const shared = { href: STAFF_PATHS.policy, csrf: props.csrf, version: props.revision };
  const set = formOf(props, of.form, messages);
  const now = (
    <div class={of.look === 'dark' ? 'image-now on-dark' : 'image-now'}>
      {logo === undefined ? null : <ApplicationMark name={props.values.serviceName} logo={logo} />}
      <p class="hint">{logo === undefined ? words.none : words.shown}</p>
      {mayChange && logo !== undefined ? (
        <ConsoleForm of={formOf(props, `${of.form}-remove`, messages)} {...shared} action={of.remove}>
          <button type="submit" class="small" aria-label={words.remove}>
            {remove}
          </button>
        </ConsoleForm>
      ) : null}
    </div>
  );
  return (
    <section class="entry" aria-label={words.title}>
      <h3>{words.title}</h3>
      {by === undefined ? (
        now
      ) : (
        <Held by={by} messages={messages}>
          {now}
        </Held>
      )}
      {mayChange ? (
        <ConsoleForm of={set} {...shared} action={of.set} withFile>
          <ConsoleFile of={set} name="logo" label={names.file} hintId={HINT} accept="image/png,image/webp" />
          <div class="buttons inline">
            <button type="submit" class="secondary" data-working="">
              {logo === undefined ? names.set : names.replace}
            </button>
          </div>
        </ConsoleForm>
      ) : null}
    </section>
  );
};

export const Logos = (part: Part) => (
  <section class="card form" aria-label={part.messages.policy.logos.title}>
    <h2>{part.messages.policy.logos.title}</h2>
    <p class="hint" id={HINT}>
      {part.messages.console.logo.hint}
    </p>
    {LOGOS.map((of) => (
      <Logo key={of.key} of={of} {...part} />
    ))}
  </section>
);
