import { type RefObject, useLayoutEffect } from 'react'
import { removeStored, writeStored } from '#web/storage.ts'

const heightKey = 'drafts_height'

/** Stores the height of the list. On the next visit, the script in index.html reads it before the first paint and CSS
 *  reserves the space, so that nothing moves when the list loads. @param isKnown whether the list has loaded */
export function useStoredHeight(list: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    if (!isKnown) return
    document.documentElement.style.removeProperty('--drafts-height')
    if (list.current) writeStored(heightKey, `${list.current.offsetHeight}px`)
    else removeStored(heightKey)
  })
}
