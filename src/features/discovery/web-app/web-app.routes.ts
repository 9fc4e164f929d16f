import { t } from '#messages/messages.ts'
import { notificationsAddress } from '#features/people/notifications/notification-addresses.contract.ts'
import { searchAddress } from '#features/discovery/search/search-addresses.contract.ts'
import { composeAddress, writeArticleAddress } from '#features/writing/posts/post-addresses.contract.ts'
import {
  picturesMissing,
  sharedHref,
  sharedPictures,
  type SharedText,
  sharedTextHref,
} from '#features/writing/posts/shared-text.contract.ts'
import { imageTypes } from '#features/writing/uploads/uploads.contract.ts'
import type { Context } from '#kernel/http.ts'
import { implement } from '#kernel/implement.ts'
import { limitedForm } from '#kernel/limited-bytes.ts'
import { bytesOf, maxUploadMb } from '#providers/storage/storage.contract.ts'
import { getManifest, shareWithSite } from './web-app.contract.ts'

export const webAppRoutes = [
  implement(getManifest, async ({ ctx }) => new Response(manifest(ctx), { headers })),
  implement(shareWithSite, async ({ request }) => {
    const form = await limitedForm(request, bytesOf(maxUploadMb))
    const location = form ? sharedTextHref(form) : sharedHref({ shared: picturesMissing })
    return new Response(null, { status: 303, headers: { location } })
  }),
]

const headers = {
  'content-type': `${getManifest.answer.mediaType}; charset=utf-8`,
  'cache-control': 'public, max-age=3600',
}

/** Describes the site to browsers that install it as an app. Source: W3C, Web Application Manifest. */
function manifest({ site, siteSettings }: Context): string {
  const { icons, settings } = siteSettings.now
  const description = settings.description || settings.tagline
  const hasFeed = siteSettings.isOn('feed')
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    ...(description && { description }),
    lang: settings.language,
    id: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#f8f7f3',
    theme_color: '#f8f7f3',
    icons: [
      icon('icon-192', 192, icons?.version),
      icon('icon-512', 512, icons?.version),
      { ...icon('icon-maskable-512', 512, icons?.version), purpose: 'maskable' },
    ],
    shortcuts: [
      ...(hasFeed ? [{ name: t('New post'), url: composeAddress.href() }] : []),
      ...(siteSettings.isOn('blog') ? [{ name: t('Write an article'), url: writeArticleAddress.href() }] : []),
      { name: t('Notifications'), url: notificationsAddress.href() },
      { name: t('Search'), url: searchAddress.href() },
    ],
    ...(hasFeed && { share_target: shareTarget(site.hasServiceWorker ?? true) }),
  })
}

const sharedTexts = { title: 'title', text: 'text', url: 'url' } satisfies Record<keyof SharedText, string>

/** Pictures need the service worker, which stores them until the composer opens. */
function shareTarget(hasServiceWorker: boolean) {
  if (!hasServiceWorker) return { action: composeAddress.href(), method: 'GET', params: sharedTexts }
  const files = [{ name: sharedPictures, accept: imageTypes.split(',') }]
  const params = { ...sharedTexts, files }
  return { action: shareWithSite.path, method: 'POST', enctype: 'multipart/form-data', params }
}

const icon = (name: string, side: number, version: string | undefined) => ({
  src: `/${name}.png${version === undefined ? '' : `?v=${version}`}`,
  sizes: `${side}x${side}`,
  type: 'image/png',
})
