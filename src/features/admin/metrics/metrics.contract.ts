import { endpoint, media } from '#kernel/endpoint.contract.ts'

export const getMetrics = endpoint('GET /metrics', {
  summary: 'Get metrics in the Prometheus text format',
  access: 'anyone',
  headers: {
    Authorization:
      'With METRICS_TOKEN: `Bearer` and the token. Without it, only requests from this machine are allowed.',
  },
  answer: media('text/plain'),
})
