import { ownerResumeAddress, resumeAddress } from '#features/people/resumes/resume-addresses.contract.ts'
import { page } from '../page.ts'

/** The owner's CV on a personal site. On other sites, the address belongs to a page written by an administrator, if
 *  there is one. */
export const ownerCvPage = page(ownerResumeAddress, {
  name: 'cv',
  loadsScriptsOnIntent: true,
  view: () => import('./owner-cv.tsx').then((module) => module.ownerCvView),
  load: async () => (await import('./cv.load.ts')).loadOwnerCv,
  isShared: true,
})

export const cvPage = page(resumeAddress, {
  name: 'cv',
  loadsScriptsOnIntent: true,
  view: () => import('./cv.tsx').then((module) => module.cvView),
  load: async () => (await import('./cv.load.ts')).loadCv,
  jsonLd: async () => (await import('./cv-json-ld.ts')).cvJsonLd,
})
