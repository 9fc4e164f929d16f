import { t } from '#messages/messages.ts'
import { postAddress, historyAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { PageBar } from '#web/page-bar.tsx'
import { RevisionRow } from '#features/writing/history/revision-row.tsx'
import { useRevisionList } from '#features/writing/history/history.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostFailed, PostNotFound } from '../post/post-unavailable.tsx'

/** A post's versions, each with its editor and time. */
export const historyView: PageView<typeof historyAddress> = {
  View: HistoryPage,
  head: () => ({ title: t('Edit history'), noindex: true }),
}

function HistoryPage({ params, query }: PageProps<typeof historyAddress>) {
  return <div className="page">{params ? <Versions postId={params.id} page={query.page} /> : <PostNotFound />}</div>
}

function Versions({ postId, page }: { postId: number; page: number }) {
  const { data, error, isPlaceholderData, refetch } = useRevisionList(postId, page)
  if (data === null) return <PostNotFound />
  if (!data && error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons count={3} label={t('Loading versions')} />
  const address = historyAddress.href({ id: postId })
  return (
    <>
      <PageHead
        title={t('Edit history')}
        subtitle={summary(data.total)}
        actions={
          <ButtonLink href={postAddress.href({ id: postId })} icon="arrow-left">
            {t('Back to the post')}
          </ButtonLink>
        }
      />
      <ol className="entries revision-list" aria-busy={isPlaceholderData}>
        {data.versions.map((revision) => (
          <RevisionRow key={revision.number} revision={revision} href={`${address}/${revision.number}`} />
        ))}
      </ol>
      <PageBar
        page={page}
        totalPages={data.totalPages}
        hrefOf={(next) => (next > 1 ? `${address}?page=${next}` : address)}
      />
    </>
  )
}

const summary = (total: number) =>
  total === 1
    ? t('This post has not been edited.')
    : t('{total, plural, one {# version, newest first} other {# versions, newest first}}', { total })
