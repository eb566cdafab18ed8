// Fetches what the recipes run on, before their tests do (`.ci/run`).
import { setup } from './runtimes.ts';

await setup();
