import { useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { PageBar } from '#web/page-bar.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState, ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { showFailure } from '#web/action.tsx'
import type { QueueStatus } from '#features/conversation/comments/comment-moderation.contract.ts'
import type { QueueItem as Item } from './moderation-queue.contract.ts'
import { type QueuePart, useDecide, useQueue } from './moderation-queue.hooks.ts'
import { useQueueKeys } from './queue-keys.hooks.ts'
import { type Action, choicesOf, QueueItem } from './queue-item.tsx'

interface ModerationQueueProps {
  part: QueuePart
  hrefOf: (page: number) => string
}

/** A page of the moderation queue, with actions for individual and selected items. Every decision can be undone. */
export function ModerationQueue({ part, hrefOf }: ModerationQueueProps) {
  const { data, isError, isPlaceholderData, refetch } = useQueue(part)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending } = useDecide()
  const list = useRef<HTMLUListElement>(null)
  useQueueKeys(list, (key, index) => {
    const item = data?.items[index]
    const choice = choicesOf[part.status].find((one) => one.key === key)
    if (item && key === 'x') choose([item], !chosen.has(keyOf(item)))
    else if (item && choice) decide([item], choice.action)
    else return false
    return true
  })

  function decide(items: Item[], action: Action) {
    if (items.length === 0 || isPending) return
    const before = part.status
    mutate(
      { items, action },
      {
        onSuccess: () => {
          setChosen(new Set())
          const undo = { label: t('Undo'), onSelect: () => mutate({ items, action: undoing[before] }, { onError }) }
          showToast({ title: doneText(action, items), variant: 'success', action: undo })
        },
        onError,
      },
    )
  }
  const choose = (items: Item[], isChosen: boolean) => {
    const keys = items.map(keyOf)
    setChosen((before) => new Set(isChosen ? [...before, ...keys] : [...before].filter((key) => !keys.includes(key))))
  }

  if (!data && !isError) return <Skeletons count={3} label={t('Loading comments')} />
  if (!data)
    return (
      <ErrorPanel
        title={t('Unable to load comments. Please try again later.')}
        actions={<Button onClick={() => void refetch()}>{t('Try Again')}</Button>}
      />
    )
  if (data.items.length === 0) return <EmptyQueue {...part} />
  const shown = data.items.filter((item) => chosen.has(keyOf(item)))

  return (
    <>
      <div className="queue-bar">
        <label className="queue-choose-all">
          <input
            type="checkbox"
            className="queue-item-choice"
            checked={shown.length === data.items.length}
            onChange={(event) => choose(data.items, event.target.checked)}
          />
          {shown.length > 0 ? t('{count} selected', { count: shown.length }) : t('Select all')}
        </label>
        {shown.length > 0 &&
          choicesOf[part.status].map(({ action, label }) => (
            <Button key={action} size="s" onClick={() => decide(shown, action)}>
              {label}
            </Button>
          ))}
      </div>
      <ul ref={list} className="entries" aria-busy={isPlaceholderData}>
        {data.items.map((item) => (
          <QueueItem
            key={keyOf(item)}
            item={item}
            isChosen={chosen.has(keyOf(item))}
            onChoose={(isChosen) => choose([item], isChosen)}
            onDecide={(action) => decide([item], action)}
          />
        ))}
      </ul>
      <PageBar page={part.page} totalPages={data.totalPages} hrefOf={hrefOf} />
    </>
  )
}

const keyOf = ({ kind, id }: Item) => `${kind} ${id}`

/** Returns the title after an action: 'Comment approved', '2 webmentions deleted', or '5 items marked as spam'. */
function doneText(action: Action, items: Item[]): string {
  const [first] = items
  const isOneKind = first !== undefined && items.every(({ kind }) => kind === first.kind)
  return done[action][isOneKind ? first.kind : 'mixed'](items.length)
}

const done: Record<Action, Record<Item['kind'] | 'mixed', (count: number) => string>> = {
  approve: {
    comment: (count) => t('{count, plural, one {Comment approved} other {# comments approved}}', { count }),
    webmention: (count) => t('{count, plural, one {Webmention approved} other {# webmentions approved}}', { count }),
    mixed: (count) => t('{count, plural, one {# item approved} other {# items approved}}', { count }),
  },
  hold: {
    comment: (count) =>
      t('{count, plural, one {Comment moved to pending} other {# comments moved to pending}}', { count }),
    webmention: (count) =>
      t('{count, plural, one {Webmention moved to pending} other {# webmentions moved to pending}}', { count }),
    mixed: (count) => t('{count, plural, one {# item moved to pending} other {# items moved to pending}}', { count }),
  },
  spam: {
    comment: (count) => t('{count, plural, one {Comment marked as spam} other {# comments marked as spam}}', { count }),
    webmention: (count) =>
      t('{count, plural, one {Webmention marked as spam} other {# webmentions marked as spam}}', { count }),
    mixed: (count) => t('{count, plural, one {# item marked as spam} other {# items marked as spam}}', { count }),
  },
  delete: {
    comment: (count) => t('{count, plural, one {Comment deleted} other {# comments deleted}}', { count }),
    webmention: (count) => t('{count, plural, one {Webmention deleted} other {# webmentions deleted}}', { count }),
    mixed: (count) => t('{count, plural, one {# item deleted} other {# items deleted}}', { count }),
  },
}

/** The action that restores each status. */
const undoing: Record<QueueStatus, Action> = { pending: 'hold', approved: 'approve', spam: 'spam' }
const onError = (reason: unknown) => showFailure(reason)

function EmptyQueue({ status, search, page }: QueuePart) {
  if (search) return <EmptyState icon="search">{t('No results for “{search}”.', { search })}</EmptyState>
  if (page > 1) return <EmptyState icon="inbox">{t('There are no comments on this page.')}</EmptyState>
  return (
    <EmptyState icon="inbox" title={nothing[status][0]}>
      {nothing[status][1]}
    </EmptyState>
  )
}

const nothing: Record<QueueStatus, [title: string, text: string]> = {
  pending: [t('All caught up'), t('New comments will appear here, with a red dot next to Settings.')],
  approved: [t('Nothing approved yet'), t('Published comments will appear here.')],
  spam: [t('No spam'), t('Comments that you mark as spam and comments from blocked authors will appear here.')],
}
