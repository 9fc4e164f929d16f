import type { ComponentProps } from 'react'
import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { showToast } from '#ui/toasts.ts'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & { text: string }

/** A button that copies text to the clipboard. */
export const CopyTextButton = ({ text, ...rest }: Props) => (
  <Button icon="copy" {...rest} onClick={() => void copy(text)} />
)

async function copy(text: string): Promise<void> {
  if (await copyText(text))
    showToast({ title: t('Copied'), description: t('Your text copied to clipboard'), variant: 'success' })
  else showToast({ title: t('Failed to copy'), description: t('Copy the text manually.'), variant: 'error' })
}
