import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { ArticleDetails, noDetails } from '#features/writing/posts/article-details.contract.ts'
import { ScheduleInput } from '#features/writing/draft-schedules/draft-schedules.contract.ts'
import { Id } from '#schemas/ids.contract.ts'

export const archiveFormat = 'devstead-archive'
/** Incremented for incompatible changes. */
export const archiveVersion = 1
/** The machine-readable file with all of the archive's data. */
export const archiveJson = 'archive.json'

const Time = z.iso
  .datetime()
  .check(z.regex(/^(?:19[7-9]|[2-9]\d\d)/, { error: () => t('Times must be between 1970 and 9999') }))

const ArchivedProfile = z.object({
  username: z.string(),
  displayName: z.string(),
  title: z.string(),
  bio: z.string(),
  profileImage: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  skills: z.array(z.string()),
})

/** `content`: Markdown with the original URLs. The post was at `/blog/{slug}` or `/post/{id}`. `isOwnEdit`: the
 *  latest edit is by the member, not by an administrator. */
export const ArchivedPost = z.object({
  id: Id,
  title: z.nullable(z.string()),
  content: z.string(),
  category: z.string(),
  isLongForm: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  isOwnEdit: z.boolean(),
  isWithheld: z.boolean(),
  pinnedAt: z.nullable(Time),
  tags: z._default(z.array(z.string()), []),
  slug: z._default(z.nullable(z.string()), null),
  isUnlisted: z._default(z.boolean(), false),
  series: z._default(z.nullable(z.object({ name: z.string(), part: z.int() })), null),
  canonicalUrl: z._default(z.nullable(z.string()), null),
  cover: z._default(z.nullable(z.object({ url: z.string(), alt: z.string() })), null),
  /** Chosen by the member. */
  language: z._default(z.nullable(z.string()), null),
})
export type ArchivedPost = z.infer<typeof ArchivedPost>

/** A revision of a post. `isOwnEdit`: as above. */
export const ArchivedVersion = z.object({
  postId: Id,
  number: Id,
  title: z.nullable(z.string()),
  content: z.string(),
  category: z.string(),
  isLongForm: z.boolean(),
  writtenAt: Time,
  isOwnEdit: z.boolean(),
})
export type ArchivedVersion = z.infer<typeof ArchivedVersion>

/** `postId`: the post that the draft edits. `baseUpdatedAt`: the version of the post that the edit is based on. */
export const ArchivedDraft = z.object({
  key: z.string(),
  title: z.string(),
  content: z.string(),
  category: z.nullable(z.string()),
  postId: z.nullable(Id),
  baseUpdatedAt: z.nullable(Time),
  createdAt: Time,
  updatedAt: Time,
  details: z._default(ArticleDetails, noDetails),
})
export type ArchivedDraft = z.infer<typeof ArchivedDraft>

/** When a draft is published. `failure`: why it was not published. */
export const ArchivedSchedule = z.extend(ScheduleInput, { draftKey: z.string(), failure: z.nullable(z.string()) })
export type ArchivedSchedule = z.infer<typeof ArchivedSchedule>

/** A page at `/{slug}`. */
export const ArchivedPage = z.object({
  slug: z.string(),
  title: z.string(),
  content: z.string(),
  isInNavigation: z.boolean(),
  isPublished: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
})
export type ArchivedPage = z.infer<typeof ArchivedPage>

/** Projects are ordered by `position`, ascending. */
export const ArchivedProject = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  thumbnailUrl: z.string(),
  demoVideoUrl: z.string(),
  deploymentUrl: z.string(),
  githubUrl: z.string(),
  technologies: z.array(z.string()),
  featured: z.boolean(),
  showReadme: z.optional(z.boolean()),
  position: z.int(),
  createdAt: Time,
  updatedAt: Time,
})
export type ArchivedProject = z.infer<typeof ArchivedProject>

/** `file`: its path in the archive. `address`: its original URL. */
const ArchivedPicture = z.object({ address: z.string(), file: z.string() })

/** The parts of the archive that an import needs. The file contains more. */
export const Archive = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  siteUrl: z.url(),
  profile: ArchivedProfile,
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  posts: z.array(z.unknown()),
  versions: z.array(z.unknown()),
  drafts: z.array(z.unknown()),
  draftSchedules: z.optional(z.array(z.unknown())),
  projects: z.optional(z.array(z.unknown())),
  pages: z.optional(z.array(z.unknown())),
  pictures: z.array(ArchivedPicture),
})
export type Archive = z.infer<typeof Archive>
