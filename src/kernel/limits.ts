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

/** Shared by all writes without a limit of their own: far more than a person does, far less than a script could. */
export const defaultWriteLimits: [Limit, Limit] = [
  perMember('member writes', 300, 60),
  perAddress('address writes', 600, 60),
]

/** What a limit by address counts as one caller: an IPv4 address, or its network of so many bits, and the /64 network
 *  that an IPv6 subscriber owns. Text that is no address stands for itself. */
export function networkOf(ip: string, ipv4Bits: 24 | 32 = 32): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv6'
    ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()
    : ipaddr.IPv4.networkAddressFromCIDR(`${address.toString()}/${ipv4Bits}`).toString()
}

/** The refusal of a call past its limit. */
export const tooMany = (waitSeconds: number): AppError =>
  new AppError('rate_limited', `That was a lot at once. Please try again in ${waitText(waitSeconds)}.`, {
    retryAfterSeconds: waitSeconds,
  })

const waitText = (seconds: number) =>
  seconds <= 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
