import ipaddr from 'ipaddr.js'

/** Prefix lengths of networks that count as one caller. IPv6 providers assign customers a /64 to a /48. */
const prefixes = {
  /** One subscriber: an IPv4 address, an IPv6 /64. */
  caller: { ipv4: 32, ipv6: 64 },
  subnet: { ipv4: 24, ipv6: 64 },
  /** The largest network that a provider usually assigns to one customer. */
  block: { ipv4: 24, ipv6: 48 },
}

/** The network of this size that an address is in. Text that is not an address is returned as it is. */
export function networkOf(ip: string, size: keyof typeof prefixes = 'caller'): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const { ipv4, ipv6 } = prefixes[size]
  return address.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${ipv6}`).toString()
    : ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${ipv4}`).toString()
}
