// What the page of the policy shows.
import type { PlainPolicyKey, PolicyKey, PolicyValues } from '../../core/server/policy/policy.ts';
import type { ConsolePage } from '../console/parts/console-page.ts';
import type { Messages } from '../messages/messages-for.ts';

export type ServiceLogos = {
  /** Path of the logo; undefined: there is none. */
  light: string | undefined;
  /** Of the one for dark pages. */
  dark: string | undefined;
};

/** A key that the form changes, or shows. Documents have a page of their own. */
export type PolicyField = {
  key: PlainPolicyKey;
  /** Of its field in the form. */
  name: string;
  group: keyof Messages['policy']['groups'];
  control: 'text' | 'optional-text' | 'flag' | 'list' | 'choice' | 'number';
};

export type PolicyProps = ConsolePage & {
  values: PolicyValues;
  logos: ServiceLogos;
  /** In the order of the page. */
  fields: readonly PolicyField[];
  /** What gives the members that cannot be changed here, such as the name of a variable. */
  locked: Readonly<Partial<Record<PolicyKey, string | undefined>>>;
  revision: number;
  /** Whether the server has no mail, which verified addresses need. */
  mailIsOff: boolean;
  /** Whether the person who looks has no second factor, and cannot require one of operators. */
  lacksFactor: boolean;
};
