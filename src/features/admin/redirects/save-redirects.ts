import { t } from '#messages/messages.ts'
import type { Db } from '#kernel/db.ts'
import { loopMessage, loopsAmong } from './redirect-loops.contract.ts'
import { isProblem, parseRedirect, type RedirectRule } from './redirect-rules.contract.ts'
import { maxRedirects } from './redirects.contract.ts'
import { listPairs, lockRedirects, replaceRedirect, saveRedirects, type StoredPair } from './redirects.store.ts'

type Existing = RedirectRule & Pick<StoredPair, 'id' | 'origin'>

interface Saved {
  ids: number[]
  /** Redirects that already existed. */
  unchanged: RedirectRule[]
  rejected: Map<RedirectRule, string>
}

/** Returns all redirects as rules. */
export async function listRules(db: Db, siteUrl: string): Promise<Existing[]> {
  const pairs = await listPairs(db)
  return pairs.flatMap(({ id, origin, ...pair }) => {
    const rule = parseRedirect(pair, siteUrl)
    return isProblem(rule) ? [] : [{ ...rule, id, origin }]
  })
}

/** Adds redirects entered by an administrator or, without a `memberId`, by an import, in `db`'s transaction. An
 *  import replaces redirects from earlier imports, but not those entered by administrators. */
export async function addRedirects(
  db: Db,
  rules: readonly RedirectRule[],
  { siteUrl, memberId }: { siteUrl: string; memberId: number | null },
): Promise<Saved> {
  await lockRedirects(db)
  const existing = new Map((await listRules(db, siteUrl)).map((rule) => [rule.matchKey, rule]))
  const chosen = new Map<string, RedirectRule>()
  const unchanged: RedirectRule[] = []
  const rejected = new Map<RedirectRule, string>()
  for (const rule of rules) {
    const other = chosen.get(rule.matchKey) ?? existing.get(rule.matchKey)
    const isReplaced =
      memberId === null && existing.get(rule.matchKey)?.origin === 'import' && !chosen.has(rule.matchKey)
    if (other?.location === rule.location && other.carriesRest === rule.carriesRest) unchanged.push(rule)
    else if (other && !isReplaced) rejected.set(rule, conflictMessage(other))
    else if (existing.size + chosen.size >= maxRedirects) rejected.set(rule, tooMany())
    else chosen.set(rule.matchKey, rule)
  }
  const others = [...existing.values()].filter(({ matchKey }) => !chosen.has(matchKey))
  const loops = loopsAmong(others, [...chosen.values()], siteUrl)
  for (const [rule, loop] of loops) rejected.set(rule, loopMessage(rule, loop))
  const added = [...chosen.values()].filter((rule) => !loops.has(rule))
  const ids = await saveRedirects(db, added, { origin: memberId === null ? 'import' : 'manual', memberId })
  return { ids, unchanged, rejected }
}

/** Changes a redirect, in `db`'s transaction. @returns why it was rejected, or null */
export async function changeRedirect(
  db: Db,
  id: number,
  rule: RedirectRule,
  { siteUrl, memberId }: { siteUrl: string; memberId: number },
): Promise<string | null> {
  await lockRedirects(db)
  const others = (await listRules(db, siteUrl)).filter((one) => one.id !== id)
  const same = others.find(({ matchKey }) => matchKey === rule.matchKey)
  if (same) return conflictMessage(same)
  const loop = loopsAmong(others, [rule], siteUrl).get(rule)
  if (loop) return loopMessage(rule, loop)
  await replaceRedirect(db, id, rule, memberId)
  return null
}

const conflictMessage = ({ from, to }: RedirectRule) =>
  t('There is already a redirect from {from} to {to}.', { from, to })
const tooMany = (): string =>
  t('A site can have at most {maxRedirects} redirects. Delete some first, or use a wildcard.', { maxRedirects })
