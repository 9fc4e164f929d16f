import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { useIsOn } from '#features/discovery/site/site.hooks.ts'
import { profileAddress } from '#features/people/profiles/profile-addresses.contract.ts'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { useArticlesBy } from '#features/writing/posts/posts-by.hooks.ts'
import { Time } from '#ui/time.tsx'
import { Block } from './portfolio-block.tsx'
import { articlesShown } from './articles-shown.ts'
import type { BlockProps } from './shared-blocks.tsx'

/** The member's newest articles. */
export const Writing = (props: BlockProps) => useIsOn('blog') && <ArticlesOf {...props} />

function ArticlesOf({ user }: BlockProps) {
  const { id, username } = user
  const { data } = useArticlesBy(id, articlesShown)
  if (!data) return null
  return (
    <Block
      name="writing"
      user={user}
      title={t('Writing')}
      more={data.total > articlesShown && profileAddress.href({ username })}
      isEmpty={data.posts.length === 0}
    >
      <ul className="portfolio-writing">
        {data.posts.map((post) => (
          <li key={post.id}>
            <article className="h-entry">
              <h3 dir="auto">
                <Link href={postPath(post)} className="p-name u-url">
                  {post.title}
                </Link>
              </h3>
              <p className="meta">
                <Time iso={post.createdAt} as="long" className="dt-published" />
                <span>{t('{readingMinutes} min read', { readingMinutes: post.readingMinutes })}</span>
              </p>
              <p className="portfolio-excerpt p-summary" dir="auto">
                {post.excerpt}
              </p>
            </article>
          </li>
        ))}
      </ul>
    </Block>
  )
}
