import { percentDecoded } from '#kernel/address.contract.ts'
import { allMetaOf, type Item } from './wordpress-schema.ts'

/** First segments of paths that do not lead to categories or tags. */
const others = /^(?:author|page|feed|comments|search|wp-[\w-]+|\d{4})(?:\/|$)/

/** Returns the paths of links to the site in menus, navigation blocks, and text, except those to its posts and pages.
 *  @param link the URL of the site */
export function linkedPaths(items: Item[], link: string): string[] {
  const site = URL.parse(link)
  if (!site) return []
  const pathIn = (address: string) => plainPath(address, site.pathname)
  const known = new Set(items.map((item) => pathIn(URL.parse(item.link)?.pathname ?? '')))
  const texts = items.flatMap((item) => [item['content:encoded'], ...allMetaOf(item, '_menu_item_url')])
  const found = texts.flatMap((text) =>
    [...text.matchAll(links)].flatMap(([, host, path = '', local]) =>
      local !== undefined ? [pathIn(local)] : withoutWww(host!) === withoutWww(site.host) ? [pathIn(path)] : [],
    ),
  )
  return [...new Set(found)].filter((path) => !known.has(path) && !others.test(path))
}

/** URLs with their host and path, and paths in links. */
const links = /\/\/([\w.:-]+)(\/[^\s"'<>)\\?#]*)|\bhref=["'](\/[^\s"'<>?#/][^\s"'<>?#]*)/g

const withoutWww = (host: string): string => host.toLowerCase().replace(/^www\./, '')

/** Returns the path relative to the site's base path, without a trailing feed or page-number segment. */
function plainPath(path: string, base: string): string {
  const plain = percentDecoded(path).replace(/\/(?:feed|page\/\d+)?\/?$/, '')
  return (plain.startsWith(base) ? plain.slice(base.length) : plain).replace(/^\/+/, '')
}

/** Returns the paths under which terms appear in the links: `topics` for `topics/wood/oak`. @param termPaths each
 *  term's path, by its slug @param reserved the path for the other kind of term */
export function basesIn(paths: string[], termPaths: ReadonlyMap<string, string>, reserved: string): string[] {
  const bases = paths.flatMap((path) => {
    const slug = path.slice(path.lastIndexOf('/') + 1)
    const whole = termPaths.get(slug)
    if (whole === undefined) return []
    const end = [`/${whole}`, `/${slug}`].find((one) => path.endsWith(one))
    return end === undefined ? [] : [path.slice(0, -end.length)]
  })
  return [...new Set(bases)].filter((base) => base !== reserved)
}
