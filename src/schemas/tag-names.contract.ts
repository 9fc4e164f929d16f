import * as z from 'zod/mini'
import { maxTagLength } from './tag-paths.contract.ts'
import { t } from '#messages/messages.ts'

/** Maximum number of tags per post. */
export const maxTags = 10

const spelledOut: Record<string, string> = { 'c++': 'cpp', 'c#': 'csharp', 'f#': 'fsharp', '.net': 'dotnet' }

/** Normalizes a tag: lowercase, without `#`, words separated by `-`. `Machine Learning` becomes `machine-learning`,
 *  `Node.js` becomes `nodejs`, and `C++` becomes `cpp`. Returns null if nothing is left or the result is too long. */
export function tagNameOf(text: string): string | null {
  const plain = text.normalize('NFKC').trim().replace(/^#+/, '').toLowerCase()
  const name = (spelledOut[plain] ?? plain)
    .replaceAll(/[\s_/]+/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}-]/gu, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[-\p{M}]+|-$/gu, '')
  return name === '' || name.length > maxTagLength ? null : name
}

/** Normalizes tags and removes duplicates and invalid tags. */
export const tagNamesOf = (texts: string[]): string[] => [
  ...new Set(texts.map(tagNameOf).filter((name) => name !== null)),
]

const invalid = {
  error: () => t('A tag must contain a letter or digit, and have at most {maxTagLength} characters', { maxTagLength }),
}

/** A tag as typed by the user, parsed to its normalized name. */
export const TagName = z.pipe(
  z.string(invalid).check(
    z.maxLength(200, { ...invalid, abort: true }),
    z.refine((text) => tagNameOf(text) !== null, invalid),
  ),
  z.transform((text: string) => tagNameOf(text) ?? ''),
)

/** The tags of a post. */
export const TagNames = z.pipe(
  z
    .array(TagName, 'tags must be a list of strings')
    .check(z.maxLength(100, { error: () => t('A post can have at most 10 tags') })),
  z.pipe(
    z.transform((names: string[]) => [...new Set(names)]),
    z
      .array(z.string())
      .check(z.maxLength(maxTags, { error: () => t('A post can have at most {maxTags} tags', { maxTags }) })),
  ),
)
