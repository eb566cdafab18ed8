// What requests, consent and tokens need from outside.
import type { Ports as Below, Stores as StoresBelow } from '../applications/ports.ts';
import type { PushedRequestStore } from './authorize/pushed-request-store.ts';
import type { DeviceCodeStore } from './device-codes/device-code-store.ts';
import type { CodeStore } from './tokens/code-store.ts';
import type { TokenStore } from './tokens/token-store.ts';

export type Stores = StoresBelow & {
  pushedRequests: PushedRequestStore;
  deviceCodes: DeviceCodeStore;
  codes: CodeStore;
  tokens: TokenStore;
};

export type Ports = Below & Stores;
