// Reads the list `users` of the file that its argument names, and prints its entries with the memory that reading took.
import { fileBytes } from '../../../src/outside/account-files/byte-source.ts';
import { readJsonArray } from '../../../src/outside/account-files/json-array.ts';

const before = process.resourceUsage().maxRSS;
const entries = [];
for await (const entry of readJsonArray(fileBytes(process.argv[2] ?? ''), 'users')) entries.push(entry);
console.log(JSON.stringify({ entries, mib: (process.resourceUsage().maxRSS - before) / 1024 }));
