import './sent-message.css'
import { useEffect, useRef } from 'react'
import { t } from '#messages/messages.ts'

/** Thanks the sender for a message. It takes focus, so that it scrolls into view and is read aloud. */
export function SentMessage({ takesFocus }: { takesFocus: boolean }) {
  const note = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <output ref={note} className="sent-message" tabIndex={-1}>
      <strong>{t('Thanks!')}</strong> Your message has been sent.
    </output>
  )
}
