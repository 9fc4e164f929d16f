import './activity-list.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { Loaded } from '#web/loaded.tsx'
import { type Activities, useActivities } from './activities.hooks.ts'
import { ActivityEntry } from './activity-entry.tsx'

interface Props {
  activities: Activities
  /** Returns the URL of the list that starts after the activity, for browsers without JavaScript. */
  hrefAfter: (id: number) => string
  /** Shown if there is no activity. */
  children: ReactNode
}

/** A member's GitHub activities, newest first, with a link to load more. */
export function ActivityList({ activities, hrefAfter, children }: Props) {
  const query = useActivities(activities)
  const { isFetchingNextPage } = query
  const shown = query.data?.pages.flat() ?? []
  const [list, showMore] = useFocusOnMore(shown.length, query.fetchNextPage)
  const entries = () => (
    <div className="activity-list">
      <ol ref={list} className="entries" aria-busy={query.isPlaceholderData}>
        {shown.map((activity) => (
          <ActivityEntry key={activity.id} activity={activity} />
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <p className="field-error" role="alert">
          {messageOf(query.error, 'Failed to load more. Please try again.')}
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
          {isFetchingNextPage ? 'Loading...' : 'Load more'}
        </ButtonLink>
      )}
    </div>
  )
  return (
    <Loaded
      query={query}
      loading={<Skeletons count={5} label="Loading GitHub activity" />}
      failed="Error Loading Activity"
    >
      {() => (shown.length === 0 ? children : entries())}
    </Loaded>
  )
}

/** Moves focus to the first newly loaded entry, because the focused link has moved or disappeared. */
function useFocusOnMore(count: number, load: () => Promise<unknown>) {
  const list = useRef<HTMLOListElement>(null)
  const from = useRef<number>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    list.current?.children[from.current]?.querySelector('a')?.focus()
    from.current = null
  }, [count])
  const showMore = () => {
    from.current = count
    return load()
  }
  return [list, showMore] as const
}
