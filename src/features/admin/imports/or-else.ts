import * as z from 'zod/mini'

/** A schema whose invalid values are replaced: one damaged field must not cost a post. */
export const orElse = z.catch
