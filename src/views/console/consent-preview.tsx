// A preview of the consent page for the owner, rendered by the same view.
import type { ConsentItem } from '../../core/applications/applications/application.ts';
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import type { Messages } from '../messages/messages-for.ts';
import type { ConsentItemRow, PageContext } from '../page/page.ts';
import { CATALOGUE_ORDER } from '../parts/claim-fields.tsx';
import { ConsentCard } from '../parts/consent-card.tsx';
import type { ConsentItemsProps } from './parts/console-page.ts';

const rowsOf = (props: ConsentItemsProps) => {
  const { consentItems } = props.shown;

  const asked = consentItems.map(({ item }) => item);
  const hidden = CATALOGUE_ORDER.filter((item) => !asked.includes(item));
  const row = (item: ConsentItemName, entry: ConsentItem | undefined): ConsentItemRow => ({
    item,
    consent: entry?.consent ?? 'optional',
    purpose: entry?.purpose,
    retention: entry?.retention,
    value: props.values[item],
    picture: item === 'profile_image' ? props.picture : undefined,
    withheld: item === 'email' && !props.email.isVerified && (props.email.needsProof || entry?.verified === true),
    asName: item === 'nickname' ? props.asName : undefined,
    agreed: entry?.consent === 'required',
    typed: {},
  });
  const rows = [...consentItems.map((entry) => row(entry.item, entry)), ...hidden.map((item) => row(item, undefined))];
  return { rows, hidden: new Set(hidden) };
};

type PreviewProps = { context: PageContext; messages: Messages; props: ConsentItemsProps; mayChange: boolean };

/** Nothing in it can be clicked or reached by keyboard. */
export const ConsentPreview = ({ context, messages, props, mayChange }: PreviewProps) => {
  const words = messages.console.items;
  const { rows, hidden } = rowsOf(props);
  return (
    <section class="preview" aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <p class="hint">
        {words.previewHint} {mayChange ? words.previewChanges : null}
      </p>
      <div inert data-preview>
        <ConsentCard
          context={context}
          messages={messages}
          preview={{ hidden }}
          props={{
            action: '/console',
            csrf: '',
            shownTo: '',
            application: props.shown,
            items: rows,
            signedIn: props.person,
            otherAccountHref: '/console',
            to: { host: props.redirectHost },
            faults: [],
            firstTime: true,
          }}
        />
      </div>
    </section>
  );
};
