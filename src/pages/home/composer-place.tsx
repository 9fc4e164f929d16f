import { Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useSignedIn } from '#web/use-signed-in.ts'

/** The composer's code is fetched by members alone. Its place is kept free from the first paint on, by styles. */
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

/** The feed can be read all the same. */
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
