import { projectsAddress } from '#features/work/projects/project-addresses.contract.ts'
import { page } from '../page.ts'

export const projectsPage = page(projectsAddress, {
  name: 'projects',
  view: async () => (await import('./projects.tsx')).projectsView,
  load: async () => (await import('./projects.load.ts')).loadProjects,
})
