import { Pagination } from '#ui/pagination.tsx'
import { focusContent } from '#web/focus-content.ts'
import { pageNumbers } from '#schemas/paging.contract.ts'

interface Props {
  page: number
  totalPages: number
  hrefOf: (page: number) => string
}

/** Links to the other pages of a list, which then shows from its top; nothing when there is only one. */
export const PageBar = (props: Props) => (
  <Pagination {...props} numbers={pageNumbers(props.page, props.totalPages)} onNavigate={scrollToTop} />
)

/** The focus comes along: the next Tab is not at the bottom again. */
function scrollToTop(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
  focusContent()
}
