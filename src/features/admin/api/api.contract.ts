import { endpoint, media } from '#kernel/endpoint.contract.ts'

export const getOpenApi = endpoint('GET /api/openapi.json', {
  summary: 'Get the OpenAPI description of this API',
  access: 'anyone',
  answer: media('application/json'),
  isCached: true,
})
