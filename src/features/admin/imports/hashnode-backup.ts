import { t } from '#messages/messages.ts'
import path from 'node:path'
import { readFrontMatter, textOf, type Fields, timeOf } from './front-matter.ts'
import { hashnodeMarkdown } from './hashnode-markdown.ts'
import { readText, reasonOf, type SourceFiles } from './source-files.ts'
import { noPictures, type SourcePost, type SourceSite, storable } from './source-site.ts'
import { unconverted } from './shortcodes.ts'

const maxFileBytes = 4 * 1024 * 1024
/** `cm0uiipro000208l69cav3m6e.md`. */
const isBackup = (name: string) => /(?:^|\/)c[a-z\d]{20,30}\.md$/.test(name)
const isAboutTheFolder = (name: string) => /(?:^|\/)readme\.md$/i.test(name)

/** Reads the repository to which Hashnode backs up a blog: a file per post, named after its id. Returns null for other
 *  files. */
export async function readHashnodeBackup(files: SourceFiles): Promise<SourceSite | null> {
  const names = files.names.filter((name) => /\.mdx?$/i.test(name) && !isAboutTheFolder(name))
  if (names.length === 0 || !names.every(isBackup)) return null
  const site: SourceSite = { kind: 'Hashnode', posts: [], refused: [], pictureAt: noPictures, origin: null }
  for (const name of names) {
    try {
      site.posts.push(postOf(name, storable(await readText(files, name, maxFileBytes))))
    } catch (reason) {
      site.refused.push({ key: name, why: reasonOf(reason) })
    }
  }
  return site
}

function postOf(key: string, text: string): SourcePost {
  const { fields, body } = fieldsOf(text)
  // Early backups have no front matter; their title is a heading.
  const [, heading = '', rest = ''] = /^\s*#{1,2}[ \t]+([^\n]+)\n([\s\S]*)$/.exec(`${body}\n`) ?? []
  const isOld = Object.keys(fields).length === 0
  const { markdown, left } = hashnodeMarkdown(isOld && heading !== '' ? rest : body)
  const title = textOf(fields, 'title') || (isOld ? heading.trim() : '')
  const slug = textOf(fields, 'slug')
  const date = timeOf(
    textOf(fields, 'datePublished')
      .replace(/\([^()]*\)$/, '')
      .trimEnd(),
  )
  const [cover, canonical] = [textOf(fields, 'cover'), textOf(fields, 'canonical')]
  return {
    key,
    title,
    content: markdown,
    createdAt: date,
    isDraft: false,
    categories: textOf(fields, 'tags')
      .split(',')
      .flatMap((tag) => tag.trim() || []),
    addresses: [...(slug ? [`/${slug}`] : []), `/${path.posix.basename(key, '.md')}`],
    base: `/${slug}`,
    ...(slug && { slug }),
    ...(cover && { cover: { address: cover, alt: '' } }),
    ...(canonical && { canonicalUrl: canonical }),
    notes: [...(date ? [] : [t('it has no date')]), ...left.map(unconverted)],
  }
}

/** Reads the front matter. Unescaped quotation marks in a title can make it invalid YAML. */
function fieldsOf(text: string): { fields: Fields; body: string } {
  try {
    return readFrontMatter(text)
  } catch (reason) {
    const [whole, lines = ''] = /^---\n([\s\S]*?)\n---[ \t]*(?:\n|$)/.exec(text) ?? []
    if (whole === undefined) throw reason
    const fields = lines.split('\n').flatMap((line): [string, string][] => {
      const [, name, value = ''] = /^(\w+):[ \t]*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, value.trim().replace(/^"(.*)"$/, '$1')]]
    })
    return { fields: Object.fromEntries(fields), body: text.slice(whole.length) }
  }
}
