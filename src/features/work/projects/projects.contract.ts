import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint, media } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { Id, IdText } from '#schemas/ids.contract.ts'
import { hasVisibleText, visibleLine } from '#schemas/names.contract.ts'
import { PageQuery } from '#schemas/paging.contract.ts'
import { webAddress } from '#schemas/web-addresses.contract.ts'
import { PublicAuthor } from '#features/people/profiles/profiles.contract.ts'
import { PictureInputs } from './project-pictures.contract.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import { mayPublish, type Role } from '#schemas/roles.contract.ts'

declare module '#kernel/topics.contract.ts' {
  interface Topics {
    projects: true
  }
}

/** Maximum number of projects per member. */
export const maxProjects = 200
export const tooManyProjects = () => t('You can have at most {maxProjects} projects.', { maxProjects })
export const notYoursToEdit = () => t('You can only edit your own projects.')
export const notYoursToDelete = () => t('You can only delete your own projects.')
export const notYoursToOrder = () => t('You can only reorder your own projects.')

/** Projects per page of a list. */
export const projectsPerPage = 200

/** An image for display: `src` is on this site or in its storage; `srcset` is empty if there is only one size. */
const Thumbnail = z.object({ src: z.string(), srcset: z.string() })
export type Thumbnail = z.infer<typeof Thumbnail>

/** A member's project. URLs may be empty. `position`: order among its owner's projects, lowest first. `showReadme`:
 *  whether to show the repository's README. `demoVideo`: the embedded player (YouTube, Vimeo, or a file); null for
 *  other URLs. `repository`: what GitHub says about the repository at `githubUrl`; null until it has been fetched.
 *  Source: docs/product.md, Data. */
export const Project = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  thumbnailUrl: z.string(),
  demoVideoUrl: z.string(),
  deploymentUrl: z.string(),
  githubUrl: z.string(),
  technologies: z.array(z.string()),
  featured: z.boolean(),
  showReadme: z.boolean(),
  user: PublicAuthor,
  position: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  thumbnail: z.nullable(Thumbnail),
  repository: z.nullable(z.object({ stars: z.int(), language: z.nullable(z.string()) })),
  demoVideo: z.nullable(z.object({ kind: z.enum(['frame', 'file']), src: z.string() })),
})
export type Project = z.infer<typeof Project>
export const Projects = z.array(Project)

/** Filters by member and by technology, ignoring case. */
export const ProjectsQuery = z.object({
  page: PageQuery.shape.page,
  username: z.optional(z.string()),
  userId: z.optional(IdText),
  technology: z.optional(z.string()),
})
export type ProjectsQuery = z.infer<typeof ProjectsQuery>

const invalidUrl = () => t('Please enter a valid URL')
const maxAddressLength = 2000

/** Accepts a normalized http(s) URL or an empty string. @param isOther returns whether to accept any other string */
const addressOr = (isOther: (text: string) => boolean) =>
  z.pipe(
    z.nullish(
      z.string({ error: invalidUrl }).check(z.maxLength(maxAddressLength, { error: () => t('The URL is too long') })),
    ),
    z.transform((given: string | null | undefined, { issues }) => {
      const text = given?.trim() ?? ''
      const kept = text === '' || isOther(text) ? text : webAddress(text)
      if (kept === null) issues.push({ code: 'custom', message: invalidUrl(), input: given })
      return kept ?? ''
    }),
  )
const address = addressOr(() => false)
/** Also accepts a file stored on this site. */
const pictureAddress = addressOr((text) => /^\/storage\/[\w./%-]+$/.test(text) && parsePublicUrl(text) !== null)

const maxTechnologies = 30
const maxTechnologyLength = 40

/** A list or a comma-separated string. Trims the technologies and removes duplicates. Source: docs/product.md,
 *  Validation. */
const technologies = z.pipe(
  z.nullish(z.union([z.string(), z.array(z.string())], 'technologies must be a list of strings')),
  z.pipe(
    z.transform((given: string | string[] | null | undefined) => technologiesIn(given ?? [])),
    z
      .array(
        z.string().check(
          z.maxLength(maxTechnologyLength, {
            error: () => t('A technology must be at most {maxTechnologyLength} characters', { maxTechnologyLength }),
          }),
        ),
      )
      .check(
        z.maxLength(maxTechnologies, {
          error: () => t('A project can have at most {maxTechnologies} technologies', { maxTechnologies }),
        }),
      ),
  ),
)

function technologiesIn(given: string | string[]): string[] {
  const words = [given]
    .flat()
    .flatMap((text) => text.split(','))
    .map(visibleLine)
  const byKey = new Map<string, string>()
  for (const word of words) if (word && !byKey.has(technologyKey(word))) byKey.set(technologyKey(word), word)
  return [...byKey.values()]
}

/** Returns the same key for all spellings of a technology. */
export const technologyKey = (technology: string): string => technology.trim().toLowerCase()

interface TextRules {
  min: number
  max: number
  tooShort: () => string
  tooLong: () => string
  clean: (given: string) => string
}

const text = ({ min, max, tooShort, tooLong, clean }: TextRules) =>
  z
    .string({ error: tooShort })
    .check(
      z.overwrite(clean),
      z.refine(hasVisibleText, { error: tooShort, abort: true }),
      z.minLength(min, { error: tooShort }),
      z.maxLength(max, { error: tooLong }),
    )

const switched = (name: string) =>
  z.optional(
    z.pipe(
      z.union([z.boolean(), z.enum(['true', 'false'])], { error: () => t('{name} must be true or false', { name }) }),
      z.transform((given: boolean | 'true' | 'false') => String(given) === 'true'),
    ),
  )

/** A new project, or all fields of an existing one. If omitted, `featured`, `showReadme`, and `pictures` are left
 *  unchanged. Source: docs/product.md, Validation and Calls. */
export const ProjectInput = z.object({
  title: text({
    min: 3,
    max: 100,
    tooShort: () => t('Title must be at least 3 characters'),
    tooLong: () => t('Title must be at most 100 characters'),
    clean: visibleLine,
  }),
  description: text({
    min: 10,
    max: 2000,
    tooShort: () => t('Description must be at least 10 characters'),
    tooLong: () => t('Description must be at most 2,000 characters'),
    clean: (given) => given.toWellFormed().trim(),
  }),
  thumbnailUrl: pictureAddress,
  demoVideoUrl: address,
  deploymentUrl: address,
  githubUrl: address,
  technologies,
  featured: switched('featured'),
  showReadme: switched('showReadme'),
  pictures: z.optional(PictureInputs),
  userId: z.optional(z.unknown()),
})
export type ProjectInput = z.infer<typeof ProjectInput>

/** All of a member's projects in their new order. */
const ProjectOrder = z.object({
  ids: z.array(Id, 'ids must be a list of ids').check(
    z.maxLength(maxProjects, {
      error: () => t('The order can contain at most {maxProjects} projects', { maxProjects }),
    }),
    z.refine((ids) => new Set(ids).size === ids.length, {
      error: () => t('Each project can appear in the order only once'),
    }),
  ),
})

/** A post that links to a project. */
const MentioningPost = z.object({
  id: Id,
  slug: z.nullable(z.string()),
  title: z.nullable(z.string()),
  excerpt: z.string(),
  createdAt: z.iso.datetime(),
  user: PublicAuthor,
})
export type MentioningPost = z.infer<typeof MentioningPost>
/** A public livestream that links to a project. */
const MentioningStream = z.object({ id: Id, title: z.string(), createdAt: z.iso.datetime(), user: PublicAuthor })
export type MentioningStream = z.infer<typeof MentioningStream>
/** The newest posts and livestreams that link to a project's page, deployment, or repository. */
export const ProjectMentions = z.object({ posts: z.array(MentioningPost), streams: z.array(MentioningStream) })
export type ProjectMentions = z.infer<typeof ProjectMentions>

const ofProject = { params: { id: IdText } } as const
const changesProject = {
  ...ofProject,
  access: 'member',
  limits: [perMember('project changes', 120, 3600)],
  changes: ['projects', 'removals'],
} as const

export const listProjects = endpoint('GET /api/projects', {
  summary: 'List projects',
  access: 'anyone',
  query: ProjectsQuery,
  answer: Projects,
})
export const createProject = endpoint('POST /api/projects', {
  summary: 'Add a project',
  access: 'writer',
  body: ProjectInput,
  answer: Project,
  creates: true,
  limits: [perMember('projects', 60, 3600)],
  changes: ['projects'],
})
/** Returns the ids of all of the member's projects, in their new order. */
export const orderProjects = endpoint('PUT /api/projects/order', {
  summary: 'Set the order of your projects',
  access: 'member',
  body: ProjectOrder,
  answer: ProjectOrder,
  limits: [perMember('project orders', 600, 3600)],
  changes: ['projects'],
})
export const getProject = endpoint('GET /api/projects/:id', {
  summary: 'Get a project',
  access: 'anyone',
  ...ofProject,
  answer: Project,
})
export const updateProject = endpoint('PUT /api/projects/:id', {
  summary: 'Update a project',
  ...changesProject,
  access: 'writer',
  body: ProjectInput,
  answer: Project,
})
export const deleteProject = endpoint('DELETE /api/projects/:id', {
  summary: 'Delete a project',
  ...changesProject,
  answer: z.null(),
})
export const getProjectMentions = endpoint('GET /api/projects/:id/mentions', {
  summary: 'List the posts and livestreams that link to a project',
  access: 'anyone',
  ...ofProject,
  answer: ProjectMentions,
})
/** Returns 404 unless the demo video is a file. */
export const getProjectVideo = endpoint('GET /api/projects/:id/video', {
  summary: 'Get an embeddable page that plays a project’s demo video',
  access: 'anyone',
  ...ofProject,
  answer: media('text/html'),
})

/** Sorts featured projects before the others; otherwise keeps the given order. */
export const featuredFirst = <T extends Pick<Project, 'featured'>>(projects: T[]): T[] => [
  ...projects.filter(({ featured }) => featured),
  ...projects.filter(({ featured }) => !featured),
]

interface Editor {
  id: number
  role: Role
}
export const canEditProject = (member: Editor | null, project: { user: { id: number } }): boolean =>
  member !== null && mayPublish(member) && canDeleteProject(member, project)
export const canDeleteProject = (member: Editor | null, project: { user: { id: number } }): boolean =>
  member !== null && (member.role === 'admin' || member.id === project.user.id)
