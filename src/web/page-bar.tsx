import { Pagination } from '#ui/pagination.tsx'
import { focusContent } from './focus-content.ts'
import { pageNumbers } from '#schemas/paging.contract.ts'

interface Props {
  page: number
  totalPages: number
  hrefOf: (page: number) => string
  /** Scrolls to the start of the list. Default: to the top of the page. */
  onNavigate?: () => void
  label?: string
}

/** Links to the other pages of a list. Renders nothing if there is only one. */
export const PageBar = ({ onNavigate = scrollToTop, ...props }: Props) => (
  <Pagination {...props} numbers={pageNumbers(props.page, props.totalPages)} onNavigate={onNavigate} />
)

/** Also moves focus, so that the next Tab does not jump back to the bottom. */
export function scrollToTop(): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
  focusContent()
}
