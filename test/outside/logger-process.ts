// Writes some lines of the log and comes to the end its argument names.
import { createLogger } from '../../src/outside/logger.ts';

const log = await createLogger({ level: 'info', gathered: 'request' });
log.info('request');
log.child({ reqId: '1' }).info('request');
switch (process.argv[2]) {
  case 'exit':
    process.exit(0);
    break;
  case 'crash':
    throw new Error('a bug');
  case 'event':
    log.info('security event');
    log.info('request');
    process.kill(process.pid, 'SIGKILL');
    break;
  case 'many':
    for (let number = 0; number < 1_000; number += 1) log.info({ number, text: 'x'.repeat(number % 300) }, 'request');
    break;
  case 'wait':
    setInterval(() => {}, 1_000);
    break;
}
