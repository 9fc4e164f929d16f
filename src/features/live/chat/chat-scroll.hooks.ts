import { useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from './chat.contract.ts'

/** As near to the end counts as there. */
const nearPixels = 40
/** More messages in this time are not read out: nobody could listen. */
const [busyMs, busyCount] = [5000, 5]

/** A list that its style keeps at the end, where it begins to count its scrolling. Whoever has scrolled up stays where they
 *  read, and what comes is counted. */
export function useStickyEnd(messages: ChatMessage[]) {
  const list = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  const [seenId, setSeenId] = useState<number | null>(null)
  // Whoever has no pointer scrolls it by keys.
  useLayoutEffect(() => list.current?.setAttribute('tabindex', '0'), [])
  useLayoutEffect(() => {
    const { scrollHeight } = list.current!
    if (seenId !== null && !CSS.supports('overflow-anchor', 'auto'))
      list.current!.scrollTop -= scrollHeight - height.current
    height.current = scrollHeight
  })

  function toEnd() {
    setSeenId(null)
    list.current!.scrollTop = 0
  }

  function onScroll() {
    const isAtEnd = -list.current!.scrollTop < nearPixels
    setSeenId((seen) => (isAtEnd ? null : (seen ?? messages.at(-1)?.id ?? 0)))
  }

  const unseen = seenId === null ? 0 : messages.filter(({ id }) => id > seenId).length
  return { list, onScroll, unseen, isBusy: isBusy(messages), toEnd }
}

/** Whether the newest messages came faster than they can be read out. */
function isBusy(messages: ChatMessage[]): boolean {
  const [newest, earlier] = [messages.at(-1), messages.at(-1 - busyCount)]
  return Boolean(newest && earlier) && Date.parse(newest!.timestamp) - Date.parse(earlier!.timestamp) < busyMs
}
