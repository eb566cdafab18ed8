// The page that posts an answer to the application (OAuth 2.0 Form Post Response Mode). The script submits it at once,
// so it is hardly seen; without JavaScript it says what its button does.

import { messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { showName } from '../page/safe-text.ts';
import { Heading } from '../parts/heading.tsx';
import { renderPage } from '../parts/layout.tsx';

export type FormPostProps = {
  /** The redirect URI as the application sent it: http or https. */
  action: string;
  /** Name and value of each parameter of the answer. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Host of the redirect URI. */
  destination: string;
};

/** The form posts to http and https only, whatever was registered. */
const webOnly = (uri: string): string => (/^https?:\/\//.test(uri) ? uri : '#');

/** The fields keep their order. `data-send`: the script submits the form (`assets/enhance.js`). */
export const renderFormPost = (context: PageContext, props: FormPostProps): string => {
  const messages = messagesFor(context.language);
  const words = messages.formPost;
  return renderPage(
    context,
    { title: words.title, task: true },
    <div class="card">
      <Heading title={words.title} lede={words.goTo(showName(props.destination))} />
      <form method="post" action={webOnly(props.action)} data-send>
        {props.fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <div class="buttons">
          <button type="submit" class="primary" autofocus data-working="">
            {words.submit}
          </button>
        </div>
      </form>
      <p class="aside-line">{words.stays}</p>
    </div>,
  );
};
