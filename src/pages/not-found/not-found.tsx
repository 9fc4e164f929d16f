import './not-found.css'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { SiteSearch } from '#features/discovery/search/site-search.tsx'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { useRecentPosts } from '#features/writing/posts/recent-posts.hooks.ts'
import { langOf, type Post } from '#features/writing/posts/posts.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Time } from '#ui/time.tsx'
import type { Head } from '../page.ts'

export const notFoundHead: Head = { title: t('Page not found'), noindex: true }

/** Shown for every path without a page. */
export const NotFound = () => (
  <div className="page stack not-found">
    <PageHead
      title={t('Page not found')}
      subtitle={t('This page doesn’t exist. The link may be wrong, or the page may have been removed.')}
    />
    <SiteSearch />
    <ButtonLink href="/" icon="house" className="not-found-home">
      {t('Return Home')}
    </ButtonLink>
    <RecentPosts />
  </div>
)

/** The newest posts. Renders nothing if there are none, or while they are loading. */
function RecentPosts() {
  const { data } = useRecentPosts()
  if (!data || data.posts.length === 0) return null
  return (
    <section className="not-found-recent" aria-labelledby="not-found-recent">
      <h2 id="not-found-recent">{t('Recent posts')}</h2>
      <ul className="entries">
        {data.posts.map((post) => (
          <li key={post.id}>
            <RecentPost post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const RecentPost = ({ post }: { post: Post }) => (
  <Link href={postPath(post)} className="recent-post">
    <span className="recent-post-title" dir="auto" lang={langOf(post)}>
      {post.title ?? post.excerpt}
    </span>
    <span className="meta">
      <bdi>{post.user.displayName}</bdi> · <Time iso={post.createdAt} as="date" />
    </span>
  </Link>
)
