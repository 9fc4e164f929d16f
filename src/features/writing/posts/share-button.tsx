import { t } from '#messages/messages.ts'
import { Button } from '#ui/button.tsx'
import { share } from '#ui/share.ts'
import { postPath } from './post-addresses.contract.ts'
import type { Post } from './posts.contract.ts'

const shareTextLength = 100

/** Shares the post's URL through the device's share dialog, or copies it. */
export function ShareButton({ post }: { post: Pick<Post, 'id' | 'slug' | 'title' | 'excerpt'> }) {
  function onShare() {
    const url = location.origin + postPath(post)
    const text = post.excerpt.slice(0, shareTextLength)
    void share({ url, text, ...(post.title !== null && { title: post.title }) })
  }
  return (
    <Button variant="plain" size="s" icon="share-2" onClick={onShare}>
      {t('Share')}
    </Button>
  )
}
