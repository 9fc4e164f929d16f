import * as z from 'zod/mini'

/** What every page knows about the site itself. `ownerUsername` is null while nobody has registered. */
export const SiteInfo = z.object({
  name: z.string(),
  ownerUsername: z.nullable(z.string()),
  isRegistrationOpen: z.boolean(),
  /** Fewest characters of a new password; absent where a hosted identity provider has rules of its own. */
  minPasswordLength: z.optional(z.int()),
  /** Whether members get mail from here. A hosted identity provider sends its own. */
  canSendEmail: z.boolean(),
})
export type SiteInfo = z.infer<typeof SiteInfo>
export const sitePath = '/api/site'
