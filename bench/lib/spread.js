// Spreads connections evenly over the processes that accept from one shared socket. Otherwise chance decides:
// connections that are opened slowly may all go to one process (docs/decisions/0008-workers.md).
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { SocketClient } from './socket-client.js';

const TIMEOUT_MS = 10_000;
const ESTABLISHED = '01';

/**
 * Opens connections to the port until each process has its share of them, and closes the surplus.
 * @param {readonly number[]} pids of the processes
 * @returns {Promise<SocketClient[]>} alternating between the processes
 */
export async function openEvenly(port, pids, count) {
  const held = new Map(pids.map((pid) => [pid, []]));
  const share = Math.ceil(count / pids.length);
  const until = performance.now() + TIMEOUT_MS;
  while ([...held.values()].some((connections) => connections.length < share)) {
    if (performance.now() > until) throw new Error(`Of the processes ${pids} not each takes connections at ${port}.`);
    // Opened together, so that one process is still busy with the first when the next arrive.
    const opened = await Promise.all(Array.from({ length: share }, () => SocketClient.open(port)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const owners = ownersOf(port, pids);
    for (const connection of opened) {
      const own = held.get(owners.get(connection.localPort));
      if (own && own.length < share) own.push(connection);
      else connection.close();
    }
  }
  const lists = [...held.values()];
  const all = Array.from({ length: share }, (_, index) => lists.map((list) => list[index])).flat();
  for (const connection of all.slice(count)) connection.close();
  return all.slice(0, count);
}

/** Returns the process that accepted each connection to the port, by the client's port. */
function ownersOf(port, pids) {
  const clientPorts = new Map();
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const fields = line.trim().split(/\s+/);
    if (fields.length < 10 || fields[3] !== ESTABLISHED) continue;
    const [local, remote] = [fields[1], fields[2]].map((address) => Number.parseInt(address.split(':')[1], 16));
    if (local === port) clientPorts.set(`socket:[${fields[9]}]`, remote);
  }
  const owners = new Map();
  for (const pid of pids) {
    for (const file of readdirSync(`/proc/${pid}/fd`)) {
      const clientPort = clientPorts.get(linkOf(`/proc/${pid}/fd/${file}`));
      if (clientPort !== undefined) owners.set(clientPort, pid);
    }
  }
  return owners;
}

function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    // It was closed meanwhile.
    return undefined;
  }
}
