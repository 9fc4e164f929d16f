import './offline.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#messages/messages.ts'
import { rich } from '#messages/rich.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Time } from '#ui/time.tsx'
import { ConfirmButton } from '#web/action.tsx'
import { isReachable } from '#web/is-reachable.ts'
import { neverChanges } from '#web/never-changes.ts'
import { type Copy, listCopies, maxCopies, removeCopies } from '#web/offline/copies.ts'
import type { PageView } from '../page.ts'
import type { offlineAddress } from './offline-address.ts'

export const offlineView: PageView<typeof offlineAddress> = {
  View: Offline,
  head: () => ({ title: t('Reading offline'), noindex: true }),
}

function Offline() {
  const wanted = useSyncExternalStore(neverChanges, wantedPage, () => null)
  const isOnline = useIsOnline()
  const isOffline = wanted !== null || !isOnline
  const whatNext = isOnline ? retryLater : opensLater
  const { copies, forget } = useCopies()
  useEffect(() => {
    if (wanted === null) return undefined
    // Browsers may report that they are online while the site is unreachable. Leaving then would cancel a click on a
    // saved post.
    const open = async () => (await isReachable(wanted)) && location.replace(wanted)
    addEventListener('online', open)
    return () => removeEventListener('online', open)
  }, [wanted])
  return (
    <div className="page">
      <PageHead
        title={isOffline ? (isOnline ? t('The site can’t be reached') : t('You’re offline')) : t('Reading offline')}
        subtitle={wanted === null ? whatIsSaved : whatNext}
        actions={
          wanted !== null && (
            <Button variant="primary" icon="refresh-cw" onClick={() => location.replace(wanted)}>
              {t('Try again')}
            </Button>
          )
        }
      />
      {copies?.length === 0 && (
        <EmptyState icon="wifi-off" title={t('No saved posts yet')}>
          {wanted !== null && whatIsSaved}
        </EmptyState>
      )}
      {copies && copies.length > 0 && (
        <section aria-labelledby="copies-title">
          <h2 id="copies-title" className="overline">
            {t('Saved posts')}
          </h2>
          <ul className="entries">
            {copies.map((copy) => (
              <li key={copy.path} className="offline-copy">
                <a href={copy.path} className="offline-title" dir="auto">
                  {copy.title}
                </a>
                <span className="meta">
                  {rich('Read {when}', { when: <Time iso={new Date(copy.readAt).toISOString()} /> })}
                </span>
              </li>
            ))}
          </ul>
          <p className="offline-remove">
            <ConfirmButton
              variant="quiet"
              size="s"
              icon="trash-2"
              confirm={{
                title: t('Remove the saved posts?'),
                description: t('To read a post offline again, open it while you’re online.'),
                confirmLabel: t('Remove'),
                action: forget,
              }}
            >
              {t('Remove saved posts')}
            </ConfirmButton>
          </p>
        </section>
      )}
    </div>
  )
}

const opensLater = t('The page will open as soon as you’re back online.')
const retryLater = t('The site isn’t responding. Try again in a few minutes.')
const whatIsSaved = t('The last {maxCopies} posts that you read are saved on this device for 30 days.', { maxCopies })

/** Returns the page that was to be opened: a path on this site. */
function wantedPage(): string | null {
  const page = new URLSearchParams(location.search).get('page')
  return page !== null && /^\/(?![/\\])/.test(page) ? page : null
}

/** Returns the copies in this browser; null until they are known. */
function useCopies() {
  const [copies, setCopies] = useState<Copy[] | null>(null)
  useEffect(() => {
    let isShown = true
    listCopies().then(
      (list) => isShown && setCopies(list),
      () => isShown && setCopies([]),
    )
    return () => {
      isShown = false
    }
  }, [])
  async function forget() {
    await removeCopies()
    setCopies([])
  }
  return { copies, forget }
}

const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
