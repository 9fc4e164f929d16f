import { isReserved, pathKey } from './redirect-paths.contract.ts'
import type { RedirectRule } from './redirect-rules.contract.ts'

/** The matching rule for a request, and the resulting location. */
export interface RedirectMatch {
  rule: RedirectRule
  location: string
}
type Requested = Pick<URL, 'pathname' | 'searchParams'>
export type RedirectIndex = ReturnType<typeof createRedirectIndex>

/** Finds the rule for a request in time that does not depend on the number of rules. */
export function createRedirectIndex(rules: readonly RedirectRule[]) {
  const exact = new Map<string, RedirectRule>()
  const wildcards = new Map<string, RedirectRule>()
  const withQuery = new Map<string, RedirectRule[]>()
  for (const rule of rules) {
    if (rule.isWildcard) wildcards.set(rule.path, rule)
    else if (rule.params.length === 0) exact.set(rule.path, rule)
    else withQuery.set(rule.path, [...(withQuery.get(rule.path) ?? []), rule])
  }
  for (const list of withQuery.values()) list.sort(byPrecedence)

  /** Returns the matching rule with the most query parameters. */
  function findByQuery({ pathname, searchParams }: Requested): RedirectMatch | null {
    const list = withQuery.size > 0 ? withQuery.get(pathKey(pathname)) : undefined
    const rule = list?.find(({ params }) => params.every(([name, value]) => searchParams.getAll(name).includes(value)))
    return rule ? { rule, location: rule.location } : null
  }

  /** Returns the matching rule without a query: the exact path, or else the longest wildcard. */
  function findByPath({ pathname }: Pick<URL, 'pathname'>): RedirectMatch | null {
    const key = pathKey(pathname)
    if (isReserved(key)) return null
    const rule = exact.get(key)
    return rule ? { rule, location: rule.location } : findByWildcard(key, pathname)
  }

  function findByWildcard(key: string, pathname: string): RedirectMatch | null {
    if (wildcards.size === 0) return null
    for (let path = key; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const rule = wildcards.get(path)
      if (rule && !(path === key && leadsToOwnPath(rule)))
        return { rule, location: rule.carriesRest ? carried(rule, pathname) : rule.location }
      if (path === '') return null
    }
  }

  return {
    find: (request: Requested): RedirectMatch | null => findByQuery(request) ?? findByPath(request),
    findByQuery,
    findByPath,
  }
}

/** Reports whether the wildcard redirects everything below a path to the path itself: `/tag/a/*` to `/tag/a`. */
const leadsToOwnPath = ({ path, location, carriesRest }: RedirectRule): boolean =>
  !carriesRest && pathKey(location.split(/[?#]/, 1)[0]!) === path

const byPrecedence = (a: RedirectRule, b: RedirectRule): number =>
  b.params.length - a.params.length || (a.matchKey < b.matchKey ? -1 : 1)

/** Appends the rest of the path to the target. Drops leading slashes from the rest, because they could introduce
 *  another site's host. */
function carried({ path, location }: RedirectRule, pathname: string): string {
  const segments = path === '' ? 0 : path.split('/').length - 1
  const rest = pathname
    .split('/')
    .slice(1 + segments)
    .join('/')
    .replace(/^\/+/, '')
  return rest === '' ? location || '/' : `${location}/${rest}`
}
