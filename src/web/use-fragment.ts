import { useEffect } from 'react'

/** Scrolls to the card or field in the URL's fragment when the component appears, and focuses the field, the card's first
 *  field, or the card if it has a tabindex. It did not exist yet when the browser resolved the fragment. @param id scrolls
 *  only to this one */
export function useFragment(id?: string): void {
  useEffect(() => {
    if (id !== undefined && location.hash !== `#${id}`) return
    const target = document.getElementById(location.hash.slice(1))
    const isField = target?.matches('.control')
    const focused = isField || target?.matches('[tabindex]') ? target : target?.querySelector<HTMLElement>('.control')
    const place = isField ? target?.closest('.field') : target
    place?.scrollIntoView()
    focused?.focus({ preventScroll: true })
  }, [id])
}
