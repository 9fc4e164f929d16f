import { useEffect, useRef, useState } from 'react'
import { t } from '#messages/messages.ts'
import { TrapField } from '#features/conversation/comments/trap-field.tsx'
import { useShownAt } from '#features/conversation/comments/shown-at.hooks.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { Button } from '#ui/button.tsx'
import { TextArea, TextInput } from '#ui/field.tsx'
import { showFailure } from '#web/action.tsx'
import { useForm } from '#web/use-form.ts'
import { sendMessage } from './contact-messages.contract.ts'
import { useSendMessage } from './contact-messages.hooks.ts'
import { SentMessage } from './sent-message.tsx'

interface Props {
  /** Whether a message was just sent without JavaScript. */
  isSent: boolean
}

/** The contact form. It also works without JavaScript. */
export function ContactForm({ isSent }: Props) {
  const [sentCount, setSentCount] = useState(isSent ? 1 : 0)
  return (
    <>
      {sentCount > 0 && <SentMessage key={sentCount} takesFocus={!isSent || sentCount > 1} />}
      <Form key={`form ${sentCount}`} onSent={() => setSentCount((count) => count + 1)} />
    </>
  )
}

function Form({ onSent }: { onSent: () => void }) {
  const name = useNameOfViewer()
  const shownAt = useShownAt()
  const { mutateAsync } = useSendMessage()
  const { onSubmit, loadSchema, faults, isPending } = useForm(messageSchema, async (message) => {
    try {
      await mutateAsync({ ...message, writingMs: Math.round(performance.now() - shownAt) })
      onSent()
    } catch (reason) {
      showFailure(reason, { title: t('Message not sent'), fallback: t('Please try again.') })
    }
  })
  return (
    <form
      className="form"
      method="post"
      action={sendMessage.path}
      noValidate
      aria-label={t('Contact')}
      onSubmit={(event) => void onSubmit(event)}
      onInput={loadSchema}
    >
      <div className="form-row">
        <TextInput
          ref={name}
          label={t('Name')}
          name="name"
          autoComplete="name"
          required
          maxLength={100}
          error={faults['name']}
        />
        <TextInput
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          hint={t('For the reply. It is not published.')}
          error={faults['email']}
        />
      </div>
      <TextArea label={t('Message')} name="message" rows={8} required error={faults['message']} />
      <TrapField />
      <div className="form-actions">
        <Button type="submit" variant="primary" busy={isPending}>
          {isPending ? t('Sending...') : t('Send message')}
        </Button>
      </div>
    </form>
  )
}

const messageSchema = async () => (await import('./message-schema.contract.ts')).MessageInput

/** Returns a ref for the field that is filled with the viewer's name, unless something has been entered. */
function useNameOfViewer() {
  const field = useRef<HTMLInputElement>(null)
  const name = useViewer()?.displayName
  useEffect(() => {
    if (field.current?.value === '' && name !== undefined) field.current.value = name
  }, [name])
  return field
}
