import { useState } from 'react'
import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { SetupBanner } from '#features/admin/setup/setup-banner.tsx'
import { blogAddress, writeArticleAddress, postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { ArticleEditor } from '#features/writing/articles/article-editor.tsx'
import { UnsavedArticles } from '#features/writing/articles/article-notes.tsx'
import { useCurrentUserId } from '#features/writing/autosave/autosave.hooks.ts'
import { listUnsavedArticles, useNewArticle } from '#features/writing/autosave/load-article.hooks.ts'
import { newDraftKey } from '#features/writing/autosave/article-writing.hooks.ts'
import { draftEditorPath, DraftKey } from '#features/writing/drafts/drafts.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import type { PageView } from '../page.ts'
import { PostFailed } from '../post/post-unavailable.tsx'

export const writeArticleView: PageView = {
  View: WriteArticlePage,
  head: () => ({ title: t('New article'), noindex: true }),
}

function WriteArticlePage() {
  const userId = useCurrentUserId()
  const { key, isFresh, session, name } = useDraftAddress()
  return (
    <div className="page page-wide">
      {DraftKey.safeParse(key).success ? (
        <NewArticle key={`${userId} ${session}`} userId={userId} draftKey={key} isFresh={isFresh} onNamed={name} />
      ) : (
        <DraftNotFound />
      )}
    </div>
  )
}

interface NewArticleProps {
  userId: string
  draftKey: string
  isFresh: boolean
  onNamed: (key: string) => void
}

function NewArticle({ userId, draftKey, isFresh, onNamed }: NewArticleProps) {
  const load = useNewArticle(userId, draftKey, isFresh)
  const [unsaved] = useState(() => (isFresh ? listUnsavedArticles(userId) : []))
  if (load.is === 'loading') return <PageSkeleton />
  if (load.is === 'failed') return <PostFailed reason={load.reason} onRetry={load.retry} />
  if (load.is === 'missing') return <DraftNotFound />
  if (load.is === 'published') return <AlreadyPublished postId={load.postId} />
  return (
    <ArticleEditor userId={userId} initial={load.initial} onNamed={onNamed}>
      <SetupBanner />
      {unsaved.length > 0 && <UnsavedArticles copies={unsaved} />}
    </ArticleEditor>
  )
}

const writeAnother = (
  <>
    <ButtonLink variant="primary" icon="square-pen" href={writeArticleAddress.href()}>
      {t('Write a new article')}
    </ButtonLink>
    <ButtonLink href={blogAddress.href()}>{t('Back to the blog')}</ButtonLink>
  </>
)

const DraftNotFound = () => (
  <EmptyState icon="file-text" title={t('Draft Not Found')} isPageTitle actions={writeAnother}>
    {t('It was published or discarded, belongs to another account, or is only stored in another browser.')}
  </EmptyState>
)

const AlreadyPublished = ({ postId }: { postId: number | null }) => (
  <EmptyState
    icon="circle-check"
    title={t('This draft has been published')}
    isPageTitle
    actions={
      <>
        {postId !== null && (
          <ButtonLink variant="primary" href={postAddress.href({ id: postId })}>
            {t('Read the article')}
          </ButtonLink>
        )}
        <ButtonLink href={writeArticleAddress.href()}>{t('Write a new article')}</ButtonLink>
      </>
    }
  >
    {postId === null ? t('The article has since been deleted.') : t('The article now has its own page.')}
  </EmptyState>
)

interface Session {
  asked: string | null
  key: string
  /** Whether the key was just generated and has no draft yet. */
  isFresh: boolean
  session: number
  /** Keys that this session has added to the URL. */
  named: Set<string>
}

/** Returns the draft key from the URL, or a new key, which is added to the URL once the draft is stored, so that a
 *  reload finds it. */
function useDraftAddress() {
  const asked = new URLSearchParams(useSearch()).get('draft')
  const [state, setState] = useState<Session>(() => sessionFor(asked, 0))
  const isOther = asked === null ? state.asked !== null : asked !== state.asked && !state.named.has(asked)
  if (isOther) setState(sessionFor(asked, state.session + 1))
  else if (asked !== state.asked) setState({ ...state, asked })

  function name(key: string) {
    if (key === asked) return
    state.named.add(key)
    history.replaceState(history.state, '', draftEditorPath({ key, postId: null }))
  }
  return { ...state, name }
}

const sessionFor = (asked: string | null, session: number): Session => ({
  asked,
  key: asked ?? newDraftKey(),
  isFresh: asked === null,
  session,
  named: new Set(),
})
