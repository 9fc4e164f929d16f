import { useEffect } from 'react'

/** Shows the feed that index.html and home.css have hidden. @param isOwn whether this browser fetched it; preloaded
 *  data is not filtered */
export function useOwnFeed(isOwn: boolean): void {
  useEffect(() => {
    if (isOwn) delete document.documentElement.dataset['mutes']
  }, [isOwn])
}
