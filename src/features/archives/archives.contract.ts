import * as z from 'zod/mini'

/** `POST` asks for a link to the caller's archive; `GET` with its `link` is the archive. */
export const archivePath = '/api/account/archive'

/** How long a link holds. It is good for one download. */
export const linkMinutes = 5

/** Where the archive is to be had from, once. `url` is a path of this site. */
export const ArchiveLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })
export type ArchiveLink = z.infer<typeof ArchiveLink>
