import * as z from 'zod/mini'

/** A schema that replaces invalid values, so that a post is imported despite a damaged field. */
export const orElse = z.catch
