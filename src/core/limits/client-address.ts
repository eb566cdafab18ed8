// Where a request comes from, as widely as each limit looks (contract 10). A provider gives a customer an IPv6 /64 at
// least and a /48 at most: whoever has one can send each request from another address of it.

export type ClientAddress = {
  /** What one client has: an IPv4 address, an IPv6 /64. */
  address: string;
  /** An IPv4 /24, an IPv6 /64. */
  network: string;
  /** What one customer may have: an IPv4 /24, an IPv6 /48. */
  site: string;
};
