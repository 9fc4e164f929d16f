import { useState } from 'react'
import { forget, keep, kept } from '#web/storage.ts'

/** A text that gave way to another one, kept in this browser under `key` until it is brought back or let go. */
export function usePutAside(key: string) {
  const [text, setText] = useState(() => kept(key))
  return {
    text,
    put: (text: string) => {
      keep(key, text)
      setText(text)
    },
    letGo: () => {
      forget(key)
      setText(null)
    },
  }
}
