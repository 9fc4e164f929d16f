import { articleAddress, postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import * as z from 'zod/mini'
import {
  Archive,
  ArchivedDraft,
  ArchivedPost,
  ArchivedProject,
  ArchivedVersion,
  archiveFormat,
  archiveJson,
  archiveVersion,
} from '#features/admin/archives/archive-format.contract.ts'
import { ArticleDetails, noDetails } from '#features/writing/posts/article-details.contract.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import { placeholder } from './source-links.ts'
import {
  type SourcePost,
  type SourceProject,
  type SourceSite,
  type SourceRevision,
  SourceError,
  storable,
} from './source-site.ts'
import { maxPictureBytes } from './picture-files.ts'
import { orElse } from './or-else.ts'
import type { SourceFiles } from './source-files.ts'

const maxJsonBytes = 256 * 1024 * 1024

/** Details that archives of newer sites contain. An invalid one does not keep the post from being imported. */
const newerFields = {
  series: orElse(z.nullish(z.object({ name: z.string(), position: z.nullish(z.number()) })), null),
  isPage: orElse(z.nullish(z.boolean()), null),
}
const Post = z.extend(ArchivedPost, newerFields)
type Post = z.infer<typeof Post>
const Draft = z.extend(ArchivedDraft, { details: z._default(z.extend(ArticleDetails, newerFields), noDetails) })
type Draft = z.infer<typeof Draft>

/** Reads a member's archive of a Devstead site. Returns null for other files. @throws SourceError if it is damaged */
export async function readDevsteadArchive(files: SourceFiles): Promise<SourceSite | null> {
  const json = await files.read(archiveJson, maxJsonBytes)
  return json && siteOf(archiveOf(json), files)
}

function archiveOf(json: Buffer): Archive {
  const given = parsed(json)
  const archive = Archive.safeParse(given)
  if (archive.success) return archive.data
  if (isOtherVersion(given))
    throw new SourceError('The archive was created by a newer version of Devstead. Update this site first.')
  const [issue] = archive.error.issues
  throw new SourceError(`${archiveJson} is not valid: ${issue?.path.join('.')}: ${issue?.message}`)
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch (reason) {
    throw new SourceError(`${archiveJson} is not valid JSON. It may be damaged or incomplete.`, { cause: reason })
  }
}

const isOtherVersion = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  'format' in given &&
  given.format === archiveFormat &&
  'version' in given &&
  given.version !== archiveVersion

function siteOf(archive: Archive, files: SourceFiles): SourceSite {
  const { siteUrl, profile, links } = archive
  const site: SourceSite = {
    kind: 'Devstead',
    posts: [],
    refused: [],
    pictureAt: picturesOf(archive, files),
    origin: siteUrl,
    profile: {
      ...profile,
      profileImage: profile.profileImage ?? '',
      githubUsername: profile.githubUsername ?? '',
      links,
    },
  }
  const read = <Schema extends z.ZodMiniType>(what: string, items: unknown[], schema: Schema): z.infer<Schema>[] =>
    items.flatMap((item, index) => {
      const { success, data } = schema.safeParse(item)
      if (!success) site.refused.push({ key: `${what} ${index + 1}`, why: 'it is not valid' })
      return success ? [data] : []
    })
  const versions = Map.groupBy(read('Version', archive.versions, ArchivedVersion), ({ postId }) => postId)
  site.posts.push(
    ...read('Post', archive.posts, Post).map((post) => postOf(siteUrl, post, versions.get(post.id) ?? [])),
    ...read('Draft', archive.drafts, Draft).map((draft) => draftOf(siteUrl, draft)),
  )
  site.projects = read('Project', archive.projects ?? [], ArchivedProject).map((one) => projectOf(siteUrl, one))
  return site
}

function projectOf(siteUrl: string, project: ArchivedProject): SourceProject {
  const { id, position, createdAt, updatedAt, ...fields } = project
  return {
    key: `${siteUrl}/projects/${id}`,
    fields: { ...fields, title: storable(fields.title), description: storable(fields.description) },
    position,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

const keyOfPost = (siteUrl: string, id: number) => `${siteUrl}/post/${id}`

function postOf(siteUrl: string, post: Post, versions: ArchivedVersion[]): SourcePost {
  const base = postAddress.href({ id: post.id })
  return {
    key: keyOfPost(siteUrl, post.id),
    title: storable(post.title ?? ''),
    content: storable(post.content),
    createdAt: new Date(post.createdAt),
    isDraft: post.isWithheld,
    categories: [post.category, ...post.tags],
    addresses: [...(post.slug === null ? [] : [articleAddress.href({ slug: post.slug })]), base],
    base,
    ...detailsOf(post),
    isLongForm: post.isLongForm,
    isUnlisted: post.isUnlisted,
    ...(post.series && { series: { name: post.series.name, position: post.series.part } }),
    ...(post.pinnedAt !== null && { pinnedAt: new Date(post.pinnedAt) }),
    history: {
      updatedAt: new Date(post.updatedAt),
      isOwnEdit: post.isOwnEdit,
      versions: versions.toSorted((a, b) => a.number - b.number).map(versionOf),
    },
  }
}

const detailsOf = ({
  slug,
  canonicalUrl,
  cover,
  series,
  isPage,
}: Pick<Post, 'slug' | 'canonicalUrl' | 'cover' | 'series' | 'isPage'>): Partial<SourcePost> => ({
  ...(slug !== null && { slug }),
  ...(canonicalUrl !== null && { canonicalUrl }),
  ...(cover && { cover: { address: cover.url, alt: cover.alt } }),
  ...(series && { series: { name: storable(series.name), position: series.position ?? null } }),
  ...(isPage && { isPage }),
})

const versionOf = ({
  title,
  content,
  category,
  isLongForm,
  writtenAt,
  isOwnEdit,
}: ArchivedVersion): SourceRevision => ({
  title: storable(title ?? ''),
  content: storable(content),
  categories: [category],
  isLongForm,
  writtenAt: new Date(writtenAt),
  isOwnEdit,
})

const draftOf = (siteUrl: string, draft: Draft): SourcePost => ({
  key: `${siteUrl} draft ${draft.key}`,
  title: storable(draft.title),
  content: storable(draft.content),
  createdAt: new Date(draft.createdAt),
  isDraft: true,
  categories: [...(draft.category === null ? [] : [draft.category]), ...draft.details.tags],
  addresses: [],
  ...detailsOf(draft.details),
  base: '/',
  history: { updatedAt: new Date(draft.updatedAt), isOwnEdit: true, versions: [] },
  ...(draft.postId !== null && {
    changes: { key: keyOfPost(siteUrl, draft.postId), baseUpdatedAt: draft.baseUpdatedAt },
  }),
})

/** Finds pictures by bucket and path. Their host is the old site or its storage. */
function picturesOf({ siteUrl, pictures }: Archive, { read }: SourceFiles): SourceSite['pictureAt'] {
  const hosts = new Set([placeholder, URL.parse(siteUrl)?.host])
  const byKey = new Map<string, string>()
  for (const { address, file } of pictures) {
    hosts.add(URL.parse(address)?.host)
    const key = storageKeyOf(address)
    if (key !== null) byKey.set(key, file)
  }
  return async (url) => {
    const file = hosts.has(url.host) ? byKey.get(storageKeyOf(url.href) ?? '') : undefined
    return file === undefined ? null : read(file, maxPictureBytes)
  }
}

function storageKeyOf(address: string): string | null {
  const key = parsePublicUrl(address)
  return key && `${key.bucket}/${key.path}`
}
