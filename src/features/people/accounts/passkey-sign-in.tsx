import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import { usePasskeyObstacle } from './passkey-support.hooks.ts'

const PasskeyButton = lazyPart(
  async () => (await import('./passkey-button.tsx')).PasskeyButton,
  () => null,
)

/** Offers sign-in with a passkey if the browser, the site's URL, and the identity provider support it. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  if (usePasskeyObstacle() !== null) return null
  return (
    <Suspense>
      <PasskeyButton onSignedIn={onSignedIn} />
    </Suspense>
  )
}
