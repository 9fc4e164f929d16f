import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { t } from '#messages/messages.ts'
import { ArticleEditor } from '#features/writing/articles/article-editor.tsx'
import { useCurrentUserId } from '#features/writing/autosave/autosave.hooks.ts'
import { useArticleEdit } from '#features/writing/autosave/load-article.hooks.ts'
import { type editArticleAddress, editPath } from '#features/writing/posts/post-addresses.contract.ts'
import type { Post } from '#features/writing/posts/posts.contract.ts'
import { usePostToEdit } from '#features/writing/posts/posts.hooks.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { NotYours } from '../edit-post/not-yours.tsx'
import type { PageProps, PageView } from '../page.ts'
import { PostFailed, PostNotFound } from '../post/post-unavailable.tsx'

export const editArticleView: PageView<typeof editArticleAddress> = {
  View: EditArticlePage,
  head: () => ({ title: t('Edit article'), noindex: true }),
}

function EditArticlePage({ params }: PageProps<typeof editArticleAddress>) {
  const userId = useCurrentUserId()
  return (
    <div className="page page-wide">
      {params ? <EditArticleById key={userId} userId={userId} id={params.id} /> : <PostNotFound />}
    </div>
  )
}

function EditArticleById({ userId, id }: { userId: string; id: number }) {
  const { data: post, error, refetch } = usePostToEdit(id)
  const [, navigate] = useLocation()
  const shortPath = post && !post.isLongForm ? editPath(post) : null
  useEffect(() => {
    if (shortPath !== null) navigate(shortPath, { replace: true })
  }, [shortPath, navigate])

  if (post === null) return <PostNotFound />
  if (!post && error) return <PostFailed reason={error} onRetry={() => void refetch()} />
  if (!post || !post.isLongForm) return <PageSkeleton />
  if (!post.canEdit) return <NotYours id={id} title={t('Edit article')} />
  return <EditArticle userId={userId} post={post} />
}

function EditArticle({ userId, post }: { userId: string; post: Post }) {
  const load = useArticleEdit(userId, post)
  if (load.is === 'failed') return <PostFailed reason={load.reason} onRetry={load.retry} />
  return load.is === 'ready' ? <ArticleEditor userId={userId} initial={load.initial} post={post} /> : <PageSkeleton />
}
