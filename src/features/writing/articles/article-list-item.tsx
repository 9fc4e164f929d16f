import './article-list-item.css'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { t } from '#messages/messages.ts'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import type { DeletionWords } from '#features/writing/posts/delete-post.tsx'
import { TagLinks } from '#features/writing/tags/tag-links.tsx'
import { postPath } from '#features/writing/posts/post-addresses.contract.ts'
import { PostCover } from '#features/writing/posts/post-cover.tsx'
import { langOf, type Post, shownTagsOf } from '#features/writing/posts/posts.contract.ts'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Time } from '#ui/time.tsx'
import { ReadMore } from '#features/writing/posts/read-more.tsx'
import { useSignedIn } from '#web/use-signed-in.ts'

/** Loaded for members only. */
const PostMenu = lazyPart(
  async () => (await import('#features/writing/post-cards/post-menu.tsx')).PostMenu,
  () => null,
)

/** The displayed widths of covers. */
const sizes = '(min-width: 64rem) 17rem, 7rem'
const leadSizes = '(min-width: 75rem) 35rem, (min-width: 64rem) 50vw, 100vw'

interface Props {
  post: Post
  /** The first article, which is larger. */
  isLead?: boolean
}

/** An article in the list: category, title, excerpt, author, date, and reading time. Source: docs/product.md, Blog. */
export function ArticleListItem({ post, isLead = false }: Props) {
  const isSignedIn = useSignedIn()
  const { title, excerpt, category, createdAt, readingMinutes, user } = post
  const address = postPath(post)
  return (
    <article
      className="article-item h-entry"
      data-lead={isLead || undefined}
      data-cover={post.cover !== null || undefined}
      aria-label={title ?? undefined}
    >
      <div className="article-item-head">
        <CategoryBadge category={category} />
        {isSignedIn && (
          <Suspense>
            <PostMenu post={post} deletion={articleDeletion} />
          </Suspense>
        )}
      </div>
      <h2 className="entry-title" dir="auto" lang={langOf(post)}>
        <Link href={address} className="p-name u-url u-uid">
          {title}
        </Link>
      </h2>
      <p className="facts meta">
        <Time iso={createdAt} as="long" className="dt-published" />
        <span>{t('{readingMinutes} min read', { readingMinutes })}</span>
      </p>
      {post.cover && (
        <Link href={address} className="article-item-cover" tabIndex={-1} aria-hidden="true">
          <PostCover cover={post.cover} sizes={isLead ? leadSizes : sizes} isEarly={isLead} isDecorative />
        </Link>
      )}
      <p className="article-item-excerpt p-summary" dir="auto" lang={langOf(post)}>
        {excerpt}
      </p>
      <TagLinks names={shownTagsOf(post)} most={5} />
      <footer className="article-item-foot">
        <Author user={user} />
        <ReadMore href={address} className="article-item-more" target={title ?? t('article')} />
      </footer>
    </article>
  )
}

function Author({ user }: Pick<Post, 'user'>) {
  const name = user.displayName || user.username || t('Anonymous')
  return (
    <span className="article-item-author p-author h-card">
      <AuthorLink user={user} className="u-url">
        <Avatar name={name} image={user.profileImage} size="xs" />
        <bdi className="p-name">{name}</bdi>
      </AuthorLink>
    </span>
  )
}

/** Source: docs/product.md, Blog and Errors. */
const articleDeletion: DeletionWords = {
  title: t('Delete Blog Post'),
  question: t('Are you sure you want to delete this blog post? This action cannot be undone.'),
  confirm: t('Delete'),
  done: { title: t('Success'), description: t('Blog post deleted successfully!') },
  failed: t('Failed to delete blog post. Please try again.'),
}
