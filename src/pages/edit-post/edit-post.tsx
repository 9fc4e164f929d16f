import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { editPath, type editPostAddress } from '#features/writing/posts/post-addresses.contract.ts'
import { usePostToEdit } from '#features/writing/posts/posts.hooks.ts'
import { PageHead } from '#ui/page-head.tsx'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostFailed, PostNotFound } from '../post/post-unavailable.tsx'
import { NotYours } from './not-yours.tsx'
import { PostEditor } from './post-editor.tsx'

export const editPostView: PageView<typeof editPostAddress> = {
  View: EditPostPage,
  head: () => ({ title: t('Edit post'), noindex: true }),
}

function EditPostPage({ params }: PageProps<typeof editPostAddress>) {
  return <div className="page">{params ? <EditPostById id={params.id} /> : <PostNotFound />}</div>
}

function EditPostById({ id }: { id: number }) {
  const { data: post, error, refetch } = usePostToEdit(id)
  const [, navigate] = useLocation()
  const articlePath = post?.isLongForm ? editPath(post) : null
  useEffect(() => {
    if (articlePath !== null) navigate(articlePath, { replace: true })
  }, [articlePath, navigate])

  if (post === null) return <PostNotFound />
  if (!post && error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  if (!post || post.isLongForm) return <PageSkeleton />
  if (!post.canEdit) return <NotYours id={id} title={t('Edit post')} />
  return (
    <>
      <PageHead title={t('Edit post')} />
      <PostEditor key={id} post={post} />
    </>
  )
}
