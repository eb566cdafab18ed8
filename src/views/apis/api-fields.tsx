// The fields of an API, in the form that makes one and in the form that changes it.
import type { ComponentChildren } from 'preact';
import type { AccessTokenAlgorithm, AccessTokenFormat, Api, ApiAudience } from '../../core/applications/apis/api.ts';
import {
  ConsoleSelect,
  ConsoleText,
  ConsoleTextArea,
  ConsoleTick,
  type FormOf,
} from '../console/parts/console-fields.tsx';

type Shown = Pick<
  Api,
  | 'resource'
  | 'name'
  | 'applications'
  | 'documents'
  | 'audience'
  | 'allowedGroups'
  | 'groups'
  | 'accessTokenFormat'
  | 'accessTokenAlg'
> & {
  /** Undefined: the default of the format. */
  accessTokenTtlSeconds: number | undefined;
};

/** In the order of the choice. */
const ALGORITHMS = Object.keys({ ES256: true, RS256: true } satisfies Record<AccessTokenAlgorithm, true>);

export const NEW_API: Shown = {
  resource: '',
  name: '',
  ...{ applications: [], documents: false, audience: 'everyone', allowedGroups: [], groups: [] },
  accessTokenFormat: 'jwt',
  accessTokenAlg: 'ES256',
  accessTokenTtlSeconds: undefined,
};

/** One per line; each has its own form once the API is there. */
export const NewScopeFields = ({ of }: { of: FormOf }) => {
  const words = of.messages.apis;
  const { people } = words;
  return (
    <>
      <ConsoleTextArea
        of={of}
        name="scopes"
        label={words.scopes}
        hint={words.scopesHint}
        current=""
        rows={3}
        optional
      />
      <ConsoleTextArea
        of={of}
        name="people_scopes"
        label={people.scopes}
        hint={people.scopesHint}
        current=""
        rows={3}
        optional
      />
      <ConsoleText
        of={of}
        name="default_scopes"
        label={people.byDefault}
        hint={people.byDefaultHint}
        current=""
        optional
      />
    </>
  );
};

/** Who may ask people for its scopes, and of whom. */
const PeopleFields = ({ of, api }: { of: FormOf; api: Shown }) => {
  const words = of.messages.apis.people;
  return (
    <>
      <ConsoleText
        of={of}
        name="applications"
        label={words.applications}
        hint={words.applicationsHint}
        current={api.applications === 'any' ? 'any' : api.applications.join(' ')}
        optional
      />
      <ConsoleTick
        of={of}
        name="documents"
        label={words.documents}
        hint={words.documentsHint}
        current={api.documents}
      />
      <ConsoleSelect
        of={of}
        name="audience"
        label={words.audience}
        current={api.audience}
        options={Object.entries(words.audiences satisfies Record<ApiAudience, string>)}
      />
      <ConsoleText
        of={of}
        name="allowed_groups"
        label={words.allowedGroups}
        current={api.allowedGroups.join(' ')}
        optional
      />
      <ConsoleText
        of={of}
        name="groups"
        label={words.groups}
        hint={words.groupsHint}
        current={api.groups.join(' ')}
        optional
      />
    </>
  );
};

/** @param props `children`: below the resource */
export const ApiFields = ({ of, api, children }: { of: FormOf; api: Shown; children?: ComponentChildren }) => {
  const words = of.messages.apis;
  return (
    <>
      <ConsoleText of={of} name="name" label={words.name} current={api.name} ownDirection />
      <ConsoleText
        of={of}
        name="resource"
        label={words.resource}
        hint={words.resourceHint}
        current={api.resource}
        type="url"
        inputmode="url"
      />
      {children}
      <PeopleFields of={of} api={api} />
      <ConsoleSelect
        of={of}
        name="access_token_format"
        label={words.format}
        current={api.accessTokenFormat}
        options={Object.entries(words.formats satisfies Record<AccessTokenFormat, string>)}
      />
      <ConsoleSelect
        of={of}
        name="access_token_signing_alg"
        label={words.algorithm}
        current={api.accessTokenAlg}
        options={ALGORITHMS.map((name) => [name, name] as const)}
      />
      <ConsoleText
        of={of}
        name="access_token_ttl_seconds"
        label={words.ttl}
        hint={words.ttlHint}
        current={String(api.accessTokenTtlSeconds ?? '')}
        inputmode="numeric"
        optional
      />
    </>
  );
};
