import { projectAddress } from '#features/work/projects/project-addresses.contract.ts'
import { page } from '../page.ts'

export const projectPage = page(projectAddress, {
  name: 'project',
  loadsScriptsOnIntent: true,
  section: 'projects',
  view: () => import('./project.tsx').then((module) => module.projectView),
  load: async () => (await import('./project.load.ts')).loadProject,
  jsonLd: async () => (await import('./project-json-ld.ts')).projectJsonLd,
})
