import ipaddr from 'ipaddr.js'

const globalIpv6 = ipaddr.IPv6.parse('2000::')
const globalIpv6Bits = 3
const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/i

/** Whether an IP address belongs to the public internet; false for every private, special or unreadable one. */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return !(ip instanceof ipaddr.IPv6) || ip.match(globalIpv6, globalIpv6Bits)
}

/** Whether a host, as `URL.hostname` gives it, may be public by its looks. What a name resolves to is another question. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) return isPublicIp(host)
  return host.includes('.') && !privateName.test(host)
}
