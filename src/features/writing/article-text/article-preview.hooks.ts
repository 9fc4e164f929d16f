import { useEffect, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { tooComplex } from '#features/writing/posts/new-posts.contract.ts'
import { previewOf } from '#features/writing/posts/posts.hooks.ts'
import { ApiError, isRefusal, messageOf } from '#web/api.ts'

// The server allows each member 120 previews per minute.
const restMs = 300
const apartMs = 700
const againMs = 5000
const refusedMs = 15_000

export interface ArticlePreviewState {
  /** The latest preview; null until there is one. */
  html: string | null
  /** Why the preview is outdated or shows only the beginning of the text. */
  fault: string | undefined
}

/** Renders the text as it would be published, shortly after the last keystroke. If rendering fails, keeps the previous
 *  preview and retries. */
export function useArticlePreview(content: string, isShown: boolean, hasHashtags: boolean): ArticlePreviewState {
  const [state, setState] = useState<ArticlePreviewState>({ html: null, fault: undefined })
  const clock = useRef({ nextAt: 0, asked: 0, shown: 0 })
  const isWanted = isShown && content.trim() !== ''

  useEffect(() => {
    if (!isWanted) return undefined
    const times = clock.current
    let isOver = false
    async function renew() {
      const turn = (times.asked += 1)
      times.nextAt = Date.now() + apartMs
      try {
        const { html, isTruncated } = await previewOf(content, { isLongForm: true, hasHashtags, withLines: true })
        if (turn < times.shown) return
        times.shown = turn
        setState({ html, fault: isTruncated ? tooComplex() : undefined })
      } catch (reason) {
        if (isOver) return
        setState(({ html }) => ({ html, fault: wordsFor(reason) }))
        const waitMs = patienceAfter(reason)
        if (waitMs === null) return
        times.nextAt = Date.now() + waitMs
        timer = setTimeout(() => void renew(), waitMs)
      }
    }
    let timer = setTimeout(() => void renew(), Math.max(restMs, times.nextAt - Date.now()))
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [content, isWanted, hasHashtags])
  return state
}

function wordsFor(reason: unknown): string {
  if (isRefusal(reason, 429)) return t('The preview will update in a moment.')
  return messageOf(reason, t('The preview failed to load. Trying again…'))
}

/** Returns how long to wait before a retry, or null if a retry would fail again. */
function patienceAfter(reason: unknown): number | null {
  if (isRefusal(reason, 429)) return refusedMs
  return reason instanceof ApiError && reason.status < 500 ? null : againMs
}
