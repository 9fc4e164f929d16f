/** Allows at most `max` calls in a window of `perSeconds`, counted by IP address or by member. */
export interface Limit {
  /** Routes whose limits have the same name share a count. */
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

/** Shared by all writes without a limit of their own. Far more than a person needs, and far less than a script can
 *  send. */
export const defaultWriteLimits: [Limit, Limit] = [
  perMember('member writes', 300, 60),
  perAddress('address writes', 600, 60),
]
