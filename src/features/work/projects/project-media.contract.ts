import type { ProjectPicture } from './project-pictures.contract.ts'
import type { Thumbnail } from './projects.contract.ts'

/** A project's pictures as they are displayed. Without `pictures`, saving keeps the current ones. */
export interface ProjectMedia {
  thumbnail: Thumbnail | null
  pictures?: ProjectPicture[]
}
