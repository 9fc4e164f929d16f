import { locale, t } from '#messages/messages.ts'
import { adminMembersAddress } from '#features/admin/members/member-addresses.contract.ts'
import { adminMessagesAddress } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { guestbookEntryPath } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { adminCommentsAddress } from '#features/conversation/moderation-queue/moderation-addresses.contract.ts'
import { blogAddress, postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import type { Section } from '#schemas/sections.contract.ts'
import type { Actor, Notification, NotificationKind } from './notifications.contract.ts'

/** A part of a sentence. `who`: who did something, or what happened. `what`: what it is about. */
export interface SentencePart {
  text: string
  role: 'who' | 'what' | null
}

interface Facts {
  who: string
  /** The number of events; for follows and likes, the number of people. */
  count: number
  /** `own`: a post without words. */
  about: 'title' | 'own' | 'profile' | 'unavailable'
  title: string
}

// In these messages, <b> marks who did something, and <i> what it is about. Other languages than English have different
// verbs for one person and for several.

const sentences: Record<NotificationKind, (facts: Facts) => string> = {
  follow: ({ who, count }) =>
    t('{count, plural, one {<b>{who}</b> followed you} other {<b>{who}</b> followed you}}', { who, count }),
  like: ({ who, count, about, title }) =>
    t(
      '<b>{who}</b> {count, plural, one {liked } other {liked }}{about, select, title {<i>“{title}”</i>} own {<i>your post</i>} other {<i>a post that is no longer available</i>}}',
      { who, count, about, title },
    ),
  comment: ({ who, about, title }) =>
    t(
      '<b>{who}</b> commented on {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} other {<i>a post that is no longer available</i>}}',
      { who, about, title },
    ),
  mention: ({ who, about, title }) =>
    t(
      '<b>{who}</b> mentioned {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} profile {<i>your profile or one of your projects</i>} other {<i>a post that is no longer available</i>}}',
      { who, about, title },
    ),
  reply: ({ who, about, title }) =>
    t(
      '<b>{who}</b> replied to you on {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} other {<i>a post that is no longer available</i>}}',
      { who, about, title },
    ),
  draft_comment: ({ who }) => t('<b>{who}</b> commented on <i>your draft</i>', { who }),
  guestbook_entry: ({ who }) => t('<b>{who}</b> signed <i>your guestbook</i>', { who }),
  guestbook_reply: ({ who }) => t('<b>{who}</b> replied to you in <i>the guestbook</i>', { who }),
  schedule_published: ({ about, title }) =>
    t(
      '<b>Your scheduled article</b> was published: {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} other {<i>a post that is no longer available</i>}}',
      { about, title },
    ),
  schedule_failed: ({ count }) =>
    t(
      '{count, plural, one {<b>A scheduled article</b> could not be published. <i>Open your drafts to see why.</i>} other {<b># scheduled articles</b> could not be published. <i>Open your drafts to see why.</i>}}',
      { count },
    ),
  backup_failed: ({ count }) =>
    t(
      '{count, plural, one {<b>A backup of this site</b> failed or could not be verified. <i>See the site’s log for the reason.</i>} other {<b># backups of this site</b> failed or could not be verified. <i>See the site’s log for the reason.</i>}}',
      { count },
    ),
  approval_needed: ({ count }) =>
    t(
      '{count, plural, one {<b># new member</b> asked for <i>your approval</i>} other {<b># new members</b> asked for <i>your approval</i>}}',
      { count },
    ),
  contact_message: ({ who }) => t('<b>{who}</b> sent you <i>a message</i>', { who }),
  admin_granted: ({ who }) => t('<b>{who}</b> made you an administrator of <i>this site</i>', { who }),
  admin_revoked: ({ who }) => t('<b>{who}</b> removed you as an administrator of <i>this site</i>', { who }),
  moderator_granted: ({ who }) => t('<b>{who}</b> made you a moderator of <i>this site</i>', { who }),
  moderator_revoked: ({ who }) => t('<b>{who}</b> removed you as a moderator of <i>this site</i>', { who }),
  ownership_granted: ({ who }) => t('<b>{who}</b> made you the owner of <i>this site</i>', { who }),
  ownership_lost: ({ who }) => t('<b>{who}</b> transferred your ownership of <i>this site</i>', { who }),
  publishing_granted: ({ who }) => t('<b>{who}</b> gave you permission to publish on <i>this site</i>', { who }),
  publishing_revoked: ({ who }) => t('<b>{who}</b> changed your role to reader on <i>this site</i>', { who }),
}

/** The sentences about several events, for kinds whose events may all come from one person. */
const sentencesOfSeveral: Partial<typeof sentences> = {
  comment: ({ count, about, title }) =>
    t(
      '<b>{count} new comments</b> on {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} other {<i>a post that is no longer available</i>}}',
      { count, about, title },
    ),
  mention: ({ count, about, title }) =>
    t(
      '<b>{count} new mentions</b> of {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} profile {<i>your profile or one of your projects</i>} other {<i>a post that is no longer available</i>}}',
      { count, about, title },
    ),
  reply: ({ count, about, title }) =>
    t(
      '<b>{count} new replies to you</b> on {about, select, title {<i>“{title}”</i>} own {<i>your post</i>} other {<i>a post that is no longer available</i>}}',
      { count, about, title },
    ),
  draft_comment: ({ count }) => t('<b>{count} new comments</b> on <i>your drafts</i>', { count }),
  guestbook_entry: ({ count }) => t('<b>{count} new entries</b> in <i>your guestbook</i>', { count }),
  guestbook_reply: ({ count }) => t('<b>{count} new replies to you</b> in <i>the guestbook</i>', { count }),
  contact_message: ({ count }) => t('<b>{count} new messages</b> through <i>the contact form</i>', { count }),
}

/** Returns the sentence as plain text. */
export const sentenceOf = (entry: Notification): string =>
  sentenceParts(entry)
    .map(({ text }) => text)
    .join('')

/** Returns the sentence in parts, some of which stand out. */
export const sentenceParts = (entry: Notification): SentencePart[] =>
  markedSentence(entry)
    .split(/(<[bi]>[^<]*<\/[bi]>)/)
    .map((part) => {
      const role = part.startsWith('<b>') ? 'who' : part.startsWith('<i>') ? 'what' : null
      return { text: withoutMark(role === null ? part : part.slice(3, -4)), role }
    })

function markedSentence(entry: Notification): string {
  const { kind, count, actors } = entry
  const facts = { who: marked(whoOf(entry)), count, about: aboutOf(entry), title: marked(entry.post?.words ?? '') }
  const ofSeveral = sentencesOfSeveral[kind]
  if (!ofSeveral || count === 1) return sentences[kind](facts)
  const sentence = ofSeveral(facts)
  if (actors.length === 0) return sentence
  return t('{sentence}, the latest by {names}', { sentence, names: marked(listed(namesOf(actors))) })
}

// Names and titles may contain "<b>", but not U+0000, which PostgreSQL cannot store.
const marked = (text: string): string => text.replaceAll('<', '\0')
const withoutMark = (text: string): string => text.replaceAll('\0', '<')

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

function aboutOf({ post, isAboutProfile }: Notification): Facts['about'] {
  if (isAboutProfile) return 'profile'
  if (!post) return 'unavailable'
  return post.words ? 'title' : 'own'
}

/** Returns 'Ada', 'Ada and Bob', or 'Ada, Bob, and 12 others'. */
function whoOf({ count, actors }: Notification): string {
  const names = namesOf(actors)
  if (names.length === 0) return count === 1 ? t('Someone') : t('{count} people', { count })
  if (names.length === count) return listed(names)
  const shown = names.slice(0, 2)
  const others = count - shown.length
  return listed([...shown, t('{others, plural, one {# other} other {# others}}', { others })])
}

const namesOf = (actors: Actor[]): string[] => actors.map(({ name }) => name)

const listed = (names: string[]): string => new Intl.ListFormat(locale()).format(names)
