import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import { useHindrance } from './passkey-support.hooks.ts'

const PasskeyButton = lazyPart(
  async () => (await import('./passkey-button.tsx')).PasskeyButton,
  () => null,
)

/** The way in with a passkey, where browser, address and identity provider have it. */
export function PasskeyWay({ onSignedIn }: { onSignedIn: () => void }) {
  if (useHindrance() !== null) return null
  return (
    <Suspense>
      <PasskeyButton onSignedIn={onSignedIn} />
    </Suspense>
  )
}
