// The floor: Fastify handlers that do only the unavoidable work of each scenario. They are as durable as Latchkey (WAL,
// synchronous=FULL, one commit for all writes of one turn of the event loop, answers after it), with prepared
// statements and time-ordered keys. They have no pages, consent, roles, limits, headers, log or error reports. `node
// floor.js PORT FILE`.
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import { parse } from 'node:querystring';
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const [port, file] = [Number(process.argv[2]), process.argv[3]];
const database = new Database(file);
for (const pragma of ['journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 1000']) database.pragma(pragma);
database.exec(`
  create table clients (id text primary key, alg text, redirect_uri text) without rowid;
  insert into clients values ('bench-ES256', 'ES256', 'https://app.example/callback');
  insert into clients values ('bench-RS256', 'RS256', 'https://app.example/callback');
  create table users (id text primary key, nickname text, email text) without rowid;
  insert into users values ('mina', 'Mina', 'mina@example.com');
  create table grants (
    id text primary key, code_hash blob unique, client text, user text, redirect_uri text, challenge text, openid integer,
    code_expires_at integer, used_at integer, refresh_hash blob) without rowid;
  create table access_tokens (id text primary key, hash blob, user text, expires_at integer) without rowid;`);
const findClient = database.prepare('select * from clients where id = ?');
const findCode = database.prepare('select * from grants where code_hash = ?');
const findGrant = database.prepare('select * from grants where id = ?');
const findToken = database.prepare('select * from access_tokens where id = ?');
const findUser = database.prepare('select * from users where id = ?');
const issue = database.prepare('insert into grants values (?, ?, ?, ?, ?, ?, ?, ?, null, null)');
const redeem = database.prepare('update grants set used_at = ?, refresh_hash = ? where id = ? and used_at is null');
const rotate = database.prepare('update grants set refresh_hash = ? where id = ? and refresh_hash = ?');
const keep = database.prepare('insert into access_tokens values (?, ?, ?, ?)');

/** Runs `intent` with the others of this turn, and resolves when it is on disk. */
let waiting = [];
const write = (intent) =>
  new Promise((resolve) => {
    if (waiting.length === 0) setImmediate(commit);
    waiting.push({ intent, resolve });
  });
const runAll = database.transaction((group) => group.map(({ intent }) => intent()));
function commit() {
  const group = waiting;
  waiting = [];
  runAll(group).forEach((result, index) => {
    group[index].resolve(result);
  });
}

const sha256 = (text) => hash('sha256', text, 'buffer');
/** Begins with the time, so that new rows are adjacent. */
const newId = () => Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
const newSecret = () => `${newId()}.${randomBytes(32).toString('base64url')}`;
const idOf = (secret) => secret.slice(0, 32);

const { privateKey: es256 } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { privateKey: rs256 } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64url = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
function idToken({ id, alg }, user) {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: `http://localhost:${port}`, sub: user, aud: id, iat: now, exp: now + 3600, nickname: 'Mina' };
  const signed = `${base64url({ alg, kid: 'floor', typ: 'JWT' })}.${base64url(claims)}`;
  const key = alg === 'ES256' ? { key: es256, dsaEncoding: 'ieee-p1363' } : rs256;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

const app = Fastify();
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, parse(body)),
);
app.get('/', () => ({ ready: true }));

app.get('/authorize', async ({ query }, reply) => {
  const client = findClient.get(query.client_id);
  if (client?.redirect_uri !== query.redirect_uri) return reply.code(400).send();
  const code = randomBytes(32).toString('base64url');
  const openid = query.scope.split(' ').includes('openid') ? 1 : 0;
  const row = [newId(), sha256(code), client.id, 'mina', client.redirect_uri, query.code_challenge, openid];
  await write(() => issue.run(...row, Date.now() + 600_000));
  return reply.redirect(`${client.redirect_uri}?${new URLSearchParams({ code, state: query.state })}`, 303);
});

app.post('/token', async ({ body }, reply) => {
  const client = findClient.get(body.client_id);
  const isCode = body.grant_type === 'authorization_code';
  const grant = isCode ? findCode.get(sha256(body.code)) : findGrant.get(idOf(body.refresh_token));
  const isGood =
    client !== undefined &&
    grant?.client === client.id &&
    (!isCode ||
      (grant.redirect_uri === body.redirect_uri &&
        grant.code_expires_at > Date.now() &&
        sha256(body.code_verifier).toString('base64url') === grant.challenge));
  if (!isGood) return reply.code(400).send({ error: 'invalid_grant' });
  const accessToken = newSecret();
  const refreshToken = `${grant.id}.${randomBytes(32).toString('base64url')}`;
  const stored = await write(() => {
    const { changes } = isCode
      ? redeem.run(Date.now(), sha256(refreshToken), grant.id)
      : rotate.run(sha256(refreshToken), grant.id, sha256(body.refresh_token));
    if (changes === 1) keep.run(idOf(accessToken), sha256(accessToken), grant.user, Date.now() + 3_600_000);
    return changes === 1;
  });
  if (!stored) return reply.code(400).send({ error: 'invalid_grant' });
  return reply.send({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: refreshToken,
    ...(grant.openid === 1 && { id_token: idToken(client, grant.user) }),
  });
});

app.get('/user-info', ({ headers }, reply) => {
  const token = headers.authorization.slice('Bearer '.length);
  const found = findToken.get(idOf(token));
  if (!found?.hash.equals(sha256(token)) || found.expires_at < Date.now()) return reply.code(401).send();
  const { id, nickname, email } = findUser.get(found.user);
  return reply.send({ sub: id, nickname, email });
});

await app.listen({ host: '127.0.0.1', port });
