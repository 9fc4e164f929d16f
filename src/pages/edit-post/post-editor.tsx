import { useState } from 'react'
import { useLocation } from 'wouter'
import { Composer } from '#features/posts/composer.tsx'
import { PostBody } from '#features/posts/post-body.tsx'
import type { Post } from '#features/posts/posts.contract.ts'
import { presentPost, useUpdatePost } from '#features/posts/posts.hooks.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { showToast } from '#ui/toasts.ts'
import { sessionUserId } from '#web/session.ts'
import { forget } from '#web/storage.ts'

const words = {
  submit: 'Update Post',
  pending: 'Updating...',
  failure: 'Failed to update post. Please try again.',
}

/** The composer, filled with the post, or with what was typed before a reload or the end of the session. When somebody else
 *  saved meanwhile, the typed text stays and the present post is shown beside it. */
export function PostEditor({ post }: { post: Post }) {
  const [, navigate] = useLocation()
  const update = useUpdatePost(post.id)
  // What the text started from: later readings of the post must not change it under the fingers.
  const [base, setBase] = useState(post)
  const [present, setPresent] = useState<Post | null>(null)
  const [draftKey] = useState(() => `post-draft:${sessionUserId()}:${post.id}`)

  return (
    <div className="stack">
      {present && (
        <Clash
          present={present}
          onTake={() => {
            forget(draftKey)
            setBase(present)
            setPresent(null)
          }}
        />
      )}
      <Composer
        key={base.updatedAt}
        draftKey={draftKey}
        initial={{ content: base.content, categoryId: base.categoryId, updatedAt: base.updatedAt }}
        words={words}
        onSubmit={async (draft) => {
          try {
            await update.mutateAsync({ ...draft, updatedAt: present?.updatedAt ?? draft.updatedAt ?? base.updatedAt })
          } catch (reason) {
            setPresent(presentPost(reason) ?? present)
            throw reason
          }
          showToast({ title: 'Success', description: 'Your post has been updated successfully!', variant: 'success' })
          navigate(`/post/${post.id}`)
        }}
      >
        <ButtonLink variant="plain" href={`/post/${post.id}`} onClick={() => forget(draftKey)}>
          Cancel
        </ButtonLink>
      </Composer>
    </div>
  )
}

/** Somebody else saved first. */
const Clash = ({ present, onTake }: { present: Post; onTake: () => void }) => (
  <Card title="This post has been changed in the meantime" role="alert">
    <p>
      Your text is still below. Update Post now replaces the version that you see here; you can also continue with that
      one.
    </p>
    <PostBody post={present} />
    <div className="row">
      <Button onClick={onTake}>Discard my text and continue with this version</Button>
    </div>
  </Card>
)
