import { copyText } from './copy-text.ts'
import { showToast } from './toasts.ts'
import { t } from '#messages/messages.ts'

type Shared = ShareData & { url: string }

/** Opens the device's share sheet, or copies the URL if there is none. */
export async function share(data: Shared): Promise<void> {
  if ('canShare' in navigator && navigator.canShare(data)) return handOver(data)
  return copy(data.url)
}

/** Shares the link. Closing the share sheet is not an error. */
async function handOver(data: Shared) {
  try {
    await navigator.share(data)
  } catch (reason) {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) await copy(data.url)
  }
}

async function copy(url: string) {
  if (await copyText(url)) showToast({ title: t('Link copied'), description: url, variant: 'success' })
  else showToast({ title: t('Failed to copy'), description: url, variant: 'error' })
}
