import { Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSignedIn } from '#web/use-signed-in.ts'

/** The composer, loaded only for members. CSS reserves its space from the first paint. */
const NewPost = lazyPart(async () => (await import('#features/writing/posts/new-post.tsx')).NewPost, NoComposer)

export function ComposerPlace() {
  const isSignedIn = useSignedIn()
  return (
    <div className="composer-place">
      {isSignedIn && (
        <Suspense>
          <NewPost />
        </Suspense>
      )}
    </div>
  )
}

/** Shown if the composer fails to load. */
function NoComposer() {
  return (
    <p className="row" role="alert">
      The composer failed to load.
      <Button size="s" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </p>
  )
}
