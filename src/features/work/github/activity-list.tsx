import './activity-list.css'
import { type ReactNode, use, useEffect, useRef } from 'react'
import { t } from '#messages/messages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { SiteDateFormat } from '#ui/time.tsx'
import { messageOf } from '#web/api.ts'
import { Loaded } from '#web/loaded.tsx'
import type { GithubActivity } from './activities.contract.ts'
import { type Activities, useActivities } from './activities.hooks.ts'
import { ActivityEntry } from './activity-entry.tsx'
import { ActivityGroupEntry } from './activity-group-entry.tsx'
import { groupActivities } from './activity-groups.contract.ts'

interface Props {
  activities: Activities
  /** Returns the URL of the list that starts after the activity, for browsers without JavaScript. */
  hrefAfter: (id: number) => string
  /** Shown if there is no activity. */
  children: ReactNode
}

/** A member's GitHub activities by day and repository, newest first, with a link to load more. */
export function ActivityList({ activities, hrefAfter, children }: Props) {
  const query = useActivities(activities)
  const { isFetchingNextPage } = query
  const shown = query.data?.pages.flat() ?? []
  const formatDate = use(SiteDateFormat)
  const days = groupActivities(shown, (iso) => formatDate(new Date(iso), 'long'))
  const [list, showMore] = useFocusOnMore(shown, query.fetchNextPage)
  const entries = () => (
    <div className="activity-list">
      <div ref={list} aria-busy={query.isPlaceholderData}>
        {days.map(({ day, groups }) => (
          <section key={day} className="activity-day" aria-label={day}>
            <h2 className="overline">{day}</h2>
            <ol className="entries">
              {groups.map((group) =>
                group.activities.length > 1 ? (
                  <ActivityGroupEntry key={group.activities[0].id} group={group} />
                ) : (
                  <ActivityEntry key={group.activities[0].id} activity={group.activities[0]} />
                ),
              )}
            </ol>
          </section>
        ))}
      </div>
      {query.isFetchNextPageError && (
        <p className="field-error" role="alert">
          {messageOf(query.error, t('Failed to load more. Please try again.'))}
        </p>
      )}
      {query.hasNextPage && (
        <ButtonLink
          href={hrefAfter(shown.at(-1)!.id)}
          className="activities-more"
          aria-busy={isFetchingNextPage || undefined}
          onClick={(event) => {
            event.preventDefault()
            void showMore()
          }}
        >
          {isFetchingNextPage ? t('Loading...') : t('Load more')}
        </ButtonLink>
      )}
    </div>
  )
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={5} label={t('Loading GitHub activity')} />}
      failed={t('Error Loading Activity')}
    >
      {() => (shown.length === 0 ? children : entries())}
    </Loaded>
  )
}

/** Moves focus to the entry with the first newly loaded activity, because the focused link has moved or disappeared. */
function useFocusOnMore(shown: GithubActivity[], load: () => Promise<unknown>) {
  const list = useRef<HTMLDivElement>(null)
  const from = useRef<number>(null)
  useEffect(() => {
    const first = from.current === null ? undefined : shown[from.current]
    if (!first) return
    list.current?.querySelector<HTMLElement>(`[data-activities~="${first.id}"] a`)?.focus()
    from.current = null
  }, [shown])
  const showMore = () => {
    from.current = shown.length
    return load()
  }
  return [list, showMore] as const
}
