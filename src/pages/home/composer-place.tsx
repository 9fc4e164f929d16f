import { lazy, Suspense } from 'react'
import { useSignedIn } from '#web/use-signed-in.ts'

/** The composer's code is fetched by members alone. Its place is kept free from the first paint on, by styles. */
const NewPost = lazy(async () => ({ default: (await import('#features/posts/new-post.tsx')).NewPost }))

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
