import { type RefObject, useEffect, useRef, useState } from 'react'
import { readStored, removeStored, writeStored } from './storage.ts'

/** A text stored in this browser under the key, until it is removed; null if there is none. */
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

/** Keeps this unsaved text stored in this browser; null removes it. @returns whether this browser could not store it */
export function useStoring(key: string, unsaved: string | null): RefObject<boolean> {
  const isLost = useRef(false)
  useEffect(() => {
    isLost.current = unsaved !== null && !writeStored(key, unsaved)
    if (unsaved === null) removeStored(key)
  }, [key, unsaved])
  return isLost
}
