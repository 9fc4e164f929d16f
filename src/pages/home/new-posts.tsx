import { t } from '#messages/messages.ts'
import './new-posts.css'
import type { PostList } from '#features/writing/posts/posts.contract.ts'
import type { Feed } from '#features/writing/posts/posts.hooks.ts'
import { Button } from '#ui/button.tsx'
import { scrollToTop } from '#web/page-bar.tsx'
import { useNewPostCount } from './new-posts.hooks.ts'

interface Props {
  feed: Feed
  shown: PostList
  onShow: () => Promise<unknown>
}

/** A button above the feed that shows the posts that have been published in the meantime. */
export function NewPosts({ feed, shown, onShow }: Props) {
  const count = useNewPostCount(feed, shown)
  return (
    <output className="new-posts">
      {count > 0 && (
        <Button variant="primary" size="s" icon="chevron-up" onClick={() => void onShow().then(scrollToTop)}>
          {t('{count, plural, one {Show # new post} other {Show # new posts}}', { count })}
        </Button>
      )}
    </output>
  )
}
