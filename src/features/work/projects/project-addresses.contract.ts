import { id, optionalText, pageNumber } from '#kernel/address-parameters.contract.ts'
import { address } from '#kernel/address.contract.ts'

export const projectsAddress = address('/projects', {
  query: { username: optionalText(100), technology: optionalText(100), page: pageNumber },
})
export const projectAddress = address('/projects/:id', { params: { id } })
