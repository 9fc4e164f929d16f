import { useEffect } from 'react'

/** Lets the feed be seen that the document held back (index.html, home.css). @param isOwn whether it was read by this
 *  browser: what came with the document is everybody's */
export function useOwnFeed(isOwn: boolean): void {
  useEffect(() => {
    if (isOwn) delete document.documentElement.dataset['mutes']
  }, [isOwn])
}
