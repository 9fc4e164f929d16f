import { type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react'
import { debounceMs } from './use-debounced-value.ts'

export interface SearchHandler {
  /** `isTyping`: the user paused while typing and did not submit the form. */
  onSearch: (terms: string, isTyping: boolean) => void
  /** Whether to search for these terms while the user is still typing. */
  isSearchable?: (terms: string) => boolean
}

/** Connects a search field in a form: searches after a pause in typing and when the form is submitted. After Back or
 *  Forward, the field shows the page's terms; otherwise it keeps the typed text. Opening a link cancels a pending search. */
export function useSearchField(q: string, { onSearch, isSearchable = () => true }: SearchHandler) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searched = useRef(q)

  useEffect(() => {
    if (searched.current !== q) input.current!.value = q
    searched.current = q
  }, [q])
  useEffect(() => {
    const cancel = () => clearTimeout(timer.current)
    const onClick = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href]')) cancel()
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      cancel()
    }
  }, [])

  const search = useEffectEvent((isTyping: boolean) => {
    clearTimeout(timer.current)
    const terms = input.current!.value.trim()
    if (isTyping && (terms === searched.current || !isSearchable(terms))) return
    searched.current = terms
    onSearch(terms, isTyping)
  })
  return {
    input,
    onChange: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(search, debounceMs, true)
    },
    onSubmit: (event: SubmitEvent) => {
      event.preventDefault()
      search(false)
    },
  }
}
