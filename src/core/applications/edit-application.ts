// Changes an application (contract 3). Whatever part of it is changed, the rules of the whole are applied to what would
// come of it, and it is kept only on top of what was read: two edits at once never lose one another (cases N9, N11).
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import { newApiKey, newId } from '../secrets.ts';
import { Unavailable } from '../unavailable.ts';
import type { Application } from './application.ts';
import type { ApplicationDraft } from './application-draft.ts';
import { joinFaults } from './application-faults.ts';
import { type CheckedApplication, checkApplication } from './check-application.ts';
import { type Caller, findApplication } from './find-application.ts';

/** What somebody wants an application to become. */
export type WantedChange =
  | {
      draft: ApplicationDraft;
      /** What of the request could not be read. */
      readingFaults?: readonly Fault[];
      /**
       * Where in the draft stands what was sent; absent: all of it. A fault elsewhere is a conflict with what is stored.
       */
      sent?: Fault['path'] | 'nothing';
    }
  /** What was sent conflicts with what is stored. */
  | { conflict: string };

export type ApplicationEdit =
  | { kind: 'edited'; application: Application }
  /** Not there (any more), or not the caller's. */
  | { kind: 'gone' }
  /** Paths begin where `sent` begins. */
  | { kind: 'refused'; faults: readonly Fault[] }
  | { kind: 'conflict'; detail: string };

/** Edits of one application at the same moment each win once; so many others may win before one gives up. */
const MOST_TRIES = 200;

/**
 * @param input `change` is asked anew for each state it meets; it may throw to refuse (a precondition that failed).
 * @throws Unavailable; what `change` throws
 */
export async function editApplication(
  deps: Pick<Ports, 'applications' | 'clock'>,
  input: { caller: Caller; id: string; change: (current: Application) => WantedChange },
): Promise<ApplicationEdit> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const current = await findApplication(deps, input);
    if (!current) return { kind: 'gone' };
    const wanted = input.change(current);
    if ('conflict' in wanted) return { kind: 'conflict', detail: wanted.conflict };
    const { checked, faults } = checkApplication(wanted.draft);
    const refusal = refusalOf(wanted, joinFaults(wanted.readingFaults ?? [], faults));
    if (refusal) return refusal;
    const application = merge(current, checked, deps.clock.now());
    if (await deps.applications.replace(application, current.version)) return { kind: 'edited', application };
  }
  throw new Unavailable('Too many edits of one application at once');
}

function refusalOf(
  { draft, sent = [] }: Extract<WantedChange, { draft: unknown }>,
  faults: readonly Fault[],
): ApplicationEdit | undefined {
  const isSent = (fault: Fault) => sent !== 'nothing' && sent.every((step, depth) => fault.path[depth] === step);
  const ofSent = faults.filter(isSent);
  if (ofSent.length > 0 && sent !== 'nothing') {
    const within = ofSent.map((fault) => ({ ...fault, path: fault.path.slice(sent.length) }));
    return { kind: 'refused', faults: within };
  }
  const [elsewhere] = faults;
  if (!elsewhere) return undefined;
  const stored = valueAt(draft, elsewhere.path);
  return { kind: 'conflict', detail: stored === undefined ? elsewhere.detail : `${stored}: ${elsewhere.detail}` };
}

/** A redirect URI or the like that the stored application has at the place of a fault. */
function valueAt(draft: ApplicationDraft, [member, index]: Fault['path']): string | undefined {
  const list = { redirect_uris: draft.redirectUris, post_logout_redirect_uris: draft.postLogoutRedirectUris }[
    String(member)
  ];
  return member === 'backchannel_logout_uri' ? draft.backchannelLogoutUri : list?.[Number(index)];
}

/** Entries are matched by platform, by value and by item; a matched one keeps its id, key and time of creation. */
function merge(current: Application, checked: CheckedApplication, now: number): Application {
  const platformOf = new Map(current.platforms.map((entry) => [entry.platform, entry]));
  const uriOf = new Map(current.redirectUris.map((entry) => [entry.redirectUri, entry]));
  const itemOf = new Map(current.consentItems.map((entry) => [entry.item, entry]));
  return {
    ...current,
    ...checked,
    platforms: checked.platforms.map((entry) => {
      const known = platformOf.get(entry.platform) ?? { id: newId(), apiKey: newApiKey(), createdAt: now };
      return { ...entry, id: known.id, apiKey: known.apiKey, createdAt: known.createdAt };
    }),
    redirectUris: checked.redirectUris.map(
      (redirectUri) => uriOf.get(redirectUri) ?? { id: newId(), redirectUri, createdAt: now },
    ),
    consentItems: checked.consentItems.map((entry) => ({
      ...entry,
      createdAt: itemOf.get(entry.item)?.createdAt ?? now,
    })),
    // Moves on even where two edits share a millisecond: the ETag of each state is its own.
    updatedAt: Math.max(now, current.updatedAt + 1),
    version: current.version + 1,
  };
}
