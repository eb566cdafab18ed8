// One platform of an application, with its key and its identifiers, and the form that adds another.
import type { PlatformEntry, PlatformName } from '../../core/applications/applications/application.ts';
import type { Messages } from '../messages/messages-for.ts';
import { showText } from '../page/safe-text.ts';
import { NarrowButton } from '../parts/form.tsx';
import { ConsoleForm, ConsoleText, formOf } from './parts/console-fields.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { Copyable, Maker } from './parts/console-parts.tsx';
import { DangerForm } from './parts/danger-form.tsx';
import { EditableRow } from './parts/editable-row.tsx';
import { PlatformChoice } from './parts/platform-choice.tsx';
import { sectionPath } from './parts/sections.ts';

type Part = { page: ApplicationPage; messages: Messages };
type EntryPart = Part & { entry: PlatformEntry };

/** Maximum for each application (contract 3). */
const MAX_SITE_DOMAINS = 10;
const OFFERED: Readonly<Record<PlatformName, true>> = { Web: true, Android: true, iOS: true };

const common = (page: ApplicationPage) => ({
  href: sectionPath(page.application.id, 'addresses'),
  csrf: page.csrf,
  version: page.application.version,
});

const SiteDomains = ({ entry, page, messages }: EntryPart) => {
  const words = messages.console;
  const of = formOf(page, 'site-domain', messages);
  // A form that is shown again keeps what was typed.
  const isFull = entry.siteDomains.length >= MAX_SITE_DOMAINS && !of.sent;
  return (
    <>
      <h4>{words.addresses.siteDomains}</h4>
      <ul class="rows">
        {entry.siteDomains.map((domain, at) => (
          <EditableRow
            key={domain}
            page={page}
            messages={messages}
            kind="site-domain"
            at={at}
            entry={entry.id}
            isValue
            uri={domain}
            field="site_domain"
            label={words.addresses.siteDomain}
            mayRemove={entry.siteDomains.length > 1}
          />
        ))}
      </ul>
      {page.may.change && isFull ? <p class="hint">{words.addresses.full}</p> : null}
      {page.may.change && !isFull ? (
        <Maker title={words.addresses.addSiteDomain} open={of.sent !== undefined}>
          <ConsoleForm {...common(page)} of={of} action="add-site-domain" entry={entry.id}>
            <ConsoleText
              of={of}
              name="site_domain"
              label={words.addresses.addSiteDomain}
              labelUnseen
              hint={words.new.siteDomainHint}
              current=""
              type="url"
              inputmode="url"
            />
            <NarrowButton text={words.add} />
          </ConsoleForm>
        </Maker>
      ) : null}
    </>
  );
};

/** Package name or bundle id. */
const AppName = ({ entry, page, messages }: EntryPart) => {
  const words = messages.console.new;
  const isAndroid = entry.platform === 'Android';
  const current = (isAndroid ? entry.packageName : entry.bundleId) ?? '';
  const label = isAndroid ? words.packageName : words.bundleId;
  const of = formOf(page, `platform-${entry.platform.toLowerCase()}`, messages);
  if (!page.may.change) {
    return (
      <p class="hint">
        {label}: <bdi>{current === '' ? messages.console.settings.none : showText(current)}</bdi>
      </p>
    );
  }
  return (
    <ConsoleForm {...common(page)} of={of} action="change-platform" entry={entry.id}>
      <ConsoleText
        of={of}
        name={isAndroid ? 'package_name' : 'bundle_id'}
        label={label}
        hint={isAndroid ? words.packageNameHint : words.bundleIdHint}
        current={current}
        optional
      />
      <NarrowButton text={messages.console.save} />
    </ConsoleForm>
  );
};

const Removal = ({ entry, page, messages }: EntryPart) => {
  const words = messages.console;
  if (!page.may.change) return null;
  return (
    <DangerForm
      {...common(page)}
      of={formOf(page, `remove-${entry.platform.toLowerCase()}`, messages)}
      action="remove-platform"
      entry={entry.id}
      title={words.addresses.removePlatform}
      ask={words.addresses.removePlatformAsk}
      confirm={words.removeConfirm}
    />
  );
};

export const Platform = (part: EntryPart) => (
  <div class="entry">
    <h3>{part.entry.platform}</h3>
    <Copyable of={part.entry.apiKey} messages={part.messages} />
    {part.entry.platform === 'Web' ? <SiteDomains {...part} /> : <AppName {...part} />}
    <Removal {...part} />
  </div>
);

/** Offers the platforms that the application does not have yet. */
export const AddPlatform = ({ page, messages }: Part) => {
  const words = messages.console;
  const { platforms } = page.application;
  const offered = (Object.keys(OFFERED) as PlatformName[]).filter((name) =>
    platforms.every(({ platform }) => platform !== name),
  );
  const of = formOf(page, 'platform', messages);
  if (offered.length === 0) return null;
  return (
    <Maker title={words.addresses.addPlatform} open={of.sent !== undefined}>
      <ConsoleForm {...common(page)} of={of} action="add-platform">
        <PlatformChoice of={of} offered={offered} siteDomain="" />
        <NarrowButton text={words.add} />
      </ConsoleForm>
    </Maker>
  );
};
