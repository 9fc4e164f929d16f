import type { Context } from '#kernel/http.ts'
import { type ObjectKey, publicUrlOf } from '#providers/storage/storage.contract.ts'
import { cast, type Name } from './cast.ts'
import { createProject, listProjects, Project, Projects } from '#features/work/projects/projects.contract.ts'
import { projectRoutes } from '#features/work/projects/projects.routes.ts'

const storage = {
  keyOf: (url: string) =>
    /^(http:\/\/devstead\.test)?\/storage\/v1\//.test(url) ? { bucket: 'project-images', path: '1/a.webp' } : null,
  addressOf: (place: ObjectKey) => publicUrlOf('', place),
} as Context['storage']
const imageProxy = { addressOf: (url: string) => `/image-proxy/${url.length}` } as Context['imageProxy']

export const siteUrl = 'http://devstead.test'
export const aProject = { title: 'Ferry times', description: 'When the next ferry leaves, offline.' }
export const fullProject = {
  ...aProject,
  thumbnailUrl: 'https://pictures.example/ferry.png',
  demoVideoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s',
  deploymentUrl: 'https://ferry.example',
  githubUrl: 'https://github.com/alice/ferry',
  technologies: ['TypeScript', 'SQLite'],
  featured: true,
  showReadme: false,
}

/** Returns the usual cast with the routes of projects. */
export async function castProjects() {
  const t = await cast(projectRoutes, { storage, imageProxy })
  const make = async (name: Name, fields: object = {}) =>
    Project.parse((await t[name]('POST', createProject.path, { ...aProject, ...fields })).body)
  const listed = async (query = '') => Projects.parse((await t.stranger('GET', listProjects.path + query)).body)
  const titles = async (query = '') => (await listed(query)).map(({ title }) => title)
  return { ...t, make, listed, titles }
}
