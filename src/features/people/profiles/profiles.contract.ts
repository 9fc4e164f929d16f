import * as z from 'zod/mini'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { pageFields, PageQuery } from '#schemas/paging.contract.ts'
import { Availability } from './availability.contract.ts'
import { Role } from '#schemas/roles.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    members: true
  }
}

export const githubAddress = (githubUsername: string): string => `https://github.com/${githubUsername}`

const Image = z.nullable(z.string())

/** The author shown next to a post or comment. Only lists of members include `title`. */
export const PublicAuthor = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  profileImage: Image,
  title: z.optional(z.string()),
})
export type PublicAuthor = z.infer<typeof PublicAuthor>

/** A member's public profile. `followers` and `following` are the newest 50. Source: docs/product.md, Data. */
export const User = z.object({
  id: Id,
  username: z.string(),
  displayName: z.string(),
  title: z.string(),
  bio: z.string(),
  profileImage: Image,
  githubUsername: z.nullable(z.string()),
  skills: z.array(z.string()),
  /** Absent unless the member shows that they are available for work. */
  availability: z.exactOptional(Availability),
  /** Absent unless the member has published a CV. */
  hasCv: z.exactOptional(z.literal(true)),
  postCount: z.int(),
  isFollowing: z.boolean(),
  followers: z.array(PublicAuthor),
  following: z.array(PublicAuthor),
  followersCount: z.int(),
  followingCount: z.int(),
  role: Role,
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

/** The caller's own profile. Id 0 means that the server has not returned it yet. */
export const Viewer = z.extend(User, {
  id: z.int(),
  email: z.string(),
  /** Absent unless the member has to sign in with a second factor before they can do more than read. `role` is then
   *  `reader`. */
  needsSecondFactor: z.exactOptional(z.literal(true)),
})
export type Viewer = z.infer<typeof Viewer>

/** A member in a list of members, with the viewer's follow state. */
export const ListedUser = z.extend(PublicAuthor, {
  title: z.string(),
  postCount: z.int(),
  followersCount: z.int(),
  isFollowing: z.boolean(),
})
export type ListedUser = z.infer<typeof ListedUser>

export const UserList = z.object({ users: z.array(ListedUser), ...pageFields })
export type UserList = z.infer<typeof UserList>

/** `search` is a prefix of the username or name, ignoring case. */
export const UserListQuery = z.extend(PageQuery, {
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'search must be at most 100 characters'))),
})
export type UserListQuery = z.infer<typeof UserListQuery>

/** The caller's newest 50 followers and followed members, with the total counts. */
export const Connections = z.pick(User, {
  followers: true,
  following: true,
  followersCount: true,
  followingCount: true,
})
export type Connections = z.infer<typeof Connections>

const ofUser = { access: 'anyone', params: { id: IdText } } as const
const peopleOfUser = { ...ofUser, query: PageQuery, answer: UserList } as const

export const getViewer = endpoint('GET /api/users/me', {
  summary: 'Get your own profile',
  access: 'member',
  answer: Viewer,
})
export const getUserByUsername = endpoint('GET /api/users/by-username/:username', {
  summary: 'Get a member by current or former username, ignoring case',
  access: 'anyone',
  params: { username: z.string() },
  answer: User,
})
export const getUser = endpoint('GET /api/users/:id', { summary: 'Get a member', ...ofUser, answer: User })
export const getUsers = endpoint('GET /api/users', {
  section: 'members',
  summary: 'List members',
  access: 'anyone',
  query: UserListQuery,
  answer: UserList,
})
export const getFollowers = endpoint('GET /api/users/:id/followers', {
  summary: 'List a member’s followers',
  ...peopleOfUser,
})
export const getFollowing = endpoint('GET /api/users/:id/following', {
  summary: 'List the people a member follows',
  ...peopleOfUser,
})
export const getConnections = endpoint('GET /api/connections', {
  summary: 'Get your followers and the people you follow',
  access: 'member',
  answer: Connections,
})
