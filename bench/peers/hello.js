// The floor: Fastify with one route that does nothing. `node hello.js PORT`.
import Fastify from 'fastify';

const app = Fastify();
app.get('/', () => ({ hello: 'world' }));
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
