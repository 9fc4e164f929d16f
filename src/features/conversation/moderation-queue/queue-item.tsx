import './queue-item.css'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Time } from '#ui/time.tsx'
import { sectionOfTarget } from '#features/conversation/webmentions/target-sections.contract.ts'
import { isOn } from '#features/discovery/site/site.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import type { WebmentionType } from '#features/conversation/webmentions/webmentions.contract.ts'
import type { BulkDecision } from '#features/conversation/comments/comment-moderation.contract.ts'
import { guestbookAddress, guestbookEntryPath } from '#features/conversation/comments/guestbook-addresses.contract.ts'
import { SpamDoubts } from '#features/conversation/comments/spam-doubts.tsx'
import { BlockMenu } from './block-menu.tsx'
import type { QueueItem as Item } from './moderation-queue.contract.ts'

export type Action = BulkDecision['action']

interface QueueItemProps {
  item: Item
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onDecide: (action: Action) => void
}

interface Choice {
  key: string
  action: Action
  label: string
  icon: 'check' | 'shield-alert' | 'trash-2' | 'inbox'
}
const approve: Choice = { key: 'a', action: 'approve', label: t('Approve'), icon: 'check' }
const spam: Choice = { key: 's', action: 'spam', label: t('Mark as spam'), icon: 'shield-alert' }
const remove: Choice = { key: 'd', action: 'delete', label: t('Delete'), icon: 'trash-2' }
const hold: Choice = { key: 'h', action: 'hold', label: t('Move to pending'), icon: 'inbox' }

/** The available actions by status. */
export const choicesOf: Record<Item['status'], Choice[]> = {
  pending: [approve, spam, remove],
  approved: [hold, spam, remove],
  spam: [approve, { ...hold, label: t('Not spam') }, remove],
}
const blockLabels: Record<Item['blockable'][number], string> = {
  member: t('Block this member'),
  sender: t('Block this network'),
  domain: t('Block this website'),
}

/** An item in the queue, with its actions. Shows its content as plain text. */
export function QueueItem({ item, isChosen, onChoose, onDecide }: QueueItemProps) {
  const id = useId()

  return (
    <li>
      <article className="queue-item" aria-labelledby={`${id}-name`}>
        <input
          type="checkbox"
          className="queue-item-choice"
          aria-label={
            item.kind === 'comment'
              ? t('Select the comment by {authorName}', { authorName: item.authorName })
              : t('Select the webmention by {authorName}', { authorName: item.authorName })
          }
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        <Avatar name={item.authorName} image={item.authorPhoto} size="s" />
        <div className="queue-item-body">
          <p className="queue-item-head">
            <strong id={`${id}-name`} dir="auto">
              {item.authorName}
            </strong>
            {item.user && !isDeleted(item.user) && <bdi className="meta">@{item.user.username}</bdi>}
            {item.authorUrl && <bdi className="queue-item-url meta">{item.authorUrl}</bdi>}
            <Time iso={item.createdAt} className="meta" />
          </p>
          {item.content && (
            <p className="queue-item-text" dir="auto">
              {item.content}
            </p>
          )}
          {item.status !== 'approved' && <SpamDoubts doubts={item.doubts} />}
          <Context item={item} />
          <div className="queue-item-actions">
            {choicesOf[item.status].map(({ key, action, label, icon }) => (
              <Button
                key={action}
                size="s"
                icon={icon}
                variant={action === 'approve' ? 'quiet' : 'plain'}
                aria-keyshortcuts={key}
                onClick={() => onDecide(action)}
              >
                {label}
              </Button>
            ))}
            {item.blockable.length > 0 && (
              <BlockMenu
                name={item.authorName}
                choices={item.blockable.map((kind) => ({
                  label: blockLabels[kind],
                  block:
                    item.kind === 'comment' ? { commentId: item.id, kind } : { webmentionId: item.id, kind: 'domain' },
                  effect: t('New comments and webmentions from this author will go to Spam.'),
                }))}
              />
            )}
          </div>
        </div>
      </article>
    </li>
  )
}

const mentionTexts: Record<WebmentionType, (parts: { source: ReactNode; page: ReactNode }) => ReactNode> = {
  'in-reply-to': ({ source, page }) => rich('Replied on {source}, about {page}', { source, page }),
  'like-of': ({ source, page }) => rich('Liked on {source}, about {page}', { source, page }),
  'repost-of': ({ source, page }) => rich('Reposted on {source}, about {page}', { source, page }),
  'bookmark-of': ({ source, page }) => rich('Bookmarked on {source}, about {page}', { source, page }),
  rsvp: ({ source, page }) => rich('Responded to an invitation on {source}, about {page}', { source, page }),
  mention: ({ source, page }) => rich('Mentioned on {source}, about {page}', { source, page }),
}

/** Shortens the displayed URL, because bridge URLs embed other URLs. */
const shortened = (address: string): string => (address.length > 100 ? `${address.slice(0, 99)}…` : address)

/** Links to the source of a webmention and to the page that the item is about. */
function Context({ item }: { item: Item }) {
  const { post, mention } = item
  const site = useSite()
  if (!post && !mention) return <GuestbookContext item={item} />
  const href = post
    ? `${postAddress.href({ id: post.id })}#${mention ? 'webmentions' : 'comments'}`
    : (mention?.targetPath ?? '/')
  const words = post ? post.words || t('post {id}', { id: post.id }) : (mention?.targetPath ?? '/')
  const section = post ? undefined : sectionOfTarget(href)
  const page = isOn(site, section) ? (
    <Link href={href} className="link">
      {words}
    </Link>
  ) : (
    words
  )
  if (!mention) return <p className="meta">{rich('On {page}', { page })}</p>
  const source = (
    <a className="link queue-item-url" href={mention.sourceUrl} rel="ugc nofollow noopener" target="_blank">
      {shortened(mention.sourceUrl)}
    </a>
  )
  return <p className="meta">{mentionTexts[mention.type]({ source, page })}</p>
}

function GuestbookContext({ item: { id, status } }: { item: Item }) {
  const isLinked = isOn(useSite(), 'guestbook')
  return (
    <p className="meta">
      {isLinked
        ? rich('In the <link>guestbook</link>', {
            link: (text) => (
              <Link href={status === 'approved' ? guestbookEntryPath(id) : guestbookAddress.href()} className="link">
                {text}
              </Link>
            ),
          })
        : t('In the Guestbook')}
    </p>
  )
}
