import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, removeStored, writeStored } from './storage.ts'

/** Returns the text stored in this browser under the key, or null. */
export function useStoredText(key: string) {
  const [text, setText] = useState(() => readStored(key))
  return {
    text,
    store: (text: string) => {
      writeStored(key, text)
      setText(text)
    },
    remove: () => {
      removeStored(key)
      setText(null)
    },
  }
}

/** Stores the unsaved text in this browser; null removes it. @returns whether this browser failed to store it */
export function useStoring(key: string, unsaved: string | null): RefObject<boolean> {
  const isLost = useRef(false)
  useEffect(() => {
    isLost.current = unsaved !== null && !writeStored(key, unsaved)
    if (unsaved === null) removeStored(key)
  }, [key, unsaved])
  return isLost
}
