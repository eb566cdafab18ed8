// Every designed state of the console in a real Chromium, as pages.test.ts looks at those outside it.
import { CONSOLE_STATES } from '../unit/views/console-states.ts';
import { openStates, proveStates } from './states-in-chromium.ts';

proveStates(openStates(), Object.keys(CONSOLE_STATES));
