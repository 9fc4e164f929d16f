import './post.css'
import { type ReactNode, Suspense, useMemo } from 'react'
import { t } from '#messages/messages.ts'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import { editPath } from '#features/writing/posts/post-addresses.contract.ts'
import { LikeButton } from '#features/writing/likes/like-button.tsx'
import { AdjacentArticlesNav } from '#features/writing/adjacent-articles/adjacent-articles-nav.tsx'
import { headingsOf } from '#features/writing/posts/headings.contract.ts'
import { PostBody } from '#features/writing/posts/post-body.tsx'
import { PostCover } from '#features/writing/posts/post-cover.tsx'
import { PostByline } from '#features/writing/posts/post-byline.tsx'
import { langOf, type Post, shownTagsOf } from '#features/writing/posts/posts.contract.ts'
import { SeriesNav } from '#features/writing/series/series-nav.tsx'
import { NextPart } from '#features/writing/series/next-part.tsx'
import { useSeriesPlace } from '#features/writing/series/series.hooks.ts'
import { TagLinks } from '#features/writing/tags/tag-links.tsx'
import { ShareButton } from '#features/writing/posts/share-button.tsx'
import { TruncatedNote } from '#features/writing/posts/truncated-note.tsx'
import { isDeleted } from '#features/people/profiles/deleted.contract.ts'
import { useViewer } from '#features/people/profiles/profiles.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { AuthorCard } from './author-card.tsx'
import { picturesIn } from './pictures-in.ts'
import { ContentsAside, ContentsFold } from './table-of-contents.tsx'

/** Loaded for members only. */
const PostActions = lazyPart(
  async () => (await import('./post-actions.tsx')).PostActions,
  () => null,
)

/** Minimum number of headings for a table of contents. */
const fewestHeadings = 3

interface PostArticleProps {
  post: Post
  /** The reactions below the text. */
  children: ReactNode
}

/** A post on its own page. */
export function PostArticle({ post, children }: PostArticleProps) {
  const viewer = useViewer()
  const headings = useMemo(() => headingsOf(post.contentHtml), [post.contentHtml])
  const hasContents = headings.length >= fewestHeadings
  const article = (
    <article className="post-article h-entry" data-long={post.isLongForm || undefined}>
      <header className="post-article-head">
        <div className="post-article-over row">
          <CategoryBadge category={post.category} />
          {post.isUnlisted && <span className="badge">{t('Unlisted')}</span>}
          {post.canEdit && post.isLongForm && (
            <ButtonLink variant="plain" size="s" icon="pencil" href={editPath(post)} className="push">
              {t('Edit')}
            </ButtonLink>
          )}
        </div>
        {post.title ? (
          <h1 className="p-name" dir="auto" lang={langOf(post)}>
            {post.title}
          </h1>
        ) : (
          <h1 className="visually-hidden">{t('Post by {displayName}', { displayName: post.user.displayName })}</h1>
        )}
        <PostByline post={post} as="date" />
      </header>
      {post.cover && <PostCover cover={post.cover} sizes="(min-width: 44rem) 40rem, 100vw" isEarly />}
      <EntryFacts post={post} />
      {post.series && <SeriesNav postId={post.id} />}
      {hasContents && <ContentsFold headings={headings} />}
      <PostBody post={post} />
      {post.isTruncated && <TruncatedNote postId={post.id} />}
      <TagLinks names={shownTagsOf(post)} />
      <footer className="post-article-foot row">
        <LikeButton postId={post.id} likes={post} />
        <ShareButton post={post} />
        {viewer && (
          <Suspense>
            <PostActions post={post} />
          </Suspense>
        )}
      </footer>
      {post.isLongForm && <ArticleEnd post={post} />}
      {children}
    </article>
  )
  return hasContents ? (
    <div className="post-beside">
      <ContentsAside headings={headings} />
      {article}
    </div>
  ) : (
    article
  )
}

/** The author, and what to read next. */
const ArticleEnd = ({ post: { id, user, series } }: { post: Post }) => (
  <>
    {!isDeleted(user) && <AuthorCard username={user.username} />}
    {series ? <NextInSeries postId={id} /> : <AdjacentArticlesNav postId={id} />}
  </>
)

/** The next part of the series, and the other articles around this one. */
function NextInSeries({ postId }: { postId: number }) {
  const { data } = useSeriesPlace(postId)
  return (
    <>
      {data?.next && <NextPart place={data} part={data.next} />}
      <AdjacentArticlesNav postId={postId} except={data?.next?.id} />
    </>
  )
}

/** The post's microformats properties that are shown elsewhere on the page. */
function EntryFacts({ post }: { post: Post }) {
  const [picture] = picturesIn(post.contentHtml)
  if (!post.isLongForm && picture === undefined) return null
  return (
    <span hidden>
      {post.isLongForm && <data className="p-summary" value={post.excerpt} />}
      {picture !== undefined && !post.cover && (
        <data className={post.isLongForm ? 'u-featured' : 'u-photo'} value={picture} />
      )}
    </span>
  )
}
