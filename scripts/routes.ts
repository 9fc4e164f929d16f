import { routes } from '#app/features.ts'
import { pages } from '#pages/pages.ts'

// `npm run routes`: every address of the site, who may ask for it, and what it does.

const screens = pages.map(({ address, guard }) => ['GET', address.path, guard ? 'member' : 'anyone', 'Page'])
const calls = routes.map(({ method, path, access, needsRecentProof, endpoint }) => [
  method,
  path,
  access,
  `${endpoint?.summary ?? ''}${needsRecentProof ? ' (after a recent proof)' : ''}`,
])
for (const [method, path, access, summary] of [...screens, ...calls]) {
  console.log(`${method!.padEnd(7)} ${path!.padEnd(55)} ${access!.padEnd(7)} ${summary}`)
}
