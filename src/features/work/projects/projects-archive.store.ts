import { type ArchivePart, archivePart, pageSize } from '#kernel/archive.ts'
import { many } from '#kernel/db.ts'

export const projectsArchive: ArchivePart[] = [
  archivePart<{ id: number }>(
    'projects',
    ['all_projects'],
    (db, memberId, after) => many<{ id: number }>(db)`
    select id, title, description, thumbnail_url as "thumbnailUrl", demo_video_url as "demoVideoUrl",
      deployment_url as "deploymentUrl", github_url as "githubUrl", technologies, is_featured as featured,
      shows_readme as "showReadme", position, created_at as "createdAt", updated_at as "updatedAt",
      (select jsonb_agg(jsonb_build_object('src', picture -> 'src', 'alt', picture -> 'alt') order by place)
        from project_pictures, jsonb_array_elements(pictures) with ordinality as listed (picture, place)
        where project_id = all_projects.id) as pictures
    from all_projects where member_id = ${memberId} and id > ${after?.id ?? 0} order by id limit ${pageSize}`,
  ),
]
