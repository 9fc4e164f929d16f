import type { Db } from '#kernel/db.ts'
import { removeArchiveLinksOf } from '#features/archives/archive-links.store.ts'
import { removeChatOf } from '#features/chat/chat.store.ts'
import { removeBlocksOf } from '#features/comments/comment-blocks.store.ts'
import { removeDraftsOf } from '#features/drafts/drafts.store.ts'
import { removeFollowsOf } from '#features/follows/follows.store.ts'
import { removeGithubOf } from '#features/github/github-accounts.store.ts'
import { removeImportsOf } from '#features/imports/imports.store.ts'
import { removeLikesBy } from '#features/likes/likes.store.ts'
import { removeLivestreamsOf } from '#features/livestreams/broadcasts.store.ts'
import { removeMutesOf } from '#features/mutes/mutes.store.ts'
import { removeNotificationsOf } from '#features/notifications/notifications.store.ts'
import { removePinsOf } from '#features/pins/pins.store.ts'
import { removePostKeysOf } from '#features/posts/post-keys.store.ts'
import { removeProfileLinksOf } from '#features/profile-links/profile-links.store.ts'
import { removeProjectsOf } from '#features/projects/projects.store.ts'
import { removeReportsBy } from '#features/reports/reports.store.ts'
import { removeSponsorshipOf } from '#features/sponsorship/sponsors.store.ts'
import { removeWebmentionsOf } from '#features/webmentions/webmentions.store.ts'

/** What goes with a member who leaves, whatever becomes of their posts: a line for everything that is kept of members.
 *  Each does no harm when it runs twice. */
export const departureParts: ((db: Db, memberId: number) => Promise<unknown>)[] = [
  removeLikesBy,
  removeFollowsOf,
  removeDraftsOf,
  removePostKeysOf,
  removeImportsOf,
  removePinsOf,
  removeProfileLinksOf,
  removeProjectsOf,
  removeLivestreamsOf,
  removeArchiveLinksOf,
  removeMutesOf,
  removeBlocksOf,
  removeReportsBy,
  removeSponsorshipOf,
  removeNotificationsOf,
  removeWebmentionsOf,
  removeGithubOf,
  removeChatOf,
]
