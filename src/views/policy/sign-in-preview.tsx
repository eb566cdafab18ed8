// The sign-in card in the colour, name and logo of the service, in light and in dark. Without JavaScript it shows what
// is saved; with it, what is typed. Its colours are a style sheet of the server, which alone knows how a colour becomes
// readable (`build-style.ts`).
import type { Messages } from '../messages/messages-for.ts';
import { showName } from '../page/safe-text.ts';
import { ApplicationMark } from '../parts/application-mark.tsx';
import { KeyholeIcon } from '../parts/icons.tsx';
import type { ServiceLogos } from './policy-props.ts';

/** GET, with the colour as `accent_color`. */
export const LOOKS_PATH = '/console/policy/looks.css';

const LOOKS = ['light', 'dark'] as const;

type Shown = { serviceName: string; accentColor: string; logos: ServiceLogos };

const Card = ({ look, shown, messages }: { look: 'light' | 'dark'; shown: Shown; messages: Messages }) => {
  const { serviceName, logos } = shown;
  const logo = look === 'dark' ? (logos.dark ?? logos.light) : (logos.light ?? logos.dark);
  return (
    <div
      class={look === 'dark' && logos.dark !== undefined ? 'look bare' : 'look'}
      data-look={look}
      role="img"
      aria-label={messages.policy.preview[look]}
    >
      <span class="service">
        {logo === undefined ? (
          <span class="key">
            <KeyholeIcon />
          </span>
        ) : (
          <ApplicationMark name={serviceName} logo={logo} small />
        )}
        <bdi data-shows="service_name">{showName(serviceName)}</bdi>
      </span>
      <div class="card">
        <b>{messages.signIn.submit}</b>
        <span class="slot">{messages.fields.email}</span>
        <span class="slot">{messages.fields.password}</span>
        <span class="press">{messages.signIn.submit}</span>
        <span class="linked">{messages.signIn.forgot}</span>
      </div>
    </div>
  );
};

export const SignInPreview = ({ shown, messages }: { shown: Shown; messages: Messages }) => {
  const words = messages.policy.preview;
  return (
    <figure class="looks" data-pick={words.pick}>
      <link rel="stylesheet" href={`${LOOKS_PATH}?accent_color=${encodeURIComponent(shown.accentColor)}`} />
      <figcaption class="hint">{words.title}</figcaption>
      <div class="both">
        {LOOKS.map((look) => (
          <Card key={look} look={look} shown={shown} messages={messages} />
        ))}
      </div>
    </figure>
  );
};
