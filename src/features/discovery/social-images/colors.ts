/** The light colors of `ui/tokens.css`: images do not support themes. */
export const colors = {
  paper: '#f8f7f3',
  line: '#e4e1d9',
  sunken: '#f0eee8',
  ink: '#1a1916',
  'ink-2': '#545047',
  'ink-3': '#6b665b',
  accent: '#0a6a49',
  teal: '#0c5f5c',
  'teal-soft': '#daefec',
  blue: '#1c4c98',
  'blue-soft': '#e1ebfa',
  amber: '#774600',
  'amber-soft': '#faecce',
  violet: '#573a9e',
  'violet-soft': '#eae4f9',
  rose: '#961a43',
  'rose-soft': '#fbe3ea',
  green: '#1a6531',
  'green-soft': '#dff1e1',
  slate: '#47525d',
  'slate-soft': '#e7eaec',
  danger: '#b0271c',
  'danger-soft': '#fbe8e5',
} as const
interface Tint {
  text: string
  ground: string
}

const tints: Record<string, Tint> = {
  teal: { text: colors.teal, ground: colors['teal-soft'] },
  blue: { text: colors.blue, ground: colors['blue-soft'] },
  amber: { text: colors.amber, ground: colors['amber-soft'] },
  violet: { text: colors.violet, ground: colors['violet-soft'] },
  rose: { text: colors.rose, ground: colors['rose-soft'] },
  green: { text: colors.green, ground: colors['green-soft'] },
  slate: { text: colors.slate, ground: colors['slate-soft'] },
  red: { text: colors.danger, ground: colors['danger-soft'] },
}
const neutral: Tint = { text: colors['ink-2'], ground: colors.sunken }

/** Returns the colors of a tint; neutral ones for unknown names. */
export const tint = (name: string): Tint => tints[name] ?? neutral
