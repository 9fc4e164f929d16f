import { type RefObject, useLayoutEffect } from 'react'
import { forget, keep } from '#web/storage.ts'

const heightKey = 'drafts_height'

/** Keeps how high the list is. The document reads it before the next first paint (index.html) and styles leave the room
 *  free, so that nothing moves when the list comes. @param isKnown whether what there is to show has been read */
export function useKeptHeight(list: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    if (!isKnown) return
    document.documentElement.style.removeProperty('--drafts-height')
    if (list.current) keep(heightKey, `${list.current.offsetHeight}px`)
    else forget(heightKey)
  })
}
