import { found } from '#kernel/errors.ts'
import { implement } from '#kernel/implement.ts'
import { getTestimonials, replaceTestimonials } from './testimonials.contract.ts'
import { findTestimonials, saveTestimonials } from './testimonials.store.ts'

export const testimonialRoutes = [
  implement(getTestimonials, async ({ params, ctx }) => found(await findTestimonials(ctx.db, params.id), 'User')),
  implement(replaceTestimonials, async ({ body: { testimonials }, member, ctx }) => {
    await saveTestimonials(ctx.db, member.id, testimonials)
    return { testimonials }
  }),
]
