import { IdText } from '#features/ids/ids.contract.ts'
import { VersionNotice } from '#features/versions/version-notice.tsx'
import { VersionText } from '#features/versions/version-text.tsx'
import { useVersion, versionQuery } from '#features/versions/versions.hooks.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeletons } from '#ui/skeleton.tsx'
import type { Head, PageAddress, PageView } from '../page.ts'
import { PostFailed } from '../post/post.tsx'

interface Address {
  postId: number
  number: number
}

/** A post as it was in one version, and what that version changed. */
export const postVersionPage: PageView = {
  View: PostVersionPage,
  head: (cache, { params }): Head => {
    const address = addressOf(params)
    const version = address && cache.getQueryData(versionQuery(address.postId, address.number).queryKey)
    if (!version) return { title: version === undefined ? 'Version' : 'Version Not Found', noindex: true }
    const name = `Version ${version.number} of ${version.total}`
    return { title: version.title === null ? name : `${version.title} (${name.toLowerCase()})`, noindex: true }
  },
}

function addressOf(params: PageAddress['params']): Address | null {
  const postId = IdText.safeParse(params.id)
  const number = IdText.safeParse(params.number)
  return postId.success && number.success ? { postId: postId.data, number: number.data } : null
}

function PostVersionPage({ params }: PageAddress) {
  const address = addressOf(params)
  return <div className="page">{address ? <VersionAt {...address} /> : <VersionNotFound />}</div>
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
