import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { page } from '../page.ts'

export const projectsPage = page(projectsAddress, {
  name: 'projects',
  loadsScriptsOnIntent: true,
  section: 'projects',
  view: () => import('./projects.tsx').then((module) => module.projectsView),
  load: async () => (await import('./projects.load.ts')).loadProjects,
})
