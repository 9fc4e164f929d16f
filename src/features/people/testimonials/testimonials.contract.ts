import * as z from 'zod/mini'
import { t } from '#messages/messages.ts'
import { endpoint } from '#kernel/endpoint.contract.ts'
import { perMember } from '#kernel/limits.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'
import { hasVisibleText, visibleLine } from '#schemas/names.contract.ts'
import { WebAddressOrEmpty } from '#schemas/web-addresses.contract.ts'

export const maxTestimonials = 12
export const maxTestimonialLength = 1000
export const maxAuthorLength = 100

/** What someone said about a member, and who said it. `role`: the author's role or company. Both the role and the URL
 *  may be empty. */
const Testimonial = z.object({ text: z.string(), name: z.string(), role: z.string(), url: z.string() })
export type Testimonial = z.infer<typeof Testimonial>

/** A member's testimonials, in order. */
export const Testimonials = z.object({ testimonials: z.array(Testimonial) })
export type Testimonials = z.infer<typeof Testimonials>

const authorLine = (missing: () => string, tooLong: () => string) =>
  z.string({ error: missing }).check(z.overwrite(visibleLine), z.maxLength(maxAuthorLength, { error: tooLong }))

const nameMissing = () => t('Enter a name')

const TestimonialInput = z.object({
  text: z.string({ error: () => t('Enter a quote') }).check(
    z.overwrite((text) => text.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n').trim()),
    z.refine(hasVisibleText, { error: () => t('Enter a quote') }),
    z.maxLength(maxTestimonialLength, {
      error: () => t('The quote must be at most {maxTestimonialLength} characters', { maxTestimonialLength }),
    }),
  ),
  name: authorLine(nameMissing, () =>
    t('The name must be at most {maxAuthorLength} characters', { maxAuthorLength }),
  ).check(z.minLength(1, { error: nameMissing })),
  role: authorLine(
    () => t('Enter a role'),
    () => t('The role must be at most {maxAuthorLength} characters', { maxAuthorLength }),
  ),
  url: WebAddressOrEmpty,
})
export const TestimonialsInput = z.object({
  testimonials: z.array(TestimonialInput, { error: () => t('Send a list of testimonials') }).check(
    z.maxLength(maxTestimonials, {
      error: () => t('Add at most {maxTestimonials} testimonials', { maxTestimonials }),
    }),
  ),
})

export const getTestimonials = endpoint('GET /api/users/:id/testimonials', {
  summary: 'List a member’s testimonials',
  access: 'anyone',
  params: { id: IdText },
  answer: Testimonials,
})
export const replaceTestimonials = endpoint('PUT /api/users/me/testimonials', {
  summary: 'Replace your testimonials',
  access: 'member',
  body: TestimonialsInput,
  answer: Testimonials,
  limits: [perMember('testimonials', 30, 600)],
  changes: ['members', 'removals'],
})
