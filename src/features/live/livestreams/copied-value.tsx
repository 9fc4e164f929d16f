import './copied-value.css'
import { type ReactNode, useState } from 'react'
import { t } from '#messages/messages.ts'
import { IconButton } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { showToast } from '#ui/toasts.ts'

interface Props {
  /** Such as 'Stream Key'. */
  name: string
  value: string
  /** Hides the value from people nearby and from viewers of a shared screen. */
  isSecret?: boolean
  /** Another button for the value. */
  action?: ReactNode
}

/** A value with a copy button. Source: docs/product.md, Screens and Errors */
export function CopiedValue({ name, value, isSecret = false, action }: Props) {
  const [isShown, setShown] = useState(!isSecret)
  return (
    <div className="copied-value">
      <span className="overline">{name}</span>
      <div className="copied-value-line">
        {isShown ? <code className="copied-value-text">{value}</code> : <Mask />}
        {isSecret && (
          <IconButton
            icon="eye"
            label={t('Show {name}', { name })}
            aria-pressed={isShown}
            size="s"
            onClick={() => setShown(!isShown)}
          />
        )}
        <IconButton icon="copy" label={t('Copy {name}', { name })} size="s" onClick={() => void copy(name, value)} />
        {action}
      </div>
    </div>
  )
}

// The same length for every value, so that it reveals nothing.
const Mask = () => (
  <span className="copied-value-text">
    <span className="copied-value-mask" aria-hidden="true">
      {'•'.repeat(16)}
    </span>
    <span className="visually-hidden">{t('hidden')}</span>
  </span>
)

async function copy(name: string, value: string): Promise<void> {
  if (await copyText(value))
    showToast({ title: t('Copied'), description: t('{name} copied to clipboard', { name }), variant: 'success' })
  else showToast({ title: t('Error'), description: t('Failed to copy to clipboard'), variant: 'error' })
}
