import { command } from '../cli/command.ts'
import { print } from '../cli/output.ts'

export const openapi = command('openapi', {
  summary: 'Print the OpenAPI description of the API',
  description: 'Prints the OpenAPI 3.1 description of the API as JSON, identical to /api/openapi.json.',
  examples: ['openapi > openapi.json'],
}).action(async () => {
  const { features } = await import('#app/features.ts')
  const { openApiOf } = await import('#kernel/open-api.ts')
  print(JSON.stringify(openApiOf(features), null, 2))
})
