import { endpoint, media } from '#kernel/endpoint.contract.ts'

/** The headers of GitHub's webhook deliveries. */
export const deliveryHeaders = {
  'x-hub-signature-256': 'HMAC of the body, keyed with the webhook’s secret: sha256=<hex digits>',
  'x-github-delivery': 'Unique id of the delivery',
  'x-github-event': 'Name of the event',
}

/** Returns 202 and ignores unknown events. */
export const receiveGithubDelivery = endpoint('POST /api/webhooks/github', {
  summary: 'Receive an event from GitHub',
  access: 'anyone',
  headers: deliveryHeaders,
  body: media('application/json'),
  answer: media('application/json'),
})
