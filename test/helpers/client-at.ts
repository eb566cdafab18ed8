// The client address by which limits count a client, made from an IP address.
import type { FastifyRequest } from 'fastify';
import type { ClientAddress } from '../../src/core/ground/limits/client-address.ts';
import { createClientAddress } from '../../src/http/callers/client-address.ts';

const clientAddressOf = createClientAddress([]);

export const clientAt = (remoteAddress: string): ClientAddress =>
  clientAddressOf({ headers: {}, raw: { socket: { remoteAddress } } } as unknown as FastifyRequest);
