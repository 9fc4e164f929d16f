import { endpoint, media } from '#kernel/endpoint.contract.ts'

export const getManifest = endpoint('GET /manifest.webmanifest', {
  summary: 'Get the web app manifest',
  access: 'anyone',
  reads: ['members'],
  isCached: true,
  answer: media('application/manifest+json'),
})
