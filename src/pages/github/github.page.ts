import { githubPageAddress } from '#features/work/github/github-addresses.contract.ts'
import { page } from '../page.ts'

export const githubPage = page(githubPageAddress, {
  name: 'github',
  loadsScriptsOnIntent: true,
  section: 'github',
  view: () => import('./github.tsx').then((module) => module.githubView),
  load: async () => (await import('./github.load.ts')).loadGithub,
})
