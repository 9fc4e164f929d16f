import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import { neverChanges } from '#web/never-changes.ts'
import { isSetupOpen } from './setup-progress.hooks.ts'

/** Loaded only where the setup is unfinished. */
const BackToSetup = lazyPart(
  async () => (await import('./back-to-setup.tsx')).BackToSetup,
  () => null,
)

/** Links administrators back to setup, in the browser where they opened it and have not finished. */
export function SetupBanner() {
  const isOpen = useSyncExternalStore(neverChanges, isSetupOpen, () => false)
  if (!isOpen) return null
  return (
    <Suspense>
      <BackToSetup />
    </Suspense>
  )
}
