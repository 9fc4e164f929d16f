import { routes } from '#app/features.ts'
import { pages } from '#pages/pages.ts'

// `npm run routes`: lists every URL of the site with its access and purpose.

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
