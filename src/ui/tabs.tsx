import './tabs.css'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { keyInTextOrder } from './text-direction.ts'

export interface Tab<Id extends string = string> {
  id: Id
  label: string
  count?: number
}

interface TabListProps<Id extends string> {
  /** Prefix for the ids of tabs and panels. */
  id: string
  label: string
  tabs: readonly Tab<Id>[]
  selected: Id
  onSelect: (id: Id) => void
}

/** Tabs whose content is in a {@link TabPanel} with the same `id`. Arrow keys move focus and the selection. */
export function TabList<Id extends string>({ id, label, tabs, selected, onSelect }: TabListProps<Id>) {
  function onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const next = moved(
      keyInTextOrder(event),
      tabs.length,
      tabs.findIndex((tab) => tab.id === selected),
    )
    if (next === null) return
    event.preventDefault()
    onSelect(tabs[next]!.id)
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.id}`}
          className="tab"
          aria-selected={tab.id === selected}
          aria-controls={tab.id === selected ? `${id}-panel-${tab.id}` : undefined}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={onKeyDown}
        >
          <TabText {...tab} />
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  /** The id of the tab list. */
  id: string
  /** The tab to which the content belongs. */
  tab: string
  className?: string
  children: ReactNode
}

export function TabPanel({ id, tab, className, children }: TabPanelProps) {
  return (
    <div className={className} role="tabpanel" id={`${id}-panel-${tab}`} aria-labelledby={`${id}-tab-${tab}`}>
      {children}
    </div>
  )
}

interface TabsProps<Id extends string> extends Omit<TabListProps<Id>, 'id'> {
  /** Content of the selected tab. */
  children: ReactNode
}

/** Tabs with the selected tab's content. */
export function Tabs<Id extends string>({ children, ...list }: TabsProps<Id>) {
  const id = useId()
  return (
    <>
      <TabList id={id} {...list} />
      <TabPanel id={id} tab={list.selected} className="tab-panel">
        {children}
      </TabPanel>
    </>
  )
}

interface LinkTab {
  href: string
  label: string
  count?: number | undefined
  isCurrent: boolean
  className?: string
}

interface LinkTabsProps {
  label: string
  tabs: readonly LinkTab[]
}

/** Links that look like tabs, for a choice that is part of the URL. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          className={tab.className ? `tab ${tab.className}` : 'tab'}
          href={tab.href}
          {...(tab.isCurrent && { 'aria-current': 'page', ref: bringIntoSight })}
        >
          <TabText {...tab} />
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls the list of tabs to the current one if they don't all fit. */
function bringIntoSight(link: HTMLElement | null): void {
  const list = link?.parentElement
  if (!list) return
  const [outer, inner] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  list.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left)
}

function TabText({ label, count }: { label: string; count?: number | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && <span className="tab-count">{count}</span>}
    </>
  )
}

function moved(key: string, count: number, from: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
