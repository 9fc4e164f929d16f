import { useEffect } from 'react'

/** Scrolls to the card or field in the URL's fragment when the component appears. It did not exist yet when the browser
 *  resolved the fragment. @param id scrolls only to this one */
export function useFragment(id?: string): void {
  useEffect(() => {
    if (id !== undefined && location.hash !== `#${id}`) return
    const target = document.getElementById(location.hash.slice(1))
    const field = target?.matches('.control') ? target : target?.querySelector<HTMLElement>('.control')
    const place = target === field ? target?.closest('.field') : target
    place?.scrollIntoView()
    field?.focus({ preventScroll: true })
  }, [id])
}
