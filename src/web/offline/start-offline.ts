import { ownScriptUrl } from '../own-worker.ts'
import { onSessionChange, sessionText, sessionUserId } from '../session.ts'
import { canStoreCopies, removeCopies, tidyCopies } from './copies.ts'
import { refreshOfflinePage } from './offline-files.ts'
import { removeOldSharedForms, removeSharedForms } from './shared-forms.ts'

export const serviceWorkerPath = '/service-worker.js'

/** Registers the service worker, or removes it if the operator has turned it off. Does nothing without HTTPS. */
export async function startOffline(isOn: boolean): Promise<void> {
  if (!('serviceWorker' in navigator) || !canStoreCopies()) return
  if (!isOn) return stopOffline()
  onSessionChange(() => {
    if (sessionText() === null) void Promise.all([removeCopies(), removeSharedForms()])
  })
  await tidyCopies(sessionUserId())
  await removeOldSharedForms()
  await navigator.serviceWorker.register(ownScriptUrl(serviceWorkerPath))
  await refreshOfflinePage()
}

async function stopOffline(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((one) => one.unregister()))
  const names = (await caches.keys()).filter((name) => name.startsWith('offline-'))
  await Promise.all(names.map((name) => caches.delete(name)))
}
