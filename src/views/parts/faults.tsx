// Faults of a form: the summary at the top with links to the fields, and the field that a fault belongs to.
import type { FormFaultCode } from '../../core/accounts/form-fault-codes.ts';
import type { Fault } from '../../core/fault.ts';
import type { Messages } from '../messages/messages-for.ts';
import { AlertIcon } from './icons.tsx';
import { ownPath } from './safe-text.ts';

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

/** One field: its sentence links to it. Several: their names do, and the sentences are beside the fields. */
const FieldLinks = ({ faults, messages }: { faults: readonly Fault[]; messages: Messages }) => {
  const fields = [...new Set(faults.flatMap((fault) => fieldOf(fault) ?? []))];
  const [only] = fields;
  if (only === undefined) return null;
  if (fields.length === 1) {
    return (
      <p>
        <a href={`#${only}`}>{faultAt(only, faults, messages)}</a>
      </p>
    );
  }
  return (
    <>
      <p>{messages.faultsTitle(fields.length)}</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            <a href={`#${field}`}>{labelOf(field, messages) ?? field}</a>
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
export const FaultSummary = ({ faults, messages }: { faults: readonly Fault[]; messages: Messages }) => {
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
        <FieldLinks faults={faults} messages={messages} />
      </div>
    </div>
  );
};
