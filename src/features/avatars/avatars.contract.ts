import * as z from 'zod/mini'

/** A member's picture that stands on another site; answers with where this site shows it. */
export const avatarPath = '/avatar'
export const AvatarQuery = z.object({ url: z.string().check(z.maxLength(2000)) })
