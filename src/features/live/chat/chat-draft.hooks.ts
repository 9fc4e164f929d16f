import { useState, useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

/** An unsent message. Kept in this browser until it is sent, even if the page is reloaded. */
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
    /** Clears the sent message, but not text that was typed in the meantime. */
    sent(message: string) {
      setTyped((now) => (now === null || now === message ? '' : now))
      if (readStored(key) === message) removeStored(key)
    },
  }
}

const never = () => () => {}
