import { copyText } from './copy-text.ts'
import { showToast } from './toasts.ts'

type Shared = ShareData & { url: string }

/** Shares by the device's own means, else copies the address. */
export async function share(data: Shared): Promise<void> {
  if ('share' in navigator && navigator.canShare(data)) return handOver(data)
  return copy(data.url)
}

/** Whoever closes the sheet has changed their mind: nothing to tell. */
async function handOver(data: Shared) {
  try {
    await navigator.share(data)
  } catch (reason) {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) await copy(data.url)
  }
}

async function copy(url: string) {
  if (await copyText(url)) showToast({ title: 'Link copied', description: url, variant: 'success' })
  else showToast({ title: 'Failed to copy', description: url, variant: 'error' })
}
