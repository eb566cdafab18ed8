// The sign-in button for an application's own pages, to copy.
import { ButtonImage } from '../../developers/button.tsx';
import { imageCode } from '../../developers/button-code.tsx';
import { messagesFor } from '../../messages/messages-for.ts';
import type { PageContext } from '../../page/page.ts';
import { Copyable } from '../parts/console-parts.tsx';

export const SignInButtonCard = ({ context, authUrl }: { context: PageContext; authUrl: string }) => {
  const messages = messagesFor(context.language);
  const words = messages.reference.button;
  const variant = { theme: 'light', size: 'large', language: context.language } as const;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <p class="hint">
        {words.consoleHint} <a href="/button">{words.allVariants}</a>
      </p>
      <p>
        <ButtonImage context={context} variant={variant} />
      </p>
      <Copyable of={imageCode(context.brand, variant, authUrl)} messages={messages} />
    </section>
  );
};
