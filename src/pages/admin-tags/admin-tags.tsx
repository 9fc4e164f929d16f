import { useSearch } from 'wouter'
import { t } from '#messages/messages.ts'
import { adminTagsAddress } from '#features/writing/tags/tag-addresses.contract.ts'
import { TagEntry } from '#features/writing/tags/tag-entry.tsx'
import { type TagsPart, useTagList } from '#features/writing/tags/tags.hooks.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { AdminArea } from '../admin/admin-area.tsx'
import { AdminList } from '../admin/admin-list.tsx'
import type { PageView } from '../page.ts'

export const adminTagsView: PageView<typeof adminTagsAddress> = {
  View: AdminTagsPage,
  head: () => ({ title: t('Tags'), noindex: true }),
}

function AdminTagsPage() {
  // The list is not rendered on the server: the browser reads the page number from the URL.
  const { q = '', page } = adminTagsAddress.queryIn(new URLSearchParams(useSearch()))
  return (
    <AdminArea title={t('Tags')}>
      <SearchForm
        key={q}
        title={t('Tags')}
        action={adminTagsAddress.href()}
        name="q"
        label={t('Search tags by the start of their name')}
        placeholder={t('Tag name starts with…')}
        defaultValue={q}
        maxLength={50}
      />
      <Tags page={page} q={q} />
    </AdminArea>
  )
}

function Tags(part: TagsPart) {
  const { data, ...rest } = useTagList(part)
  return (
    <AdminList
      noun="tags"
      list={data && { ...data, count: data.tags.length }}
      {...rest}
      hrefOf={(page) => adminTagsAddress.href({ q: part.q || null, page })}
      empty={
        <EmptyState icon="tag" title={part.q ? undefined : t('No tags yet')}>
          {part.q ? t('No tag starts with “{q}”.', { q: part.q }) : t('Tags used in posts will appear here.')}
        </EmptyState>
      }
    >
      <div className="entries">
        {data?.tags.map((tag) => (
          <TagEntry key={tag.name} tag={tag} />
        ))}
      </div>
    </AdminList>
  )
}
