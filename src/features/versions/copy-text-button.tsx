import type { ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & { text: string }

/** Puts a text where the next paste takes it from. */
export const CopyTextButton = ({ text, ...rest }: Props) => (
  <Button icon="copy" {...rest} onClick={() => void copy(text)} />
)

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: 'Copied', description: 'Your text copied to clipboard', variant: 'success' })
  } catch {
    showToast({ title: 'Failed to copy', description: 'Please copy the text by hand.', variant: 'error' })
  }
}
