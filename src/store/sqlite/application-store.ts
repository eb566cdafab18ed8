// Applications on SQLite.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { APPLICATION_COLUMNS, type ApplicationRow, applicationOf } from './application-row.ts';
import type { Sqlite } from './sqlite.ts';

export function createApplicationStore({ writer, reader }: Sqlite): ApplicationStore {
  const remove = writer.connection.prepare('delete from applications where id = ?');
  return {
    ...readApplications(reader),
    insert: insertApplication(writer),
    remove: (id) => writer.write(() => remove.run(id).changes === 1),
  };
}

function readApplications({ connection, read }: Sqlite['reader']): Omit<ApplicationStore, 'insert' | 'remove'> {
  const find = connection.prepare<[string], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.id = ?`,
  );
  const findByApiKey = connection.prepare<[string], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a
     where a.id = (select application_id from platforms where api_key = ?)`,
  );
  const listAll = connection.prepare<[string, number], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.id > ? order by a.id limit ?`,
  );
  const listByOwner = connection.prepare<[string, string, number], ApplicationRow>(
    `select ${APPLICATION_COLUMNS} from applications a where a.owner_id = ? and a.id > ? order by a.id limit ?`,
  );
  const isOriginRegistered = connection
    .prepare<[string], number>(
      'select exists (select 1 from site_domains where origin in (select value from json_each(?)))',
    )
    .pluck();

  return {
    find: (id) =>
      read(() => {
        const row = find.get(id);
        return row && applicationOf(row);
      }),
    findByApiKey: (apiKey) =>
      read(() => {
        const row = findByApiKey.get(apiKey);
        const application = row && applicationOf(row);
        const platform = application?.platforms.find((entry) => entry.apiKey === apiKey);
        return application && platform && { application, platform };
      }),
    list: ({ ownerId, afterId = '', limit }) =>
      read(() => {
        const rows = ownerId === undefined ? listAll.all(afterId, limit) : listByOwner.all(ownerId, afterId, limit);
        return rows.map(applicationOf);
      }),
    isOriginRegistered: (origins) => read(() => isOriginRegistered.get(JSON.stringify(origins)) === 1),
  };
}

function insertApplication({ connection, write }: Sqlite['writer']): ApplicationStore['insert'] {
  const insert = connection.prepare(`
    insert into applications (id, owner_id, name, implementation_method, login_activation, require_pkce,
      client_secret_required, homepage_uri, privacy_policy_uri, terms_uri, id_token_claims, id_token_alg, userinfo_alg,
      backchannel_logout_uri, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertParts = prepareParts(connection);

  return async (application) => {
    await write(() => {
      insert.run(...valuesOf(application));
      insertParts(application);
    });
  };
}

const valuesOf = (application: Application): (string | number | null)[] => [
  application.id,
  application.ownerId,
  application.name,
  application.implementationMethod,
  application.loginActivation ? 1 : 0,
  application.requirePkce ? 1 : 0,
  application.clientSecretRequired ? 1 : 0,
  application.homepageUri ?? null,
  application.privacyPolicyUri ?? null,
  application.termsUri ?? null,
  application.idTokenClaims ? 1 : 0,
  application.idTokenAlg,
  application.userInfoAlg ?? null,
  application.backchannelLogoutUri ?? null,
  application.createdAt,
  application.updatedAt,
];

/** Inserts the lists inside an application, each in its order. */
function prepareParts(connection: Sqlite['writer']['connection']): (application: Application) => void {
  const insertPlatform = connection.prepare(`
    insert into platforms (id, application_id, position, platform, api_key, package_name, bundle_id, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertDomain = connection.prepare('insert into site_domains (platform_id, position, origin) values (?, ?, ?)');
  const insertRedirectUri = connection.prepare(`
    insert into redirect_uris (id, application_id, position, redirect_uri, created_at) values (?, ?, ?, ?, ?)`);
  const insertConsentItem = connection.prepare(`
    insert into consent_items (application_id, item, position, consent, purpose, created_at)
    values (?, ?, ?, ?, ?, ?)`);

  const insertLogoutUri = connection.prepare(
    'insert into post_logout_redirect_uris (application_id, position, redirect_uri) values (?, ?, ?)',
  );

  return ({ id, platforms, redirectUris, consentItems, postLogoutRedirectUris }) => {
    for (const [position, uri] of postLogoutRedirectUris.entries()) insertLogoutUri.run(id, position, uri);
    for (const [position, entry] of platforms.entries()) {
      const { packageName = null, bundleId = null } = entry;
      insertPlatform.run(entry.id, id, position, entry.platform, entry.apiKey, packageName, bundleId, entry.createdAt);
      for (const [index, origin] of entry.siteDomains.entries()) insertDomain.run(entry.id, index, origin);
    }
    for (const [position, entry] of redirectUris.entries()) {
      insertRedirectUri.run(entry.id, id, position, entry.redirectUri, entry.createdAt);
    }
    for (const [position, entry] of consentItems.entries()) {
      insertConsentItem.run(id, entry.item, position, entry.consent, entry.purpose ?? null, entry.createdAt);
    }
  };
}
