import { t } from '#messages/messages.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { adminMessagesAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { guestbookEntryPath } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { blogAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { Section } from '#schemas/sections.contract.ts'
import type { Notification, NotificationKind } from './notifications.contract.ts'

/** A notification as a sentence: `who did what`, then `tail`. `what` is the post's title, or a phrase for a removed
 *  post. */
export interface NotificationWords {
  who: string
  did: string
  what: string
  tail: string
}

interface KindWords {
  /** The verb for a single event. */
  did: string
  /** The object of `did`, for kinds without a post. */
  what?: string
  /** The object for several events, if it differs. */
  whatOfSeveral?: string
  /** The subject, for kinds without a person. */
  who?: (count: number) => string
  /** For kinds whose events may all come from one person: the noun for counting them, and the preposition before the
   *  post. */
  counted?: [noun: string, preposition: string]
}

const words: Record<NotificationKind, KindWords> = {
  follow: { did: 'followed you', what: '' },
  like: { did: 'liked' },
  comment: { did: 'commented on', counted: ['new comments', 'on'] },
  mention: { did: 'mentioned', counted: ['new mentions', 'of'] },
  reply: { did: 'replied to you on', counted: ['new replies to you', 'on'] },
  draft_comment: {
    did: 'commented on',
    what: 'your draft',
    whatOfSeveral: 'your drafts',
    counted: ['new comments', 'on'],
  },
  guestbook_entry: { did: 'signed', what: 'your guestbook', counted: ['new entries', 'in'] },
  guestbook_reply: { did: 'replied to you in', what: 'the guestbook', counted: ['new replies to you', 'in'] },
  schedule_published: { who: () => t('Your scheduled article'), did: 'was published:' },
  schedule_failed: {
    who: (count) => (count === 1 ? t('A scheduled article') : t('{count} scheduled articles', { count })),
    did: 'could not be published.',
    what: 'Open your drafts to see why.',
  },
  backup_failed: {
    who: (count) => (count === 1 ? t('A backup of this site') : t('{count} backups of this site', { count })),
    did: 'failed or could not be verified.',
    what: 'See the site’s log for the reason.',
  },
  approval_needed: {
    who: (count) => (count === 1 ? t('1 new member') : t('{count} new members', { count })),
    did: 'asked for',
    what: 'your approval',
  },
  contact_message: {
    did: 'sent you',
    what: 'a message',
    whatOfSeveral: 'the contact form',
    counted: ['new messages', 'through'],
  },
  admin_granted: { did: 'made you an administrator of', what: 'this site' },
  admin_revoked: { did: 'removed you as an administrator of', what: 'this site' },
  moderator_granted: { did: 'made you a moderator of', what: 'this site' },
  moderator_revoked: { did: 'removed you as a moderator of', what: 'this site' },
  ownership_granted: { did: 'made you the owner of', what: 'this site' },
  publishing_granted: { did: 'gave you permission to publish on', what: 'this site' },
  publishing_revoked: { did: 'changed your role to reader on', what: 'this site' },
  ownership_lost: { did: 'transferred your ownership of', what: 'this site' },
}

export function wordsOf(entry: Notification): NotificationWords {
  const { kind, count, actors } = entry
  const { did, counted, who = () => whoOf(entry), what = whatOf(entry), whatOfSeveral = what } = words[kind]
  if (!counted || count === 1) return { who: who(count), did, what, tail: '' }
  const tail = actors.length > 0 ? `, the latest by ${listed(actors.map(({ name }) => name))}` : ''
  return { who: `${count} ${counted[0]}`, did: counted[1], what: whatOfSeveral, tail }
}

/** Returns the sentence as plain text. */
export function sentenceOf(entry: Notification): string {
  const { who, did, what, tail } = wordsOf(entry)
  return `${[who, did, what].filter(Boolean).join(' ')}${tail}`
}

/** Returns the URL of the subject, or null if it no longer has one or belongs to a section that is off. */
export function hrefOf(
  { kind, post, entryId, isAboutProfile, actors: [latest] }: Notification,
  isOn: (section: Section) => boolean,
): string | null {
  if (isAboutProfile) return `${adminCommentsAddress.href()}?status=approved`
  if (kind === 'follow') return latest?.username ? profileAddress.href({ username: latest.username }) : null
  if (kind === 'approval_needed') return adminMembersAddress.href({ state: 'waiting' })
  if (kind === 'contact_message') return adminMessagesAddress.href()
  if (kind === 'draft_comment' || kind === 'schedule_failed') return isOn('blog') ? blogAddress.href() : null
  if (entryId !== null) return isOn('guestbook') ? guestbookEntryPath(entryId) : null
  if (!post) return null
  const href = postPath(post)
  return kind === 'like' || kind === 'schedule_published' ? href : `${href}#comments`
}

function whatOf({ post, isAboutProfile }: Notification): string {
  if (isAboutProfile) return t('your profile or one of your projects')
  if (!post) return t('a post that is no longer available')
  return post.words ? `“${post.words}”` : t('your post')
}

/** Returns 'Ada', 'Ada and Bob', or 'Ada, Bob and 12 others'. */
function whoOf({ count, actors }: Notification): string {
  const names = actors.map(({ name }) => name)
  if (names.length === 0) return count === 1 ? t('Someone') : `${count} people`
  if (names.length === count) return listed(names)
  const shown = names.slice(0, 2)
  const others = count - shown.length
  return listed([...shown, others === 1 ? '1 other' : `${others} others`])
}

const listed = (names: string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
