import { type Db, one, run, type Transaction } from '#kernel/db.ts'
import type { ProjectPicture } from './project-pictures.contract.ts'

/** Returns the project's pictures, in order. */
export async function findPictures(db: Db, projectId: number): Promise<ProjectPicture[]> {
  const row = await one<{ pictures: ProjectPicture[] }>(db)`
    select pictures from project_pictures where project_id = ${projectId}`
  return row?.pictures ?? []
}

/** Replaces the project's pictures, in the transaction that saves the project. */
export async function savePictures(db: Transaction<unknown>, projectId: number, pictures: ProjectPicture[]) {
  if (pictures.length === 0) return run(db)`delete from project_pictures where project_id = ${projectId}`
  return run(db)`
    insert into project_pictures (project_id, pictures) values (${projectId}, ${JSON.stringify(pictures)}::jsonb)
    on conflict (project_id) do update set pictures = excluded.pictures`
}
