// Where a request comes from, in the ranges that limits count (contract 10). A provider gives a customer at least an
// IPv6 /64 and at most a /48, so the customer can send each request from a different address.

export type ClientAddress = {
  /** What one client has: an IPv4 address or an IPv6 /64. */
  address: string;
  /** An IPv4 /24 or an IPv6 /64. */
  network: string;
  /** What one customer may have: an IPv4 /24 or an IPv6 /48. */
  site: string;
  /** The whole address of one device: for the audit alone, never logged nor counted. */
  whole: string;
  /**
   * Somebody at the very machine of a server that serves this machine alone (contract 10): they can set every limit
   * themselves.
   */
  isLocal: boolean;
};
