import { address, PageNumber } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

export const postMentionsAddress = address('/post/:id/mentions', {
  params: { id: IdText },
  query: { page: PageNumber },
})
