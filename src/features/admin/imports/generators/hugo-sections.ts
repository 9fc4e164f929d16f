import path from 'node:path/posix'
import { type Fields, readFrontMatter, textOf } from '../front-matter.ts'
import { lowerCased, noteUnread, recordOf, textIn } from './file-tree.ts'
import type { FileTree } from './generator.ts'
import { type HugoTarget, isTarget, targetIn } from './hugo-permalinks.ts'

/** A folder with an `_index` file. */
export interface HugoSection {
  /** Its slug, or its title; empty if it has neither. */
  slug: string
  cascades: Cascade[]
}

/** Default front matter for the pages below a section. */
export interface Cascade {
  target: HugoTarget
  fields: Fields
}

/** Reads the cascades in front matter or the configuration, which may contain a single cascade or a list. */
export function cascadesIn(value: unknown): Cascade[] {
  const given: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return given.map((one) => {
    const { target, _target: former, params, ...fields } = lowerCased(recordOf(one))
    return { target: targetIn(target ?? former), fields: { ...recordOf(params), ...fields } }
  })
}

/** Reads a site's `_index` files. @param languageOf returns a file's language, and its path without the language */
export async function hugoSections(
  tree: FileTree,
  languageOf: (file: string) => { language: string; rest: string } | null,
): Promise<Map<string, HugoSection>> {
  const sections = new Map<string, HugoSection>()
  for (const file of tree.paths.filter((name) => /(?:^|\/)_index(?:\.[\w-]+)?\.(?:md|markdown|html)$/.test(name))) {
    const found = languageOf(file)
    if (!found) continue
    const text = (await textIn(tree, file)) ?? ''
    try {
      const fields = lowerCased(readFrontMatter(text.replaceAll('\r\n', '\n')).fields)
      sections.set(keyOf(found.language, folderIn(found.rest)), {
        slug: textOf(fields, 'slug', 'title'),
        cascades: cascadesIn(fields['cascade']),
      })
    } catch (reason) {
      noteUnread(tree, file, reason)
    }
  }
  return sections
}

const folderIn = (file: string): string => path.dirname(file).replace(/^\.$/, '')
const keyOf = (language: string, folder: string): string => `${language} ${folder}`

/** Returns the sections that contain a page, outermost first. */
export const sectionsAround = (
  sections: ReadonlyMap<string, HugoSection>,
  language: string,
  folders: string[],
): { name: string; slug: string }[] => {
  const last = folders.findLastIndex((_, at) => at === 0 || sections.has(keyOf(language, pathTo(folders, at))))
  return folders
    .slice(0, last + 1)
    .map((name, at) => ({ name, slug: sections.get(keyOf(language, pathTo(folders, at)))?.slug || name }))
}

const pathTo = (folders: string[], at: number): string => folders.slice(0, at + 1).join('/')

interface Page {
  language: string
  folders: string[]
  /** Its path in the content folder: `/blog/post`. */
  path: string
}

/** Returns the front matter that the configuration and the sections that contain a page pass on to it. The closest
 *  section takes precedence, and within a section, the first entry. */
export function cascadedTo(
  { language, folders, path: page }: Page,
  sections: ReadonlyMap<string, HugoSection>,
  ofSite: Cascade[],
): Fields {
  const around = ['', ...folders.map((_, at) => pathTo(folders, at))]
  const lists = [ofSite, ...around.map((folder) => sections.get(keyOf(language, folder))?.cascades ?? [])]
  const matching = lists.flatMap((cascades) =>
    cascades.filter(({ target }) => isTarget(target, { kind: 'page', path: page, language })).toReversed(),
  )
  return Object.assign({}, ...matching.map(({ fields }) => fields))
}
