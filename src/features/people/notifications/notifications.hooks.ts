import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, queryOf, readsOf } from '#web/call.ts'
import { getNotifications, markNotificationsRead, type Notification, type ReadInput } from './notifications.contract.ts'
import { unreadQuery } from './unread.hooks.ts'

const pageLimit = 20
/** How long a notification must be visible before it counts as read. */
const seenMs = 1500

/** Returns one page of notifications. Keeps showing the previous page while another one loads. */
export const useNotifications = (page: number) =>
  useQuery({
    ...queryOf(getNotifications, { query: { page, limit: pageLimit } }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** Marks notifications as read and updates the unread count in the navigation. */
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

/** Marks notifications as read once they have been visible for a moment. They look unread until the member leaves the
 *  page. */
export function useMarkSeen(notifications: Notification[]): void {
  const { mutate } = useMarkRead()
  const fresh = notifications.filter(({ isRead }) => !isRead)
  const ids = fresh.map(({ id }) => id).join()
  const upTo = fresh[0]?.updatedAt
  useEffect(
    () => (upTo ? onceVisible(() => mutate({ ids: ids.split(',').map(Number), upTo })) : undefined),
    [ids, upTo, mutate],
  )
}

/** Calls back once the page has been visible for {@link seenMs}. @returns a function that cancels this */
function onceVisible(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }
  const check = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') return
    timer = setTimeout(() => {
      stop()
      callback()
    }, seenMs)
  }
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}
