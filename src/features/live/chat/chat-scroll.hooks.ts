import { useLayoutEffect, useRef, useState } from 'react'
import type { ChatMessage } from './chat.contract.ts'

/** Maximum distance from the end of the list that still counts as the end. */
const nearPixels = 40
/** Messages that arrive faster are not announced by screen readers, because no one could follow. */
const [busyMs, busyCount] = [5000, 5]

/** Manages a list that CSS anchors at its end, so that scroll position 0 is the end. After the reader scrolls up,
 *  the position is kept and new messages are counted. */
export function useStickyEnd(messages: ChatMessage[]) {
  const list = useRef<HTMLDivElement>(null)
  const height = useRef(0)
  const [seenId, setSeenId] = useState<number | null>(null)
  // makes the list scrollable by keyboard
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

/** Returns whether the newest messages arrived too fast to be announced. */
function isBusy(messages: ChatMessage[]): boolean {
  const [newest, earlier] = [messages.at(-1), messages.at(-1 - busyCount)]
  return Boolean(newest && earlier) && Date.parse(newest!.timestamp) - Date.parse(earlier!.timestamp) < busyMs
}
