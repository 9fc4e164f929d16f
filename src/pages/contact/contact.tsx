import { t } from '#messages/messages.ts'
import { type contactAddress, contactSlug } from '#features/conversation/contact-messages/contact-addresses.contract.ts'
import { ContactForm } from '#features/conversation/contact-messages/contact-form.tsx'
import { siteQuery, useSite } from '#features/discovery/site/site.hooks.ts'
import { publishedPageQuery, usePublishedPage } from '#features/writing/site-pages/published-page.hooks.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Prose } from '#ui/prose.tsx'
import type { PageProps, PageView } from '../page.ts'
import { sitePageView } from '../site-page/site-page.tsx'

const written = { params: { slug: contactSlug }, query: {} }

export const contactView: PageView<typeof contactAddress> = {
  View: ContactPage,
  head: (cache) => {
    const site = cache.getQueryData(siteQuery.queryKey)
    if (!site?.hasContactForm) return sitePageView.head(cache, written)
    const page = cache.getQueryData(publishedPageQuery(contactSlug).queryKey)
    return {
      title: page?.title ?? t('Contact'),
      description: page?.description || t('Send a message to {name}.', { name: site.name }),
    }
  },
}

function ContactPage(props: PageProps<typeof contactAddress>) {
  const { hasContactForm } = useSite()
  return hasContactForm ? <FormPage {...props} /> : <sitePageView.View {...written} />
}

/** The text of the page at this address, if an administrator has written one, and the form. */
function FormPage({ query: { message } }: PageProps<typeof contactAddress>) {
  const { name } = useSite()
  const { data: page } = usePublishedPage(contactSlug)
  return (
    <div className="page stack">
      {page ? (
        <>
          <PageHead title={page.title} />
          <Prose html={page.contentHtml} />
        </>
      ) : (
        <PageHead title={t('Contact')} subtitle={t('Send a message to {name}.', { name })} />
      )}
      <ContactForm isSent={message === 'sent'} />
    </div>
  )
}
