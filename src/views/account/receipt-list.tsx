// Receipts: each agreement as it was, with the texts that the page showed. Closed to one line each.

import type { ReceiptScope } from '../../core/applications/receipts/receipt.ts';
import { ownPath, showName } from '../page/safe-text.ts';
import { TimeText } from '../page/time-text.tsx';
import { Term } from '../parts/consent-terms.tsx';
import { countryName } from '../parts/country-name.ts';
import { NameText, OwnersLink, ValueText } from '../parts/words.tsx';
import type { ReceiptRow, ShownReceipts } from './account-props.ts';
import type { AccountSectionProps } from './account-section.ts';

/** `of`: the page is about this application, whose name need not be repeated. */
type ReceiptProps = Omit<AccountSectionProps, 'props'> & { receipt: ReceiptRow; of?: string | undefined };

/** In the language in which it was agreed to, whatever the page's language is. */
const Item = ({ item, messages, receipt }: ReceiptProps & { item: ReceiptRow['texts']['items'][number] }) => {
  const words = messages.receipts;
  const consent = item.consent === 'required' ? words.required : words.optional;
  return (
    <li>
      <b>{messages.items[item.item]}</b>{' '}
      <span class="aside">
        {consent}&nbsp;· {item.agreed ? words.agreed : words.declined}
      </span>
      {item.purpose === undefined ? null : (
        <p class="hint" lang={receipt.language}>
          {words.purpose}: <ValueText of={item.purpose} />
        </p>
      )}
      {item.retention === undefined ? null : (
        <p class="hint" lang={receipt.language}>
          {words.kept}: <ValueText of={item.retention} />
        </p>
      )}
    </li>
  );
};

/** A scope of an API, in the words that the page showed. */
const Scope = ({ scope, messages, receipt }: ReceiptProps & { scope: ReceiptScope }) => {
  const words = messages.receipts;
  const consent = scope.consent === 'required' ? words.required : words.optional;
  return (
    <li>
      <b lang={receipt.language}>
        <ValueText of={`${showName(scope.label ?? scope.scope)} (${showName(scope.api)})`} />
      </b>{' '}
      <span class="aside">
        {consent}&nbsp;· {scope.agreed ? words.agreed : words.declined}
      </span>
      {scope.description === undefined ? null : (
        <p class="hint" lang={receipt.language}>
          <ValueText of={scope.description} />
        </p>
      )}
      {scope.purpose === undefined ? null : (
        <p class="hint" lang={receipt.language}>
          {words.purpose}: <ValueText of={scope.purpose} />
        </p>
      )}
    </li>
  );
};

const ReceiptItem = (props: ReceiptProps) => {
  const { receipt, messages, context, of } = props;
  const { application, items, scopes = [] } = receipt.texts;
  const words = messages.receipts;
  const kind = words.kinds[receipt.kind];
  const { companyCountry } = application;
  return (
    <details class="row">
      <summary>
        <span>
          <b>{of === application.name ? kind : <NameText of={application.name} />}</b>
          <span class="hint">
            {of === application.name ? null : `${kind}\u00a0· `}
            <TimeText moment={receipt.at} language={context.language} />
          </span>
        </span>
      </summary>
      <div class="receipt">
        {items.length + scopes.length === 0 ? (
          <p class="hint">{words.nothing}</p>
        ) : (
          <ul class="plain">
            {items.map((item) => (
              <Item key={item.item} item={item} {...props} />
            ))}
            {scopes.map((scope) => (
              <Scope key={scope.scope} scope={scope} {...props} />
            ))}
          </ul>
        )}
        <dl>
          <Term name={messages.consent.recipient}>
            <NameText of={showName(application.companyName ?? application.name)} />
            {companyCountry === undefined ? null : ` (${countryName(companyCountry, context.language)})`}
            <p class="links">
              <OwnersLink
                href={application.privacyPolicyUri}
                text={messages.consent.privacy}
                newTab={messages.newTab}
              />
              <OwnersLink href={application.termsUri} text={messages.consent.terms} newTab={messages.newTab} />
              <OwnersLink href={application.homepageUri} text={messages.consent.homepage} newTab={messages.newTab} />
            </p>
          </Term>
        </dl>
      </div>
    </details>
  );
};

/** Without `of` it is all that is on the page, whose heading says what it is. */
export const ReceiptList = ({
  props,
  messages,
  context,
  of,
}: AccountSectionProps<ShownReceipts> & Pick<ReceiptProps, 'of'>) => {
  const words = messages.receipts;
  return (
    <section class="card">
      {of === undefined ? null : (
        <>
          <h2>{words.title}</h2>
          <p class="hint">{words.hint}</p>
        </>
      )}
      {props.receipts.length === 0 ? <p class="empty">{words.none}</p> : null}
      {props.receipts.map((receipt) => (
        <ReceiptItem key={receipt.id} receipt={receipt} of={of} context={context} messages={messages} />
      ))}
      {props.olderHref === undefined ? null : (
        <p class="aside-line">
          <a href={ownPath(props.olderHref)}>{words.older}</a>
        </p>
      )}
    </section>
  );
};
