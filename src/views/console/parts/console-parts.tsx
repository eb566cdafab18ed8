// The parts of the console's pages: notices, code to copy, disclosures, links to the pages of a list.
import type { ComponentChildren, VNode } from 'preact';
import type { Messages } from '../../messages/messages-for.ts';
import { ownPath, showText } from '../../page/safe-text.ts';
import { fieldOf } from '../../parts/faults.tsx';
import { AlertIcon, CheckIcon } from '../../parts/icons.tsx';
import { consoleFaultText } from './console-fields.tsx';
import type { ConsoleNotice, ConsolePage, CreatedSecret, SentForm } from './console-page.ts';
import { fieldLabel } from './field-label.ts';
import { StoredConflicts } from './stored-conflicts.tsx';

const Fault = ({
  fault,
  sent,
  messages,
}: {
  fault: SentForm['faults'][number];
  sent: SentForm;
  messages: Messages;
}) => {
  const field = fieldOf(fault);
  const text = consoleFaultText(fault, messages);
  if (field === undefined) return <p>{text}</p>;
  const href = `#${sent.form}-${field}`;
  const label = fieldLabel(sent.form, field, messages);
  if (label === undefined) {
    return (
      <p>
        <a href={href}>{text}</a>
      </p>
    );
  }
  return (
    <p>
      <a href={href}>{label}</a>: {text}
    </p>
  );
};

const Refusal = ({ sent, messages }: { sent: SentForm; messages: Messages }) => {
  const words = messages.console;
  // Sent to be shown again, such as with other choices: nothing was refused.
  if (!(sent.changed || sent.made) && sent.conflicts.length === 0 && sent.faults.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <AlertIcon />
      <div>
        {sent.changed ? <p>{words.changed}</p> : null}
        {sent.made ? <p>{words.madeMeanwhile}</p> : null}
        <StoredConflicts conflicts={sent.conflicts} messages={messages} />
        {sent.faults.map((fault) => (
          <Fault key={fault.path.join()} fault={fault} sent={sent} messages={messages} />
        ))}
      </div>
    </div>
  );
};

const Good = ({ text }: { text: string }) => (
  <div class="notice good" role="status">
    <CheckIcon />
    <p>{text}</p>
  </div>
);

/** Notices shown as warnings: the act was done, and stops people from signing in. */
const WARNINGS: readonly ConsoleNotice[] = ['login-off'];

const Warning = ({ text }: { text: string }) => (
  <div class="notice warn" role="status">
    <AlertIcon />
    <p>{text}</p>
  </div>
);

/** What was done, or why it was not. */
export const ConsoleNotices = ({ page, messages }: { page: ConsolePage; messages: Messages }) => {
  if (page.sent?.confirmed) return <Good text={messages.console.confirmed} />;
  if (page.sent) return <Refusal sent={page.sent} messages={messages} />;
  if (page.notice === undefined || page.made !== undefined) return null;
  const text = messages.console.notices[page.notice];
  return WARNINGS.includes(page.notice) ? <Warning text={text} /> : <Good text={text} />;
};

/** Shown in place of a page's forms until the person has confirmed who they are. */
export const ConfirmFirst = ({ page, messages }: { page: ConsolePage; messages: Messages }) =>
  page.confirmHref === undefined ? null : (
    <section class="card">
      <p>{messages.console.confirmFirst}</p>
      <div class="buttons inline">
        <a class="secondary" href={ownPath(page.confirmHref)}>
          {messages.console.confirm}
        </a>
      </div>
    </section>
  );

const breakAt = (text: string, at: number): ComponentChildren => [
  text.slice(0, at),
  <wbr key="middle" />,
  text.slice(at),
];

/** A key is broken in its middle, and not before its last digit. */
const breakable = (text: string): ComponentChildren => (/^[0-9a-f]{32}$/.test(text) ? breakAt(text, 16) : text);

/** A URI is broken before its last part, and not before its last letter. */
export function breakableUri(uri: string): ComponentChildren {
  const [before] = /^.+\/\/.+\/(?=.)/.exec(uri) ?? [];
  return before === undefined ? uri : breakAt(uri, before.length);
}

/** Code to copy as a whole: one click selects it, and with JavaScript a button copies it. */
export const Copyable = ({ of, messages, big }: { of: string; messages: Messages; big?: boolean }) => (
  <div class={big ? 'copy big' : 'copy'} data-copy={messages.console.copy} data-copied={messages.console.copied}>
    <code tabIndex={-1}>{breakable(of)}</code>
  </div>
);

/** Shows what was just made, once. When the page is opened again, it says what to do without it. */
export const MadeCard = (props: {
  made: CreatedSecret | undefined;
  words: { madeTitle: string; madeHint: string; shownTitle: string; shownHint: string };
  messages: Messages;
  children?: (secret: string) => ComponentChildren;
}) => {
  const { made, words, messages, children } = props;
  if (made === undefined) return null;
  if (made.secret === undefined) {
    return (
      <section class="card">
        <h2>{words.shownTitle}</h2>
        <p class="hint">{words.shownHint}</p>
      </section>
    );
  }
  return (
    <section class="card made">
      <h2>{words.madeTitle}</h2>
      <p class="hint">{words.madeHint}</p>
      <Copyable of={made.secret} messages={messages} big />
      {children?.(made.secret)}
    </section>
  );
};

/** A disclosure to open first, so that one wrong click loses nothing. @param props `calm`: nothing is lost by it */
export const Danger = (props: {
  title: string;
  open?: boolean | undefined;
  calm?: boolean | undefined;
  children: ComponentChildren;
}) => (
  <details class={props.calm ? 'danger calm' : 'danger'} open={props.open}>
    <summary>{props.title}</summary>
    {props.children}
  </details>
);

/**
 * A disclosure with a form that makes something; open if its form comes back, or is all that the page has.
 * @param props `changes`: what is there, instead of adding to it
 */
export const Maker = (props: { title: string; open: boolean; changes?: boolean; children: ComponentChildren }) => (
  <details class={props.changes ? 'maker changes' : 'maker'} open={props.open}>
    <summary>{props.title}</summary>
    {props.children}
  </details>
);

/** A read-only value. */
export const Fact = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Read-only values; `none` stands for one that is not set. */
export const Facts = (props: {
  of: readonly (readonly [label: string, value: string | VNode | undefined])[];
  none: string;
}) => (
  <dl class="facts">
    {props.of.map(([label, value]) => (
      <Fact key={label} label={label}>
        {typeof value === 'object' ? value : <bdi>{showText(value ?? props.none)}</bdi>}
      </Fact>
    ))}
  </dl>
);

/** Links to other pages of a list; undefined: there is no such page. */
export const Pager = ({
  links,
  messages,
}: {
  links: readonly (readonly [href: string | undefined, text: string])[];
  messages: Messages;
}) => {
  const pages = links.filter(([href]) => href !== undefined);
  if (pages.length === 0) return null;
  return (
    <nav class="pager" aria-label={messages.console.pages}>
      {pages.map(([href = '', text]) => (
        <a key={text} class="small" href={href}>
          {text}
        </a>
      ))}
    </nav>
  );
};
