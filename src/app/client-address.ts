import ipaddr from 'ipaddr.js'

const unknown = '0.0.0.0'

/** Returns the caller's IP address. Behind `hops` trusted proxies, this is the entry at that position from the end of
 *  X-Forwarded-For. Without trusted proxies, the header is ignored. */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | null, hops: number): string {
  const chain = [...(hops > 0 && forwardedFor ? forwardedFor.split(',') : []), socketAddress ?? unknown]
  const address = chain.at(-1 - Math.min(hops, chain.length - 1))!.trim()
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : unknown
}
