import { t } from '#messages/messages.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { authAddress, loginAddress, signInHref } from '#features/people/accounts/account-addresses.contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  customCssHref,
  customCssPath,
  usesCustomCss,
} from '#features/admin/site-settings/site-settings-addresses.contract.ts'
import { useStylesheet } from '#features/admin/site-settings/site-stylesheet.hooks.ts'
import { signOut, useSessionReads } from '#features/people/accounts/accounts.hooks.ts'
import { Confirmation } from '#features/people/accounts/confirmation.tsx'
import { usePendingCount } from '#features/conversation/moderation-queue/pending-count.hooks.ts'
import { unsubscribeAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { useUnreadCount } from '#features/people/notifications/unread.hooks.ts'
import {
  forgetProfile,
  useFreshViewer,
  useNeedsSecondFactor,
  useShownViewer,
} from '#features/people/profiles/profiles.hooks.ts'
import { secondFactorHref, securitySettingsAddress } from '#features/people/profiles/settings-addresses.contract.ts'
import { useSite } from '#features/discovery/site/site.hooks.ts'
import { pageAt } from '#pages/pages.ts'
import { cannotPublish } from '#schemas/roles.contract.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { PageSkeleton } from '#ui/page-skeleton.tsx'
import { showToast } from '#ui/toasts.ts'
import { isAwaitingApproval, isSignedIn } from '#web/session.ts'
import { useCurrentHref } from '#web/use-current-href.ts'
import { readStored, removeStored, writeStored } from '#web/storage.ts'
import { Shell } from '#web/shell/shell.tsx'
import { isReader } from '#web/shell/viewer.ts'
import { useShortcuts } from '#web/shell/shortcuts.ts'
import {
  useAwaitingApproval,
  useCodeRequired,
  usePasswordChangeRequired,
  useSignedIn,
  useExclusion,
} from '#web/use-signed-in.ts'
import { useOverlays } from './use-overlays.tsx'

/** Loaded only for members who need it. */
const SecondFactorBanner = lazyPart(
  async () => (await import('#features/people/accounts/second-factor-banner.tsx')).SecondFactorBanner,
  () => null,
)

/** The frame around every page and its data: the viewer, signing out, and the sign-in check for members-only pages. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const [path, navigate] = useLocation()
  const site = useSite()
  const viewer = useShownViewer()
  const unreadCount = useUnreadCount()
  const pendingCount = usePendingCount()
  const isLeaving = useRef(false)
  const isBarred = useGuard(isLeaving)
  const isDeniedToReader = (pageAt(path, site).page.forWriters ?? false) && isReader(viewer)
  const cache = useQueryClient()
  useCustomCss(path, site.customCss)
  useSessionReads()
  useUnfinishedSignIn()
  const hasToSetUpFactor = useSecondFactorSetup()
  useExclusionRedirect()
  useLoggedOutNotice()
  const { open, overlay } = useOverlays(() => void leave())
  useShortcuts({
    goToSearch: () => navigate(searchAddress.href()),
    showPalette: () => open('palette'),
    showShortcuts: () => open('shortcuts'),
  })

  async function leave() {
    isLeaving.current = true
    await cache.cancelQueries() // pending reads would be rejected
    await signOut()
    navigate('/')
    showToast(signedOut)
    isLeaving.current = false
  }

  return (
    <Shell
      path={path}
      viewer={viewer}
      pendingCount={pendingCount}
      unreadCount={unreadCount}
      site={site}
      onSignOut={() => void leave()}
    >
      {isBarred ? <PageSkeleton /> : isDeniedToReader ? <CannotPublish /> : children}
      {/* Below the page, which does not move when the banner appears, and always rendered, so that screen readers announce
          it. */}
      <output className="second-factor-banners">
        {hasToSetUpFactor && !isDeniedToReader && path !== securitySettingsAddress.path && (
          <Suspense>
            <SecondFactorBanner />
          </Suspense>
        )}
      </output>
      <Confirmation />
      {overlay}
    </Shell>
  )
}

/** Shown to readers instead of pages for publishing. */
function CannotPublish() {
  useFreshViewer()
  const here = useCurrentHref()
  if (useNeedsSecondFactor())
    return (
      <div className="page">
        <EmptyState
          icon="lock"
          title={t('Set up two-factor authentication')}
          isPageTitle
          actions={
            <ButtonLink variant="primary" href={secondFactorHref(here)}>
              {t('Set up')}
            </ButtonLink>
          }
        >
          {t('You need it to publish on this site.')}
        </EmptyState>
      </div>
    )
  return (
    <div className="page">
      <EmptyState
        icon="lock"
        title={t('You can’t publish')}
        isPageTitle
        actions={<ButtonLink href="/">{t('Back to Home')}</ButtonLink>}
      >
        {cannotPublish()}
      </EmptyState>
    </div>
  )
}

/** Adds the administrators' own CSS when the visitor navigates from a page without it, and removes it again. */
function useCustomCss(path: string, version: string | undefined): void {
  useStylesheet(customCssPath, version !== undefined && usesCustomCss(path) ? customCssHref(version) : undefined)
}

const signedOut = { title: t('Signed out'), description: t('You have been signed out.') }

/** Redirects visitors from members-only pages to the sign-in page, and back afterward. @returns whether to hide the
 *  page */
function useGuard(isLeaving: { current: boolean }): boolean {
  const [path, navigate] = useLocation()
  const mayPass = useSignedIn()
  const guarded = pageAt(path, useSite()).page.guard ?? false
  useEffect(() => {
    if (!guarded || mayPass || isSignedIn() || isLeaving.current) return
    if (guarded !== true) showToast({ ...guarded(), variant: 'error' })
    navigate(signInHref(path + location.search), { replace: true })
  }, [guarded, mayPass, path, navigate, isLeaving])
  return guarded !== false && !mayPass
}

/** Redirects users who still have to enter a code, choose a new password, or wait for approval to that step, and back
 *  afterward. Redirects only once: users who navigate away browse the site as visitors. Those who have seen that they
 *  are waiting do so on later pages, too. */
function useUnfinishedSignIn(): void {
  const [, navigate] = useLocation()
  const [isWaitKnown] = useState(isAwaitingApproval)
  const isWaiting = useAwaitingApproval() && !isWaitKnown
  const isUnfinished = [useCodeRequired(), usePasswordChangeRequired(), isWaiting].includes(true)
  useEffect(() => {
    const { pathname, search, hash } = location
    if (!isUnfinished || isAtSignIn()) return
    navigate(signInHref(pathname + search + hash), { replace: true })
  }, [isUnfinished, navigate])
}

/** Whether the browser has opened the page for setting up a required second factor. */
const setupShownKey = 'second-factor-setup-shown'

/** Redirects members whose role requires a second factor to the page where they set one up. Redirects only once, because
 *  they may read until then, and only if the need is the first thing the server says: later, the page may contain text
 *  that the member has typed. @returns whether they have to set one up */
function useSecondFactorSetup(): boolean {
  const [path, navigate] = useLocation()
  const isNeeded = useNeedsSecondFactor()
  const isSettled = useRef(false)
  useEffect(() => {
    if (isNeeded === false) removeStored(setupShownKey)
    if (isNeeded === null || isSettled.current || isAtSignIn(path)) return
    isSettled.current = true
    if (!isNeeded || readStored(setupShownKey) !== null || path === unsubscribeAddress.path) return
    writeStored(setupShownKey, 'true')
    if (path === securitySettingsAddress.path) return
    navigate(secondFactorHref(path + location.search + location.hash), { replace: true })
  }, [isNeeded, path, navigate])
  return isNeeded === true && !isAtSignIn(path)
}

/** Redirects people who may not use the site to the sign-in page, which shows the reason. Redirects only once: they may
 *  continue as visitors. */
function useExclusionRedirect(): void {
  const [, navigate] = useLocation()
  const exclusion = useExclusion()
  useEffect(() => {
    if (exclusion !== null && !isAtSignIn()) navigate(loginAddress.href(), { replace: true })
  }, [exclusion, navigate])
}

const isAtSignIn = (path = location.pathname): boolean => [loginAddress.path, authAddress.path].includes(path)

/** For `/?logged_out=true`, clears local copies and shows a toast once. Never ends a session. */
function useLoggedOutNotice(): void {
  const search = useSearch()
  const [path, navigate] = useLocation()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (path !== '/' || query.get('logged_out') !== 'true') return
    forgetProfile()
    showToast(isSignedIn() ? { title: t('You are still signed in') } : signedOut)
    query.delete('logged_out')
    navigate(query.size > 0 ? `/?${query.toString()}` : '/', { replace: true })
  }, [path, search, navigate])
}
