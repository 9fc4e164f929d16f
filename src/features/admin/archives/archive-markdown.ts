import { createHash } from 'node:crypto'
import path from 'node:path'
import { stringify } from 'yaml'
import { withAddresses } from '#kernel/markdown/addresses.ts'
import type { ObjectKey } from '#providers/storage/storage.contract.ts'
import type { DraftRow, PostRow } from './archive-rows.store.ts'

/** The picture's file in the archive: a name that every file system takes, and that no other picture has. */
export function mediaFile({ bucket, path: place }: ObjectKey): string {
  const { name, ext } = path.posix.parse(place)
  const mark = createHash('sha256').update(place).digest('hex').slice(0, 10)
  return `media/${bucket}/${plain(name) || 'picture'}-${mark}${ext.toLowerCase().replace(/[^.a-z0-9]/g, '')}`
}

export const postFile = ({ id, title, createdAt }: PostRow): string =>
  `posts/${[createdAt.toISOString().slice(0, 10), plain(title ?? ''), id].filter((part) => part !== '').join('-')}.md`

export const draftFile = ({ key }: DraftRow): string => `drafts/${key}.md`

/** Letters and digits of a text, with hyphens for the rest. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replace(/^-|-$/g, '')

export interface Addresses {
  siteUrl: string
  /** The file of the archive that has the picture at this address; null when none has. */
  fileOf: (address: string) => string | null
  /** How many more texts may take too long to read before all others are taken as they stand. */
  patience: number
}

/** A post as a text of its own, with front matter as site generators read it. */
export const postText = (post: PostRow, addresses: Addresses): Promise<string> =>
  textOf(
    {
      title: post.title ?? undefined,
      date: post.createdAt.toISOString(),
      updated: post.updatedAt.toISOString(),
      category: post.category,
      article: post.isLongForm,
      likes: post.likeCount,
      permalink: `${addresses.siteUrl}/post/${post.id}`,
    },
    post.content,
    addresses,
  )

export const draftText = (draft: DraftRow, addresses: Addresses): Promise<string> =>
  textOf(
    {
      title: draft.title || undefined,
      date: draft.createdAt.toISOString(),
      updated: draft.updatedAt.toISOString(),
      category: draft.category ?? undefined,
      draft: true,
    },
    draft.content,
    addresses,
  )

async function textOf(fields: object, content: string, addresses: Addresses): Promise<string> {
  const body = addresses.patience > 0 ? await readdressed(content, addresses) : content
  if (body === null) addresses.patience--
  return `---\n${stringify(fields)}---\n\n${body ?? content}\n`
}

/** Its pictures are those of the archive, and its links to the site lead there from everywhere. Null for a text that cannot
 *  be read in time. */
const readdressed = (content: string, { siteUrl, fileOf }: Addresses): Promise<string | null> =>
  withAddresses(content, ({ text }) => {
    const file = fileOf(text)
    if (file !== null) return `../${file}`
    return /^\/(?!\/)/.test(text) ? `<${siteUrl}${text}>` : null
  })
