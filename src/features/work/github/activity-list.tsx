import './activity-list.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { messageOf } from '#web/api.ts'
import { type Activities, useActivities } from './activities.hooks.ts'
import { ActivityEntry } from './activity-entry.tsx'

interface Props {
  activities: Activities
  /** Where the list goes on after that activity, for browsers without scripts. */
  hrefAfter: (id: number) => string
  /** What stands where there are none. */
  children: ReactNode
}

/** What somebody did on GitHub, newest first, as far back as one asks. */
export function ActivityList({ activities, hrefAfter, children }: Props) {
  const { data, error, isPlaceholderData, isFetchingNextPage, ...query } = useActivities(activities)
  const shown = data?.pages.flat() ?? []
  const [list, showMore] = useFocusOnMore(shown.length, query.fetchNextPage)
  if (!data && !error) return <Skeletons count={5} label="Loading GitHub activity" />
  if (!data) {
    return (
      <ErrorPanel
        title="Error Loading Activity"
        actions={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      >
        {messageOf(error, 'Please try again.')}
      </ErrorPanel>
    )
  }
  if (shown.length === 0) return children
  return (
    <div className="activity-list">
      <ol ref={list} className="entries" aria-busy={isPlaceholderData || isFetchingNextPage}>
        {shown.map((activity) => (
          <ActivityEntry key={activity.id} activity={activity} />
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <p className="field-error" role="alert">
          {messageOf(error, 'More could not be loaded. Please try again.')}
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
}

/** What has been loaded on top of the rest gets the focus: the link for it has moved away, or is gone. */
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
