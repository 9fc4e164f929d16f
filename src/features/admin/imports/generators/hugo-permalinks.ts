import path from 'node:path/posix'
import { type Fields, textOf } from '../front-matter.ts'
import { dateTokens } from './dates.ts'
import { lowerCased, recordOf } from './file-tree.ts'
import { pathOf, urlized } from './paths.ts'

/** A permalink pattern, for pages of certain kinds and paths. */
export interface PermalinkRule {
  target: HugoTarget
  pattern: string
}

/** What a rule applies to, as glob patterns. An empty pattern matches anything. */
export interface HugoTarget {
  kind: string
  path: string
  languages: string[]
}

type Kind = 'page' | 'section' | 'taxonomy' | 'term'

interface Target {
  kind: Kind
  /** Its path in the content folder: `/blog/post`. */
  path: string
  language: string
}

/** Reads the target of a permalink rule or a cascade. */
export function targetIn(value: unknown): HugoTarget {
  const fields = lowerCased(recordOf(value))
  const matrix = recordOf(recordOf(fields['sites'])['matrix'])
  const languages = [fields['lang'], matrix['languages']].flat().filter((one) => typeof one === 'string')
  return { kind: textOf(fields, 'kind').toLowerCase(), path: textOf(fields, 'path').toLowerCase(), languages }
}

/** Reports whether the target includes the page. Source: Hugo, resources/page/page_matcher.go. */
export function isTarget(target: HugoTarget, { kind, path: page, language }: Target): boolean {
  return (
    isMatch(kind, target.kind) &&
    isMatch(page.toLowerCase(), target.path) &&
    (target.languages.length === 0 || target.languages.some((one) => isMatch(language, one)))
  )
}

const isMatch = (text: string, pattern: string): boolean => pattern === '' || path.matchesGlob(text, pattern)

const kinds: Kind[] = ['page', 'section', 'taxonomy', 'term']

/** Reads the permalinks in the configuration: a list of rules, or patterns by section, which may be grouped by kind. */
export function permalinksIn(value: unknown): PermalinkRule[] {
  if (Array.isArray(value))
    return value.map((one: unknown) => {
      const fields = lowerCased(recordOf(one))
      return { target: targetIn(fields['target']), pattern: textOf(fields, 'pattern') }
    })
  const all = recordOf(value)
  const isByKind = kinds.some((kind) => typeof all[kind] === 'object')
  return isByKind
    ? kinds.flatMap((kind) => rulesOf(kind, recordOf(all[kind])))
    : ['page', 'term'].flatMap((kind) => rulesOf(kind, all))
}

const rulesOf = (kind: string, patterns: Fields): PermalinkRule[] =>
  Object.keys(patterns)
    .toSorted((a, b) => b.length - a.length)
    .map((section) => ({
      target: { kind, path: globOf(section.toLowerCase()), languages: [] },
      pattern: textOf(patterns, section),
    }))

const globOf = (section: string): string => {
  const folders = section.split('/').map((folder) => folder.trim())
  const plain = folders.filter((folder) => folder !== '').join('/')
  return plain === '' ? '/*' : `{/${plain},/${plain}/**}`
}

/** Returns the pattern of the first rule that applies, or an empty one. */
export const patternOf = (rules: PermalinkRule[], target: Target): string =>
  rules.find((rule) => isTarget(rule.target, target))?.pattern ?? ''

/** What a pattern can refer to. */
interface Filling {
  /** The sections that the page is in, from the outermost: the names of their folders, and their slugs. */
  sections: { name: string; slug: string }[]
  /** The file's name or, for a bundle, its folder's name. */
  base: string
  slug: string
  title: string
  day: string
  time: string
}

export const hasDate = (pattern: string): boolean =>
  [...tokensOf(pattern)].some(([, name = '']) => name in dateTokens('0001-01-01', '') || name in layouts)

const tokensOf = (pattern: string) => pattern.matchAll(/(?<!\\):(\w+)(\[[^\]]*\])?/g)

/** Parts of Go's date layout. */
const layouts: Record<string, string> = {
  '2006': 'year',
  '06': 'short_year',
  '01': 'month',
  '1': 'i_month',
  Jan: 'short_month',
  January: 'long_month',
  '02': 'day',
  '2': 'i_day',
  Mon: 'short_day',
  Monday: 'long_day',
}

/** Fills in a pattern. Returns null if it has unknown tokens. Source: Hugo, resources/page/permalinks.go. */
export function expanded(pattern: string, filling: Filling): string | null {
  let filled = ''
  let end = 0
  for (const match of tokensOf(pattern)) {
    const [whole, name = '', cut] = match
    const value = valueOf(name, cut, filling)
    if (value === null) return null
    filled += pattern.slice(end, match.index) + value
    end = match.index + whole.length
  }
  return pathOf((filled + pattern.slice(end)).replaceAll(String.raw`\:`, ':'))
}

function valueOf(name: string, cut: string | undefined, filling: Filling): string | null {
  const { sections, base, slug, title, day, time } = filling
  const names = sections.map((one) => urlized(one.name))
  const slugs = sections.map((one) => urlized(one.slug))
  if (cut !== undefined)
    return name === 'sections' || name === 'sectionslugs'
      ? cutOf(name === 'sections' ? names : slugs, cut).join('/')
      : null
  const dates = dateTokens(day, time)
  const values: Record<string, string> = {
    ...dates,
    title: urlized(title),
    slug: urlized(slug || title),
    filename: urlized(base),
    slugorfilename: urlized(slug || base),
    contentbasename: urlized(base),
    slugorcontentbasename: urlized(slug || base),
    section: names[0] ?? '',
    sections: names.join('/'),
    sectionslug: slugs[0] ?? '',
    sectionslugs: slugs.join('/'),
  }
  return values[name] ?? dates[layouts[name] ?? ''] ?? null
}

/** Returns the part of the sections that `[1:]`, `[:2]`, `[0]`, or `[last]` selects. */
function cutOf(sections: string[], cut: string): string[] {
  const [from = '', to] = cut.slice(1, -1).split(':')
  const at = (text: string, otherwise: number) =>
    text === 'last' ? sections.length - 1 : text === '' ? otherwise : Number(text)
  const start = at(from, 0)
  return sections.slice(start, to === undefined ? start + 1 : at(to, sections.length))
}
