import { useState, useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

/** A message under way. It is kept in this browser until it is sent, and is there again when the page is. */
export function useChatDraft(livestreamId: number) {
  const key = `chat-draft-${livestreamId}`
  const [typed, setTyped] = useState<string | null>(null)
  const stored = useSyncExternalStore(
    never,
    () => readStored(key) ?? '',
    () => '',
  )
  return {
    text: typed ?? stored,
    change(text: string) {
      setTyped(text)
      if (text === '') removeStored(key)
      else writeStored(key, text)
    },
    /** What was typed while it was on its way stays. */
    sent(message: string) {
      setTyped((now) => (now === null || now === message ? '' : now))
      if (readStored(key) === message) removeStored(key)
    },
  }
}

const never = () => () => {}
