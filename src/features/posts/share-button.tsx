import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import type { Post } from './posts.contract.ts'

const shareTextLength = 100

/** Shares the post's address by the device's own means, else copies it. */
export function ShareButton({ post }: { post: Pick<Post, 'id' | 'title' | 'excerpt'> }) {
  async function share() {
    const url = `${location.origin}/post/${post.id}`
    const text = post.excerpt.slice(0, shareTextLength)
    const data = { url, text, ...(post.title !== null && { title: post.title }) }
    if ('share' in navigator && navigator.canShare(data)) return handOver(data)
    return copy(url)
  }
  return (
    <Button variant="plain" size="s" icon="share-2" onClick={() => void share()}>
      Share
    </Button>
  )
}

/** Whoever closes the sheet has changed their mind: nothing to tell. */
async function handOver(data: ShareData) {
  try {
    await navigator.share(data)
  } catch (reason) {
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) await copy(data.url ?? '')
  }
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied', description: url, variant: 'success' })
  } catch {
    showToast({ title: 'Failed to copy', description: url, variant: 'error' })
  }
}
