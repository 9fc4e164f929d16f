import { livestreamAddress } from '#features/live/livestreams/livestream-addresses.contract.ts'
import { articleAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import type { Db } from '#kernel/db.ts'
import type { Context } from '#kernel/http.ts'
import {
  type SocialImageLink,
  cutText,
  livestreamImageLink,
  postImageLink,
  profileImageLink,
} from '#features/discovery/social-images/social-images.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import {
  type EmbeddedAuthor,
  findEmbeddedLivestream,
  findEmbeddedPost,
  findEmbeddedProfile,
  findEmbeddedProject,
} from './oembed.store.ts'

/** A page on this site, as other sites embed it. */
export interface EmbeddedPage {
  path: string
  /** Null for a post without a title. */
  title: string | null
  text: string
  /** Null for a profile, which has no date. */
  date: Date | null
  /** The page's own social image, or null. */
  card: SocialImageLink | null
  user: EmbeddedAuthor
}

const maxTextLength = 200
const oneLine = (text: string): string => cutText(text.replaceAll(/\s+/g, ' ').trim(), maxTextLength)

/** Returns the page at a path on this site, or null if it is not public, does not exist, or cannot be embedded. */
export async function findEmbeddedPage(
  { db, site: { name: siteName }, siteSettings }: Pick<Context, 'db' | 'site' | 'siteSettings'>,
  pathname: string,
): Promise<EmbeddedPage | null> {
  const article = articleAddress.match(pathname)
  const slug = article && articleAddress.paramsIn(article)?.slug
  if (slug) return embeddedPost(db, { slug }, siteName)
  const [, kind, key = ''] = /^\/(post|projects|livestream|profile)\/([\w-]+)\/?$/.exec(pathname) ?? []
  if (kind === 'profile') return embeddedProfile(db, key, siteName)
  const id = IdText.safeParse(key).data
  if (id === undefined) return null
  if (kind === 'post') return embeddedPost(db, { id }, siteName)
  if (kind === 'projects') return siteSettings.isOn('projects') ? embeddedProject(db, id) : null
  return siteSettings.isOn('live') ? embeddedLivestream(db, id, siteName) : null
}

async function embeddedPost(
  db: Db,
  at: { id: number } | { slug: string },
  siteName: string,
): Promise<EmbeddedPage | null> {
  const post = await findEmbeddedPost(db, at)
  if (!post) return null
  const { title, excerpt, createdAt, updatedAt, user } = post
  const card = postImageLink({ ...post, updatedAt: updatedAt.toISOString() }, siteName)
  return { path: postPath(post), title, text: excerpt, date: createdAt, card, user }
}

async function embeddedProject(db: Db, id: number): Promise<EmbeddedPage | null> {
  const project = await findEmbeddedProject(db, id)
  if (!project) return null
  const { title, description, createdAt, user } = project
  return { path: projectAddress.href({ id }), title, text: oneLine(description), date: createdAt, card: null, user }
}

async function embeddedLivestream(db: Db, id: number, siteName: string): Promise<EmbeddedPage | null> {
  const stream = await findEmbeddedLivestream(db, id)
  if (!stream) return null
  const { title, description, createdAt, startedAt, scheduledAt, user } = stream
  const times = { startedAt: startedAt?.toISOString() ?? null, scheduledAt: scheduledAt?.toISOString() ?? null }
  return {
    path: livestreamAddress.href({ id }),
    title,
    text: oneLine(description) || `A live stream by ${user.displayName}.`,
    date: startedAt ?? scheduledAt ?? createdAt,
    card: livestreamImageLink({ id, title, ...times, user }, siteName),
    user,
  }
}

async function embeddedProfile(db: Db, username: string, siteName: string): Promise<EmbeddedPage | null> {
  const user = await findEmbeddedProfile(db, username)
  if (!user) return null
  return {
    path: profileAddress.href({ username: user.username }),
    title: `${user.displayName} (@${user.username})`,
    text: oneLine([user.title, user.bio].filter(Boolean).join('. ')),
    date: null,
    card: profileImageLink(user, siteName),
    user,
  }
}
