import * as z from 'zod/mini'
import { Id } from '#schemas/ids.contract.ts'

export const archiveFormat = 'devstead-archive'
/** Counted up when a reader of the one before could misunderstand what is written. */
export const archiveVersion = 1
/** The file of the archive that says everything; all others are for people, or are pictures. */
export const archiveJson = 'archive.json'

const Time = z.iso.datetime().check(z.regex(/^(?:19[7-9]|[2-9]\d\d)/, 'This is no time of this age'))

const ArchivedProfile = z.object({
  username: z.string(),
  displayName: z.string(),
  title: z.string(),
  bio: z.string(),
  profileImage: z.nullable(z.string()),
  githubUsername: z.nullable(z.string()),
  skills: z.array(z.string()),
})

/** `content` is markdown with the addresses that it has on the site. It was at `/post/{id}` there. `isOwnEdit`: the newest
 *  version is the member's, and not an administrator's. */
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
})
export type ArchivedPost = z.infer<typeof ArchivedPost>

/** What a post was before a change. `isOwnEdit`: as above. */
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

/** `postId`: the post that it changes, and `baseUpdatedAt` the version of it that the change began with. */
export const ArchivedDraft = z.object({
  key: z.string(),
  title: z.string(),
  content: z.string(),
  category: z.nullable(z.string()),
  postId: z.nullable(Id),
  baseUpdatedAt: z.nullable(Time),
  createdAt: Time,
  updatedAt: Time,
})
export type ArchivedDraft = z.infer<typeof ArchivedDraft>

/** `position`: the lowest first. */
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

/** `file` is its path in the archive, `address` where it was to be seen. */
const ArchivedPicture = z.object({ address: z.string(), file: z.string() })

/** What a reader needs of the archive; it holds more. */
export const Archive = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(archiveVersion),
  siteUrl: z.url(),
  profile: ArchivedProfile,
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  posts: z.array(z.unknown()),
  versions: z.array(z.unknown()),
  drafts: z.array(z.unknown()),
  projects: z.optional(z.array(z.unknown())),
  pictures: z.array(ArchivedPicture),
})
export type Archive = z.infer<typeof Archive>
