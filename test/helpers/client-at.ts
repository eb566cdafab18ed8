// Where a client is, from its address alone: what the limits count it by.
import type { FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../src/core/limits/client-address.ts';
import { createClientAddress } from '../../src/http/callers/client-address.ts';

const clientAddressOf = createClientAddress([]);

export const clientAt = (remoteAddress: string): ClientAddress =>
  clientAddressOf({ headers: {}, raw: { socket: { remoteAddress } } } as unknown as FastifyRequest);
