import { t } from '#messages/messages.ts'
import posix from 'node:path/posix'
import { coverOf } from './covers.ts'
import { type Fields, readFrontMatter, textOf, textsOf, timeOf } from './front-matter.ts'
import { dayIn, hasWholeDay, writtenDate } from './generators/dates.ts'
import type { Generator, ListedFile, Placement, PublishedFile } from './generators/generator.ts'
import { pathOf, slugIn, unique } from './generators/paths.ts'
import { convertedText } from './markdown-text.ts'
import {
  canonicalIn,
  changeFields,
  dateFields,
  dateIn,
  expiredAt,
  isDraftIn,
  isUnlistedIn,
  seriesIn,
} from './post-facts.ts'
import { unconverted } from './shortcodes.ts'
import type { Refusal, SourcePost } from './source-site.ts'

/** A Markdown file in the source. */
export interface SourceFile {
  /** Its path in the source, with `/` as the separator. */
  key: string
  /** Its path in the generator's folder. */
  path: string
  /** Its path relative to the folder that pictures are read from. */
  base: string
  text: string
  modified: Date
  /** The names of the other files in its folder. */
  siblings: string[]
}

/** A file that is a post, with everything that determines which of the old site's lists contain it. */
export interface ReadFile {
  post: SourcePost
  /** Possible addresses. Each address is used only if no other file has the same one. */
  candidates: string[]
  listed: ListedFile
}

/** Converts a file. Returns a refusal if the old site did not publish it as a page; null if the reason is too
 *  obvious to report. @throws Error if its front matter or MDX is invalid */
export function readFile(file: SourceFile, generator: Generator, nowMs: number): ReadFile | Refusal | null {
  const { fields: own, body } = readFrontMatter(file.text)
  const fields: Fields = { ...generator.defaultsFor(file.path), ...own }
  const [, heading, rest] = /^\s*#[ \t]+([^\n]+)\n([\s\S]*)$/.exec(`${body}\n`) ?? []
  const title = textOf(fields, 'title') || (heading?.trim() ?? '')
  const written = dateIn(fields, dateFields)
  const date = writtenDate(
    written || (dayIn(file.path) === '' ? dateIn(fields, changeFields) : ''),
    file.path,
    generator.zone,
  )
  const place = generator.place({ path: file.path, fields, title, date })
  if (place.as === 'nothing') return place.why === null ? null : { key: file.key, why: place.why }
  const words = heading !== undefined && heading.trim() === title ? rest! : body
  const { markdown: content, left, problem } = convertedText(words, file.key, generator.hasJsx ?? false)
  const expired = expiredAt(fields, nowMs)
  const addresses = unique([...place.addresses, ...place.candidates])
  const facts = optionalFacts(fields, file, generator, place)
  const topics = topicsIn(fields, file, generator, place)
  const post: SourcePost = {
    key: file.key,
    title,
    content,
    createdAt: date.at ?? file.modified,
    isDraft:
      expired !== null ||
      place.whyDraft !== undefined ||
      isDraftIn(fields) ||
      /(?:^|\/)_drafts\//.test(file.path) ||
      isUnpublished(own),
    categories: [...topics.categories, ...topics.tags],
    addresses: place.addresses,
    base: baseOf(file, generator),
    notes: [
      ...dateNotes(written, file, invalidDateIn(fields), date.at, place),
      ...(place.notes ?? []),
      ...(problem === undefined ? [] : [t('{problem}; it was read as Markdown', { problem })]),
      ...left.map(unconverted),
    ],
    ...facts,
    ...(place.whyDraft !== undefined && { whyDraft: place.whyDraft }),
    ...(expired ? { whyDraft: t('it expired on {day}', { day: dayOf(expired) }) } : {}),
  }
  const listed: ListedFile = {
    path: file.path,
    fields,
    ...topics,
    series: facts.series?.name ?? '',
    address: addresses[0] ?? '',
    day: date.days[0] ?? '',
    isPage: place.as === 'page',
  }
  return { post, candidates: place.candidates, listed }
}

const baseOf = ({ path, base }: SourceFile, generator: Generator): string => {
  const folder = generator.pictureFolder?.(path) ?? null
  return folder === null ? pathOf(base) : `${pathOf(base.slice(0, base.length - path.length), folder)}/`
}

const isUnpublished = ({ status }: Fields): boolean => status === 'trash'

function optionalFacts(fields: Fields, file: SourceFile, { origin }: Generator, place: PublishedFile) {
  const isBundle = /(?:^|\/)index\.[^/]+$/.test(file.path)
  const cover = coverOf(fields, isBundle ? file.siblings : [])
  const series = seriesIn(fields)
  const canonicalUrl = canonicalIn(fields, [origin])
  const slug = slugOf(fields, file, place)
  return {
    ...(slug === '' ? {} : { slug }),
    ...(cover && { cover }),
    ...(series && { series }),
    ...(canonicalUrl !== undefined && { canonicalUrl }),
    ...(place.as === 'page' && { isPage: true }),
    ...(isUnlistedIn(fields) && { isUnlisted: true }),
  }
}

/** Returns the last part of the file's address or, if that part is a number, of the file's path. */
function slugOf(fields: Fields, { path: file }: SourceFile, { addresses, candidates }: PublishedFile): string {
  const name = posix.basename(file).replace(/\.[^.]+$/, '')
  const base = name === 'index' ? posix.basename(posix.dirname(file)) : name
  const undated = base.replace(/^\d{4}-\d\d-\d\d[-_ ]?/, '') || base
  const given = slugIn(textOf(fields, 'slug'))
  const inAddress = slugIn(addresses[0] ?? candidates[0] ?? '')
  return given || (/^\d*$/.test(inAddress) ? undated : inAddress)
}

function topicsIn(fields: Fields, file: SourceFile, { hasSpacedLists, internalTags }: Generator, place: PublishedFile) {
  const separator = hasSpacedLists || /(?:^|\/)_(?:posts|drafts)\//.test(file.path) ? /[,\s]+/ : ','
  const isTopic = (name: string) => !internalTags?.has(name.toLowerCase())
  const inFields = textsOf(fields, ['category', 'categories'], separator)
  return {
    categories: unique([...(place.categories ?? []), ...inFields, ...nestedIn(fields['categories'])]).filter(isTopic),
    tags: unique(textsOf(fields, ['tags', 'tag', 'keywords'].slice(0, 2), separator)).filter(isTopic),
  }
}

/** In Hexo, categories may be a list of lists. */
const nestedIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((one: unknown) => (Array.isArray(one) ? one.map(String) : [])) : []

/** Returns the first date that is not valid, such as 2020-13-45. Dates without digits have a meaning for some
 *  generators: `Last Modified`. */
const invalidDateIn = (fields: Fields): string =>
  dateFields.map((name) => textOf(fields, name)).find((text) => /\d/.test(text) && timeOf(text) === null) ?? ''

function dateNotes(
  written: string,
  { path, text }: SourceFile,
  invalid: string,
  at: Date | null,
  { as }: Exclude<Placement, { as: 'nothing' }>,
): string[] {
  if (written !== '' || as === 'page') return []
  if (invalid !== '') {
    const line = text.split('\n').findIndex((one) => one.includes(invalid)) + 1
    return [invalidDateNote(invalid.slice(0, 100), line, at)]
  }
  if (at && hasWholeDay(path)) return []
  if (!at) return [t('it has no date, so the date of its file was used')]
  return [t('its date, {day}, was guessed from its folder or its last change', { day: dayOf(at) })]
}

function invalidDateNote(date: string, line: number, at: Date | null): string {
  return at
    ? t('its date{line, plural, =0 {} other { on line #}}, {date}, is not valid, so {day} was used', {
        line,
        date,
        day: dayOf(at),
      })
    : t('its date{line, plural, =0 {} other { on line #}}, {date}, is not valid, so the date of its file was used', {
        line,
        date,
      })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
