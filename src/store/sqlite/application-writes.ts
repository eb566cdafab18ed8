// Writes applications on SQLite: the row and the lists inside it.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { INSERTED, UPDATED } from '../application-columns.ts';
import { MAY_OWN } from '../roles.ts';
import { prepareRequireSettled } from './doubt.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

const INSERT = `
  insert into applications (${INSERTED.map(([column]) => column).join(', ')})
  values (${INSERTED.map(([, member]) => `$${member}`).join(', ')})`;
const UPDATE = `
  update applications set ${UPDATED.map(([column, member]) => `${column} = $${member}`).join(', ')}
  where id = $id and version = $fromVersion`;

/** An edit deletes the lists and inserts them again. A platform entry's site domains are deleted with it. */
const LISTS = ['platforms', 'redirect_uris', 'consent_items', 'post_logout_redirect_uris'];

export function writeApplications({
  connection,
  write,
}: Sqlite['writer']): Pick<ApplicationStore, 'insert' | 'replace'> {
  const countOf = prepare<{ count: number }>(
    connection,
    'select count(*) as count from applications where owner_id = $ownerId',
  );
  const mayNotOwn = prepare(
    connection,
    `select 1 from accounts
     where id = $ownerId and (leaving_since is not null or disabled_at is not null or role not in ${MAY_OWN})`,
  );
  const insert = prepare(connection, INSERT);
  const update = prepare(connection, UPDATE);
  const clear = LISTS.map((table) => prepare(connection, `delete from ${table} where application_id = $id`));
  const removeSecrets = prepare(connection, 'delete from client_secrets where application_id = $id');
  const insertLists = prepareInsertLists(connection);
  const requireProof = prepareRequireProof(connection);
  const requireSettled = prepareRequireSettled(connection);

  return {
    insert: (application, max) =>
      write(() => {
        requireSettled({ accountId: application.ownerId, now: application.createdAt });
        if (mayNotOwn.get(application) || (countOf.get(application)?.count ?? 0) >= max) return false;
        insert.run(application);
        insertLists(application);
        return true;
      }),
    replace: (application, fromVersion, proof) =>
      write(() => {
        requireProof(proof);
        if (update.run({ ...application, fromVersion }) === 0) return false;
        for (const statement of clear) statement.run(application);
        if (!application.platforms.some(({ platform }) => platform === 'Web')) removeSecrets.run(application);
        insertLists(application);
        return true;
      }),
  };
}

/** Inserts the lists inside an application, each in its order. */
function prepareInsertLists(connection: Sqlite['writer']['connection']): (application: Application) => void {
  const insertPlatform = prepare(
    connection,
    `insert into platforms (id, application_id, position, platform, api_key, package_name, bundle_id, created_at)
     values ($id, $applicationId, $position, $platform, $apiKey, $packageName, $bundleId, $createdAt)`,
  );
  const insertDomain = prepare(
    connection,
    'insert into site_domains (platform_id, position, origin) values ($platformId, $position, $origin)',
  );
  const insertRedirectUri = prepare(
    connection,
    `insert into redirect_uris (id, application_id, position, redirect_uri, created_at)
     values ($id, $applicationId, $position, $redirectUri, $createdAt)`,
  );
  const insertConsentItem = prepare(
    connection,
    `insert into consent_items (application_id, item, position, consent, purpose, retention, translations, verified,
       created_at)
     values ($applicationId, $item, $position, $consent, $purpose, $retention, $translations, $verified, $createdAt)`,
  );
  const insertLogoutUri = prepare(
    connection,
    `insert into post_logout_redirect_uris (application_id, position, redirect_uri)
     values ($applicationId, $position, $redirectUri)`,
  );

  return ({ id: applicationId, platforms, redirectUris, consentItems, postLogoutRedirectUris }) => {
    for (const [position, redirectUri] of postLogoutRedirectUris.entries()) {
      insertLogoutUri.run({ applicationId, position, redirectUri });
    }
    for (const [position, entry] of platforms.entries()) {
      const { packageName, bundleId } = entry;
      insertPlatform.run({ ...entry, applicationId, position, packageName, bundleId });
      for (const [index, origin] of entry.siteDomains.entries()) {
        insertDomain.run({ platformId: entry.id, position: index, origin });
      }
    }
    for (const [position, entry] of redirectUris.entries()) {
      insertRedirectUri.run({ ...entry, applicationId, position });
    }
    for (const [position, entry] of consentItems.entries()) {
      const { purpose, retention, translations, verified } = entry;
      insertConsentItem.run({ ...entry, applicationId, position, purpose, retention, translations, verified });
    }
  };
}
