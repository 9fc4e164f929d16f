import ipaddr from 'ipaddr.js'
import { AppError } from './errors.ts'

/** At most `max` calls in a window of `perSeconds`, counted for each address or for each member. */
export interface Limit {
  /** Counted together: two routes with the same name share the count. */
  name: string
  by: 'address' | 'member'
  max: number
  perSeconds: number
}

export const perAddress = (name: string, max: number, perSeconds: number): Limit => ({
  name,
  by: 'address',
  max,
  perSeconds,
})
export const perMember = (name: string, max: number, perSeconds: number): Limit => ({
  name,
  by: 'member',
  max,
  perSeconds,
})

/** Shared by all writes without their own limit: far more than a person needs, far less than a script can send. */
export const defaultWriteLimits: [Limit, Limit] = [
  perMember('member writes', 300, 60),
  perAddress('address writes', 600, 60),
]

/** Prefix lengths of what counts as one caller. IPv6 providers assign a customer a /64 at least and a /48 at most. */
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

/** The refusal of a call past its limit. */
export const tooMany = (waitSeconds: number): AppError =>
  new AppError('rate_limited', `That was a lot at once. Please try again in ${waitText(waitSeconds)}.`, {
    retryAfterSeconds: waitSeconds,
  })

/** Formats a wait for messages: '40 seconds', '57 minutes', '5 hours'. */
export function waitText(seconds: number): string {
  if (seconds <= 60) return counted(seconds, 'second')
  return seconds <= 2 * 3600 ? counted(Math.ceil(seconds / 60), 'minute') : counted(Math.ceil(seconds / 3600), 'hour')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
