import { isReserved, pathKey } from './redirect-paths.contract.ts'
import type { RedirectRule } from './redirect-rules.contract.ts'

/** The rule for a request, and where it leads. */
export interface RedirectMatch {
  rule: RedirectRule
  location: string
}
type Requested = Pick<URL, 'pathname' | 'searchParams'>
export type RedirectIndex = ReturnType<typeof createRedirectIndex>

/** Finds the rule for a request in a time that does not depend on the number of rules. */
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

  /** Returns the rule whose query parameters the request has, that with the most of them first. */
  function findByQuery({ pathname, searchParams }: Requested): RedirectMatch | null {
    const list = withQuery.size > 0 ? withQuery.get(pathKey(pathname)) : undefined
    const rule = list?.find(({ params }) => params.every(([name, value]) => searchParams.getAll(name).includes(value)))
    return rule ? { rule, location: rule.location } : null
  }

  /** Returns the rule for the path without a query: the exact one, or else that with the longest path. */
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

/** Reports whether the wildcard leads everything below a path to that path, as from `/tag/a/*` to `/tag/a`. */
const leadsToOwnPath = ({ path, location, carriesRest }: RedirectRule): boolean =>
  !carriesRest && pathKey(location.split(/[?#]/, 1)[0]!) === path

const byPrecedence = (a: RedirectRule, b: RedirectRule): number =>
  b.params.length - a.params.length || (a.matchKey < b.matchKey ? -1 : 1)

/** Returns the target with the rest of the path. Slashes at the start of the rest are dropped: they could start the
 *  host of another site. */
function carried({ path, location }: RedirectRule, pathname: string): string {
  const segments = path === '' ? 0 : path.split('/').length - 1
  const rest = pathname
    .split('/')
    .slice(1 + segments)
    .join('/')
    .replace(/^\/+/, '')
  return rest === '' ? location || '/' : `${location}/${rest}`
}
