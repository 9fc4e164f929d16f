import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { useUnlistedPosts } from '#features/writing/posts/posts.hooks.ts'
import { Time } from '#ui/time.tsx'
import './unlisted-list.css'

/** The signed-in member's unlisted posts, which appear in no other list. Renders nothing if there are none. */
export function UnlistedList() {
  const { data } = useUnlistedPosts()
  if (!data || data.total === 0) return null
  return (
    <details className="unlisted">
      <summary>
        {t('{total, plural, one {# unlisted post} other {# unlisted posts}}', { total: data.total })}
        <span className="meta">{t('Only people with the link can find them')}</span>
      </summary>
      <ul className="unlisted-list">
        {data.posts.map((post) => (
          <li key={post.id}>
            <Link href={postPath(post)} className="link" dir="auto">
              {post.title ?? post.excerpt}
            </Link>
            <Time iso={post.createdAt} as="date" className="meta" />
          </li>
        ))}
      </ul>
    </details>
  )
}
