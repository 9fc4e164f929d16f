/** The edits made to a post on the site that it is imported from. */
export interface ImportedHistory {
  updatedAt: Date
  /** Whether the author made the last edit. */
  isOwnEdit: boolean
  /** Oldest first. */
  revisions: ImportedRevision[]
}

/** The text of a post before an edit on the other site. */
export interface ImportedRevision {
  title: string
  content: string
  html: string
  isTruncated: boolean
  categoryId: number
  isLongForm: boolean
  writtenAt: Date
  isOwnEdit: boolean
}
