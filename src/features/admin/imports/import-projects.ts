import { t } from '#messages/messages.ts'
import { inTransaction } from '#kernel/db.ts'
import { AppError } from '#kernel/errors.ts'
import type { Context, Member } from '#kernel/http.ts'
import { endImport } from './imports.store.ts'
import type { SourceProject, SourceSite } from './source-site.ts'
import { ProjectInput } from '#features/work/projects/projects.contract.ts'
import { projectImported } from '#features/work/projects/projects.events.ts'
import { parsePublicUrl } from '#providers/storage/storage.contract.ts'
import type { Parts as PictureParts, PictureCopier } from './picture-copier.ts'
import type { ImportReport } from './import-report.contract.ts'

export interface ProjectParts extends PictureParts, Pick<Context, 'emit'> {}

/** Imports the projects in reverse order, because a new project becomes the first. */
export async function importProjects(
  parts: ProjectParts,
  member: Member,
  { projects = [] }: SourceSite,
  pictures: PictureCopier,
  report: ImportReport,
): Promise<void> {
  for (const project of projects.toSorted((a, b) => b.position - a.position)) {
    const { data, error } = ProjectInput.safeParse({
      ...project.fields,
      thumbnailUrl: await pictureOf(project.fields.thumbnailUrl, pictures),
    })
    const why = data ? await importProject(parts, member, project, data, report) : error.issues[0]?.message
    if (why !== null) report.rejected.push({ key: project.key, why: why ?? t('it is not valid') })
  }
}

/** @returns why it cannot be imported, or null */
async function importProject(
  parts: ProjectParts,
  member: Member,
  { key, createdAt, updatedAt }: SourceProject,
  input: ProjectInput,
  report: ImportReport,
): Promise<string | null> {
  try {
    await inTransaction(parts.db, async (db) => {
      if (!(await endImport(db, member.id, key))) return
      await parts.emit(db, projectImported, { memberId: member.id, input, createdAt, updatedAt })
      report.projectsImported++
    })
    return null
  } catch (reason) {
    if (reason instanceof AppError) return reason.message
    throw reason
  }
}

/** Copies the picture if it was stored with the project. Pictures on other sites are not copied. */
const pictureOf = async (address: string, pictures: PictureCopier): Promise<string> =>
  parsePublicUrl(address) ? ((await pictures.copy(address, { base: '/' }, 'project-images')) ?? '') : address
