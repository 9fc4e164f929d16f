import { useEffect } from 'react'

/** Shows the feed that index.html and home.css have hidden. @param isOwn whether this browser fetched it and what is shown
 *  above it; preloaded data is for all visitors */
export function useOwnFeed(isOwn: boolean): void {
  useEffect(() => {
    if (isOwn) delete document.documentElement.dataset['ownFeed']
  }, [isOwn])
}
