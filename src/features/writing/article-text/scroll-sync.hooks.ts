import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { across, ladder, type Pair, type Side } from './scroll-map.hooks.ts'
import type { MarkdownEditor } from './text-field.hooks.ts'

interface Sides {
  editor: MarkdownEditor | null
  /** The element that scrolls the preview. */
  preview: RefObject<HTMLElement | null>
  /** True while both the text and the preview are visible. */
  isOn: boolean
}

/** Scrolls the text and its preview together. The side that was scrolled last determines the position. @returns a
 *  function to call after the layout of either changes */
export function useScrollSync({ editor, preview, isOn }: Sides): () => void {
  const follow = useRef<() => void>(() => undefined)

  useEffect(() => {
    const pane = preview.current
    if (!editor || !pane || !isOn) return undefined
    const sync = syncOf(editor, pane)
    follow.current = sync.follow
    return () => {
      follow.current = () => undefined
      sync.stop()
    }
  }, [editor, preview, isOn])
  return useCallback(() => follow.current(), [])
}

const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const

const restMs = 200

function syncOf(editor: MarkdownEditor, pane: HTMLElement) {
  const ends = { text: editor.scroller, preview: pane }
  const stopping = new AbortController()
  const listening = { passive: true, capture: true, signal: stopping.signal }
  let leader: Side = 'text'
  let steps: Pair[] | null = null
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function move() {
    frame = 0
    steps ??= stepsBetween(editor, pane)
    const other = leader === 'text' ? 'preview' : 'text'
    const place = across(steps, leader, ends[leader].scrollTop)
    if (Math.abs(ends[other].scrollTop - place) >= 1) ends[other].scrollTop = place
  }
  const moveSoon = () => {
    frame ||= requestAnimationFrame(move)
  }
  /** Waits for a pause in typing, because measuring both sides is slow. */
  const follow = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      steps = null
      moveSoon()
    }, restMs)
  }
  for (const side of ['text', 'preview'] as const) {
    for (const touch of touches) ends[side].addEventListener(touch, () => void (leader = side), listening)
    ends[side].addEventListener('scroll', () => leader === side && moveSoon(), listening)
  }
  const resizes = new ResizeObserver(follow)
  for (const watched of [editor.scroller, pane, ...pane.children]) resizes.observe(watched)
  return {
    follow,
    stop() {
      stopping.abort()
      resizes.disconnect()
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    },
  }
}

function stepsBetween(editor: MarkdownEditor, pane: HTMLElement): Pair[] {
  const top = pane.getBoundingClientRect().top - pane.scrollTop
  const blocks = [...pane.querySelectorAll<HTMLElement>('[data-line]')]
  const pairs = blocks.map((block) => ({
    text: editor.topOf(Number(block.dataset.line)),
    preview: block.getBoundingClientRect().top - top,
  }))
  return ladder(pairs, { text: farthest(editor.scroller), preview: farthest(pane) })
}

const farthest = ({ scrollHeight, clientHeight }: HTMLElement): number => Math.max(0, scrollHeight - clientHeight)
