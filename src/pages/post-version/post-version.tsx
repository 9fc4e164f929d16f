import type { postVersionAddress } from '#features/writing/versions/version-addresses.contract.ts'
import { VersionNotice } from '#features/writing/versions/version-notice.tsx'
import { VersionText } from '#features/writing/versions/version-text.tsx'
import { useVersion, versionQuery } from '#features/writing/versions/versions.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { Head, PageProps, PageView } from '../page.ts'
import { PostFailed } from '../post/post.tsx'

interface Address {
  postId: number
  number: number
}

/** A post as it was in one version, and what that version changed. */
export const postVersionView: PageView<typeof postVersionAddress> = {
  View: PostVersionPage,
  head: (cache, { params }): Head => {
    const version = params && cache.getQueryData(versionQuery(params.id, params.number).queryKey)
    if (!version) return { title: version === undefined ? 'Version' : 'Version Not Found', noindex: true }
    const name = `Version ${version.number} of ${version.total}`
    return { title: version.title === null ? name : `${version.title} (${name.toLowerCase()})`, noindex: true }
  },
}

function PostVersionPage({ params }: PageProps<typeof postVersionAddress>) {
  return (
    <div className="page">{params ? <VersionAt postId={params.id} number={params.number} /> : <VersionNotFound />}</div>
  )
}

function VersionAt({ postId, number }: Address) {
  const { data: version, error, refetch } = useVersion(postId, number)
  if (version === null) return <VersionNotFound />
  if (!version && error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  if (!version) return <Skeletons count={1} label="Loading version" />
  return (
    <div className="stack">
      <VersionNotice version={version} />
      <VersionText version={version} />
    </div>
  )
}

const VersionNotFound = () => (
  <EmptyState
    icon="file-text"
    title="Version Not Found"
    isPageTitle
    actions={<ButtonLink href="/">Return Home</ButtonLink>}
  >
    There is no such version, or its post has been deleted.
  </EmptyState>
)
