import { address, PageNumber } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

export const historyAddress = address('/post/:id/versions', {
  params: { id: IdText },
  query: { page: PageNumber },
})
export const revisionAddress = address('/post/:id/versions/:number', { params: { id: IdText, number: IdText } })
