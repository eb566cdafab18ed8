// Everything that the server keeps about the person, to download. They confirm who they are before the button is there
// (contract 25).

import { ownPath } from '../page/safe-text.ts';
import { Form } from '../parts/form.tsx';
import type { DataPage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

export const DownloadSection = ({ props, messages }: AccountSectionProps<DataPage>) => {
  const words = messages.accountData;
  return (
    <section class="card">
      <h2>{words.download}</h2>
      <p class="hint">{words.downloadHint}</p>
      {props.confirmHref === undefined ? (
        <Form action="/account/data/download" csrf={props.csrf}>
          <div class="buttons inline">
            <button type="submit" class="secondary">
              {words.downloadNow}
            </button>
          </div>
        </Form>
      ) : (
        <div class="buttons inline">
          <a class="secondary" href={ownPath(props.confirmHref)}>
            {words.confirm}
          </a>
        </div>
      )}
    </section>
  );
};
