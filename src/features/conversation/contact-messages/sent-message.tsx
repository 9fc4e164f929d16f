import './sent-message.css'
import { useEffect, useRef } from 'react'
import { rich } from '#messages/rich.ts'

/** Thanks the sender for a message. It takes focus, so that it scrolls into view and is read aloud. */
export function SentMessage({ takesFocus }: { takesFocus: boolean }) {
  const note = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <output ref={note} className="sent-message" tabIndex={-1}>
      {rich('<strong>Thanks!</strong> Your message has been sent.', { strong: (text) => <strong>{text}</strong> })}
    </output>
  )
}
