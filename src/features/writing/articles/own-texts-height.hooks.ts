import { type RefObject, useLayoutEffect } from 'react'
import { writeStored } from '#web/storage.ts'

const heightKey = 'drafts_height'

/** Stores the height of the member's own texts. On the next visit, the script in index.html reads it before the first
 *  paint and CSS reserves the space, so that nothing moves when they load. On the first visit, CSS hides the articles
 *  below instead. @param isKnown whether the texts have loaded */
export function useStoredHeight(place: RefObject<HTMLElement | null>, isKnown: boolean): void {
  useLayoutEffect(() => {
    if (!isKnown) return
    const { style, dataset } = document.documentElement
    style.removeProperty('--drafts-height')
    delete dataset.drafts
    writeStored(heightKey, `${place.current?.offsetHeight ?? 0}px`)
  })
}
