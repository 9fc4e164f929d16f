import * as z from 'zod/mini'

/** `member`: a writer. `reader`: can do everything that writers can, except publish. */
export const Role = z.enum(['reader', 'member', 'admin'], 'The role must be reader, member, or admin')
export type Role = z.infer<typeof Role>

/** Reports whether the member may publish posts, articles, projects, and livestreams. */
export const mayPublish = ({ role }: { role: Role }): boolean => role !== 'reader'

export const cannotPublish =
  'You can read and comment on this site, but not publish. Ask an administrator to let you publish.'
