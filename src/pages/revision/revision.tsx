import { t } from '#messages/messages.ts'
import { historyAddress, type revisionAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { RevisionNotice } from '#features/writing/history/revision-notice.tsx'
import { RevisionText } from '#features/writing/history/revision-text.tsx'
import { useRevision, useRevisionList, revisionQuery } from '#features/writing/history/history.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { Head, PageProps, PageView } from '../page.ts'
import { PostFailed } from '../post/post-unavailable.tsx'

interface Address {
  postId: number
  number: number
}

/** A version of a post and the changes it introduced. */
export const revisionView: PageView<typeof revisionAddress> = {
  View: RevisionPage,
  head: (cache, { params }): Head => {
    const revision = params && cache.getQueryData(revisionQuery(params.id, params.number).queryKey)
    if (!revision) return { title: revision === undefined ? t('Version') : t('Version Not Found'), noindex: true }
    const { title, number, total } = revision
    return {
      title:
        title === null
          ? t('Version {number} of {total}', { number, total })
          : t('{title} (version {number} of {total})', { title, number, total }),
      noindex: true,
    }
  },
}

function RevisionPage({ params }: PageProps<typeof revisionAddress>) {
  return (
    <div className="page">
      {params ? <RevisionAt postId={params.id} number={params.number} /> : <RevisionNotFound />}
    </div>
  )
}

function RevisionAt({ postId, number }: Address) {
  const { data: revision, error, refetch } = useRevision(postId, number)
  if (revision === null) return <RevisionNotFound postId={postId} />
  if (!revision && error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  if (!revision) return <Skeletons count={1} label={t('Loading version')} />
  return (
    <div className="stack">
      <RevisionNotice revision={revision} />
      <RevisionText revision={revision} />
    </div>
  )
}

const RevisionNotFound = ({ postId }: { postId?: number }) => (
  <EmptyState
    icon="file-text"
    title={t('Version Not Found')}
    isPageTitle
    actions={
      <>
        {postId !== undefined && <HistoryLink postId={postId} />}
        <ButtonLink href="/">{t('Return Home')}</ButtonLink>
      </>
    }
  >
    {t('This version does not exist, or its post has been deleted.')}
  </EmptyState>
)

/** Links to the post's history if the post exists, which the response for a missing version does not show. */
function HistoryLink({ postId }: { postId: number }) {
  const { data: list } = useRevisionList(postId, 1)
  return list ? <ButtonLink href={historyAddress.href({ id: postId })}>{t('All versions')}</ButtonLink> : null
}
