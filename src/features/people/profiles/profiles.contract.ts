import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { ownName, visibleLine } from '#schemas/names.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    members: true
  }
}

export const githubAddress = (githubUsername: string): string => `https://github.com/${githubUsername}`

const Image = z.nullable(z.string())

/** Who wrote something, as it is shown beside it. `title` is there in lists of people. */
export const PublicAuthor = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  profileImage: Image,
  title: z.optional(z.string()),
})
export type PublicAuthor = z.infer<typeof PublicAuthor>

/** A member as everybody may see them. `followers` and `following` hold the newest 50. Source: docs/product.md, Data. */
export const User = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  title: z.string(),
  bio: z.string(),
  profileImage: Image,
  githubUsername: z.nullable(z.string()),
  skills: z.array(z.string()),
  postCount: z.int(),
  isFollowing: z.boolean(),
  followers: z.array(PublicAuthor),
  following: z.array(PublicAuthor),
  followersCount: z.int(),
  followingCount: z.int(),
  role: z.enum(['member', 'admin']),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** The member who is signed in, as only they see themselves. Id 0: the server has not answered with the profile yet. */
export const Viewer = z.extend(User, { id: z.int(), email: z.string() })
export type Viewer = z.infer<typeof Viewer>

/** What a browser shows of a new member whose profile could not be fetched. Source: docs/product.md, States. */
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

/** A member in a list of members, as the viewer sees them. */
export const ListedUser = z.extend(PublicAuthor, {
  title: z.string(),
  postCount: z.int(),
  followersCount: z.int(),
  isFollowing: z.boolean(),
})
export type ListedUser = z.infer<typeof ListedUser>

export const UserList = z.object({ users: z.array(ListedUser), ...pageFields })
export type UserList = z.infer<typeof UserList>

/** Which members. `search`: how the username or the name begins, in any case. */
export const UserListQuery = z.extend(PageQuery, {
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'search must be at most 100 characters'))),
})
export type UserListQuery = z.infer<typeof UserListQuery>

/** Who follows the caller and whom the caller follows: the newest 50 of each, and how many there are. */
export const Connections = z.pick(User, {
  followers: true,
  following: true,
  followersCount: true,
  followingCount: true,
})
export type Connections = z.infer<typeof Connections>

/** What a person is called. Source: docs/product.md, Validation. */
export const FullName = z
  .string('Full name is required')
  .check(
    z.overwrite(ownName),
    z.minLength(2, 'Full name must be at least 2 characters'),
    z.maxLength(100, 'Full name must be at most 100 characters'),
  )

const webImage = /^https?:\/\/[^\s"'<>\\]+$/i
const ownImage = /^\/storage\/(?!.*\.\.)[\w./-]+$/

/** The parts of a profile that its owner writes. An image is an http(s) address or a file of this site. */
export const profileFields = {
  title: z.string().check(z.overwrite(visibleLine), z.maxLength(100, 'Title must be at most 100 characters')),
  bio: z.string().check(z.maxLength(2000, 'Bio must be at most 2,000 characters')),
  profileImage: z.string().check(
    z.trim(),
    z.maxLength(2000, 'The image address is too long'),
    z.refine((url) => url === '' || webImage.test(url) || ownImage.test(url), 'Please enter a valid image address'),
  ),
  githubUsername: z
    .string()
    .check(z.trim(), z.regex(/^([a-z\d](-?[a-z\d]){0,38})?$/i, 'Please enter a valid GitHub username')),
}

/** What a client may send to complete its profile. `displayName` is ignored: sign-up sets it. A password does not belong
 *  here and is not read. Source: docs/product.md, Calls. */
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

/** Whether a `userId` sent in a body is left out or the member's own. Source: docs/product.md, Permissions. */
export const isOwnUserId = (member: { id: number }, userId: unknown): boolean =>
  userId === undefined || userId === null || userId === member.id || userId === String(member.id)

const ofUser = { access: 'anyone', params: { id: IdText } } as const
const peopleOfUser = { ...ofUser, query: PageQuery, answer: UserList } as const

export const getViewer = endpoint('GET /api/users/me', {
  summary: 'Get your own profile',
  access: 'member',
  answer: Viewer,
})
export const getUserByUsername = endpoint('GET /api/users/by-username/:username', {
  summary: 'Get a member by username, ignoring case',
  access: 'anyone',
  params: { username: z.string() },
  answer: User,
})
export const getUser = endpoint('GET /api/users/:id', { summary: 'Get a member', ...ofUser, answer: User })
export const createProfile = endpoint('POST /api/users', {
  summary: 'Complete your profile after signing up',
  access: 'member',
  body: NewProfile,
  answer: Viewer,
  changes: ['members'],
})
export const getUsers = endpoint('GET /api/users', {
  summary: 'List members',
  access: 'anyone',
  query: UserListQuery,
  answer: UserList,
})
export const getFollowers = endpoint('GET /api/users/:id/followers', {
  summary: 'List the followers of a member',
  ...peopleOfUser,
})
export const getFollowing = endpoint('GET /api/users/:id/following', {
  summary: 'List the members that a member follows',
  ...peopleOfUser,
})
export const getConnections = endpoint('GET /api/connections', {
  summary: 'Get your followers and the members you follow',
  access: 'member',
  answer: Connections,
})
