import { getDraft } from '#features/writing/drafts/drafts.contract.ts'
import { followMember } from '#features/people/follows/follows.contract.ts'
import { unmuteWord, muteMember } from '#features/people/mutes/mutes.contract.ts'
import { getLivestream } from '#features/live/livestreams/livestreams.contract.ts'
import { getProject } from '#features/work/projects/projects.contract.ts'
import { getPost } from '#features/writing/posts/posts.contract.ts'

/** The callers, in the order of the table's columns. The owner is the post's author, and the admin is the owner of the
 *  site. Members moderate their own content. */
export const callers = ['anonymous', 'other', 'owner', 'admin', 'expired'] as const
/** Callers who are no longer members, or not members yet. Every call by a suspended member returns 403. A deleted
 *  member's token is invalid, like an expired one. A member who is waiting for approval may only read what anyone
 *  may read. */
export const former = ['suspended', 'deleted', 'waiting'] as const
/** May do the same as another member, except publish. */
export const lesser = ['reader'] as const
/** May do the same as another member, and moderate the site. */
export const stronger = ['moderator'] as const
/** An administrator who does not own the site. May do the same as the owner, except for a few calls. */
export const second = ['second admin'] as const
/** An administrator without the second factor that the site requires of administrators. May read what any member may
 *  read, and make a few calls that concern only their own account. */
export const limited = ['without factor'] as const
type Statuses = [anonymous: number, other: number, owner: number, admin: number, expired: number]

interface Fixture {
  /** The ids of the owner and of their post, which is created for each call. */
  ownerId: number
  postId: number
  /** The id of the owner's project, which is also created for each call. */
  projectId: number
  livestreamId: number
}
interface Row {
  statuses: Statuses
  path?: (fixture: Fixture) => string
  body?: unknown
}

const everyone: Statuses = [200, 200, 200, 200, 200]
const members: Statuses = [401, 200, 200, 200, 401]
const admins: Statuses = [401, 403, 403, 200, 401]
const ownersAndAdmins: Statuses = [401, 403, 200, 200, 401]
const instead = (statuses: Statuses, status: number): Statuses =>
  statuses.map((one) => (one === 200 ? status : one)) as Statuses
const ofPost = ({ postId }: Fixture) => getPost.href({ id: postId })
const ofProject = ({ projectId }: Fixture) => getProject.href({ id: projectId })
const ofLivestream = ({ livestreamId }: Fixture) => getLivestream.href({ id: livestreamId })
const ofFollow = ({ ownerId }: Fixture) => followMember.href({ id: ownerId })
const ofMute = ({ ownerId }: Fixture) => muteMember.href({ id: ownerId })
const ofDraft = () => getDraft.href({ key: '0'.repeat(32) })

export const aProject = { title: 'Ferry times', description: 'When the next ferry leaves.' }

export const aLivestream = { title: 'Pairing' }

/** Routes with explicit statuses. For all others, the test checks the access that their endpoint declares. */
export const table: Record<string, Row> = {
  'GET /healthz': { statuses: everyone },
  'GET /readyz': { statuses: everyone },
  // Without METRICS_TOKEN, only callers on the same machine are allowed.
  'GET /metrics': { statuses: instead(everyone, 403) },
  'GET /api/site': { statuses: everyone },
  'GET /api/config/supabase': { statuses: everyone },
  // Requires a form on a page of this site.
  'POST /api/language': { statuses: instead(everyone, 403) },
  // Requires a multipart form.
  'POST /api/share': { statuses: instead(everyone, 400) },
  'GET /api/admin/mails': { statuses: admins },
  'POST /api/admin/recovery-links': { statuses: instead(admins, 201), body: { username: 'olga' } },
  'POST /api/account/proof': { statuses: instead(members, 400), body: {} },
  'GET /api/account/membership': { statuses: everyone },
  'GET /api/account/sessions': { statuses: members },
  'GET /api/account/security-events': { statuses: members },
  // No session has this id. Other members' sessions also return 404.
  'DELETE /api/account/sessions/:id': {
    statuses: instead(members, 404),
    path: () => '/api/account/sessions/00000000-0000-4000-8000-000000000000',
  },
  'POST /api/account/archive': { statuses: instead(members, 201) },
  // The link identifies the member, and this request's URL does not contain its secret.
  'GET /api/account/archive': { statuses: instead(everyone, 404) },
  // Requires the password.
  'POST /api/account/departure': { statuses: instead(members, 400), body: {} },
  'GET /api/users/me': { statuses: members },
  'GET /api/users/by-username/:username': { statuses: everyone, path: () => '/api/users/by-username/olga' },
  'GET /api/usernames/:username': { statuses: everyone, path: () => '/api/usernames/olga' },
  'GET /api/users/:id': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}` },
  'GET /api/users': { statuses: everyone },
  'GET /api/users/:id/followers': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/followers` },
  'GET /api/users/:id/following': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/following` },
  'GET /api/users/:id/links': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/links` },
  'PUT /api/users/me/links': { statuses: members, body: { links: [] } },
  'GET /api/users/:id/talks': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/talks` },
  'PUT /api/users/me/talks': { statuses: members, body: { talks: [] } },
  'GET /api/users/:id/testimonials': {
    statuses: everyone,
    path: ({ ownerId }) => `/api/users/${ownerId}/testimonials`,
  },
  'PUT /api/users/me/testimonials': { statuses: members, body: { testimonials: [] } },
  'PUT /api/users/me/availability': { statuses: members, body: { text: 'Freelance work', link: '' } },
  'DELETE /api/users/me/availability': { statuses: instead(members, 204) },
  'GET /api/connections': { statuses: members },
  // Members cannot follow themselves.
  'POST /api/users/:id/follow': { statuses: [401, 200, 400, 200, 401], path: ofFollow },
  'DELETE /api/users/:id/follow': { statuses: [401, 200, 400, 200, 401], path: ofFollow },
  'GET /api/mutes': { statuses: members },
  // Members cannot mute themselves.
  'PUT /api/users/:id/mute': { statuses: [401, 204, 400, 204, 401], path: ofMute },
  'DELETE /api/users/:id/mute': { statuses: [401, 204, 400, 204, 401], path: ofMute },
  'POST /api/mutes/words': { statuses: instead(members, 201), body: { word: 'spoilers' } },
  // No word has this id. Other members' words also return 404.
  'DELETE /api/mutes/words/:id': { statuses: instead(members, 204), path: () => unmuteWord.href({ id: 999_999 }) },
  'GET /api/github-activities': { statuses: everyone },
  'GET /api/users/:id/github-activities': {
    statuses: everyone,
    path: ({ ownerId }) => `/api/users/${ownerId}/github-activities`,
  },
  'GET /api/github/repositories': { statuses: everyone },
  'GET /api/github/contributions': { statuses: everyone },
  'GET /api/github/status': { statuses: everyone },
  // None of the members has a GitHub account.
  'POST /api/github/sync': { statuses: instead(members, 409) },
  'POST /api/github-activities/refresh': { statuses: instead(members, 409) },
  // Deliveries must be signed, and this site has no secret for them.
  'POST /api/webhooks/github': { statuses: instead(everyone, 503), body: {} },
  'POST /api/users': { statuses: members, body: {} },
  'POST /api/settings/update': { statuses: members, body: { title: 'Engineer' } },
  'GET /api/post-categories': { statuses: everyone },
  'GET /api/posts': { statuses: everyone },
  'GET /api/users/:id/posts': { statuses: everyone, path: ({ ownerId }) => `/api/users/${ownerId}/posts` },
  'POST /api/posts': { statuses: instead(members, 201), body: { content: 'A new post' } },
  'POST /api/posts/preview': { statuses: members, body: { content: '**bold**' } },
  'GET /api/posts/:id': { statuses: everyone, path: ofPost },
  'PATCH /api/posts/:id': { statuses: ownersAndAdmins, path: ofPost, body: { content: 'Changed' } },
  'GET /api/posts/:id/versions': { statuses: everyone, path: (f) => `${ofPost(f)}/versions` },
  'GET /api/posts/:id/versions/:number': { statuses: everyone, path: (f) => `${ofPost(f)}/versions/1` },
  // The post has no earlier version to compare with.
  'GET /api/posts/:id/versions/:number/changes': {
    statuses: instead(everyone, 404),
    path: (f) => `${ofPost(f)}/versions/1/changes`,
  },
  'GET /api/posts/:id/neighbours': { statuses: everyone, path: (f) => `${ofPost(f)}/neighbours` },
  'DELETE /api/posts/:id': { statuses: instead(ownersAndAdmins, 204), path: ofPost },
  'POST /api/posts/:id/like': { statuses: members, path: (f) => `${ofPost(f)}/like` },
  'DELETE /api/posts/:id/like': { statuses: members, path: (f) => `${ofPost(f)}/like` },
  'POST /api/posts/:id/unlike': { statuses: members, path: (f) => `${ofPost(f)}/unlike` },
  'GET /api/posts/:id/comments': { statuses: everyone, path: (f) => `${ofPost(f)}/comments` },
  'POST /api/posts/:id/comments': {
    statuses: [201, 201, 201, 201, 201],
    path: (f) => `${ofPost(f)}/comments`,
    body: { authorName: 'Vera', content: 'Well said' },
  },
  'GET /api/guestbook': { statuses: everyone },
  'POST /api/guestbook': { statuses: instead(everyone, 201), body: { authorName: 'Vera', content: 'Hello' } },
  // Only the author sees sent webmentions; everyone else receives 404.
  'GET /api/posts/:id/sent-webmentions': {
    statuses: [401, 404, 200, 200, 401],
    path: (f) => `${ofPost(f)}/sent-webmentions`,
  },
  'POST /api/posts/:id/sent-webmentions/resend': {
    statuses: [401, 404, 200, 200, 401],
    path: (f) => `${ofPost(f)}/sent-webmentions/resend`,
    body: {},
  },
  // No such comment; the tests for comments cover who may delete one.
  'DELETE /api/comments/:id': { statuses: instead(members, 404), path: () => '/api/comments/999999' },
  'POST /api/comments/:id/restoration': {
    statuses: instead(members, 404),
    path: () => '/api/comments/999999/restoration',
  },
  'GET /api/admin/comments/pending-count': { statuses: members },
  'GET /api/admin/comments': { statuses: members },
  'POST /api/admin/comments/bulk': { statuses: members, body: { ids: [999_999], action: 'spam' } },
  // No such comment; the tests for comments cover who may moderate one.
  'PATCH /api/admin/comments/:id': {
    statuses: instead(members, 404),
    path: () => '/api/admin/comments/999999',
    body: { published: true },
  },
  'DELETE /api/admin/comments/:id': { statuses: instead(members, 404), path: () => '/api/admin/comments/999999' },
  'GET /api/admin/blocks': { statuses: members },
  'GET /api/posts/:id/webmentions': { statuses: everyone, path: (f) => `${ofPost(f)}/webmentions` },
  'POST /api/admin/webmentions/bulk': { statuses: members, body: { ids: [999_999], action: 'spam' } },
  // No such mention; the tests for webmentions cover who may moderate one.
  'PATCH /api/admin/webmentions/:id': {
    statuses: instead(members, 404),
    path: () => '/api/admin/webmentions/999999',
    body: { published: true },
  },
  'DELETE /api/admin/webmentions/:id': {
    statuses: instead(members, 404),
    path: () => '/api/admin/webmentions/999999',
  },
  // No such mention.
  'POST /api/webmentions/:id/refresh-bluesky-user': {
    statuses: instead(members, 404),
    path: () => '/api/webmentions/999999/refresh-bluesky-user',
  },
  'POST /api/reset-bluesky-users': { statuses: admins },
  // Accepts only forms.
  'POST /webmention': { statuses: instead(everyone, 415), body: {} },
  'GET /webmention': { statuses: everyone },
  'GET /webmention/:key': { statuses: instead(everyone, 404), path: () => '/webmention/none' },
  'GET /webmention-photos/:name': { statuses: instead(everyone, 404), path: () => '/webmention-photos/none' },
  'POST /api/admin/blocks': { statuses: instead(members, 404), body: { commentId: 999_999, kind: 'domain' } },
  'DELETE /api/admin/blocks/:id': { statuses: instead(members, 204), path: () => '/api/admin/blocks/999999' },
  'GET /api/notifications': { statuses: members },
  'GET /api/notifications/unread-count': { statuses: members },
  'POST /api/notifications/read': { statuses: members, body: { all: true } },
  'GET /api/notifications/settings': { statuses: members },
  'PUT /api/notifications/settings': { statuses: members, body: { muted: [], emailed: [] } },
  // The URL must be signed.
  'POST /unsubscribe': { statuses: [404, 404, 404, 404, 404] },
  // Even administrators can pin only their own posts.
  'PUT /api/posts/:id/pin': { statuses: [401, 403, 200, 403, 401], path: (f) => `${ofPost(f)}/pin` },
  'DELETE /api/posts/:id/pin': { statuses: [401, 403, 200, 403, 401], path: (f) => `${ofPost(f)}/pin` },
  // Members cannot report their own posts.
  'POST /api/posts/:id/reports': {
    statuses: [401, 201, 403, 201, 401],
    path: (f) => `${ofPost(f)}/reports`,
    body: { reason: 'spam' },
  },
  'GET /api/admin/reports': { statuses: admins },
  'PATCH /api/admin/reports/:id': {
    statuses: instead(admins, 404),
    path: () => '/api/admin/reports/999999',
    body: { status: 'closed' },
  },
  // No such member; roles.test.ts covers who may change whose role.
  'PUT /api/admin/members/:id/role': {
    statuses: instead(admins, 404),
    path: () => '/api/admin/members/999999/role',
    body: { role: 'admin' },
  },
  // No such member. The administrator here is the owner; roles.test.ts covers other administrators.
  'PUT /api/admin/owner': { statuses: instead(admins, 404), body: { memberId: 999_999 } },
  'GET /api/admin/role-changes': { statuses: admins },
  // No member has this id, so that no caller is suspended before the remaining calls are made.
  'GET /api/admin/suspensions': { statuses: admins },
  'PUT /api/admin/members/:id/suspension': {
    statuses: instead(admins, 404),
    path: () => '/api/admin/members/999999/suspension',
    body: { reason: 'Spam' },
  },
  'DELETE /api/admin/members/:id/suspension': {
    statuses: instead(admins, 404),
    path: () => '/api/admin/members/999999/suspension',
  },
  'GET /api/admin/jobs': { statuses: admins },
  'POST /api/admin/jobs/retry-failed': { statuses: admins, body: { task: 'nothing.like.it' } },
  // No such job.
  'POST /api/admin/jobs/:id/retry': { statuses: instead(admins, 404), path: () => '/api/admin/jobs/999999999/retry' },
  'DELETE /api/admin/jobs/:id': { statuses: instead(admins, 404), path: () => '/api/admin/jobs/999999999' },
  // The contact form is off. contact-messages.test.ts covers a site with a form, and administrators who are not the
  // owner.
  'POST /api/messages': {
    statuses: instead(everyone, 404),
    body: { name: 'Vera', email: 'vera@example.org', message: 'Hello' },
  },
  'GET /api/admin/messages': { statuses: admins },
  'PATCH /api/admin/messages/:id': {
    statuses: instead(admins, 404),
    path: () => '/api/admin/messages/999999',
    body: { isRead: true },
  },
  'DELETE /api/admin/messages/:id': { statuses: instead(admins, 404), path: () => '/api/admin/messages/999999' },
  // Accepts only reports.
  'POST /api/policy-reports': { statuses: instead(everyone, 415), body: {} },
  'GET /api/admin/policy-reports': { statuses: admins },
  'DELETE /api/admin/policy-reports': { statuses: instead(admins, 204) },
  // Only the author sees a draft; everyone else receives 404.
  'GET /api/drafts': { statuses: members },
  'GET /api/drafts/:key': { statuses: instead(members, 404), path: ofDraft },
  'PUT /api/drafts/:key': {
    statuses: members,
    path: ofDraft,
    body: { title: '', content: '', categoryId: null, postId: null, baseUpdatedAt: null, updatedAt: null },
  },
  'DELETE /api/drafts/:key': { statuses: instead(members, 204), path: ofDraft },
  'GET /api/users/me/sponsor-tiers': { statuses: members },
  'GET /api/users/:id/sponsor-tiers': { statuses: everyone, path: (f) => `/api/users/${f.ownerId}/sponsor-tiers` },
  'POST /api/sponsor-tiers': { statuses: instead(members, 201), body: { name: 'Coffee', amount: 500 } },
  // No such tier, goal, or sponsor; the tests for sponsorship cover who may change one.
  'PATCH /api/sponsor-tiers/:id': {
    statuses: instead(members, 404),
    path: () => '/api/sponsor-tiers/999999',
    body: { amount: 500 },
  },
  'DELETE /api/sponsor-tiers/:id': { statuses: instead(members, 404), path: () => '/api/sponsor-tiers/999999' },
  'GET /api/users/me/sponsor-goal': { statuses: members },
  'GET /api/users/:id/sponsor-goal': { statuses: everyone, path: (f) => `/api/users/${f.ownerId}/sponsor-goal` },
  'POST /api/sponsor-goals': { statuses: instead(members, 201), body: { title: 'A goal', amount: 100 } },
  'PATCH /api/sponsor-goals/:id': {
    statuses: instead(members, 404),
    path: () => '/api/sponsor-goals/999999',
    body: { amount: 500 },
  },
  'DELETE /api/sponsor-goals/:id': { statuses: instead(members, 404), path: () => '/api/sponsor-goals/999999' },
  'GET /api/users/me/sponsors': { statuses: members },
  'GET /api/users/:id/sponsors': { statuses: everyone, path: (f) => `/api/users/${f.ownerId}/sponsors` },
  'POST /api/sponsors': { statuses: instead(members, 201), body: { displayName: 'Sam' } },
  'PUT /api/sponsors/:id': {
    statuses: instead(members, 404),
    path: () => '/api/sponsors/999999',
    body: { displayName: 'Sam' },
  },
  // Requires a file.
  'POST /api/sponsors/import': { statuses: instead(members, 400), body: new FormData() },
  // Only for the site's owner, here the admin. GitHub is not called, because there is no token.
  'POST /api/sponsors/sync': { statuses: [401, 403, 403, 503, 401] },
  'POST /api/webhooks/github-sponsors': { statuses: instead(everyone, 503), body: {} },
  'POST /api/webhooks/mux': { statuses: instead(everyone, 503), body: {} },
  'DELETE /api/sponsors/:id': { statuses: instead(members, 404), path: () => '/api/sponsors/999999' },
  'GET /api/projects': { statuses: everyone },
  'POST /api/projects': { statuses: instead(members, 201), body: aProject },
  'PUT /api/projects/order': { statuses: members, body: { ids: [] } },
  'GET /api/projects/:id': { statuses: everyone, path: ofProject },
  'GET /api/projects/:id/mentions': { statuses: everyone, path: (f) => `${ofProject(f)}/mentions` },
  // The project has no demo video.
  'GET /api/projects/:id/video': { statuses: instead(everyone, 404), path: (f) => `${ofProject(f)}/video` },
  'GET /api/projects/:id/pictures': { statuses: everyone, path: (f) => `${ofProject(f)}/pictures` },
  'GET /api/projects/:id/repository': { statuses: everyone, path: (f) => `${ofProject(f)}/repository` },
  // Requires a URL.
  'POST /api/projects/import-from-github': { statuses: instead(members, 400), body: {} },
  'PUT /api/projects/:id': { statuses: ownersAndAdmins, path: ofProject, body: aProject },
  'DELETE /api/projects/:id': { statuses: instead(ownersAndAdmins, 204), path: ofProject },
  'GET /api/livestreams': { statuses: everyone },
  'GET /api/users/me/livestreams': { statuses: members },
  'POST /api/livestreams': { statuses: instead(members, 201), body: aLivestream },
  'GET /api/livestreams/:id': { statuses: everyone, path: ofLivestream },
  'PATCH /api/livestreams/:id': { statuses: [401, 403, 200, 403, 401], path: ofLivestream, body: { title: 'Renamed' } },
  // Administrators may end other members' broadcasts, but not enable their livestreams.
  'POST /api/livestreams/:id/enable': { statuses: [401, 403, 200, 403, 401], path: (f) => `${ofLivestream(f)}/enable` },
  'POST /api/livestreams/:id/disable': { statuses: ownersAndAdmins, path: (f) => `${ofLivestream(f)}/disable` },
  'POST /api/livestreams/:id/renew-key': {
    statuses: [401, 403, 200, 403, 401],
    path: (f) => `${ofLivestream(f)}/renew-key`,
  },
  'POST /api/livestreams/:id/broadcast': {
    statuses: [401, 403, 201, 403, 401],
    path: (f) => `${ofLivestream(f)}/broadcast`,
  },
  // No such session; the route's own tests cover other members' sessions.
  'POST /api/livestreams/:id/broadcast/:session': {
    statuses: instead(members, 415),
    path: (f) => `${ofLivestream(f)}/broadcast/none?from=0`,
  },
  'DELETE /api/livestreams/:id/broadcast/:session': {
    statuses: instead(members, 404),
    path: (f) => `${ofLivestream(f)}/broadcast/none`,
  },
  'DELETE /api/livestreams/:id': { statuses: instead(ownersAndAdmins, 204), path: ofLivestream },
  'GET /api/users/me/recordings': { statuses: members },
  'GET /api/livestreams/:id/recordings': { statuses: everyone, path: (f) => `${ofLivestream(f)}/recordings` },
  // No such recording; the tests for recordings cover existing recordings.
  'GET /api/livestreams/:id/recordings/:recordingId': {
    statuses: instead(everyone, 404),
    path: (f) => `${ofLivestream(f)}/recordings/999999`,
  },
  'DELETE /api/livestreams/:id/recordings/:recordingId': {
    statuses: [401, 404, 404, 404, 401],
    path: (f) => `${ofLivestream(f)}/recordings/999999`,
  },
  'GET /api/livestreams/:id/recordings/:recordingId/chat': {
    statuses: instead(everyone, 404),
    path: (f) => `${ofLivestream(f)}/recordings/999999/chat`,
  },
  'GET /api/livestreams/:id/chat': { statuses: everyone, path: (f) => `${ofLivestream(f)}/chat` },
  'POST /api/livestreams/:id/chat': {
    statuses: [201, 201, 201, 201, 201],
    path: (f) => `${ofLivestream(f)}/chat`,
    body: { message: 'Hello' },
  },
  'GET /api/livestreams/:id/events': { statuses: everyone, path: (f) => `${ofLivestream(f)}/events` },
  'GET /api/livestreams/:id/chat/room': { statuses: everyone, path: (f) => `${ofLivestream(f)}/chat/room` },
  'PATCH /api/livestreams/:id/chat/room': {
    statuses: ownersAndAdmins,
    path: (f) => `${ofLivestream(f)}/chat/room`,
    body: { slowModeSeconds: 5 },
  },
  // No such message; the tests for the chat cover existing messages.
  'DELETE /api/livestreams/:id/chat/:messageId': {
    statuses: instead(ownersAndAdmins, 404),
    path: (f) => `${ofLivestream(f)}/chat/999999`,
  },
  'GET /api/livestreams/:id/chat/bans': { statuses: ownersAndAdmins, path: (f) => `${ofLivestream(f)}/chat/bans` },
  'POST /api/livestreams/:id/chat/bans': {
    statuses: instead(ownersAndAdmins, 404),
    path: (f) => `${ofLivestream(f)}/chat/bans`,
    body: { messageId: 999_999 },
  },
  'DELETE /api/livestreams/:id/chat/bans/:banId': {
    statuses: instead(ownersAndAdmins, 204),
    path: (f) => `${ofLivestream(f)}/chat/bans/999999`,
  },
  'GET /livestreams.ics': { statuses: everyone },
  // The livestream has no schedule.
  'GET /livestream/:id.ics': {
    statuses: instead(everyone, 404),
    path: ({ livestreamId }) => `/livestream/${livestreamId}.ics`,
  },
  // Requires a picture; the tests for uploads cover who may upload one.
  'POST /api/storage/upload': { statuses: instead(members, 400), body: new FormData() },
  // The URL must be signed.
  'GET /image-proxy/:signature/:address': {
    statuses: [404, 404, 404, 404, 404],
    path: () => '/image-proxy/forged/aHR0cA',
  },
  // No member has this picture.
  'GET /avatar': { statuses: [404, 404, 404, 404, 404], path: () => '/avatar?url=https%3A%2F%2Felsewhere.example%2F' },
  'GET /post/:id.md': { statuses: everyone, path: ({ postId }) => `/post/${postId}.md` },
  'GET /cards/post/:id.png': { statuses: everyone, path: ({ postId }) => `/cards/post/${postId}.png` },
  'GET /cards/livestream/:id.png': {
    statuses: everyone,
    path: ({ livestreamId }) => `/cards/livestream/${livestreamId}.png`,
  },
  'GET /cards/profile/:username.png': { statuses: everyone, path: () => '/cards/profile/olga.png' },
  'GET /cards/site.png': { statuses: everyone },
  'GET /oembed': { statuses: instead(everyone, 404), path: () => '/oembed?url=https%3A%2F%2Felsewhere.example%2F' },
  'GET /robots.txt': { statuses: everyone },
  'GET /humans.txt': { statuses: everyone },
  'GET /manifest.webmanifest': { statuses: everyone },
  'GET /opensearch.xml': { statuses: everyone },
  'GET /.well-known/security.txt': { statuses: everyone },
  'GET /.well-known/change-password': { statuses: instead(everyone, 303) },
  'GET /sitemap.xml': { statuses: everyone },
  'GET /api/search': { statuses: everyone, path: () => '/api/search?q=olga' },
  'GET /rss.xml': { statuses: everyone },
  'GET /atom.xml': { statuses: everyone },
  'GET /feed.json': { statuses: everyone },
  'GET /blog/rss.xml': { statuses: everyone },
  'GET /blog/atom.xml': { statuses: everyone },
  'GET /blog/feed.json': { statuses: everyone },
  'GET /profile/:username/rss.xml': { statuses: everyone, path: () => '/profile/olga/rss.xml' },
  'GET /profile/:username/atom.xml': { statuses: everyone, path: () => '/profile/olga/atom.xml' },
  'GET /profile/:username/feed.json': { statuses: everyone, path: () => '/profile/olga/feed.json' },
}
