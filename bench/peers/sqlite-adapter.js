// An oidc-provider storage adapter on better-sqlite3, as durable as Latchkey: WAL and `synchronous=FULL`, with every
// statement prepared once. The library saves each model with a separate call, so each is a commit.
import Database from 'better-sqlite3';

export function createSqliteAdapter(file) {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec(`
    create table if not exists model (
      key text primary key, payload text not null, grant_id text, uid text, expires_at integer
    ) strict, without rowid;
    create index if not exists model_grant on model (grant_id) where grant_id is not null;
    create index if not exists model_uid on model (uid) where uid is not null;
  `);
  const upsert = db.prepare(`
    insert into model (key, payload, grant_id, uid, expires_at) values (?, ?, ?, ?, ?)
    on conflict (key) do update set payload = excluded.payload, expires_at = excluded.expires_at
  `);
  const find = db.prepare('select payload from model where key = ? and (expires_at is null or expires_at > ?)').pluck();
  const findByUid = db.prepare('select payload from model where uid = ?').pluck();
  const consume = db.prepare(`update model set payload = json_set(payload, '$.consumed', ?) where key = ?`);
  const destroy = db.prepare('delete from model where key = ?');
  const revoke = db.prepare('delete from model where grant_id = ?');
  const epochSeconds = () => Math.floor(Date.now() / 1000);
  const parse = (text) => (text === undefined ? undefined : JSON.parse(text));

  return class SqliteAdapter {
    constructor(model) {
      this.key = (id) => `${model}:${id}`;
    }

    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? epochSeconds() + expiresIn : null;
      upsert.run(this.key(id), JSON.stringify(payload), payload.grantId ?? null, payload.uid ?? null, expiresAt);
    }

    async find(id) {
      return parse(find.get(this.key(id), epochSeconds()));
    }

    async findByUid(uid) {
      return parse(findByUid.get(uid));
    }

    async consume(id) {
      consume.run(epochSeconds(), this.key(id));
    }

    async destroy(id) {
      destroy.run(this.key(id));
    }

    async revokeByGrantId(grantId) {
      revoke.run(grantId);
    }
  };
}
