// Gives an owner as many applications as one may have.
import type { Application } from '../../src/core/applications/applications/application.ts';
import type { ApplicationStore } from '../../src/core/applications/applications/application-store.ts';
import { MAX_APPLICATIONS_PER_OWNER } from '../../src/core/applications/applications/register-application.ts';
import { someApplication } from '../contract/stores/given.ts';

/** A few at once: inserts of one owner's applications run one after another, and each holds a connection. */
const BATCH_SIZE = 5;

export async function fillOwner(applications: ApplicationStore, ownerId: string): Promise<Application[]> {
  const made = Array.from({ length: MAX_APPLICATIONS_PER_OWNER }, () => someApplication(ownerId));
  for (let from = 0; from < made.length; from += BATCH_SIZE) {
    const some = made.slice(from, from + BATCH_SIZE);
    await Promise.all(some.map((one) => applications.insert(one, MAX_APPLICATIONS_PER_OWNER)));
  }
  return made;
}
