// Writes some lines of the log and comes to the end its argument names.
import fs from 'node:fs';
import { createLogger } from '../../../src/outside/logger.ts';

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
  case 'many': {
    const sizes: number[] = [];
    const { writeSync } = fs;
    fs.writeSync = ((file: number, text: string, ...rest: []) => {
      sizes.push(Buffer.byteLength(text));
      return writeSync(file, text, ...rest);
    }) as typeof fs.writeSync;
    process.once('exit', () => console.log(JSON.stringify(sizes)));
    for (let number = 0; number < 1_000; number += 1) log.info({ number, text: 'x'.repeat(number % 300) }, 'request');
    break;
  }
  case 'wait':
    setInterval(() => {}, 1_000);
    break;
}
