import { useRef, useState } from 'react'
import type { SitePageSummary } from './site-pages.contract.ts'
import { useOrderPages } from './site-pages.hooks.ts'

/** Reorders the pages in the navigation. Moves are shown immediately; saves run one at a time, and the latest order is
 *  saved last. After a failed save, the list returns to the saved order, and `onRefused` gets the reason. */
export function usePageOrder(pages: SitePageSummary[], onRefused: (reason: unknown) => void) {
  const save = useOrderPages()
  const [wanted, setWanted] = useState<number[] | null>(null)
  const queue = useRef<{ ids: number[] | null; isBusy: boolean }>({ ids: null, isBusy: false })
  const placeOf = ({ id }: SitePageSummary) => wanted?.indexOf(id) ?? -1
  const shown = wanted ? pages.toSorted((a, b) => placeOf(a) - placeOf(b)) : pages

  function move(id: number, to: number): void {
    const others = shown.map((page) => page.id).filter((one) => one !== id)
    const ids = others.toSpliced(to, 0, id)
    queue.current.ids = ids
    setWanted(ids)
    void saveAll()
  }

  async function saveAll(): Promise<void> {
    const { current } = queue
    if (current.isBusy) return // the running loop below saves the new order
    current.isBusy = true
    try {
      while (current.ids) {
        const sent = current.ids
        current.ids = null
        await save(sent)
      }
    } catch (reason) {
      current.ids = null
      onRefused(reason)
    } finally {
      current.isBusy = false
      setWanted(null)
    }
  }

  return { shown, move }
}
