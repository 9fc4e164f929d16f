import { address, optionalText, PageNumber } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

export const projectsAddress = address('/projects', {
  query: { username: optionalText(100), technology: optionalText(100), page: PageNumber },
})
export const projectAddress = address('/projects/:id', { params: { id: IdText } })
