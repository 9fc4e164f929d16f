import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

/** `member`: a writer. `reader`: can do everything that writers can, except publish. `moderator`: a writer who also
 *  moderates the site. */
export const Role = z.enum(['reader', 'member', 'moderator', 'admin'], {
  error: () => t('The role must be reader, member, moderator, or admin'),
})
export type Role = z.infer<typeof Role>

/** Reports whether the member may publish posts, articles, projects, livestreams, and sponsor pages. */
export const mayPublish = ({ role }: { role: Role }): boolean => role !== 'reader'

/** Reports whether the member moderates the whole site: moderators and administrators. */
export const mayModerate = ({ role }: { role: Role }): boolean => role === 'moderator' || role === 'admin'

/** Reports whether the member may delete what someone else wrote, or suspend or block them. Moderators may not if it is an
 *  administrator or another moderator. @param author null for a visitor */
export const mayActAgainst = (member: { role: Role }, author: { role: Role } | null): boolean =>
  member.role === 'admin' || (mayModerate(member) && (author === null || !mayModerate(author)))

export const cannotPublish = (): string =>
  t('You can read and comment on this site, but not publish. Ask an administrator to let you publish.')
