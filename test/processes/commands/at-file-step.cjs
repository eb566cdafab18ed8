// Loaded before the program: just before each change of a file it copies the working directory to COPY_STEPS_TO/1, 2 and
// so on, which is what a process that is killed then leaves; or it ends the program with SIGKILL just before its KILL_AT-th.
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const { COPY_STEPS_TO, KILL_AT } = process.env;
let step = 0;
for (const name of ['writeSync', 'fsyncSync', 'linkSync', 'renameSync', 'unlinkSync', 'rmSync']) {
  const original = fs[name];
  fs[name] = (...values) => {
    step += 1;
    // By another process: closing a file that SQLite has open would end its locks.
    if (COPY_STEPS_TO) execFileSync('/bin/cp', ['-a', process.cwd(), join(COPY_STEPS_TO, String(step))]);
    else if (step === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
    return original(...values);
  };
}
syncBuiltinESMExports();
