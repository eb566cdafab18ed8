// How clients sign people in: who may, what requests must have, and OpenID Connect; a viewer sees it as a list.
import type { FlagName } from '../../core/applications/applications/application-fields.ts';
import type { FlagField } from '../../core/applications/applications/field.ts';
import { type Messages, messagesFor } from '../messages/messages-for.ts';
import type { PageContext } from '../page/page.ts';
import { MainButton } from '../parts/form.tsx';
import {
  ConsoleForm,
  ConsoleSelect,
  ConsoleText,
  ConsoleTextArea,
  ConsoleTick,
  type FormOf,
  formOf,
} from './parts/console-fields.tsx';
import { renderSection } from './parts/console-layout.tsx';
import type { ApplicationPage } from './parts/console-page.ts';
import { Facts } from './parts/console-parts.tsx';
import { sectionPath } from './parts/sections.ts';
import { GroupFields, GroupSearchForm, namesIn, type SignInGroups, TeamOutside } from './sign-in-groups.tsx';

/** A switch of an application: its member, its name in the form, and the heading it is under. */
export type ShownFlag = { name: FlagName; wire: string; group: FlagField['group'] };

type Part = { page: ApplicationPage; messages: Messages; flags: readonly ShownFlag[]; groups: SignInGroups };

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'] as const;
const asOptions = (values: readonly string[]) => values.map((value) => [value, value] as const);

const signsInDevices = ({ grantTypes }: ApplicationPage['application']): boolean =>
  grantTypes.includes('urn:ietf:params:oauth:grant-type:device_code');

/** Name of the tick for sign-in on devices. */
export const DEVICE_FIELD = 'device_grant';

type TicksProps = Omit<Part, 'groups'> & { of: FormOf; group: ShownFlag['group'] };

/** The switches under one heading. */
const Ticks = ({ of, page, messages, flags, group }: TicksProps) => {
  const words = messages.console.settings.flags;
  return flags
    .filter((flag) => flag.group === group)
    .map(({ name, wire }) => (
      <ConsoleTick key={wire} of={of} name={wire} {...words[name]} current={page.application[name]} />
    ));
};

const Clients = ({ of, page, messages, flags, groups }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  return (
    <div>
      <h2>{words.clients}</h2>
      <ConsoleSelect
        of={of}
        name="audience"
        label={words.audience}
        hint={words.audienceHint}
        current={application.audience}
        options={Object.entries(words.audiences)}
      />
      <TeamOutside groups={groups} messages={messages} />
      <Ticks of={of} page={page} messages={messages} flags={flags} group="clients" />
    </div>
  );
};

const OpenId = ({ of, page, messages, flags }: Part & { of: FormOf }) => {
  const { application } = page;
  const words = messages.console.settings;
  return (
    <div>
      <h2>{words.openid}</h2>
      <Ticks of={of} page={page} messages={messages} flags={flags} group="openid" />
      <ConsoleSelect
        of={of}
        name="id_token_signed_response_alg"
        label={words.idTokenAlg}
        current={application.idTokenAlg}
        options={asOptions(ALGORITHMS)}
      />
      <ConsoleSelect
        of={of}
        name="userinfo_signed_response_alg"
        label={words.userInfoAlg}
        current={application.userInfoAlg ?? ''}
        options={[['', words.userInfoNone], ...asOptions(ALGORITHMS)]}
      />
      <ConsoleText
        of={of}
        name="backchannel_logout_uri"
        label={words.backchannel}
        hint={words.backchannelHint}
        current={application.backchannelLogoutUri ?? ''}
        type="url"
        inputmode="url"
        optional
      />
    </div>
  );
};

/** Open where it is used, or has a fault; closed, it keeps its fields. */
const Advanced = ({ of, page, messages, flags }: Part & { of: FormOf }) => {
  const { application } = page;
  const { tokenEndpointAuthMethod: method, jwks, jwksUri, securityProfile } = application;
  const words = messages.console.settings;
  const devices = signsInDevices(application);
  const isOn =
    devices ||
    securityProfile !== undefined ||
    flags.some(({ name, group }) => group === 'advanced' && application[name]);
  return (
    <details class="group" open={of.sent !== undefined || method !== undefined || hasKeys(page) || isOn}>
      <summary>{words.advanced}</summary>
      <div class="columns">
        <div>
          <Ticks of={of} page={page} messages={messages} flags={flags} group="advanced" />
          <ConsoleTick of={of} name={DEVICE_FIELD} {...words.deviceGrant} current={devices} />
          <ConsoleSelect
            of={of}
            name="security_profile"
            label={words.securityProfile}
            hint={words.securityProfileHint}
            current={securityProfile ?? ''}
            options={[
              ['', words.securityProfiles.none],
              ['FAPI 2.0', words.securityProfiles['FAPI 2.0']],
            ]}
          />
          <ConsoleSelect
            of={of}
            name="token_endpoint_auth_method"
            label={words.authMethod}
            hint={words.authMethodHint}
            current={method ?? ''}
            options={[
              ['', words.authMethods.secret],
              ['private_key_jwt', words.authMethods.private_key_jwt],
            ]}
          />
        </div>
        <div>
          <ConsoleTextArea
            of={of}
            name="jwks"
            label={words.jwks}
            hint={words.jwksHint}
            current={jwks ? JSON.stringify(jwks, undefined, 2) : ''}
            optional
          />
          <ConsoleText
            of={of}
            name="jwks_uri"
            label={words.jwksUri}
            hint={words.jwksUriHint}
            current={jwksUri ?? ''}
            type="url"
            inputmode="url"
            optional
          />
        </div>
      </div>
    </details>
  );
};

const hasKeys = ({ application }: ApplicationPage): boolean =>
  application.jwks !== undefined || application.jwksUri !== undefined;

const SignInForm = (part: Part) => {
  const { page, messages } = part;
  const { application } = page;
  const of = formOf(page, 'sign-in', messages);
  return (
    <ConsoleForm
      of={of}
      href={sectionPath(application.id, 'sign-in')}
      csrf={page.csrf}
      action="save"
      version={application.version}
    >
      <div class="columns">
        <Clients {...part} of={of} />
        <OpenId {...part} of={of} />
      </div>
      <GroupFields {...part} of={of} />
      <Advanced {...part} of={of} />
      <MainButton text={messages.console.save} />
    </ConsoleForm>
  );
};

const SignInFacts = ({ page, messages, flags, groups }: Part) => {
  const { application } = page;
  const words = messages.console.settings;
  const ofGroups = messages.groups.ofApplication;
  return (
    <Facts
      none={words.none}
      of={[
        [words.audience, words.audiences[application.audience]],
        [ofGroups.allowedGroups.title, namesIn(application.allowedGroups, groups.choices)],
        [ofGroups.groups.title, namesIn(application.groups, groups.choices)],
        ...flags.map(({ name }) => [words.flags[name].label, application[name] ? words.yes : words.no] as const),
        [words.deviceGrant.label, signsInDevices(application) ? words.yes : words.no],
        [words.idTokenAlg, application.idTokenAlg],
        [words.userInfoAlg, application.userInfoAlg ?? words.userInfoNone],
        [words.backchannel, application.backchannelLogoutUri],
        [words.securityProfile, words.securityProfiles[application.securityProfile ?? 'none']],
        [words.authMethod, words.authMethods[application.tokenEndpointAuthMethod ?? 'secret']],
        [words.jwks, application.jwks && words.keysHere(application.jwks.keys.length)],
        [words.jwksUri, application.jwksUri],
      ]}
    />
  );
};

export const renderSignInSettings = (
  context: PageContext,
  page: ApplicationPage,
  shown: Pick<Part, 'flags' | 'groups'>,
): string => {
  const messages = messagesFor(context.language);
  const part = { page, messages, ...shown };
  return renderSection(
    context,
    page,
    'sign-in',
    <section class="card" aria-label={messages.console.sections['sign-in']}>
      {page.may.change ? (
        <SignInForm {...part} />
      ) : (
        <>
          <h2>{messages.console.sections['sign-in']}</h2>
          <SignInFacts {...part} />
        </>
      )}
      {page.may.change && shown.groups.more ? <GroupSearchForm page={page} /> : null}
    </section>,
  );
};
