// Serves the options of the Auth.js recipe with Node alone; frameworks bring this part.
import { createServer } from 'node:http';
import { Auth } from '@auth/core';
import { options } from './auth.mjs';

const home = `http://localhost:${process.env.PORT}`;

createServer(async (incoming, outgoing) => {
  const body = incoming.method === 'POST' ? Buffer.concat(await incoming.toArray()) : undefined;
  const headers = new Headers(Object.entries(incoming.headers));
  const answer = await Auth(new Request(home + incoming.url, { method: incoming.method, headers, body }), options);
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  outgoing.setHeader('set-cookie', answer.headers.getSetCookie());
  outgoing.writeHead(answer.status).end(await answer.text());
}).listen(process.env.PORT);
