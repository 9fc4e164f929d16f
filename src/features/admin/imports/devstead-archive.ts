import { t } from '#messages/messages.ts'
import { articleAddress, postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { sitePageAddress } from '#features/writing/site-pages/site-page-addresses.contract.ts'
import type * as z from 'zod/mini'
import {
  Archive,
  ArchivedDraft,
  ArchivedPage,
  ArchivedPost,
  ArchivedProject,
  ArchivedSchedule,
  ArchivedVersion,
  archiveFormat,
  archiveJson,
  archiveVersion,
} from '#features/admin/archives/archive-format.contract.ts'
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
import type { SourceFiles } from './source-files.ts'
import { itemNames } from './item-names.ts'

const maxJsonBytes = 256 * 1024 * 1024

/** Reads a member's archive from a Devstead site. Returns null for other files. @throws SourceError if it is damaged */
export async function readDevsteadArchive(files: SourceFiles): Promise<SourceSite | null> {
  const json = await files.read(archiveJson, maxJsonBytes)
  return json && siteOf(archiveOf(json), files)
}

function archiveOf(json: Buffer): Archive {
  const given = parsed(json)
  const archive = Archive.safeParse(given)
  if (archive.success) return archive.data
  if (isOtherVersion(given))
    throw new SourceError(t('The archive was created by a newer version of Devstead. Update this site first.'))
  const [issue] = archive.error.issues
  throw new SourceError(
    t('{name} is not valid: {field}: {why}', { name: archiveJson, field: issue!.path.join('.'), why: issue!.message }),
  )
}

function parsed(json: Buffer): unknown {
  try {
    return JSON.parse(json.toString())
  } catch (reason) {
    throw new SourceError(t('{name} is not valid JSON. It may be damaged or incomplete.', { name: archiveJson }), {
      cause: reason,
    })
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
  const read = <Schema extends z.ZodMiniType>(
    what: keyof typeof itemNames,
    items: unknown[],
    schema: Schema,
  ): z.infer<Schema>[] =>
    items.flatMap((item, index) => {
      const { success, data } = schema.safeParse(item)
      if (!success) site.refused.push({ key: itemNames[what](index + 1), why: t('it is not valid') })
      return success ? [data] : []
    })
  const versions = Map.groupBy(read('version', archive.versions, ArchivedVersion), ({ postId }) => postId)
  const schedules = new Map(
    read('schedule', archive.draftSchedules ?? [], ArchivedSchedule).map((one) => [one.draftKey, one]),
  )
  site.posts.push(
    ...read('post', archive.posts, ArchivedPost).map((post) => postOf(siteUrl, post, versions.get(post.id) ?? [])),
    ...read('draft', archive.drafts, ArchivedDraft).map((one) => draftOf(siteUrl, one, schedules.get(one.key))),
    ...read('page', archive.pages ?? [], ArchivedPage).map((page) => pageOf(siteUrl, page)),
  )
  site.projects = read('project', archive.projects ?? [], ArchivedProject).map((one) => projectOf(siteUrl, one))
  return site
}

function pageOf(siteUrl: string, page: ArchivedPage): SourcePost {
  const address = sitePageAddress.href({ slug: page.slug })
  return {
    key: siteUrl + address,
    title: storable(page.title),
    content: storable(page.content),
    createdAt: new Date(page.createdAt),
    isDraft: !page.isPublished,
    isPage: true,
    isInNavigation: page.isInNavigation,
    categories: [],
    addresses: [address],
    base: address,
    history: { updatedAt: new Date(page.updatedAt), isOwnEdit: true, versions: [] },
  }
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

function postOf(siteUrl: string, post: ArchivedPost, versions: ArchivedVersion[]): SourcePost {
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

type Details = Pick<ArchivedPost, 'slug' | 'canonicalUrl' | 'cover' | 'language'>

const detailsOf = ({ slug, canonicalUrl, cover, language }: Details) => ({
  ...(slug !== null && { slug }),
  ...(canonicalUrl !== null && { canonicalUrl }),
  ...(cover && { cover: { address: cover.url, alt: cover.alt } }),
  ...(language !== null && { language }),
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

const draftOf = (siteUrl: string, draft: ArchivedDraft, schedule: ArchivedSchedule | undefined): SourcePost => ({
  key: `${siteUrl} draft ${draft.key}`,
  title: storable(draft.title),
  content: storable(draft.content),
  createdAt: new Date(draft.createdAt),
  isDraft: true,
  categories: [...(draft.category === null ? [] : [draft.category]), ...draft.details.tags],
  addresses: [],
  ...detailsOf(draft.details),
  isUnlisted: draft.details.isUnlisted,
  ...(draft.details.series && { series: { name: draft.details.series.name, position: draft.details.series.part } }),
  base: '/',
  history: { updatedAt: new Date(draft.updatedAt), isOwnEdit: true, versions: [] },
  ...(draft.postId !== null && {
    changes: { key: keyOfPost(siteUrl, draft.postId), baseUpdatedAt: draft.baseUpdatedAt },
  }),
  ...planOf(schedule),
})

/** Returns a draft's schedule. A schedule that has passed or failed becomes a note. */
function planOf(given: ArchivedSchedule | undefined): Pick<SourcePost, 'schedule' | 'notes'> {
  if (!given) return {}
  const { timeZone, failure } = given
  const publishAt = new Date(given.publishAt)
  const why = failure ?? (publishAt.getTime() <= Date.now() ? t('this time has passed') : null)
  return why === null
    ? { schedule: { publishAt, timeZone } }
    : { notes: [t('its schedule for {time} was not restored: {why}', { time: given.publishAt, why: storable(why) })] }
}

/** Finds pictures by bucket and path, because their host is either the old site or its storage. */
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
