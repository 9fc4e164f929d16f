import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, queryOf, readsOf } from '#web/call.ts'
import { getNotifications, markNotificationsRead, type Notification, type ReadInput } from './notifications.contract.ts'
import { unreadQuery } from './unread.hooks.ts'

const pageLimit = 20
/** How long an entry is in sight before it counts as seen. */
const seenMs = 1500

/** A page of what the member was told. While another one is fetched, the one before stays in sight. */
export const useNotifications = (page: number) =>
  useQuery({
    ...queryOf(getNotifications, { query: { page, limit: pageLimit } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Marks entries as read; the count beside the bell follows. */
export function useMarkRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: ReadInput) => call(markNotificationsRead, { body }),
    onSuccess: ({ unread }, { all }) => {
      cache.setQueryData(unreadQuery.queryKey, { count: unread })
      return all && cache.invalidateQueries(readsOf(getNotifications))
    },
  })
}

/** Marks as read what has been in sight for a moment. It goes on looking new for as long as the page is open. */
export function useMarkSeen(notifications: Notification[]): void {
  const { mutate } = useMarkRead()
  const fresh = notifications.filter(({ isRead }) => !isRead)
  const ids = fresh.map(({ id }) => id).join()
  const upTo = fresh[0]?.updatedAt
  useEffect(
    () => (upTo ? onceInSight(() => mutate({ ids: ids.split(',').map(Number), upTo })) : undefined),
    [ids, upTo, mutate],
  )
}

/** Calls back once the page has been in sight for {@link seenMs}. @returns how to stop that */
function onceInSight(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') return
    timer = setTimeout(() => {
      stop()
      callback()
    }, seenMs)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return stop
}
