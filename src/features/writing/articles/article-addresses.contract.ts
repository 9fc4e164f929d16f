import { address, PageNumber } from '#kernel/address.contract.ts'
import { IdText } from '#schemas/ids.contract.ts'

export const blogAddress = address('/blog', { query: { page: PageNumber } })
export const writeArticleAddress = address('/blog/create', {})
export const editArticleAddress = address('/blog/edit/:id', { params: { id: IdText } })
