import { id, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

export const postMentionsAddress = address('/post/:id/mentions', {
  params: { id },
  query: { page: pageNumber },
})
