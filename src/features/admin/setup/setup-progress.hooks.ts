import { useEffect } from 'react'
import { readStored, removeStored, writeStored } from '#web/storage.ts'

const key = 'setup_open'

/** Remembers in this browser whether the site's setup has open steps, so that other screens can lead back to it. */
export function useRememberSetup(hasOpenSteps: boolean): void {
  useEffect(() => {
    if (hasOpenSteps) writeStored(key, 'true')
    else removeStored(key)
  }, [hasOpenSteps])
}

export const isSetupOpen = (): boolean => readStored(key) !== null
