import { useState } from 'react'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

/** A text that gave way to another one, kept in this browser under `key` until it is brought back or let go. */
export function usePutAside(key: string) {
  const [text, setText] = useState(() => readStored(key))
  return {
    text,
    put: (text: string) => {
      writeStored(key, text)
      setText(text)
    },
    letGo: () => {
      removeStored(key)
      setText(null)
    },
  }
}
