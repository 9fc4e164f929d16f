import ipaddr from 'ipaddr.js'

/** Prefix lengths of the networks that count as one caller. Providers assign each IPv6 customer a network between /64
 *  and /48. */
const prefixes = {
  /** One subscriber: an IPv4 address or an IPv6 /64 network. */
  caller: { ipv4: 32, ipv6: 64 },
  subnet: { ipv4: 24, ipv6: 64 },
  /** The largest network that a provider usually assigns to one customer. */
  block: { ipv4: 24, ipv6: 48 },
}

/** Returns the network of this size that contains the address. Anything other than an address is returned unchanged. */
export function networkOf(ip: string, size: keyof typeof prefixes = 'caller'): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const { ipv4, ipv6 } = prefixes[size]
  return address.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${ipv6}`).toString()
    : ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${ipv4}`).toString()
}
