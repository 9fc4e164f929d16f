import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { ownName, visibleLine } from '#schemas/names.contract.ts'
import { Viewer } from './profiles.contract.ts'

/** A member's full name. Source: docs/product.md, Validation. */
export const FullName = z
  .string({ error: () => t('Full name is required') })
  .check(
    z.overwrite(ownName),
    z.minLength(2, { error: () => t('Full name must be at least 2 characters') }),
    z.maxLength(100, { error: () => t('Full name must be at most 100 characters') }),
  )

const webImage = /^https?:\/\/[^\s"'<>\\]+$/i
const ownImage = /^\/storage\/(?!.*\.\.)[\w./-]+$/

/** The profile fields that a member edits. An image is an HTTP(S) URL or a file stored on this site. */
export const profileFields = {
  title: z
    .string()
    .check(z.overwrite(visibleLine), z.maxLength(100, { error: () => t('Title must be at most 100 characters') })),
  bio: z.string().check(z.maxLength(2000, { error: () => t('Bio must be at most 2,000 characters') })),
  profileImage: z.string().check(
    z.trim(),
    z.maxLength(2000, { error: () => t('The image URL is too long') }),
    z.refine((url) => url === '' || webImage.test(url) || ownImage.test(url), {
      error: () => t('Enter a valid image URL'),
    }),
  ),
  githubUsername: z
    .string()
    .check(z.trim(), z.regex(/^([a-z\d](-?[a-z\d]){0,38})?$/i, { error: () => t('Enter a valid GitHub username') })),
}

/** The body that completes a new profile. `displayName` is ignored, because sign-up sets it; a password is never read.
 *  Source: docs/product.md, Calls. */
export const NewProfile = z.object({
  username: z.nullish(z.string()),
  displayName: z.optional(z.unknown()),
  title: z.nullish(profileFields.title),
  bio: z.nullish(profileFields.bio),
  profileImage: z.nullish(profileFields.profileImage),
  githubUsername: z.nullish(profileFields.githubUsername),
  userId: z.optional(z.unknown()),
})
export type NewProfile = z.infer<typeof NewProfile>

/** Returns whether the body contains anything to publish in the profile. */
export const fillsProfile = ({ title, bio, profileImage, githubUsername }: NewProfile): boolean =>
  [title, bio, profileImage, githubUsername].some(Boolean)

/** Returns whether the `userId` in a body is missing or the member's own. Source: docs/product.md, Permissions. */
export const isOwnUserId = (member: { id: number }, userId: unknown): boolean =>
  userId === undefined || userId === null || userId === member.id || userId === String(member.id)

export const createProfile = endpoint('POST /api/users', {
  summary: 'Complete your profile after signing up',
  access: 'member',
  worksWithoutSecondFactor: true,
  body: NewProfile,
  answer: Viewer,
  changes: ['members'],
})

/** Returns the profile to show for a new member while the real one is unavailable. Source: docs/product.md, States. */
export const localViewer = (username: string, displayName: string): Viewer => ({
  id: 0,
  username,
  displayName,
  title: '',
  bio: '',
  profileImage: null,
  githubUsername: null,
  skills: [],
  postCount: 0,
  isFollowing: false,
  followers: [],
  following: [],
  followersCount: 0,
  followingCount: 0,
  role: 'member',
  createdAt: new Date().toISOString(),
  email: '',
})

/** How a member starts out. */
export interface Joined {
  /** Whether the member has to wait for approval. */
  isWaiting: boolean
  isReader: boolean
}
