import ipaddr from 'ipaddr.js'

const globalIpv6 = ipaddr.IPv6.parse('2000::')
const globalIpv6Bits = 3
const privateName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)\.?$/i

/** Reports whether an IP address is public. False for private, special-purpose, and invalid addresses. */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return !(ip instanceof ipaddr.IPv6) || ip.match(globalIpv6, globalIpv6Bits)
}

/** Reports whether a `URL.hostname` may be public, without resolving the name. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host)) return isPublicIp(host)
  return host.includes('.') && !privateName.test(host)
}
