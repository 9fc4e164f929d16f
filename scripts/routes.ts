import { routes } from '#app/features.ts'
import { pageRoutes } from '#pages/pages.ts'

// `npm run routes`: every address of the site and who may ask for it.

const pages = pageRoutes.map((page) => ['GET', page.path, 'guarded' in page ? 'member' : 'anyone', 'page'])
const calls = routes.map(({ method, path, access, needsRecentProof }) => [
  method,
  path,
  access,
  needsRecentProof ? 'API, after a recent proof' : 'API',
])
for (const [method, path, access, kind] of [...pages, ...calls]) {
  console.log(`${method!.padEnd(7)} ${path!.padEnd(50)} ${access!.padEnd(7)} ${kind}`)
}
