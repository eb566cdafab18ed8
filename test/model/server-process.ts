// The program as a process that a walk may kill, started by `server.ts`: each message is the time from then on, and is
// answered when it is taken.
import { inThisProcess } from './server.ts';

const environment = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
const server = await inThisProcess(environment as Record<string, string>, Number(process.argv[2]));
process.on('message', async (now: number) => {
  await server.setNow(now);
  process.send?.('taken');
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
