import { type RefObject, useLayoutEffect } from 'react'
import { removeStored, writeStored } from '#web/storage.ts'

const heightKey = 'drafts_height'

/** Keeps how high the list is. The document reads it before the next first paint (index.html) and styles leave the room
 *  free, so that nothing moves when the list comes. @param isKnown whether what there is to show has been read */
export function useStoredHeight(list: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    if (!isKnown) return
    document.documentElement.style.removeProperty('--drafts-height')
    if (list.current) writeStored(heightKey, `${list.current.offsetHeight}px`)
    else removeStored(heightKey)
  })
}
