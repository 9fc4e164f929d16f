import { useEffect } from 'react'

/** Scrolls to the card in the URL's fragment when the component appears. The card did not exist yet when the browser
 *  resolved the fragment. @param id scrolls only to this card */
export function useFragment(id?: string): void {
  useEffect(() => {
    if (id !== undefined && location.hash !== `#${id}`) return
    const card = document.getElementById(location.hash.slice(1))
    card?.scrollIntoView()
    card?.querySelector<HTMLElement>('.control')?.focus({ preventScroll: true })
  }, [id])
}
