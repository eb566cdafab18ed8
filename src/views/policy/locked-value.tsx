// A value that the page shows and does not change: its settings, or a confirmation that is still missing, keep it.
import type { ComponentChildren } from 'preact';
import type { Messages } from '../messages/messages-for.ts';
import { showText } from '../page/safe-text.ts';
import { LockIcon } from '../parts/icons.tsx';

/** @param props `by`: what locks it, such as the name of a variable; undefined: nothing does */
export const LockedValue = (props: {
  label: string;
  by: string | undefined;
  messages: Messages;
  children: ComponentChildren;
}) => (
  <dl class="field locked">
    <dt>{props.label}</dt>
    <dd>
      <Held by={props.by} messages={props.messages}>
        {props.children}
      </Held>
    </dd>
  </dl>
);

/** The value without its label. */
export const Held = ({
  by,
  messages,
  children,
}: {
  by: string | undefined;
  messages: Messages;
  children: ComponentChildren;
}) => (
  <>
    <div class="held">
      {by === undefined ? null : <LockIcon />}
      <div>{children}</div>
    </div>
    <LockedBy by={by} messages={messages} />
  </>
);

const LockedBy = ({ by, messages }: { by: string | undefined; messages: Messages }) =>
  by === undefined ? null : (
    <p class="hint">
      {messages.policy.lockedBy} <code>{showText(by)}</code>
    </p>
  );
