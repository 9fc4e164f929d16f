import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'

export const getManifest = endpoint('GET /manifest.webmanifest', {
  summary: 'Get the web app manifest',
  access: 'anyone',
  reads: ['members'],
  isCached: true,
  answer: media('application/manifest+json'),
})

/** Where browsers send what other apps share with the installed site. The service worker stores it, including the
 *  pictures; without one, only the text reaches the composer, and only if the form has at most 2 MB. */
export const shareWithSite = endpoint('POST /api/share', {
  summary: 'Open the composer with text shared from another app',
  access: 'anyone',
  section: 'feed',
  body: media('multipart/form-data'),
  answer: redirect,
})
