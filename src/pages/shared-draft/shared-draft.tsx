import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import '../post/post.css'
import '#features/writing/posts/post-byline.css'
import './shared-draft.css'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { AuthorLink } from '#features/people/profiles/author-link.tsx'
import { CategoryBadge } from '#features/writing/categories/category-badge.tsx'
import { PostCover } from '#features/writing/posts/post-cover.tsx'
import type { sharedDraftAddress } from '#features/writing/shared-drafts/shared-draft-addresses.contract.ts'
import { SharedDraftComments } from '#features/writing/shared-drafts/shared-draft-comments.tsx'
import type { SharedDraft } from '#features/writing/shared-drafts/shared-drafts.contract.ts'
import { sharedDraftQuery } from '#features/writing/shared-drafts/shared-drafts.hooks.ts'
import { TagLinks } from '#features/writing/tags/tag-links.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Prose } from '#ui/prose.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import { Time } from '#ui/time.tsx'
import { LoadFailed, returnHome } from '../load-failed.tsx'
import type { PageProps, PageView } from '../page.ts'

type Props = PageProps<typeof sharedDraftAddress>

export const sharedDraftView: PageView<typeof sharedDraftAddress> = {
  View: SharedDraftPage,
  head: (cache, { params }) => {
    const draft = params && cache.getQueryData(sharedDraftQuery(params.token).queryKey)
    return {
      title: draft ? t('Draft: {title}', { title: draft.title }) : t('Draft'),
      noindex: true,
      isAddressSecret: true,
    }
  },
}

function SharedDraftPage({ params, query: { comment } }: Props) {
  return (
    <div className="page">
      {params ? <DraftByToken token={params.token} isSent={comment === 'sent'} /> : <DraftNotFound />}
    </div>
  )
}

function DraftByToken({ token, isSent }: { token: string; isSent: boolean }) {
  const { data: draft, error, refetch } = useQuery(sharedDraftQuery(token))
  if (draft)
    return (
      <DraftArticle draft={draft}>
        <SharedDraftComments token={token} comments={draft.comments} isSent={isSent} />
      </DraftArticle>
    )
  if (draft === null) return <DraftNotFound />
  if (error) return <LoadFailed title={t('Error Loading Draft')} reason={error} onRetry={() => void refetch()} />
  return <Skeletons count={1} label={t('Loading draft')} />
}

function DraftArticle({ draft, children }: { draft: SharedDraft; children: ReactNode }) {
  const { title, user, category, cover, contentHtml, isTruncated, tags, readingMinutes, updatedAt } = draft
  return (
    <article className="post-article" data-long>
      <DraftBanner draft={draft} />
      <header className="post-article-head">
        {category && <CategoryBadge category={category} />}
        <h1 dir="auto">{title}</h1>
        <div className="post-byline">
          <span className="post-byline-author">
            <AuthorLink user={user}>
              <Avatar name={user.displayName} image={user.profileImage} />
              <bdi className="p-name">{user.displayName}</bdi>
            </AuthorLink>
          </span>
          <p className="post-byline-facts meta">
            <span>{t('{readingMinutes} min read', { readingMinutes })}</span>
            <span>{rich('Last edited {when}', { when: <Time iso={updatedAt} /> })}</span>
          </p>
        </div>
      </header>
      {cover && <PostCover cover={cover} sizes="(min-width: 44rem) 40rem, 100vw" isEarly />}
      <Prose html={contentHtml} />
      {isTruncated && (
        <p className="meta">{t('This draft is too long to show in full. Only the beginning is shown.')}</p>
      )}
      <TagLinks names={tags} />
      {children}
    </article>
  )
}

const DraftBanner = ({ draft: { user, expiresAt } }: { draft: SharedDraft }) => (
  <aside className="shared-draft-banner" aria-label={t('About this page')}>
    <Icon name="lock" />
    <div>
      <p>
        <strong>{rich('Draft by {author} – not published', { author: <bdi>{user.displayName}</bdi> })}</strong>
      </p>
      <p>
        {t('The author shared it with you and may still change it. Please don’t share this link.')}
        {expiresAt !== null && (
          <> {rich('The link works until {date}.', { date: <Time iso={expiresAt} as="long" /> })}</>
        )}
      </p>
    </div>
  </aside>
)

const DraftNotFound = () => (
  <EmptyState icon="file-text" title={t('Draft Not Found')} isPageTitle actions={returnHome}>
    {t('The link is wrong or no longer works. Ask the author for a new one.')}
  </EmptyState>
)
