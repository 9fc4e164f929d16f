import './menu.css'
import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Link } from 'wouter'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { nextPaint } from './next-paint.ts'
import { isRightToLeft } from './text-direction.ts'

interface MenuProps {
  /** The accessible name of the button. */
  label: string
  icon?: IconName
  size?: 'm' | 's'
  /** MenuItem and MenuLink elements. */
  children: ReactNode
}

/** A button that opens a list of actions. Arrow keys move focus; pressing Escape or clicking outside closes the
 *  list. */
export function Menu({ label, icon = 'ellipsis', size = 's', children }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  return (
    <div className="menu">
      <IconButton
        icon={icon}
        label={label}
        size={size}
        popoverTarget={id}
        aria-haspopup="menu"
        onClick={(event) => place(list.current, event.currentTarget)}
      />
      <div
        ref={list}
        id={id}
        className="menu-list"
        role="menu"
        popover="auto"
        aria-label={label}
        tabIndex={-1}
        onToggle={focusFirst}
        onKeyDown={moveFocus}
        onClick={(event) => isChoice(event.target) && close(event.currentTarget)}
      >
        {children}
      </div>
    </div>
  )
}

interface MenuItemProps {
  icon?: IconName
  /** Disables the item and shows the reason. */
  disabledReason?: string | undefined
  isDanger?: boolean
  onSelect: () => void
  children: ReactNode
}

/** `onSelect` is called once the menu is painted as closed, so that a slow action, such as opening a dialog, does not
 *  delay closing the menu. */
export function MenuItem({ icon, disabledReason, isDanger, onSelect, children }: MenuItemProps) {
  const isDisabled = disabledReason !== undefined
  return (
    <button
      type="button"
      role="menuitem"
      className="menu-item"
      tabIndex={-1}
      data-danger={isDanger || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : () => void nextPaint().then(onSelect)}
    >
      {icon && <Icon name={icon} />}
      <span>
        {children}
        {isDisabled && <small className="menu-reason">{disabledReason}</small>}
      </span>
    </button>
  )
}

export function MenuLink({ href, icon, children }: { href: string; icon?: IconName; children: ReactNode }) {
  return (
    <Link href={href} role="menuitem" className="menu-item" tabIndex={-1}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role=menuitem]')]

function focusFirst({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) {
  if (newState === 'open') itemsOf(currentTarget)[0]?.focus()
}

function close(list: HTMLElement) {
  if (list.matches(':popover-open')) list.hidePopover()
}

const isChoice = (target: EventTarget) =>
  target instanceof Element && target.closest('[role=menuitem]:not([aria-disabled])') !== null

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const items = itemsOf(event.currentTarget)
  const at = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Tab') close(event.currentTarget)
  if (next === undefined || items.length === 0) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}

/** Positions the list below the button in browsers without anchor positioning. */
function place(list: HTMLElement | null, button: HTMLElement) {
  if (!list || CSS.supports('position-area', 'bottom')) return
  const { bottom, left, right } = button.getBoundingClientRect()
  const end = isRightToLeft(button) ? left : document.documentElement.clientWidth - right
  list.style.setProperty('inset-block', `${bottom + 4}px auto`)
  list.style.setProperty('inset-inline', `auto ${end}px`)
}
