import { useEffect } from 'react'

/** Keeps the screen on, because a sleeping phone stops its camera. Browsers release the lock when the page is
 *  hidden. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return undefined
    let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null)
    const request = () => {
      if (document.visibilityState !== 'visible') return
      lock = navigator.wakeLock.request('screen').catch(() => null) // for example when the battery is low
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      document.removeEventListener('visibilitychange', request)
      void lock.then((held) => held?.release())
    }
  }, [isWanted])
}
