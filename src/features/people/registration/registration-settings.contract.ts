import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'

export const registrationModes = ['open', 'approval', 'invitation', 'domains', 'closed'] as const
/** Who can register: anyone, anyone whom an administrator approves, people with an invitation, people with addresses at
 *  certain domains, or no one. */
export type RegistrationMode = (typeof registrationModes)[number]

const maxDomains = 50
const domainPattern = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** `domains`: the email domains whose addresses can register in the mode `domains`, in lowercase. */
export const RegistrationSettings = z
  .object({
    mode: z.enum(registrationModes),
    domains: z
      .array(z.string().check(z.regex(domainPattern, { error: () => t('Enter domains such as example.org') })))
      .check(z.maxLength(maxDomains, { error: () => t('Enter at most {maxDomains} domains', { maxDomains }) })),
  })
  .check(
    z.refine(({ mode, domains }) => mode !== 'domains' || domains.length > 0, {
      error: () => t('Enter at least one domain'),
      path: ['domains'],
    }),
  )
export type RegistrationSettings = z.infer<typeof RegistrationSettings>

export const openRegistration: RegistrationSettings = { mode: 'open', domains: [] }

/** Returns the domains in text such as “example.org, @example.com”. */
export const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((part) => part.replace(/^@/, ''))
      .filter(Boolean),
  ),
]
