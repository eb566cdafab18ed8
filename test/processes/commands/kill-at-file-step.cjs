// Loaded before the program: ends it with SIGKILL just before its KILL_AT-th change of a file, counted from 1.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

let left = Number(process.env.KILL_AT);
for (const name of ['writeSync', 'fsyncSync', 'linkSync', 'renameSync', 'unlinkSync', 'rmSync']) {
  const original = fs[name];
  fs[name] = (...values) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return original(...values);
  };
}
syncBuiltinESMExports();
