// Read into the program by NODE_OPTIONS: an error that nobody catches, whenever a test wants it.

/** The setting with which a process rejects on SIGWINCH, as a bug in a callback would. */
export const CRASH_ON_SIGNAL = `--import data:text/javascript,${encodeURIComponent(
  "process.on('SIGWINCH', () => { Promise.reject(new Error('a bug nobody caught')); });",
)}`;
