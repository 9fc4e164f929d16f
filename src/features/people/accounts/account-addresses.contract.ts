import { oneOf } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

const tab = oneOf(['register', 'forgot', 'link'])

export const loginAddress = address('/login', { query: { tab } })
/** Returns the URL of the sign-in page, which then redirects to `next`, a path on this site. */
export const signInHref = (next: string): string => `${loginAddress.href()}?next=${encodeURIComponent(next)}`
/** Returns the URL of the registration form. After signing in, the new member is redirected to `next`. */
export const registerHref = (next: string): string =>
  `${loginAddress.href({ tab: 'register' })}&next=${encodeURIComponent(next)}`
/** Same as {@link loginAddress}, for links in emails. */
export const authAddress = address('/auth', { query: { tab } })
