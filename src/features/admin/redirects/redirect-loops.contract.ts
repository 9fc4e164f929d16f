import { createRedirectIndex, type RedirectIndex } from './redirect-index.contract.ts'
import { localUrl } from './redirect-paths.contract.ts'
import type { RedirectRule } from './redirect-rules.contract.ts'
import { t } from '#messages/messages.ts'

/** The maximum number of wildcards in a chain. They can make a path grow or shrink endlessly. */
export const maxCarried = 64
/** A placeholder for any remainder of a path. No rule contains it. */
const anyRest = '%F4%8F%BF%BF'
const maxRounds = 20

/** Rules that each lead to the next, with the last one leading back to the first. */
type Loop = RedirectRule[]

/** Returns the candidates that would lead back to themselves, each with the rules in its loop; if several are in the
 *  same loop, returns only the last one. Follows every chain once, so the time is proportional to the number of rules.
 *  */
export function loopsAmong(
  existing: readonly RedirectRule[],
  candidates: readonly RedirectRule[],
  siteUrl: string,
): Map<RedirectRule, Loop> {
  const rejected = new Map<RedirectRule, Loop>()
  for (let round = 1; ; round++) {
    const left = candidates.filter((rule) => !rejected.has(rule))
    const loops = loopsOf([...existing, ...left], siteUrl)
    const places = new Map(left.map((rule, place) => [rule, place]))
    const before = rejected.size
    for (const [start, loop] of loops) {
      const involved = loop.filter((rule) => places.has(rule)).toSorted((a, b) => places.get(b)! - places.get(a)!)
      const chosen =
        involved.length === 0 && places.has(start) ? [start] : involved.slice(0, round < maxRounds ? 1 : undefined)
      for (const rule of chosen) if (!rejected.has(rule)) rejected.set(rule, loop)
    }
    if (rejected.size === before) return rejected
  }
}

/** Returns the rules that lead into a loop, each with the rules in that loop. For rules that append the rest of the
 *  path, uses a placeholder that no rule matches: if any remainder leads into a loop of such rules, so does the
 *  placeholder. */
export function loopsOf(rules: readonly RedirectRule[], siteUrl: string): Map<RedirectRule, Loop> {
  const index = createRedirectIndex(rules)
  const known = new Map<string, Loop | null>()
  const loops = new Map<RedirectRule, Loop>()
  for (const rule of rules) {
    const loop = follow(rule, index, known, siteUrl)
    if (loop) loops.set(rule, loop)
  }
  return loops
}

/** Follows the chain that starts with a rule. @returns the loop that it leads into, or null */
function follow(
  start: RedirectRule,
  index: RedirectIndex,
  known: Map<string, Loop | null>,
  siteUrl: string,
): Loop | null {
  const passed = new Map<string, number>()
  const rules = [start]
  let location = start.carriesRest ? `${start.location}/${anyRest}` : start.location
  let carried = 0
  const end = (loop: Loop | null) => {
    for (const one of passed.keys()) known.set(one, loop)
    return loop
  }
  for (;;) {
    const url = localUrl(location, siteUrl)
    if (!url) return end(null)
    const address = url.pathname + url.search
    const result = known.get(address)
    if (result !== undefined) return end(result)
    const place = passed.get(address)
    if (place !== undefined) return end(rules.slice(place + 1))
    passed.set(address, rules.length - 1)
    const match = index.find(url)
    if (!match) return end(null)
    rules.push(match.rule)
    if (match.rule.carriesRest && ++carried > maxCarried) return end([...new Set(rules.slice(-maxCarried / 2))])
    location = match.location
  }
}

const maxNamed = 5
/** Explains why the rule is rejected, naming the rules in the loop. */
export function loopMessage(rule: RedirectRule, loop: readonly RedirectRule[]): string {
  const others = loop.filter((one) => one !== rule)
  if (others.length === 0) return t('The target {to} would lead back to {from}.', { to: rule.to, from: rule.from })
  const at = Math.max(0, loop.indexOf(rule))
  const names = [...loop.slice(at), ...loop.slice(0, at)].map(({ from }) => from)
  const shown = names.length > maxNamed ? [...names.slice(0, maxNamed), '…'] : [...names, names[0]!]
  return t('This would create a redirect loop: {path}. Edit or delete the redirect from {from} first.', {
    path: shown.join(' → '),
    from: names.find((from) => from !== rule.from)!,
  })
}
