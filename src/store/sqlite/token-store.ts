// Refresh and access tokens on SQLite. `findAccessToken` is the statement the server runs most.
import type { TokenStore } from '../../core/tokens/token-store.ts';
import { type AccessTokenRow, accessTokenInContextOf, SELECT_ACCESS_TOKEN } from './access-token-row.ts';
import type { FindAt } from './application-store.ts';
import {
  accessTokenValues,
  type GrantInContextRow,
  grantInContextOf,
  INSERT_ACCESS_TOKEN,
  jsonOrNull,
  SELECT_GRANT_IN_CONTEXT,
} from './grant-row.ts';
import { prepareRowReader } from './read-row.ts';
import type { Sqlite } from './sqlite.ts';

// THE SINGLE USE OF A REFRESH TOKEN: the row count says who rotated it.
const ROTATE = `
  update grants set
    refresh_generation = refresh_generation + 1, refresh_expires_at = ?, recent_rotations = ?,
    family_seed = ?, family_seed_from = ?,
    last_access_token_id = ?, last_access_token_expires_at = ?, last_answer_scope = ?
  where id = ? and refresh_generation = ? and code_used_at is not null and ended_at is null`;

export function createTokenStore({ writer, reader }: Sqlite, findAt: FindAt): TokenStore {
  const findGrant = prepareRowReader(
    reader.connection.prepare<[string], GrantInContextRow>(`${SELECT_GRANT_IN_CONTEXT} where g.id = ?`),
  );
  const findAccessToken = prepareRowReader(reader.connection.prepare<[string], AccessTokenRow>(SELECT_ACCESS_TOKEN));
  const rotate = writer.connection.prepare(ROTATE);
  const insertAccessToken = writer.connection.prepare(INSERT_ACCESS_TOKEN);
  const endAccessToken = writer.connection.prepare('delete from access_tokens where id = ?');
  const endFamily = writer.connection.prepare('update grants set ended_at = ? where id = ? and ended_at is null');

  return {
    findGrant: (grantId) =>
      reader.read(() => {
        const row = findGrant(grantId);
        return row && grantInContextOf(row);
      }),
    rotate: ({ grantId, fromGeneration, accessToken, refreshExpiresAt, answerScope, ...family }) =>
      writer.write(() => {
        const answer = [accessToken.id, accessToken.expiresAt, jsonOrNull(answerScope)];
        const kept = [JSON.stringify(family.recentRotations), family.familySeed, family.familySeedFrom];
        if (rotate.run(refreshExpiresAt, ...kept, ...answer, grantId, fromGeneration).changes === 0) return false;
        insertAccessToken.run(...accessTokenValues(accessToken));
        return true;
      }),
    endFamily: async (grantId, now) => {
      await writer.write(() => endFamily.run(now, grantId));
    },
    endAccessToken: async (id) => {
      await writer.write(() => endAccessToken.run(id));
    },
    findAccessToken: (id) =>
      reader.read(() => {
        const row = findAccessToken(id);
        if (!row) return undefined;
        const { application_id: applicationId, application_version: version } = row;
        return accessTokenInContextOf(row, version === null ? undefined : findAt({ id: applicationId, version }));
      }),
  };
}
