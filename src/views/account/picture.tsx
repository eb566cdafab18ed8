// The person's picture: the current one, a form to upload another one, and a button to remove it.

import { PICTURE_PATH } from '../page/account-pages.ts';
import { ownPath } from '../page/safe-text.ts';
import { faultAt } from '../parts/faults.tsx';
import { FieldFrame, Form } from '../parts/form.tsx';
import { ValueText } from '../parts/words.tsx';
import type { ProfilePage } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

const FIELD = 'picture';
const ACCEPT = 'image/png,image/jpeg,image/webp';

/** A picture from elsewhere is named, not shown: its host would learn who looks at this page. */
const Now = ({ props: { picture, csrf }, messages }: AccountSectionProps<ProfilePage>) => {
  const words = messages.picture;
  if (picture === undefined) return <p class="hint">{words.none}</p>;
  return (
    <div class="image-now">
      {picture.kind === 'uploaded' ? (
        <img class="portrait" src={ownPath(PICTURE_PATH)} alt={messages.consent.picture} width="64" height="64" />
      ) : null}
      <p class="hint">
        {picture.kind === 'uploaded' ? (
          words.shared
        ) : (
          <>
            {words.elsewhere} <ValueText of={picture.url} />
          </>
        )}
      </p>
      <Form action={`${PICTURE_PATH}/remove`} csrf={csrf}>
        <button type="submit" class="small" aria-label={words.removeLabel}>
          {words.remove}
        </button>
      </Form>
    </div>
  );
};

export const PictureSection = (section: AccountSectionProps<ProfilePage>) => {
  const { props, messages } = section;
  const words = messages.picture;
  const fault = props.faultsIn === 'picture' ? faultAt(FIELD, props.faults, messages) : undefined;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <Now {...section} />
      <Form action={PICTURE_PATH} csrf={props.csrf} withFile>
        <FieldFrame name={FIELD} label={words.file} hint={words.hint} fault={fault}>
          <input
            id={FIELD}
            name={FIELD}
            type="file"
            accept={ACCEPT}
            autofocus={fault !== undefined || undefined}
            aria-invalid={fault === undefined ? undefined : 'true'}
            aria-describedby={`${FIELD}-${fault === undefined ? 'hint' : 'fault'}`}
          />
        </FieldFrame>
        <div class="buttons inline">
          <button type="submit" class="secondary" data-working="">
            {props.picture === undefined ? words.set : words.replace}
          </button>
        </div>
      </Form>
    </section>
  );
};
