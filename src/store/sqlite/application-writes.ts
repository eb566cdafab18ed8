// Writing applications on SQLite: a row, and the lists inside it.
import type { Application } from '../../core/applications/application.ts';
import type { ApplicationStore } from '../../core/applications/application-store.ts';
import { prepareRequireProof } from './session-proof.ts';
import type { Sqlite } from './sqlite.ts';

const COLUMNS = [
  ...['id', 'owner_id', 'name', 'implementation_method', 'login_activation', 'require_pkce', 'client_secret_required'],
  ...['homepage_uri', 'privacy_policy_uri', 'terms_uri', 'id_token_claims', 'id_token_alg', 'userinfo_alg'],
  ...['backchannel_logout_uri', 'created_at', 'updated_at', 'version'],
];

const INSERT = `insert into applications (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})`;
const UPDATE = `
  update applications set ${COLUMNS.map((column) => `${column} = ?`).join(', ')} where id = ? and version = ?`;

/** Lists that an edit writes anew. A platform entry's site domains go with it. */
const LISTS = ['platforms', 'redirect_uris', 'consent_items', 'post_logout_redirect_uris'];

export function writeApplications({
  connection,
  write,
}: Sqlite['writer']): Pick<ApplicationStore, 'insert' | 'replace'> {
  const countOf = connection.prepare<[string], number>('select count(*) from applications where owner_id = ?').pluck();
  const insert = connection.prepare(INSERT);
  const update = connection.prepare(UPDATE);
  const clear = LISTS.map((table) => connection.prepare(`delete from ${table} where application_id = ?`));
  const removeSecrets = connection.prepare('delete from client_secrets where application_id = ?');
  const insertParts = prepareParts(connection);
  const requireProof = prepareRequireProof(connection);

  return {
    insert: (application, most) =>
      write(() => {
        if ((countOf.get(application.ownerId) ?? 0) >= most) return false;
        insert.run(...valuesOf(application));
        insertParts(application);
        return true;
      }),
    replace: (application, fromVersion, proof) =>
      write(() => {
        requireProof(proof);
        const { id } = application;
        if (update.run(...valuesOf(application), id, fromVersion).changes === 0) return false;
        for (const statement of clear) statement.run(id);
        if (!application.platforms.some(({ platform }) => platform === 'Web')) removeSecrets.run(id);
        insertParts(application);
        return true;
      }),
  };
}

/** In the order of `COLUMNS`. */
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
  application.version,
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
