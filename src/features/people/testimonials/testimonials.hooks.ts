import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, queryOf } from '#web/call.ts'
import { getTestimonials, replaceTestimonials, type Testimonial } from './testimonials.contract.ts'

export const testimonialsQuery = (userId: number) => queryOf(getTestimonials, { params: { id: userId } })

export const useTestimonials = (userId: number) => useQuery(testimonialsQuery(userId))

/** Saves the member's own testimonials and shows the server's version of them. */
export function useSaveTestimonials(userId: number) {
  const cache = useQueryClient()
  const { queryKey } = testimonialsQuery(userId)
  return useMutation({
    mutationFn: async (testimonials: Testimonial[]) => {
      const saved = await call(replaceTestimonials, { body: { testimonials } })
      await cache.cancelQueries({ queryKey })
      cache.setQueryData(queryKey, saved)
    },
  })
}
