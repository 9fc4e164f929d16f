import { endpoint, media, redirect } from '#kernel/endpoint.contract.ts'

const siteFile = { access: 'anyone', reads: ['members'], isCached: true } as const

export const getRobotsTxt = endpoint('GET /robots.txt', {
  summary: 'Get the rules for crawlers',
  ...siteFile,
  answer: media('text/plain'),
})
export const getHumansTxt = endpoint('GET /humans.txt', {
  summary: 'Get information about the people behind the site',
  ...siteFile,
  answer: media('text/plain'),
})
export const getOpenSearch = endpoint('GET /opensearch.xml', {
  summary: 'Get the OpenSearch description of the site’s search',
  ...siteFile,
  answer: media('application/opensearchdescription+xml'),
})
export const getSecurityTxt = endpoint('GET /.well-known/security.txt', {
  summary: 'Get the contact information for security reports',
  ...siteFile,
  answer: media('text/plain'),
})
/** Password managers open this URL when a member needs a new password. Source: W3C, change-password. */
export const redirectToPasswordForm = endpoint('GET /.well-known/change-password', {
  summary: 'Redirect to the change-password page',
  ...siteFile,
  answer: redirect,
})
