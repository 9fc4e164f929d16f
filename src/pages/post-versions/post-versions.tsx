import { postAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { postVersionsAddress } from '#features/writing/versions/version-addresses.contract.ts'
import { PageBar } from '#web/page-bar.tsx'
import { VersionRow } from '#features/writing/versions/version-row.tsx'
import { useVersionList } from '#features/writing/versions/versions.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostFailed, PostNotFound } from '../post/post.tsx'

/** Which versions of a post there are: who wrote them and when. */
export const postVersionsView: PageView<typeof postVersionsAddress> = {
  View: PostVersionsPage,
  head: () => ({ title: 'Edit history', noindex: true }),
}

function PostVersionsPage({ params, query }: PageProps<typeof postVersionsAddress>) {
  return <div className="page">{params ? <Versions postId={params.id} page={query.page} /> : <PostNotFound />}</div>
}

function Versions({ postId, page }: { postId: number; page: number }) {
  const { data, error, isPlaceholderData, refetch } = useVersionList(postId, page)
  if (data === null) return <PostNotFound />
  if (!data && error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  if (!data) return <Skeletons count={3} label="Loading versions" />
  const address = postVersionsAddress.href({ id: postId })
  return (
    <>
      <PageHead
        title="Edit history"
        subtitle={summary(data.total)}
        actions={
          <ButtonLink href={postAddress.href({ id: postId })} icon="arrow-left">
            Back to the post
          </ButtonLink>
        }
      />
      <ol className="entries version-list" aria-busy={isPlaceholderData}>
        {data.versions.map((version) => (
          <VersionRow key={version.number} version={version} href={`${address}/${version.number}`} />
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
  total === 1 ? 'This post has not been edited.' : `${total.toLocaleString('en')} versions, the newest first`
