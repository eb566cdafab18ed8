// Faults of a form: the summary on top with links to the fields, and which field a fault belongs to.
import type { FormFaultCode } from '../core/accounts/form-fault-codes.ts';
import type { Fault } from '../core/fault.ts';
import { AlertIcon } from './icons.tsx';
import type { Messages } from './messages/messages-for.ts';

/** The field a fault names: the last word of its path (`['address', 'country']` is the field `country`). */
export const fieldOf = (fault: Fault): string | undefined => {
  const last = fault.path.findLast((step) => typeof step === 'string');
  return last === undefined ? undefined : String(last);
};

/** The fault's sentence in the page's language; codes a person cannot meet in a form fall back to a general one. */
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

/** The first field with a fault: where the focus lands. */
export const firstFaultyField = (faults: readonly Fault[]): string | undefined =>
  faults.map(fieldOf).find((field) => field !== undefined);

const labelOf = (field: string, messages: Messages): string | undefined => {
  const labels: Readonly<Record<string, string | undefined>> = messages.fields;
  return Object.hasOwn(labels, field) ? labels[field] : undefined;
};

const SummaryLine = ({ fault, messages }: { fault: Fault; messages: Messages }) => {
  const field = fieldOf(fault);
  const text = faultText(fault, messages);
  const label = field === undefined ? undefined : labelOf(field, messages);
  if (label === undefined) return <>{text}</>;
  return (
    <>
      <a href={`#${field}`}>{label}</a>: {text}
    </>
  );
};

/** All faults, on top of the page. One fault of the whole form is just its sentence. */
export const FaultSummary = ({ faults, messages }: { faults: readonly Fault[]; messages: Messages }) => {
  const [first] = faults;
  if (first === undefined) return null;
  const plain = faults.length === 1 && fieldOf(first) === undefined;
  return (
    <div class="notice bad" role="alert">
      <AlertIcon />
      {plain ? (
        <p>{faultText(first, messages)}</p>
      ) : (
        <div>
          <p>
            <b>{messages.faultsTitle(faults.length)}</b>
          </p>
          <ul>
            {faults.map((fault) => (
              <li key={`${fault.path.join('.')} ${fault.code}`}>
                <SummaryLine fault={fault} messages={messages} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
};
