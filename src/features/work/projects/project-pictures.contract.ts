import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { visibleLine } from '#schemas/names.contract.ts'

/** Maximum number of pictures per project, in addition to its thumbnail. */
export const maxPictures = 12
export const maxAltLength = 300
export const unknownPicture = () => t('Upload this picture to this site first')

/** A picture on a project's page. `src`: the full picture. `alt`: the alt text; may be empty. */
const ProjectPicture = z.object({
  src: z.string(),
  srcset: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
})
export type ProjectPicture = z.infer<typeof ProjectPicture>

/** A project's pictures, in order. */
export const ProjectPictures = z.object({ pictures: z.array(ProjectPicture) })

/** An uploaded picture, by the URL that the upload returned. */
const PictureInput = z.object({
  src: z.string({ error: unknownPicture }).check(z.maxLength(2000, { error: unknownPicture })),
  alt: z.string('alt must be text').check(
    z.overwrite(visibleLine),
    z.maxLength(maxAltLength, {
      error: () => t('Alt text must be at most {maxAltLength} characters', { maxAltLength }),
    }),
  ),
})
export type PictureInput = z.infer<typeof PictureInput>
export const PictureInputs = z
  .array(PictureInput, 'pictures must be a list')
  .check(z.maxLength(maxPictures, { error: () => t('Add at most {maxPictures} pictures', { maxPictures }) }))

export const getProjectPictures = endpoint('GET /api/projects/:id/pictures', {
  summary: 'List a project’s pictures',
  access: 'anyone',
  params: { id: IdText },
  answer: ProjectPictures,
})
