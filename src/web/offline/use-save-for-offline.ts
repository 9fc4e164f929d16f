import { useEffect, useEffectEvent } from 'react'
import { sessionUserId } from '../session.ts'

/** How long a page is shown before it counts as read: its pictures have loaded by then. */
const readAfterMs = 3000

interface ReadPost {
  path: string
  title: string
  /** False for posts that only people with the link may find. */
  isListed: boolean
}

/** Stores a copy of the post on this page for reading without a connection. @param post null if it does not exist,
 *  which removes an earlier copy, and undefined while it is loading */
export function useSaveForOffline(post: ReadPost | null | undefined, pictures: () => string[]): void {
  const { path = null, title = '', isListed = false } = post ?? {}
  const isMissing = post === null
  const store = useEffectEvent(() => path !== null && void save({ path, title, pictures: pictures() }))
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined
    if (isMissing || (path !== null && !isListed)) void forget(path ?? location.pathname)
    const timer = isListed ? setTimeout(store, readAfterMs) : undefined
    return () => clearTimeout(timer)
  }, [path, isListed, isMissing])
}

/** Waits until the service worker is active, because only the service worker can serve the copy. */
async function save(page: { path: string; title: string; pictures: string[] }): Promise<void> {
  try {
    await navigator.serviceWorker.ready
    const { storeCopy } = await import('./copies.ts')
    await storeCopy({ ...page, ownerId: sessionUserId() })
  } catch {
    // The connection was lost, or the browser has no space left.
  }
}

async function forget(path: string): Promise<void> {
  if (!(await navigator.serviceWorker.getRegistration())) return
  const { removeCopy } = await import('./copies.ts')
  await removeCopy(path)
}
