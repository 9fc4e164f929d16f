import { Suspense } from 'react'
import { t } from '#messages/messages.ts'
import { useMayPublish } from '#features/people/profiles/profiles.hooks.ts'
import { ComposerOutline } from '#features/writing/posts/composer-outline.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSignedIn } from '#web/use-signed-in.ts'

/** The composer, loaded only for members who may publish. */
const NewPost = lazyPart(async () => (await import('#features/writing/posts/new-post.tsx')).NewPost, NoComposer)

export function ComposerPlace() {
  const isSignedIn = useSignedIn()
  const mayPublish = useMayPublish()
  if (isSignedIn && !mayPublish) return null
  return (
    <div className="composer-place for-members">
      {mayPublish ? (
        <Suspense fallback={<ComposerOutline />}>
          <NewPost />
        </Suspense>
      ) : (
        <ComposerOutline />
      )}
    </div>
  )
}

/** Shown if the composer fails to load. */
function NoComposer() {
  return (
    <p className="row" role="alert">
      {t('The composer failed to load.')}
      <Button size="s" onClick={() => location.reload()}>
        {t('Reload the page')}
      </Button>
    </p>
  )
}
