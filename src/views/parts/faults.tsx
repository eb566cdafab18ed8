// Faults of a form: the summary at the top with links to the fields, and the field that a fault belongs to.
import type { ComponentChildren } from 'preact';
import type { FormFaultCode } from '../../core/ground/accounts/form-fault-codes.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import { ownPath } from '../page/safe-text.ts';
import { AlertIcon } from './icons.tsx';

/** The field of a fault: the last name in its path (`['address', 'country']` is the field `country`). */
export const fieldOf = (fault: Fault): string | undefined => {
  const last = fault.path.findLast((step) => typeof step === 'string');
  return last === undefined ? undefined : String(last);
};

/** The fault's sentence in the page's language; codes that cannot occur in a form get a general one. */
export const faultText = (fault: Fault, messages: Messages): string => {
  const known: Readonly<Record<string, ((values: NonNullable<Fault['values']>) => string) | undefined>> =
    messages.faults;
  const say = Object.hasOwn(known, fault.code) ? known[fault.code as FormFaultCode] : undefined;
  return say === undefined ? messages.faultUnknown : say(fault.values ?? {});
};

/** The sentence under a field, if it has a fault. */
export const faultAt = (field: string, faults: readonly Fault[], messages: Messages): string | undefined => {
  const fault = faults.find((candidate) => fieldOf(candidate) === field);
  return fault === undefined ? undefined : faultText(fault, messages);
};

/** The first field with a fault, which gets the focus. */
export const firstFaultyField = (faults: readonly Fault[]): string | undefined =>
  faults.map(fieldOf).find((field) => field !== undefined);

const labelOf = (field: string, messages: Messages): string | undefined => {
  const labels: Readonly<Record<string, string | undefined>> = messages.fields;
  return Object.hasOwn(labels, field) ? labels[field] : undefined;
};

/** What is said of any field: its sentence alone does not tell which one is meant. */
const OF_ANY_FIELD: readonly FormFaultCode[] = [
  'value-missing',
  'optional-value-missing',
  'text-too-long',
  'text-forbidden-characters',
  'url-malformed',
  'birthdate-malformed',
  'username-malformed',
  'password-too-short',
  'password-too-long',
  'documents-unagreed',
];

/** Names of fields that the page knows better than `messages.fields`. */
export type FieldNames = Readonly<Record<string, ComponentChildren>>;

type Links = { faults: readonly Fault[]; messages: Messages; names?: FieldNames | undefined };

/** One field: its sentence links to it. Several: their names do, and the sentences are beside the fields. */
const FieldLinks = ({ faults, messages, names = {} }: Links) => {
  const fields = [...new Set(faults.flatMap((fault) => fieldOf(fault) ?? []))];
  const nameOf = (field: string) => names[field] ?? labelOf(field, messages);
  const [only] = fields;
  if (only === undefined) return null;
  if (fields.length === 1) {
    const text = faultAt(only, faults, messages);
    const isNamed = faults.some((fault) => fieldOf(fault) === only && OF_ANY_FIELD.some((code) => code === fault.code));
    const name = isNamed ? nameOf(only) : undefined;
    const link = <a href={`#${only}`}>{name ?? text}</a>;
    return name === undefined ? (
      <p>{link}</p>
    ) : (
      <p>
        {link}: {text}
      </p>
    );
  }
  return (
    <>
      <p>{messages.faultsTitle(fields.length)}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <a href={`#${field}`}>{nameOf(field) ?? field}</a>
          </li>
        ))}
      </ul>
    </>
  );
};

/** A fault of the whole form. Where sending the form again cannot help, a link opens its page anew. */
const FormFault = ({ fault, messages }: { fault: Fault; messages: Messages }) => (
  <>
    <p>{faultText(fault, messages)}</p>
    {typeof fault.values?.again === 'string' ? (
      <p>
        <a href={ownPath(fault.values.again)}>{messages.openAgain}</a>
      </p>
    ) : null}
  </>
);

/** All faults, at the top of the page: those of the whole form first, then links to the faulty fields. */
export const FaultSummary = ({ faults, messages, names }: Links) => {
  if (faults.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <AlertIcon />
      <div>
        {faults
          .filter((fault) => fieldOf(fault) === undefined)
          .map((fault) => (
            <FormFault key={fault.code} fault={fault} messages={messages} />
          ))}
        <FieldLinks faults={faults} messages={messages} names={names} />
      </div>
    </div>
  );
};
