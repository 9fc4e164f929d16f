import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

/** The result of requesting an old address. `status`: the final response's status; null if there was no response.
 *  `redirects`: the redirects followed, in order. */
export const Outcome = z.object({
  redirects: z.array(z.object({ status: z.int(), to: z.string() })),
  status: z.nullable(z.int()),
  problem: z.optional(z.enum(['loop', 'endless', 'timeout', 'unreachable', 'location'])),
})
export type Outcome = z.infer<typeof Outcome>

/** The maximum number of redirects to follow. */
export const maxFollowed = 5
const maxRedirects = 1

/** Returns why an old address is lost, or null if it returns 200 after at most one redirect. */
export function faultOf({ redirects, status, problem }: Outcome): string | null {
  if (problem) return problemTexts[problem]()
  if (status !== 200)
    return redirects.length === 0
      ? String(status)
      : t('redirects to {to}, which returns {status}', { to: redirects.at(-1)!.to, status: String(status) })
  if (redirects.length > maxRedirects)
    return t('{count, plural, other {# redirects}}: {path}', {
      count: redirects.length,
      path: redirects.map(({ to }) => to).join(' → '),
    })
  return null
}

const problemTexts: Record<NonNullable<Outcome['problem']>, () => string> = {
  loop: () => t('redirect loop'),
  endless: () => t('more than {maxFollowed} redirects', { maxFollowed }),
  timeout: () => t('no response in time'),
  unreachable: () => t('no response'),
  location: () => t('redirects to an invalid URL'),
}

/** Returns the result for one address as a line: `ok   /old → /new (301)`. */
export function outcomeLine(address: string, outcome: Outcome): string {
  const fault = faultOf(outcome)
  if (fault !== null) return `FAIL ${address}: ${fault}`
  const [redirect] = outcome.redirects
  return redirect ? `ok   ${address} → ${redirect.to} (${redirect.status})` : `ok   ${address} (${outcome.status})`
}
